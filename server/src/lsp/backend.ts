/** What the language server asks of the analysis and of the machine; the entries put it together, tests stand in for it. */
import type { Project } from "../ide/project.ts";
import type { Sources } from "../ide/sources.ts";

/** The part of a project that the server uses. */
export type Engine = Pick<
  Project,
  "openDocument" | "editDocument" | "closeDocument" | "fileChanged" | "check" | "fixes" | "hover" | "unseenProblems"
> & { readonly sources: Pick<Sources, "text" | "syntax"> };

/** When a file is checked. */
export type RunMode = "onType" | "onSave" | "off";

export interface OpenRequest {
  /** The workspace folder; undefined for the files that lie in none. */
  readonly root: string | undefined;
  /** The settings as the editor has them, not validated. */
  readonly settings: unknown;
}

export interface OpenedProject {
  readonly engine: Engine;
  readonly run: RunMode;
  /** What is wrong with settings and configuration files, in words for the user. */
  readonly problems: readonly string[];
  /** What is in force after settings and configuration files were put together, for the debug information. */
  readonly settings: unknown;
  /** True for a file that decided how the project was opened, or would have if it had been there. */
  isConfiguredBy(path: string): boolean;
}

export interface Backend {
  readonly version: string;
  /** Facts about the machine for the debug information, such as the version of Node. */
  readonly about: Readonly<Record<string, string>>;
  /** Glob patterns of the files that the analysis reads. */
  readonly watched: readonly string[];
  /** Rejects, with a message for the user, if the analysis cannot start, as when its grammar is missing. */
  openProject(request: OpenRequest): Promise<OpenedProject>;
}
