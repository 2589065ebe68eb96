import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Parser } from "../syntax/index.ts";
import { readConfigFile, type ConfigValue } from "./config-file.ts";
import { LaunchIndex } from "./launch-index.ts";
import { createBashParser, spell } from "./test-support.ts";

let parser: Parser;
let index: LaunchIndex;
const files = new Map<string, string>();

beforeAll(async () => {
  parser = await createBashParser();
});

beforeEach(() => {
  files.clear();
  for (const file of ["train.py", "scripts/train.py", "pkg/run.py", "pkg/sub/__main__.py", "tools/eval.py"])
    files.set(`/w/${file}`, "");
  files.set("/elsewhere/train.py", "");
  index = new LaunchIndex(parser, {
    roots: ["/w", "/v"],
    isFile: (path) => files.has(path),
    read: (path) => files.get(path),
  });
});

function launchesOf(script: string): string[] {
  return index.launchesOf(script).map(({ file, command }) => `${file}: ${spell(command)}`);
}

test.each([
  ["a script beside the launch file", "/w/scripts/a.sh", "python train.py", "/w/scripts/train.py"],
  ["a script further up", "/w/examples/deep/a.sh", "python train.py", "/w/train.py"],
  ["a path from the root", "/w/examples/a.sh", "python tools/eval.py", "/w/tools/eval.py"],
  ["a directory", "/w/examples/a.sh", "cd tools\npython eval.py", "/w/tools/eval.py"],
  ["the folder of the launch file", "/w/scripts/a.sh", 'cd "$(dirname "$0")/.."\npython train.py', "/w/train.py"],
  ["a module", "/w/a.sh", "python -m pkg.run", "/w/pkg/run.py"],
  ["a package", "/w/a.sh", "python -m pkg.sub", "/w/pkg/sub/__main__.py"],
  ["a folder in another root", "/v/a.sh", "python tools/eval.py", "/w/tools/eval.py"],
])("a launch starts %s", (_, file, text, script) => {
  index.update(file, text);
  expect(index.launchesOf(script).map((launch) => launch.file)).toEqual([file]);
});

test.each([
  ["outside of the workspace", "python /elsewhere/train.py", "/elsewhere/train.py"],
  ["in a directory nobody knows", 'cd "$(mktemp -d)"; python train.py', "/w/train.py"],
  ["that a nearer one hides", "python train.py", "/w/train.py"],
])("a launch does not start a file %s", (_, text, script) => {
  index.update("/w/scripts/a.sh", text);
  expect(launchesOf(script)).toEqual([]);
});

test("launches follow their files", () => {
  expect(index.update("/w/b.sh", "python train.py --b")).toBe(true);
  expect(index.update("/w/a.sh", "python train.py --a; python train.py --c")).toBe(true);
  expect(launchesOf("/w/train.py")).toEqual([
    "/w/a.sh: train.py --a",
    "/w/a.sh: train.py --c",
    "/w/b.sh: train.py --b",
  ]);
  expect(index.update("/w/a.sh", "python tools/eval.py")).toBe(true);
  expect(index.update("/w/b.sh", undefined)).toBe(true);
  expect(launchesOf("/w/train.py")).toEqual([]);
  expect(launchesOf("/w/tools/eval.py")).toEqual(["/w/a.sh: tools/eval.py"]);
  expect(index.update("/w/c.sh", "echo")).toBe(false);
});

test("launches follow the scripts that others run", () => {
  const main = 'source env.sh\nbash "$(dirname "$0")/inner.sh" $SP';
  files.set("/w/scripts/inner.sh", "python train.py --sp $1");
  index.update("/w/scripts/a.sh", main);
  expect(launchesOf("/w/scripts/train.py")).toEqual(["/w/scripts/a.sh: MORE train.py --sp ?~"]);
  expect(index.callersOf("/w/env.sh")).toEqual(["/w/scripts/a.sh"]);
  files.set("/w/env.sh", "SP=4");
  index.update("/w/scripts/a.sh", main);
  expect(launchesOf("/w/scripts/train.py")).toEqual(["/w/scripts/a.sh: train.py --sp 4"]);
  expect(index.in("/w/scripts/a.sh").scripts).toEqual(["/w/env.sh", "/w/scripts/inner.sh"]);
});

