import { expect, test } from "vitest";
import type { Host } from "../host.ts";
import { findConfigFile, readConfigFile } from "./files.ts";
import { ruleIds } from "../rules/registry.ts";

function hostWith(files: Readonly<Record<string, string>>): Host {
  return {
    read: (path) => files[path],
    isFile: (path) => path in files,
    isDirectory: () => false,
    list: () => [],
  };
}

function problemsOf(text: string, name = "shardlint.toml"): string[] {
  const file = findConfigFile(hostWith({ [`/p/${name}`]: text }), "/p");
  return (file?.problems ?? []).map(({ line, message }) => `${line ?? "-"}: ${message}`);
}

test("the nearest file is read, and pyproject.toml only where it has the table", () => {
  const host = hostWith({
    "/a/shardlint.toml": "ignore = ['kv-block-size']",
    "/a/b/pyproject.toml": "[project]\nname = 'x'",
    "/a/b/c/pyproject.toml": "[tool.shardlint]\nrun = 'off'",
  });
  expect(findConfigFile(host, "/a/b/c/d")?.path).toBe("/a/b/c/pyproject.toml");
  expect(findConfigFile(host, "/a/b/c")?.settings).toEqual({ run: "off" });
  expect(findConfigFile(host, "/a/b")?.path).toBe("/a/shardlint.toml");
  expect(findConfigFile(host, "/x")).toBeUndefined();
});

test("shardlint.toml wins over pyproject.toml beside it", () => {
  const host = hostWith({ "/a/shardlint.toml": "", "/a/pyproject.toml": "[tool.shardlint]" });
  expect(findConfigFile(host, "/a")?.path).toBe("/a/shardlint.toml");
});

test("names may be written in three ways", () => {
  const text =
    "gpu-arch = ['sm90']\ntime_budget = 500\n[launch]\nulysses-degree = 4\n[library]\nFlash_Attn_4 = '4.0.0b27'";
  expect(findConfigFile(hostWith({ "/p/shardlint.toml": text }), "/p")).toEqual({
    path: "/p/shardlint.toml",
    folder: "/p",
    settings: {
      gpuArch: ["sm90"],
      timeBudget: 500,
      launch: { ulysses_degree: 4 },
      library: { "flash-attn-4": "4.0.0b27" },
    },
    problems: [],
  });
});

test("whatever is wrong is said with its line, and the rest applies", () => {
  const text = [
    'selct = ["kv-block-size"]',
    'gpu-arch = ["sm90", "sm91", "sm100", 7]',
    'ignore = ["kv-block-sise"]',
    'exclude = "tests"',
    "[launch]",
    "ulysses_degree = 0",
    "ring_degree = 2",
    "ulises_degree = 2",
    "[severity]",
    'kv-block-size = "fatal"',
    'block-token-tags-length = "hint"',
    'other-rule = "hint"',
  ].join("\n");
  const file = findConfigFile(hostWith({ "/p/shardlint.toml": text }), "/p");
  expect(file?.settings).toEqual({
    gpuArch: ["sm90", "sm100"],
    ignore: [],
    launch: { ring_degree: 2 },
    severity: { "block-token-tags-length": "hint" },
  });
  expect(file?.problems.map(({ line, message }) => `${line ?? "-"}: ${message}`)).toEqual([
    '1: There is no setting "selct". Did you mean "select"?',
    '2: "gpu-arch[1]" is "sm91", but must be one of sm80, sm90, sm100, sm110, sm120. Did you mean "sm90"?',
    '2: "gpu-arch[3]" is 7, but must be one of sm80, sm90, sm100, sm110, sm120.',
    `3: "ignore[0]" is "kv-block-sise", but must be one of ${ruleIds.join(", ")}. Did you mean "kv-block-size"?`,
    '4: "exclude" is "tests", but must be a list. Write ["tests"].',
    '6: "launch.ulysses_degree" is 0, but must be at least 1.',
    '8: There is no launch fact "ulises_degree" in "launch". Did you mean "ulysses_degree"?',
    '10: "severity.kv-block-size" is "fatal", but must be one of error, warning, information, hint, off.',
    `12: There is no rule "other-rule" in "severity". Known: ${ruleIds.join(", ")}.`,
  ]);
});

test("broken TOML is said with its line", () => {
  expect(problemsOf("run = 'off'\nlaunch = [1,")).toEqual([
    "2: The file is no valid TOML, so none of it applies: unfinished array",
  ]);
});

test("a pyproject.toml that is broken is ours to tell only if it has our table", () => {
  expect(problemsOf("[project", "pyproject.toml")).toEqual([]);
  expect(problemsOf("[tool.shardlint]\nrun = ", "pyproject.toml")).toHaveLength(1);
});

test("lines are those of pyproject.toml", () => {
  expect(problemsOf("[project]\nrun = 1\n\n[tool.shardlint]\nrun = 1\n", "pyproject.toml")).toEqual([
    '5: "run" is 1, but must be one of onType, onSave, off.',
  ]);
});

test("a library's version that is none is left out, and the others apply", () => {
  const text = "[library]\ntorch = 'new'\nsglang = '0.5.12'\n";
  const host = { read: () => text, isFile: () => true, isDirectory: () => false, list: () => [] };
  const file = readConfigFile(host, "/home/shardlint.toml");
  expect(file?.problems.map(({ line, message }) => `${line ?? ""}: ${message}`)).toEqual([
    '2: "library.torch" is "new", but must be a version such as 2.9 or 4.0.0b27.',
  ]);
  expect(file?.settings).toEqual({ library: { sglang: "0.5.12" } });
});

test("a table where there should be none, and none where there should be one", () => {
  expect(problemsOf("launch = 4\n[run]\nx = 1")).toEqual([
    '1: "launch" is 4, but must be a table.',
    '2: "run" is a table, but must be one of onType, onSave, off.',
  ]);
});
