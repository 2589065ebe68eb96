/**
 * Checks open documents and keeps the last report of each, in the terms of the protocol. A report that says the same as
 * the one before keeps its id, so that nothing is sent twice.
 */
import type { Diagnostic } from "vscode-languageserver";
import type { FileReport } from "../ide/project.ts";
import type { OpenedProject } from "./backend.ts";
import { toDiagnostic, unreadableParts, unusedSuppressions } from "./diagnostics.ts";
import type { Session } from "./session.ts";
import { pathOf } from "./uris.ts";

export interface Report {
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

/** What the status says about one file. */
export interface FileState {
  readonly findings: number;
  readonly milliseconds: number;
  readonly unfinished: number;
  readonly refused: FileReport["refused"];
  readonly failed: boolean;
}

interface Checked extends FileState {
  readonly report: Report;
}

export class Checker {
  readonly #session: Session;
  readonly #checked = new Map<string, Checked>();
  readonly #prefix = Date.now().toString(36);
  #count = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The report of a document as it is now, or was when it was saved if it is checked only then. */
  check(uri: string, project: OpenedProject): Report {
    const document = this.#session.documents.get(uri);
    const last = this.#checked.get(uri);
    if (project.run === "off") return this.#keep(uri, [], unremarkable);
    if (project.run === "onSave" && document !== undefined && last !== undefined) {
      if (document.version !== document.savedVersion) return last.report;
    }
    const path = document?.path ?? pathOf(uri);
    const start = performance.now();
    try {
      const found = project.engine.check(path);
      const milliseconds = performance.now() - start;
      const findings = found?.findings ?? [];
      const items = [
        ...findings.flatMap((finding) => toDiagnostic(this.#session, project, finding) ?? []),
        ...unusedSuppressions(this.#session, project, path),
        ...unreadableParts(this.#session, project, path),
      ];
      for (const problem of project.engine.unseenProblems()) this.#session.log.noteOnce(problem);
      const { unfinished = 0, refused } = found ?? {};
      const state = { findings: findings.length, milliseconds, unfinished, refused, failed: false };
      return this.#keep(uri, items, state);
    } catch (error) {
      this.#session.log.failure("Checking", path, error);
      // What was found before is better than findings that flicker.
      return this.#keep(uri, last?.report.items ?? [], { ...unremarkable, failed: true });
    }
  }

  forget(uri: string): void {
    this.#checked.delete(uri);
    this.#session.status.change();
  }

  states(): ReadonlyMap<string, FileState> {
    return this.#checked;
  }

  #keep(uri: string, items: readonly Diagnostic[], state: FileState): Report {
    const last = this.#checked.get(uri);
    const same = last !== undefined && JSON.stringify(last.report.items) === JSON.stringify(items);
    const report = same ? last.report : { resultId: `${this.#prefix}-${++this.#count}`, items };
    if (this.#session.documents.get(uri) !== undefined) {
      this.#checked.set(uri, { ...state, report });
      this.#session.status.change();
    }
    return report;
  }
}

const unremarkable: FileState = { findings: 0, milliseconds: 0, unfinished: 0, refused: undefined, failed: false };
