/** Programs on which the two sides once disagreed, shrunk: one file each, with its world in the first line. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitFiles } from "../../server/src/testing/fixture.ts";
import type { Program } from "./programs/program.ts";

/** What the first line says: `# {"known": …, "runs": …, "constant": …}`. */
type Header = Omit<Program, "files" | "carriers">;

export function regressions(folder: string): [name: string, program: Program][] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .sort()
    .map((name) => {
      const [first = "", ...lines] = readFileSync(join(folder, name), "utf8").split("\n");
      const header = JSON.parse(first.replace(/^# /, "")) as Header;
      return [name, { ...header, carriers: [], files: splitFiles(lines.join("\n").replace(/\n$/, "")) }];
    });
}

/** The text of a file for the folder of regressions. */
export function regressionText({ files, known, runs, constant }: Program): string {
  const header: Header = { known, runs, constant };
  const parts = Object.entries(files).map(([name, text]) => (name === "main.py" ? text : `#- ${name}\n${text}`));
  return `# ${JSON.stringify(header)}\n${parts.join("")}`;
}