test.each([
  ["outside of the workspace", "bash /elsewhere/inner.sh"],
  ["that is another program's", "bash inner.py"],
  ["in a directory nobody knows", 'cd "$(mktemp -d)"; bash inner.sh'],
  ["that is too long", "bash long.sh"],
])("a script %s is not followed", (_, text) => {
  for (const name of ["/elsewhere/inner.sh", "/w/inner.py", "/w/inner.sh"]) files.set(name, "python train.py");
  files.set("/w/long.sh", `python train.py${" ".repeat(400_000)}`);
  index.update("/w/a.sh", text);
  expect(launchesOf("/w/train.py")).toEqual([]);
});

test("a script that a text says to run gets what is said there", () => {
  files.set("/w/scripts/run.sh", "python train.py --sp $SP");
  index.update("/w/README.md", "```bash\nSP=4 bash scripts/run.sh\n```\n```\nSP=2 ./scripts/run.sh\n```\n");
  expect(launchesOf("/w/train.py")).toEqual([
    "/w/README.md: SP=4 train.py --sp 4",
    "/w/README.md: SP=2 train.py --sp 2",
  ]);
});

test("scripts that start each other over and over are followed a little", () => {
  for (const [name, next] of ["ab", "bc", "cd", "de", "ea"]) {
    files.set(`/w/${name}.sh`, `python train.py --${name}\n${`bash ${next}.sh\nsource ${next}.sh\n`.repeat(5)}`);
  }
  index.update("/w/a.sh", files.get("/w/a.sh"));
  expect(launchesOf("/w/train.py").length).toBeGreaterThan(3);
  expect(index.in("/w/a.sh").scripts.length).toBeLessThanOrEqual(50);
});

test("a script that appears is started from then on", () => {
  index.update("/w/a.sh", "python new.py");
  expect(launchesOf("/w/new.py")).toEqual([]);
  files.set("/w/new.py", "");
  expect(launchesOf("/w/new.py")).toEqual(["/w/a.sh: new.py"]);
});

test("what cannot be read is kept as a problem", () => {
  index.update("/w/a.yaml", "run: [python a.py");
  expect(index.in("/w/a.yaml").problems).toHaveLength(1);
});

function plain(value: ConfigValue | undefined, text: string): unknown {
  switch (value?.kind) {
    case "scalar":
      return [value.value, text.slice(value.start, value.end)];
    case "list":
      return value.items.map((item) => plain(item, text));
    case "table":
      return Object.fromEntries([...value.entries].map(([key, entry]) => [key, plain(entry, text)]));
    default:
      return value?.kind;
  }
}

test.each([
  ["run.yaml", "a: 4\nb:\n  c: [1, x]\n  d: 'y'\ne: *f\ng: true\n"],
  ["run.json", '{"a": 4, "b": {"c": [1, "x"], "d": "y"}, "g": true}'],
])("%s is read with places", (path, text) => {
  const entries = readConfigFile(path, text)?.entries ?? new Map<string, ConfigValue>();
  const quoted = (word: string): string => (path.endsWith("json") ? `"${word}"` : word);
  expect(plain(entries.get("a"), text)).toEqual([4, "4"]);
  expect(plain(entries.get("b"), text)).toEqual({
    c: [
      [1, "1"],
      ["x", quoted("x")],
    ],
    d: ["y", path.endsWith("json") ? '"y"' : "'y'"],
  });
  expect(plain(entries.get("g"), text)).toEqual([true, "true"]);
  expect(plain(entries.get("e"), text)).toBe(path.endsWith("json") ? undefined : "unknown");
});

test.each([
  ["a.yaml", "a: [1"],
  ["a.json", '{"a": '],
  ["a.json", `[${"1,".repeat(200_000)}1]`],
])("%s that cannot be read is a problem", (path, text) => {
  expect(readConfigFile(path, text)?.problems).toHaveLength(1);
});

test("files of other kinds are no configuration", () => {
  expect(readConfigFile("a.toml", "a = 1")).toBeUndefined();
});
