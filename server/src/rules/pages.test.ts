/** Runs the rules' pages: every program on them, every fix, and every run-time text that they quote. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { check, fixed, fixesOf, fixture } from "../testing/fixture.ts";
import { type Block, readPage, withoutExpectations, worldOf } from "../testing/pages.ts";
import { rules } from "./registry.ts";

const root = new URL("../../../", import.meta.url);
const folder = new URL("docs/rules/", root);
const pages = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  return { name, text, page: readPage(text) };
});

test("every rule has a page, and every page a rule", () => {
  expect(pages.map(({ name }) => name).sort()).toEqual(rules.map((rule) => `${rule.id}.md`).sort());
});

test("the table in the README lists what the pages say", () => {
  const result = spawnSync(process.execPath, [fileURLToPath(new URL("scripts/generate-docs.mjs", root)), "--check"], {
    encoding: "utf8",
  });
  expect(result.stderr).toBe("");
  expect(result.status).toBe(0);
});

describe.each(pages)("$name", ({ name, text: content, page }) => {
  const programs = page.blocks.filter((block) => block.language === "python");

  test("has the summary of the rule and the usual headings", () => {
    expect(`${page.title}.md`).toBe(name);
    expect(page.summary.toLowerCase()).toBe(
      `${rules.find((rule) => rule.id === page.title)?.summary ?? ""}.`.toLowerCase(),
    );
    expect(page.headings).toEqual([
      "## What it does",
      "## Why it matters",
      "## Example",
      "## What to do",
      "## When it is silent",
      "## Options",
      "## Sources",
    ]);
  });

  test.each(programs.map((block) => [`line ${block.line}`, block] as const))("%s", async (_, block) => {
    await check(block.text, worldOf(block));
  });

  const repairs = programs.flatMap((before, i): [string, Block, Block | undefined][] => {
    const title = before.words.get("before");
    return title === undefined ? [] : [[title, before, programs[i + 1]]];
  });

  test.each(repairs)("fix: %s", async (title, before, after) => {
    expect(after?.words.has("after")).toBe(true);
    const made = await fixture(withoutExpectations(before.text), worldOf(before));
    const fixes = fixesOf(made);
    expect([...fixes.keys()]).toContain(title);
    expect(fixed(made, fixes.get(title)).trimEnd()).toBe(after?.text.trimEnd());
  });

  test("every block that a fix makes follows one that it is applied to", () => {
    const made = programs.filter((block) => block.words.has("after"));
    expect(made).toHaveLength(repairs.length);
    expect(repairs.length > 0).toBe(!content.includes("There is no quick fix"));
  });

  test("quotes what the library says, and nothing else", async () => {
    const said = new Set<string>();
    for (const block of programs) {
      const made = await fixture(block.text, worldOf(block));
      for (const file of Object.keys(made.files)) {
        for (const { runtime } of made.project.check(`/project/${file}`)?.findings ?? [])
          said.add(`${runtime?.exception ?? ""}: ${runtime?.text ?? ""}\n`);
      }
    }
    const quoted = page.blocks.filter((block) => block.language === "text").map((block) => block.text);
    expect(quoted.length).toBeGreaterThan(0);
    for (const text of quoted) expect([...said]).toContain(text);
  });
});
