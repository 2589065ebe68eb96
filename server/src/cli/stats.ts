/** What `--stats` prints. */
import { childrenOf, type ModuleSyntax, type Node } from "../syntax/index.ts";

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
}

export function statsText(counts: Counts, stopwatch: Stopwatch): string {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return [
    `files      ${counts.files} (${counts.bytes} bytes, ${counts.lines} lines)`,
    `analysed   ${counts.analysed} that can have findings (${counts.functions} functions, ${counts.unfinished} of the files not to the end)`,
    `time       ${stopwatch.toString()}`,
    `memory     ${megabytes.toFixed(0)} MB at most`,
    "",
  ].join("\n");
}

export function functionsIn(syntax: ModuleSyntax): number {
  let count = 0;
  const waiting: Node[] = syntax.chunks.map(({ chunk }) => chunk.statement);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "function" || node.kind === "lambda") count++;
    waiting.push(...childrenOf(node));
  }
  return count;
}
