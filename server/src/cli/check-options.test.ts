import { expect, test } from "vitest";
import { checkOptions } from "./check-options.ts";

function settings(...words: string[]): unknown {
  return checkOptions(words, "/home").settings;
}

test("nothing but the folder", () => {
  expect(checkOptions([], "/home")).toEqual({
    paths: ["/home"],
    format: "text",
    outputFile: undefined,
    settings: {},
    config: true,
    failOn: "warning",
    fix: false,
    diff: false,
    baseline: undefined,
    writeBaseline: false,
    explain: false,
    stats: false,
  });
});

test("everything", () => {
  const words = "a.py /b --output-format=json --output-file out.json --fail-on never --fix --diff --explain --stats";
  const options = checkOptions(
    [...words.split(" "), "--baseline", "b.json", "--write-baseline", "--config", "c.toml"],
    "/home",
  );
  expect(options).toEqual({
    paths: ["/home/a.py", "/b"],
    format: "json",
    outputFile: "/home/out.json",
    settings: {},
    config: "/home/c.toml",
    failOn: "never",
    fix: true,
    diff: true,
    baseline: "/home/b.json",
    writeBaseline: true,
    explain: true,
    stats: true,
  });
});

test("settings may be repeated or listed", () => {
  expect(settings("--gpu-arch", "sm90", "--gpu-arch=sm100")).toEqual({ gpuArch: ["sm90", "sm100"] });
  expect(settings("--launch", "ulysses_degree=2,ring_degree=2", "--launch", "tp-size=1")).toEqual({
    launch: { ulysses_degree: 2, ring_degree: 2, tp_size: 1 },
  });
  expect(settings("--library", "flash_attn_4=4.0.0b27", "--library", "torch=2.9")).toEqual({
    library: { "flash-attn-4": "4.0.0b27", torch: "2.9" },
  });
  expect(settings("--select", "kv-block-size,block-token-tags-length")).toEqual({
    select: ["kv-block-size", "block-token-tags-length"],
  });
  expect(
    settings(
      "--severity",
      "kv-block-size=hint",
      "--ignore",
      "kv-block-size",
      "--contracts",
      "own",
      "--environment",
      ".venv",
    ),
  ).toEqual({
    severity: { "kv-block-size": "hint" },
    ignore: ["kv-block-size"],
    contracts: ["own"],
    environment: ".venv",
  });
});

test("after -- everything is a path", () => {
  expect(checkOptions(["--", "--fix"], "/home").paths).toEqual(["/home/--fix"]);
});

test.each([
  ["--outputformat json", 'There is no option --outputformat. Did you mean "--output-format"?'],
  ["-x", "There is no option -x."],
  ["--output-file", "--output-file needs a value."],
  ["--output-file --fix", "--output-file needs a value."],
  ["--fix=yes", "--fix takes no value."],
  ["--output-format xml", '--output-format is "xml", but must be one of text, json, sarif, github, gitlab, concise.'],
  ["--fail-on warn", '--fail-on is "warn", but must be one of error, warning, information, hint, never.'],
  ["--launch 4", '--launch takes NAME=VALUE, not "4".'],
  [
    "--launch ulysses=4",
    'There is no launch fact "ulysses" in "launch". Known: num_gpus, tp_size, sp_degree, ulysses_degree, ring_degree, kv_gather_degree, dp_size, cfg_parallel_degree, world_size.',
  ],
  ["--launch ring_degree=x", '"launch.ring_degree" is "x", but must be a whole number.'],
  ["--launch ring_degree=0", '"launch.ring_degree" is 0, but must be at least 1.'],
  [
    "--gpu-arch sm91",
    '"gpuArch[0]" is "sm91", but must be one of sm80, sm90, sm100, sm110, sm120. Did you mean "sm90"?',
  ],
  ["--library torch=abc", '"library.torch" is "abc", but must be a version such as 2.9 or 4.0.0b27.'],
  ["--severity kv-block-size", '--severity takes NAME=VALUE, not "kv-block-size".'],
  ["--write-baseline", "--write-baseline needs --baseline FILE to say where."],
  ["--no-config --config x.toml", "--no-config and --config exclude each other."],
])("%s", (words, message) => {
  expect(() => checkOptions(words.split(" "), "/home")).toThrow(
    expect.objectContaining({ name: "UsageError", message }) as Error,
  );
});
