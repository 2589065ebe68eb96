/** Says what the run-time errors in a traceback or a log mean, and where in the files that it names the cause is. */
import { recogniseTexts, type RecognisedText } from "../ide/runtime-texts.ts";
import { absolutePath, NodeHost } from "../node-host.ts";
import { findRule } from "../rules/registry.ts";
import { Check } from "./check.ts";
import { checkOptions } from "./check-options.ts";
import { printable } from "./columns.ts";
import { Engine } from "./engine.ts";
import { headline } from "./formats/concise.ts";
import { styleFor } from "./formats/style.ts";
import { counted } from "./formats/summary.ts";
import type { ReportedFinding } from "./report.ts";

/** A traceback names a few files; a log with more is not worth checking all of them. */
const maximumFiles = 50;

export async function explainTraceback(log: string, workingFolder: string): Promise<string> {
  const recognised = recogniseTexts(log);
  if (recognised.length === 0) return "This text has no error that Shardlint knows.\n";
  const files = filesNamedIn(log, workingFolder);
  const parts: string[] = [];
  for (const one of recognised) parts.push(await explanation(one, files, workingFolder));
  return parts.join("\n");
}

async function explanation(
  recognised: RecognisedText,
  files: readonly string[],
  workingFolder: string,
): Promise<string> {
  const { known, text, numbers } = recognised;
  const isRule = findRule(known.rule) !== undefined;
  const lines = [
    printable(text),
    `  rule: ${known.rule}${isRule ? ` (shardlint explain ${known.rule})` : ", which this version does not look for in source yet"}`,
    ...known.meaning(numbers).map((sentence) => `  ${sentence}`),
    "  what to do:",
    ...known.remedies.map((remedy) => `    - ${remedy}`),
    ...(isRule ? await causes(recognised, files, workingFolder) : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The findings of the rule in the files that the traceback names. */
async function causes(
  { known, numbers }: RecognisedText,
  files: readonly string[],
  workingFolder: string,
): Promise<readonly string[]> {
  if (files.length === 0) return ["  cause: none of the Python files that the text names is in this folder."];
  const degree = known.degree?.(numbers);
  const engine = await Engine.load();
  // What the source itself says of the launch comes first; the degree that the error tells is the next best.
  const launches = [[], ...(degree === undefined ? [] : [["--launch", `sp_degree=${degree}`]])];
  for (const launch of launches) {
    const options = checkOptions(["--select", known.rule, ...launch, "--", ...files], workingFolder);
    const check = new Check(options, engine, workingFolder);
    const { findings } = check.run();
    if (findings.length > 0) return findings.flatMap((reported) => causeLines(reported, check));
  }
  return [`  cause: not found in ${counted(files.length, "file")} that the text names.`];
}

function causeLines({ finding, fixes }: ReportedFinding, check: Check): string[] {
  return [
    `  cause: ${headline(finding, check.places, styleFor(false))}`,
    ...fixes.map((fix) => `    fix: ${printable(fix.title)}`),
  ];
}

/** The Python files of tracebacks that are here: the user's own, for a library's are elsewhere. */
function filesNamedIn(log: string, workingFolder: string): readonly string[] {
  const names = [...log.matchAll(/File "([^"\n]+\.py)", line \d+/g)].map(([, name = ""]) =>
    absolutePath(name, workingFolder),
  );
  const base = workingFolder.endsWith("/") ? workingFolder : `${workingFolder}/`;
  const own = names.filter((name) => name.startsWith(base) && !/\/(site|dist)-packages\//.test(name));
  const host = new NodeHost();
  return [...new Set(own)].filter((name) => host.isFile(name)).slice(0, maximumFiles);
}
