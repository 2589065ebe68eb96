// Writes the table of rules in README.md, from the rules' pages. With --check it only says whether the table is up to date.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";

const readme = join(root, "README.md");
const pages = join(root, "docs/rules");
const [start, end] = ["<!-- rules: written by scripts/generate-docs.mjs -->", "<!-- end of rules -->"];

const text = readFileSync(readme, "utf8");
const [from, to] = [text.indexOf(start), text.indexOf(end)];
if (from < 0 || to < from) throw new Error(`README.md has no lines "${start}" and "${end}".`);
const written = `${text.slice(0, from)}${start}\n\n${table()}\n${text.slice(to)}`;

if (!process.argv.includes("--check")) {
  writeFileSync(readme, written);
} else if (written !== text) {
  console.error("The table of rules in README.md is not up to date. Run: node scripts/generate-docs.mjs");
  process.exitCode = 1;
}

function table() {
  const rows = readdirSync(pages)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => {
      const [title = "", summary = ""] = readFileSync(join(pages, name), "utf8").split(/\n{2,}/);
      return `| [\`${title.replace("# ", "")}\`](docs/rules/${name}) | ${summary.trim().replaceAll("\n", " ")} |\n`;
    });
  return `| rule | what is wrong |\n|---|---|\n${rows.join("")}`;
}
