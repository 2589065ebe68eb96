import { expect, test } from "vitest";
import type { Finding, Fix } from "../../finding.ts";
import type { Report } from "../report.ts";
import { findingAt, placesIn } from "../test-support.ts";
import { type FormatName, formats } from "./index.ts";

const pipeline = "/home/src/pipe line.py";
const wide = "/home/wide.py";
const elsewhere = "/other/run.sh";

const texts = {
  [pipeline]: "import torch\r\n\r\nmodel(\r\n\tx=x, block_token_tags=tags,\r\n)\r\n",
  [wide]: 's = "日本", 64; t = 1\nf(\n  1,\n)\n',
  [elsewhere]: "\n\npython run.py --ulysses-degree 2\n",
};

const tags: Finding = findingAt(pipeline, texts[pipeline], "tags", {
  rule: "block-token-tags-length",
  message: "block_token_tags has 4096 rows: 100% of them, not 1024.",
  location: spanOf(pipeline, "=tags", 1),
  runtime: { exception: "ValueError", text: "block_token_tags must cover 1024, got 4096." },
  assumptions: ["ring_degree=2", "ulysses_degree=2"],
  related: [{ location: spanOf(elsewhere, "--ulysses-degree 2"), message: "ulysses_degree=2 is set here" }],
  derivation: [
    { location: spanOf(pipeline, "x=x"), text: "x.shape[1] is 4096" },
    { location: undefined, text: "4096 is not 1024" },
  ],
});

const size: Finding = findingAt(wide, texts[wide], "64", { severity: "warning", message: "The size is\n64." });
const several: Finding = findingAt(wide, texts[wide], "(\n  1,\n)", { severity: "information" });
const last: Finding = findingAt(wide, texts[wide], "f(", { severity: "hint" });

const fix: Fix = {
  title: "Pass the global tags as token_tags",
  preferred: true,
  edits: [{ location: spanOf(pipeline, "block_token_tags"), newText: "token_tags" }],
};

const report: Report = {
  files: 12,
  findings: [
    { finding: tags, fixes: [fix] },
    { finding: size, fixes: [{ ...fix, title: "Assert the size", preferred: false }] },
    { finding: several, fixes: [] },
    { finding: last, fixes: [] },
  ],
  idleSuppressions: [],
  errors: [
    {
      kind: "unreadable",
      path: "/home/bad.py",
      line: undefined,
      message: "The file is not UTF-8 (line 3). Save it as UTF-8.",
    },
    { kind: "configuration", path: "/home/shardlint.toml", line: 2, message: 'There is no setting "selct".' },
  ],
};

function spanOf(path: keyof typeof texts, marked: string, skipped = 0): Finding["location"] {
  const start = texts[path].indexOf(marked) + skipped;
  return { path, start, end: start + marked.length - skipped };
}

function format(
  name: FormatName,
  shown: Report = report,
  options: { colored?: boolean; explain?: boolean } = {},
): string {
  return formats[name](shown, placesIn(texts), { colored: false, explain: false, version: "1.2.3", ...options });
}

test("text", () => {
  expect(format("text")).toBe(
    [
      "src/pipe line.py:4:24: error: block_token_tags has 4096 rows: 100% of them, not 1024. [block-token-tags-length]",
      "  4 | \tx=x, block_token_tags=tags,",
      "    | \t                      ^^^^",
      "  at run time: ValueError: block_token_tags must cover 1024, got 4096.",
      "  given: ring_degree=2, ulysses_degree=2",
      "  /other/run.sh:3:15: ulysses_degree=2 is set here",
      "  fix: Pass the global tags as token_tags (--fix does it)",
      "",
      "wide.py:1:11: warning: The size is\uFFFD64. [kv-block-size]",
      '  1 | s = "日本", 64; t = 1',
      "    |             ^^",
      "  fix: Assert the size",
      "",
      "wide.py:2:2: information: The KV block size is wrong. [kv-block-size]",
      "  2 | f(",
      "    |  ^",
      "",
      "wide.py:2:1: hint: The KV block size is wrong. [kv-block-size]",
      "  2 | f(",
      "    | ^^",
      "",
      "Found 1 error, 1 warning, 1 information, 1 hint in 12 files.",
      "",
    ].join("\n"),
  );
});

