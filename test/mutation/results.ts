/** What became of each mutant, and the table of it. */
import { findRule } from "../../server/src/rules/registry.ts";
import type { Subject } from "./check.ts";
import type { Kind, Mutant } from "./mutants.ts";
import { expectedMisses } from "./misses.ts";

/** `no rule` is for mistakes whose rule does not exist yet. */
export type Outcome = "found" | "missed" | "elsewhere" | "no rule";

export interface Result {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  /** `file:line rule` of what was found. */
  readonly found: readonly string[];
  /** Why nothing is expected of it, where that is so. */
  readonly reason: string | undefined;
}

export function resultOf(subject: Subject, mutant: Mutant): Result {
  const found = subject.findings(mutant.files);
  const due = mutant.sinks.map((sink) => `${sink} ${mutant.kind.rule}`);
  const outcome =
    findRule(mutant.kind.rule) === undefined
      ? "no rule"
      : found.length === 0
        ? "missed"
        : found.join() === due.join()
          ? "found"
          : "elsewhere";
  return { mutant, outcome, found, reason: expectedMisses[`${mutant.pipeline.name}/${mutant.kind.id}`] };
}

/** Found of injected by kind, the misses with their reasons, and the whole. */
export function table(kinds: readonly Kind[], results: readonly Result[]): string {
  const lines = kinds.map((kind) => {
    const own = results.filter((result) => result.mutant.kind === kind);
    const found = own.filter((result) => result.outcome === "found").length;
    const counted = findRule(kind.rule) === undefined ? `-/${own.length}` : `${found}/${own.length}`;
    return `${kind.rule.padEnd(28)} ${kind.id.padEnd(24)} ${counted.padStart(6)}  ${kind.mistake}`;
  });
  const misses = results
    .filter((result) => result.reason !== undefined)
    .map(({ mutant, reason = "" }) => `  ${mutant.pipeline.name}/${mutant.kind.id}: ${reason}`);
  const { found, injected } = counts(results);
  const share = ((100 * found) / injected).toFixed(1);
  const open = results.filter((result) => result.outcome === "no rule").length;
  return [
    ...lines,
    "",
    `found ${found} of ${injected} (${share} %); ${open} more are mistakes of rules that do not exist yet`,
    ...(misses.length === 0 ? [] : ["not found:", ...misses]),
  ].join("\n");
}

/** How many mistakes a rule could find, and how many it finds where they are. */
export function counts(results: readonly Result[]): { readonly found: number; readonly injected: number } {
  const judged = results.filter((result) => result.outcome !== "no rule");
  return { found: judged.filter((result) => result.outcome === "found").length, injected: judged.length };
}
