/** What a check has to say, before it is put into a format. */
import type { Finding, Fix, Location } from "../finding.ts";

export interface ReportedFinding {
  readonly finding: Finding;
  /** Empty where the format does not show them. */
  readonly fixes: readonly Fix[];
}

/** Something that was not checked as it should have been. */
export interface ReportedError {
  readonly kind: "unreadable" | "configuration" | "internal" | "budget" | "launch";
  /** Absolute; undefined for the options of the command itself. */
  readonly path: string | undefined;
  /** One-based. */
  readonly line: number | undefined;
  readonly message: string;
}

export interface Report {
  /** How many files were looked at. */
  readonly files: number;
  /** Sorted by path, position and rule. */
  readonly findings: readonly ReportedFinding[];
  readonly errors: readonly ReportedError[];
  /** Comments, or rules in them, that suppress nothing; sorted by path and position. */
  readonly idleSuppressions: readonly Location[];
}

/** True for what does not count as a failure: the check did what it could, in the time it had and with the launches it understood. */
export function isRemark({ kind }: ReportedError): boolean {
  return kind === "budget" || kind === "launch";
}

export function byPlace(a: Finding, b: Finding): number {
  return (
    compare(a.location.path, b.location.path) ||
    a.location.start - b.location.start ||
    a.location.end - b.location.end ||
    compare(a.rule, b.rule)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
