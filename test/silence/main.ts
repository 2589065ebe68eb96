/**
 * Holds Shardlint to its silence: npm run silence -- [--files N] [--milliseconds N] FOLDER ...
 *
 * Evaluates Python that nobody here wrote and that runs, every function of every file, whether it can reach a modelled
 * call or not. A finding or a crash fails; what was not known is counted by its cause.
 */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ContractLibrary } from "../../server/src/contracts/library.ts";
import { openWorld } from "../../server/src/contracts/world.ts";
import { defaultBudget, evaluateFile } from "../../server/src/ide/program.ts";
import { Project } from "../../server/src/ide/project.ts";
import { Unknowns } from "../../server/src/interpreter/unknowns.ts";
import { loadParser, readOwnContracts } from "../../server/src/node-assets.ts";
import { NodeHost } from "../../server/src/node-host.ts";
import { judge } from "../../server/src/rules/conditions.ts";
import { type Parser, parseModule } from "../../server/src/syntax/index.ts";

/** What one project keeps of the files that it read is dropped after so many of them. */
const filesPerProject = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string" }, milliseconds: { type: "string", default: "1000" } },
});

interface Totals {
  files: number;
  unfinished: number;
  slowest: { path: string; milliseconds: number };
  readonly unknowns: Unknowns;
  problems: number;
}

/** Said at once: a run over everything takes hours, and may be ended before its end. */
function tell(totals: Totals, problem: string): void {
  totals.problems++;
  console.error(problem);
}

/** The Python files below a folder, each once whatever links lead to it. */
function pythonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
    .map((entry) => realpathSync(join(entry.parentPath, entry.name)));
}

/** As many of the items as are wanted, from all of the list. */
function spread<Item>(items: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, items.length / wanted);
  return Array.from({ length: Math.min(items.length, wanted) }, (_, i) => items[Math.floor(i * step)]).filter(
    (item) => item !== undefined,
  );
}

function library(parser: Parser): ContractLibrary {
  const { root, files: texts } = readOwnContracts();
  return new ContractLibrary([root], texts, (text) => parseModule(parser, text).syntax);
}

function evaluate(project: Project, path: string, totals: Totals): void {
  const { sources, options, budget, memories } = project;
  const { library: contracts, world, clock, unknowns } = options;
  const start = performance.now();
  try {
    const evaluation = evaluateFile({
      ...{ path, sources, library: contracts, world, memories, budget, clock, unknowns },
      // Whoever looks at everything has everything evaluated.
      observe: () => undefined,
    });
    for (const failure of evaluation?.failures ?? [])
      if (judge(failure) !== undefined) tell(totals, `${path}: finding of ${failure.rule}`);
    if ((evaluation?.unfinished ?? 0) > 0) totals.unfinished++;
    const found = project.check(path)?.findings ?? [];
    for (const finding of found) tell(totals, `${path}:${finding.location.start}: ${finding.message}`);
  } catch (error) {
    tell(totals, `${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const milliseconds = performance.now() - start;
  totals.files++;
  if (milliseconds > totals.slowest.milliseconds) totals.slowest = { path, milliseconds };
}

const parser = await loadParser();
const contracts = library(parser);
const all = [...new Set(positionals.flatMap(pythonFiles))].sort();
const files = spread(all, Number(values.files ?? all.length));
const unknowns = new Unknowns();
const totals: Totals = { files: 0, unfinished: 0, slowest: { path: "", milliseconds: 0 }, unknowns, problems: 0 };
const started = performance.now();
for (let i = 0; i < files.length; i += filesPerProject) {
  const project = new Project({
    ...{ host: new NodeHost(), parser, library: contracts, roots: positionals, world: openWorld, unknowns },
    budget: { ...defaultBudget, milliseconds: Number(values.milliseconds) },
    clock: () => performance.now(),
  });
  for (const path of files.slice(i, i + filesPerProject)) evaluate(project, path, totals);
}

const causes = unknowns.byCause();
for (const [cause, count] of causes.slice(0, 40)) console.log(`${String(count).padStart(10)} ${cause}`);
const sum = causes.reduce((total, [, count]) => total + count, 0);
console.log(`${sum} unknown expressions for ${causes.length} causes`);
console.log(`${totals.files} of ${all.length} files, ${totals.unfinished} not to the end`);
console.log(`slowest: ${totals.slowest.path} ${totals.slowest.milliseconds.toFixed(0)} ms`);
console.log(
  `${((performance.now() - started) / 1000).toFixed(0)} s, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most`,
);
console.log(`${totals.problems} findings and crashes`);
process.exitCode = totals.files > 0 && totals.problems === 0 ? 0 : 1;