test("text with the derivation", () => {
  const output = format("text", { ...report, findings: report.findings.slice(0, 1) }, { explain: true });
  expect(output.split("\n").slice(6, 10)).toEqual([
    "  how it follows:",
    "    1. x.shape[1] is 4096 (src/pipe line.py:4:2)",
    "    2. 4096 is not 1024",
    "  fix: Pass the global tags as token_tags (--fix does it)",
  ]);
});

test("text in colours has the same words", () => {
  const colored = format("text", report, { colored: true });
  expect(colored).toContain("\u001B[1;31merror\u001B[0m");
  const plain = colored.split("\u001B[").map((part, i) => (i === 0 ? part : part.slice(part.indexOf("m") + 1)));
  expect(plain.join("")).toBe(format("text"));
});

test("text and concise with nothing to say", () => {
  const nothing = { files: 1, findings: [], errors: [], idleSuppressions: [] };
  expect(format("text", nothing)).toBe("No findings in 1 file.\n");
  expect(format("concise", nothing)).toBe("");
  expect(format("github", nothing)).toBe("");
  expect(format("gitlab", nothing)).toBe("[]\n");
});

test("a finding in a launch file alone is not in 0 files", () => {
  const [first] = report.findings;
  const found = first === undefined ? [] : [first];
  expect(format("text", { files: 0, findings: found, errors: [], idleSuppressions: [] })).toMatch(
    /\nFound 1 \w+ in launch files\.\n$/,
  );
});

test("text with what is no finding", () => {
  const idle = spanOf(pipeline, "tags");
  const errors = [{ kind: "budget" as const, path: pipeline, line: undefined, message: "2 functions" }];
  expect(format("text", { files: 3, findings: [], errors, idleSuppressions: [idle] })).toBe(
    [
      "src/pipe line.py:4:19: note: There is nothing to suppress here. Remove the comment, or what it names.",
      "",
      "No findings in 3 files, of which 1 could not be checked to the end.",
      "",
    ].join("\n"),
  );
});

test("concise", () => {
  expect(format("concise")).toBe(
    [
      "src/pipe line.py:4:24: error: block_token_tags has 4096 rows: 100% of them, not 1024. [block-token-tags-length]",
      "wide.py:1:11: warning: The size is\uFFFD64. [kv-block-size]",
      "wide.py:2:2: information: The KV block size is wrong. [kv-block-size]",
      "wide.py:2:1: hint: The KV block size is wrong. [kv-block-size]",
      "",
    ].join("\n"),
  );
});

test("json", () => {
  const document: unknown = JSON.parse(format("json", { ...report, findings: report.findings.slice(0, 1) }));
  expect(document).toEqual({
    version: 1,
    files: 12,
    findings: [
      {
        rule: "block-token-tags-length",
        severity: "error",
        message: "block_token_tags has 4096 rows: 100% of them, not 1024.",
        path: "src/pipe line.py",
        start: { line: 4, column: 24 },
        end: { line: 4, column: 28 },
        runtime: { exception: "ValueError", text: "block_token_tags must cover 1024, got 4096." },
        assumptions: ["ring_degree=2", "ulysses_degree=2"],
        related: [{ path: "/other/run.sh", line: 3, column: 15, message: "ulysses_degree=2 is set here" }],
        fixes: [
          {
            title: "Pass the global tags as token_tags",
            preferred: true,
            edits: [
              {
                path: "src/pipe line.py",
                start: { line: 4, column: 7 },
                end: { line: 4, column: 23 },
                newText: "token_tags",
              },
            ],
          },
        ],
      },
    ],
    errors: [
      { kind: "unreadable", path: "bad.py", line: null, message: "The file is not UTF-8 (line 3). Save it as UTF-8." },
      { kind: "configuration", path: "shardlint.toml", line: 2, message: 'There is no setting "selct".' },
    ],
  });
});

