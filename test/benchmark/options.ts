import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { dist } from "../../scripts/lib/paths.mjs";

export const usage = `usage: npm run benchmark -- [OPTION ...]

    --only MEASURE    ${["keystroke", "open", "tree", "memory", "size"].join(" | ")}; may be given more than once
    --quick           fewer runs, to see whether everything works
    --full            the whole tree instead of 1,000 files, and every edit for pyright; takes half an hour
    --without-pyright leave pyright out, which takes most of the time
    --output FILE     write every value as JSON
    --profile FOLDER  write CPU profiles of Shardlint's server, which slows it down; profile.ts reads them
    --dist FOLDER     the build to measure (default: dist)`;

export const measureNames = ["keystroke", "open", "tree", "memory", "size"] as const;
export type MeasureName = (typeof measureNames)[number];

export interface Options {
  readonly measures: readonly MeasureName[];
  readonly output: string | undefined;
  readonly withPyright: boolean;
  readonly profiles: string | undefined;
  readonly dist: string;
  /** What is thorough enough to be believed, and what a person waits for. */
  readonly amounts: Amounts;
}

export interface Amounts {
  /** Counted cycles of edits for the fast subjects; each has about 20 edits. */
  readonly cycles: number;
  readonly pyrightCycles: number;
  readonly opens: number;
  readonly treeFiles: number;
  readonly treeRuns: number;
  /** Edits after which memory must not have grown, and after how many seconds no more are made. */
  readonly memoryEdits: number;
  readonly memorySeconds: number;
}

const normal: Amounts = {
  cycles: 15,
  pyrightCycles: 3,
  opens: 7,
  treeFiles: 1000,
  treeRuns: 3,
  memoryEdits: 10_000,
  memorySeconds: 300,
};
const quick: Amounts = {
  cycles: 2,
  pyrightCycles: 1,
  opens: 2,
  treeFiles: 100,
  treeRuns: 1,
  memoryEdits: 400,
  memorySeconds: 20,
};
const full: Amounts = { ...normal, pyrightCycles: 15, treeFiles: 3200 };

/** Throws, with the reason, for parameters that are not understood. */
export function parseOptions(parameters: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      only: { type: "string", multiple: true },
      quick: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      "without-pyright": { type: "boolean", default: false },
      output: { type: "string" },
      profile: { type: "string" },
      dist: { type: "string", default: dist },
    },
  });
  const measures = values.only ?? measureNames;
  for (const name of measures) {
    if (!isMeasure(name)) throw new Error(`There is no measure "${name}".`);
  }
  return {
    measures: measures.filter(isMeasure),
    output: values.output,
    withPyright: !values["without-pyright"],
    profiles: values.profile === undefined ? undefined : resolve(values.profile),
    dist: resolve(values.dist),
    amounts: values.quick ? quick : values.full ? full : normal,
  };
}

function isMeasure(name: string): name is MeasureName {
  return (measureNames as readonly string[]).includes(name);
}
