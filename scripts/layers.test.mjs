import { expect, test } from "vitest";
import { findViolations } from "./lib/layers.mjs";

/**
 * @param {string} file
 * @param {string} text
 */
function check(file, text) {
  return findViolations(file, text).map(({ line, message }) => `${line}: ${message}`);
}

test.each([
  ["server/src/syntax/lower.ts", `import { Parser } from "web-tree-sitter";`],
  ["server/src/values/tensor.ts", `import type { Expression } from "../syntax/ast.ts";`],
  ["server/src/rules/sequence.ts", `import type { Finding } from "../finding.ts";`],
  ["server/src/rules/sequence.ts", `const queue = { process: 1 }; queue.process; interface A { process(): void }`],
  ["server/src/ide/diagnose.ts", `import type { Settings } from "../config/schema.ts";`],
  ["server/src/config/load.ts", `import { readFileSync } from "node:fs";`],
  ["server/src/lsp/hover.ts", `import type { Hover } from "vscode-languageserver";`],
  ["server/src/cli/main.ts", `import { serve } from "../lsp/server.ts"; process.exit(0);`],
  ["server/src/node-host.ts", `import { readFileSync } from "node:fs"; import type { Host } from "./host.ts";`],
  ["server/src/cli/main.ts", `import { createHost } from "../node-host.ts";`],
  ["server/src/lsp/testing/editor.ts", `import { open } from "../../testing/project.ts";`],
  ["server/src/node.ts", `import { createConnection } from "vscode-languageserver/node"; import "./lsp/server.ts";`],
  ["server/src/values/tensor.test.ts", `import { readFileSync } from "node:fs"; import "../ide/diagnose.ts";`],
  ["server/src/values/test-support.ts", `import { readFileSync } from "node:fs";`],
  ["client/src/node.ts", `import * as vscode from "vscode"; import "./status.ts";`],
])("%s may contain: %s", (file, text) => {
  expect(check(file, text)).toEqual([]);
});

test.each([
  ["server/src/syntax/lower.ts", `import "../values/tensor.ts";`, "1: syntax may not import values, which is above it"],
  [
    "server/src/values/deep/a.ts",
    `\nexport * from "../../ide/a.ts";`,
    "2: values may not import ide, which is above it",
  ],
  ["server/src/ide/hover.ts", `type A = import("../lsp/a.ts").A;`, "1: ide may not import lsp, which is above it"],
  ["server/src/ide/hover.ts", `import { read } from "../config/a.ts";`, "1: ide may import only types from config"],
  [
    "server/src/rules/a.ts",
    `import type { S } from "../config/a.ts";`,
    "1: rules may not import config, which is above it",
  ],
  [
    "server/src/finding.ts",
    `import type { Node } from "./syntax/ast.ts";`,
    "1: base may not import syntax, which is above it",
  ],
  ["server/src/launch/a.ts", `import { join } from "node:path";`, "1: launch may not import node:path; ask the host"],
  ["server/src/launch/a.ts", `await import("fs/promises");`, "1: launch may not import fs/promises; ask the host"],
  ["server/src/launch/a.ts", `const fs = require("fs");`, "1: launch may not import fs; ask the host"],
  ["server/src/ide/a.ts", `import "vscode-languageserver/node";`, "1: ide may not import vscode-languageserver/node"],
  ["server/src/cli/a.ts", `import "vscode-languageserver-types";`, "1: cli may not import vscode-languageserver-types"],
  ["server/src/lsp/a.ts", `import "vscode";`, "1: only client may import vscode"],
  ["server/src/ide/a.ts", `export const p = process.platform;`, "1: ide may not use the global process; ask the host"],
  ["server/src/ide/a.ts", `f({ process });`, "1: ide may not use the global process; ask the host"],
  ["server/src/ide/a.ts", `globalThis.process.cwd();`, "1: ide may not use the global process; ask the host"],
  [
    "client/src/a.ts",
    `import "../../server/src/ide/a.ts";`,
    "1: client and server know each other only through the protocol",
  ],
  ["server/src/ide/a.ts", `import "../testing/a.ts";`, "1: only tests may import server/src/testing/a.ts"],
  ["server/src/ide/a.ts", `import "./test-support.ts";`, "1: only tests may import server/src/ide/test-support.ts"],
  ["server/src/ide/a.ts", `import "../node-host.ts";`, "1: ide may not import platform, which is above it"],
  ["server/src/misc/a.ts", ``, "1: is in no known layer; add its folder to scripts/lib/layers.mjs"],
])("%s may not contain: %s", (file, text, expected) => {
  expect(check(file, text)).toEqual([expected]);
});
