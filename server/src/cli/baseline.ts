/** Findings that a project has decided to live with, in a file that people can read and merge. */
import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import { directoryOf } from "../host.ts";
import { readProblem } from "../node-host.ts";
import { identityOf, keyOf } from "./fingerprints.ts";
import { Places } from "./places.ts";
import type { ReportedFinding } from "./report.ts";
import { UsageError } from "./status.ts";

const baselineSchema = z.object({
  version: z.literal(1),
  findings: z.array(z.object({ path: z.string(), rule: z.string(), code: z.string(), count: z.int().check(z.gte(1)) })),
});

type Baseline = z.infer<typeof baselineSchema>;

export interface Compared {
  readonly fresh: readonly ReportedFinding[];
  readonly hidden: number;
  /** Recorded findings that are no longer there. */
  readonly gone: number;
}

/** Paths in the file are relative to it, so that it says the same wherever the command is started. */
function placesFrom(file: string, textOf: (path: string) => string | undefined): Places {
  return new Places(directoryOf(file), textOf);
}

export function writeBaseline(
  file: string,
  findings: readonly ReportedFinding[],
  textOf: (path: string) => string | undefined,
): void {
  const places = placesFrom(file, textOf);
  const entries = new Map<string, Baseline["findings"][number]>();
  for (const { finding } of findings) {
    const identity = identityOf(finding, places);
    const key = keyOf(identity);
    entries.set(key, { ...identity, count: (entries.get(key)?.count ?? 0) + 1 });
  }
  const baseline: Baseline = { version: 1, findings: [...entries.values()] };
  try {
    writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(
      `The baseline ${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Each recorded finding hides one that has the same rule on the same line of code, wherever in the file that now is. */
export function compareWithBaseline(
  file: string,
  findings: readonly ReportedFinding[],
  textOf: (path: string) => string | undefined,
): Compared {
  const places = placesFrom(file, textOf);
  const left = new Map(readBaseline(file).findings.map((entry) => [keyOf(entry), entry.count]));
  const fresh = findings.filter(({ finding }) => {
    const key = keyOf(identityOf(finding, places));
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { fresh, hidden: findings.length - fresh.length, gone };
}

function readBaseline(file: string): Baseline {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`The baseline ${file} ${readProblem(error)}. To record one, add --write-baseline.`);
  }
  const parsed = baselineSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`The baseline ${file} is not one that Shardlint wrote. Record it again with --write-baseline.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
