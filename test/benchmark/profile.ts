/**
 * Says where the time of a CPU profile went: node scripts/run-ts.mjs test/benchmark/profile.ts FILE.cpuprofile [ROWS]
 *
 * Functions are named by their source, through the source map beside the bundle. "self" is the time in a function
 * itself, "total" includes what it calls.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/lib/paths.mjs";

/** What Chrome's developer tools call a profile, as far as it is read here. */
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

const [file, rows = "30"] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: profile.ts FILE.cpuprofile [ROWS]");
print(JSON.parse(readFileSync(file, "utf8")) as Profile, Number(rows));

function print(profile: Profile, limit: number): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const maps = new Map<string, SourceMap | undefined>();
  const names = new Map(profile.nodes.map((node) => [node.id, nameOf(node.callFrame, maps)]));

  const self = new Map<string, number>();
  const total = new Map<string, number>();
  let busy = 0;
  for (const [index, sample] of profile.samples.entries()) {
    const time = (profile.timeDeltas[index] ?? 0) / 1000;
    const own = names.get(sample) ?? "";
    // Waiting for the next message is no work.
    if (own === "(idle)" || own === "(program)") continue;
    busy += time;
    add(self, own, time);
    const onStack = new Set<string>();
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      if (nodes.has(id)) onStack.add(names.get(id) ?? "");
    }
    for (const name of onStack) add(total, name, time);
  }
  console.log(`${busy.toFixed(0)} ms of work`);
  for (const [title, times] of [
    ["self", self],
    ["total", total],
  ] as const) {
    console.log(`\n${title}`);
    for (const [name, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, limit)) {
      console.log(`${((100 * time) / busy).toFixed(1).padStart(6)} %  ${name}`);
    }
  }
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

function nameOf(
  { functionName, url, lineNumber, columnNumber }: CallFrame,
  maps: Map<string, SourceMap | undefined>,
): string {
  let name = functionName === "" ? "(anonymous)" : functionName;
  if (!url.startsWith("file:")) return url === "" ? name : `${name}  ${url}`;
  if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`));
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  if (entry === undefined || !("originalSource" in entry)) return `${name}  ${relative(root, fileURLToPath(url))}`;
  // Bundles have short names; the map knows what each was.
  if ("name" in entry && typeof entry.name === "string" && functionName !== "") name = entry.name;
  const source = entry.originalSource.replace(/^(\.\.\/)+/, "");
  return `${name}  ${source}:${entry.originalLine + 1}`;
}

function readMap(path: string): SourceMap | undefined {
  if (!existsSync(path)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(path, "utf8")) as ConstructorParameters<typeof SourceMap>[0]);
}
