/** What the examples are shown for: each of these findings, and none other. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LineIndex } from "../server/src/syntax/index.ts";
import { projectOf } from "../server/src/testing/project.ts";

const folder = fileURLToPath(new URL("../examples", import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".py"))
  .sort();

const expected: Readonly<Record<string, string>> = {
  "block_sparse_architectures.py": "51 warning kv-block-size",
  "block_sparse_tile_mismatch.py": "36 error kv-block-size",
  "minimax_h3_global_tags.py": "46 error block-token-tags-length",
  "minimax_h3_ring_divisor.py": "33 warning block-token-tags-length",
  "pipeline/run.py": "26 error block-token-tags-length",
};

test("findings stand where the examples have their mistakes", async () => {
  const texts = new Map(names.map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")]));
  const project = await projectOf(Object.fromEntries(texts));
  const found = [...texts].flatMap(([name, text]) => {
    const lines = new LineIndex(text);
    const findings = project.check(`/project/${name}`)?.findings ?? [];
    return findings.map(({ location, severity, rule }) => [
      name,
      `${lines.positionAt(location.start).line + 1} ${severity} ${rule}`,
    ]);
  });
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(found).toHaveLength(Object.keys(expected).length);
});

test.each(names.filter((name) => name in expected && name.startsWith("minimax_h3_global")))(
  "%s has a preferred fix",
  async (name) => {
    const project = await projectOf({ [name]: readFileSync(`${folder}/${name}`, "utf8") });
    const [finding] = project.check(`/project/${name}`)?.findings ?? [];
    expect(finding).toBeDefined();
    if (finding !== undefined) expect(project.fixes(finding)[0]).toMatchObject({ preferred: true });
  },
);
