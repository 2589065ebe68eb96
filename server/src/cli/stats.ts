/** What `--stats` prints. */
import type { Unknowns } from "../interpreter/unknowns.ts";
import { type ModuleSyntax, nodesIn } from "../syntax/index.ts";
import { printable } from "./columns.ts";
import { counted } from "./formats/summary.ts";

/** Measures how long the phases of a run take. */
export class Stopwatch {
  private readonly phases: { readonly name: string; readonly milliseconds: number }[] = [];
  private last = performance.now();

  /** Ends a phase that began where the one before it ended. */
  end(name: string): void {
    const now = performance.now();
    this.phases.push({ name, milliseconds: now - this.last });
    this.last = now;
  }

  toString(): string {
    const total = this.phases.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const parts = this.phases.map(({ name, milliseconds }) => `${name} ${milliseconds.toFixed(0)} ms`);
    return `${total.toFixed(0)} ms: ${parts.join(", ")}`;
  }
}

export interface Counts {
  files: number;
  bytes: number;
  lines: number;
  /** Files that can have findings and were analysed. */
  analysed: number;
  functions: number;
  unfinished: number;
  /** Comments that suppress nothing. */
  idle: number;
}

/** More causes than these are summed up in one line. */
const shownCauses = 20;

export function statsText(counts: Counts, stopwatch: Stopwatch, unknowns: Unknowns | undefined): string {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return [
    `files      ${counts.files} (${counts.bytes} bytes, ${counts.lines} lines)`,
    `analysed   ${counts.analysed} that can have findings (${counts.functions} functions, ${counts.unfinished} of the files not to the end)`,
    `time       ${stopwatch.toString()}`,
    `memory     ${megabytes.toFixed(0)} MB at most`,
    `comments   ${counts.idle} that suppress nothing`,
    ...unknownLines(unknowns?.byCause() ?? []),
    "",
  ].join("\n");
}

/** A table of how many expressions are not known for which cause, most first: what to model next stands on top. */
function unknownLines(causes: ReturnType<Unknowns["byCause"]>): string[] {
  const sum = (some: typeof causes): number => some.reduce((total, [, count]) => total + count, 0);
  const total = `unknown    ${counted(sum(causes), "expression")} for ${counted(causes.length, "cause")}`;
  const [shown, others] = [causes.slice(0, shownCauses), causes.slice(shownCauses)];
  const rows = shown.map(([cause, count]) => `${String(count).padStart(10)} ${printable(cause)}`);
  if (others.length === 0) return [total, ...rows];
  return [total, ...rows, `${String(sum(others)).padStart(10)} for ${counted(others.length, "other cause")}`];
}

export function functionsIn(syntax: ModuleSyntax): number {
  const nodes = syntax.chunks.flatMap(({ chunk }) => nodesIn(chunk.statement));
  return nodes.filter(({ kind }) => kind === "function" || kind === "lambda").length;
}
