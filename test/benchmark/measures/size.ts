/** The files that are loaded. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import type { Outcome, Series } from "../report.ts";

const files = [
  "server.js",
  "client.js",
  "cli.js",
  "tree-sitter-bash.wasm",
  "tree-sitter-python.wasm",
  "web-tree-sitter.wasm",
];

export function measureSizes({ dist }: Context): Outcome {
  const sizes = new Map(
    files.flatMap((file) => {
      const path = join(dist, file);
      return existsSync(path) ? [[file, statSync(path).size / 1000] as const] : [];
    }),
  );
  const server = sizes.get("server.js");
  return {
    series: [...sizes].map(([file, size]): Series => ({ measure: "Files", subject: file, unit: "kB", values: [size] })),
    goals: server === undefined ? [] : [{ name: "size: server.js", measured: server, limit: 1000, unit: "kB" }],
    notes: files.filter((file) => !sizes.has(file)).map((file) => `${file} is not built.`),
  };
}
