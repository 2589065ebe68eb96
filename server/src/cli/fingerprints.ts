/** Names for findings that stay the same while other lines of the file come and go. */
import { createHash } from "node:crypto";
import type { Finding } from "../finding.ts";
import type { Places } from "./places.ts";

export interface Identity {
  readonly path: string;
  readonly rule: string;
  /** The source line, without the white space around it. */
  readonly code: string;
}

export function identityOf(finding: Finding, places: Places): Identity {
  const { path } = finding.location;
  return { path: places.path(path), rule: finding.rule, code: places.sourceLine(finding.location).text.trim() };
}

export function keyOf({ path, rule, code }: Identity): string {
  return JSON.stringify([path, rule, code]);
}

/** One name for each finding; those on equal lines are told apart by their order. */
export function fingerprints(findings: readonly Finding[], places: Places): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = keyOf(identityOf(finding, places));
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return createHash("sha256").update(`${key} ${before}`).digest("hex").slice(0, 40);
  });
}
