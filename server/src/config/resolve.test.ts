import { expect, test } from "vitest";
import { describe } from "../values/value.ts";
import { findingAt } from "../cli/test-support.ts";
import { defaultArchitectures } from "../contracts/world.ts";
import { applyPolicy, resolveConfig } from "./resolve.ts";

test("nothing said: everything open", () => {
  const config = resolveConfig([]);
  expect(config.world).toEqual({
    launches: [],
    commands: [],
    architectures: defaultArchitectures,
    libraries: new Map(),
  });
  expect(config).toMatchObject({
    contracts: [],
    environment: undefined,
    select: undefined,
    run: "onType",
    timeBudget: undefined,
    problems: [],
  });
  expect(config.isExcluded("/any/file.py")).toBe(false);
});

test("later layers win; severities and library versions are combined, a launch is not", () => {
  const config = resolveConfig([
    {
      folder: "/editor",
      settings: {
        launch: { ulysses_degree: 2, ring_degree: 2 },
        severity: { "kv-block-size": "hint", "block-token-tags-length": "off" },
        library: { torch: "2.8", sglang: "0.5.12" },
        gpuArch: ["sm90"],
      },
    },
    {
      folder: "/p",
      file: "/p/shardlint.toml",
      settings: {
        launch: { sp_degree: 8 },
        severity: { "kv-block-size": "error" },
        library: { torch: "2.9" },
        gpuArch: [],
      },
    },
  ]);
  expect([...(config.world.launches[0] ?? [])].map(([name, { value }]) => [name, describe(value)])).toEqual([
    ["ulysses_degree", "8"],
    ["ring_degree", "1"],
  ]);
  expect(config.world.architectures).toEqual(defaultArchitectures);
  expect([...config.world.libraries]).toEqual([
    ["torch", "2.9"],
    ["sglang", "0.5.12"],
  ]);
  expect([...config.severity]).toEqual([
    ["kv-block-size", "error"],
    ["block-token-tags-length", "off"],
  ]);
});

test("relative folders start where they are written", () => {
  const config = resolveConfig([{ folder: "/p/q", settings: { contracts: ["own", "./a/", "../b", "/abs", "C:\\c"] } }]);
  expect(config.contracts).toEqual(["/p/q/own", "/p/q/a", "/p/b", "/abs", "C:/c"]);
  expect(resolveConfig([{ folder: "/p/q", settings: { environment: "../.venv" } }]).environment).toBe("/p/.venv");
  expect(resolveConfig([{ folder: "/p/q", settings: { environment: "" } }]).environment).toBeUndefined();
});

test("exclude patterns are lines of a .gitignore file", () => {
  const { isExcluded } = resolveConfig([
    { folder: "/p", settings: { exclude: ["third_party/", "/top.py", "*_pb2.py", "!keep_pb2.py"] } },
  ]);
  const excluded = [
    "/p/third_party/",
    "/p/top.py",
    "/p/a/top.py",
    "/p/a/x_pb2.py",
    "/p/keep_pb2.py",
    "/other/top.py",
  ].map((path) => isExcluded(path));
  expect(excluded).toEqual([true, true, false, true, false, false]);
});

test("a contradiction is a problem of the file that has it", () => {
  const settings = { launch: { sp_degree: 4, ulysses_degree: 2 } };
  expect(resolveConfig([{ folder: "/p", file: "/p/shardlint.toml", settings }]).problems).toEqual([
    {
      file: "/p/shardlint.toml",
      line: undefined,
      message:
        'In "launch": sp_degree 4 is not ulysses_degree 2 * ring_degree 1 = 2. Correct one of them, or leave sp_degree out.',
    },
  ]);
});

test("the policy leaves out rules that do not run, and sets severities", () => {
  const kv = findingAt("/a.py", "x", "x");
  const tags = { ...kv, rule: "block-token-tags-length" };
  const apply = (settings: Parameters<typeof resolveConfig>[0][number]["settings"]): string[] =>
    applyPolicy([kv, tags], resolveConfig([{ folder: "/", settings }])).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  expect(apply({})).toEqual(["kv-block-size error", "block-token-tags-length error"]);
  expect(apply({ select: ["kv-block-size"] })).toEqual(["kv-block-size error"]);
  expect(apply({ ignore: ["kv-block-size"] })).toEqual(["block-token-tags-length error"]);
  expect(apply({ severity: { "kv-block-size": "off", "block-token-tags-length": "hint" } })).toEqual([
    "block-token-tags-length hint",
  ]);
});