test("github", () => {
  expect(format("github")).toBe(
    [
      "::error title=Shardlint (block-token-tags-length),file=src/pipe line.py,line=4,endLine=4,col=24,endColumn=28::block_token_tags has 4096 rows: 100%25 of them, not 1024.",
      "::warning title=Shardlint (kv-block-size),file=wide.py,line=1,endLine=1,col=11,endColumn=13::The size is%0A64.",
      "::notice title=Shardlint (kv-block-size),file=wide.py,line=2,endLine=4,col=2::The KV block size is wrong.",
      "::notice title=Shardlint (kv-block-size),file=wide.py,line=2,endLine=2,col=1,endColumn=3::The KV block size is wrong.",
      "",
    ].join("\n"),
  );
  const odd = findingAt("/home/a,b:c.py", "x", "x");
  const [line] = formats
    .github({ files: 1, findings: [{ finding: odd, fixes: [] }], errors: [], idleSuppressions: [] }, placesIn({}), {
      colored: false,
      explain: false,
      version: "",
    })
    .split(",line");
  expect(line).toBe("::error title=Shardlint (kv-block-size),file=a%2Cb%3Ac.py");
});

test("gitlab", () => {
  const issues = JSON.parse(format("gitlab")) as { fingerprint: string; severity: string }[];
  expect(issues[0]).toEqual({
    description: "block_token_tags has 4096 rows: 100% of them, not 1024.",
    check_name: "block-token-tags-length",
    fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
    severity: "critical",
    location: {
      path: "src/pipe line.py",
      positions: { begin: { line: 4, column: 24 }, end: { line: 4, column: 28 } },
      lines: { begin: 4, end: 4 },
    },
  });
  expect(issues.map(({ severity }) => severity)).toEqual(["critical", "major", "minor", "info"]);
  // Two findings of one rule on one line are two issues.
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(4);
});

test("sarif", () => {
  const document = JSON.parse(format("sarif", { ...report, findings: report.findings.slice(0, 1) })) as {
    runs: [{ results: unknown[] }];
  };
  const file = { uri: "src/pipe%20line.py", uriBaseId: "%SRCROOT%" };
  expect(document).toEqual({
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: {
          driver: {
            name: "Shardlint",
            version: "1.2.3",
            rules: [
              {
                id: "block-token-tags-length",
                shortDescription: {
                  text: "block_token_tags does not cover exactly the rank-local packed sequence",
                },
              },
            ],
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { uri: "file:///home/" } },
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [
              {
                level: "error",
                message: { text: "The file is not UTF-8 (line 3). Save it as UTF-8." },
                locations: [{ physicalLocation: { artifactLocation: { uri: "bad.py", uriBaseId: "%SRCROOT%" } } }],
              },
              {
                level: "error",
                message: { text: 'There is no setting "selct".' },
                locations: [
                  {
                    physicalLocation: {
                      artifactLocation: { uri: "shardlint.toml", uriBaseId: "%SRCROOT%" },
                      region: { startLine: 2 },
                    },
                  },
                ],
              },
            ],
          },
        ],
        results: [
          {
            ruleId: "block-token-tags-length",
            ruleIndex: 0,
            level: "error",
            message: { text: "block_token_tags has 4096 rows: 100% of them, not 1024." },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: file,
                  region: { startLine: 4, startColumn: 24, endLine: 4, endColumn: 28 },
                },
              },
            ],
            relatedLocations: [
              {
                id: 0,
                physicalLocation: {
                  artifactLocation: { uri: "file:///other/run.sh" },
                  region: { startLine: 3, startColumn: 15, endLine: 3, endColumn: 33 },
                },
                message: { text: "ulysses_degree=2 is set here" },
              },
            ],
            partialFingerprints: { "shardlint/v1": expect.stringMatching(/^[0-9a-f]{40}$/) as unknown },
            fixes: [
              {
                description: { text: "Pass the global tags as token_tags" },
                artifactChanges: [
                  {
                    artifactLocation: file,
                    replacements: [
                      {
                        deletedRegion: { startLine: 4, startColumn: 7, endLine: 4, endColumn: 23 },
                        insertedContent: { text: "token_tags" },
                      },
                    ],
                  },
                ],
              },
            ],
            properties: {
              runtime: { exception: "ValueError", text: "block_token_tags must cover 1024, got 4096." },
              assumptions: ["ring_degree=2", "ulysses_degree=2"],
            },
          },
        ],
      },
    ],
  });
});
