/** What is known of an expression, as Markdown. */
import type { Project } from "./project.ts";

export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

export function hoverAt(_project: Project, _path: string, _offset: number): Hover | undefined {
  return undefined;
}
