/** `shardlint explain`: a rule's page, or what a run-time error means. */
import { existsSync, readFileSync } from "node:fs";
import { didYouMean } from "../config/suggest.ts";
import { join } from "../host.ts";
import { MissingAssetError, rulePagesFolder } from "../node-assets.ts";
import { absolutePath, readText } from "../node-host.ts";
import { findRule, rules } from "../rules/registry.ts";
import { parseArguments } from "./arguments.ts";
import type { Context } from "./run.ts";
import { exitStatus, type ExitStatus, UsageError } from "./status.ts";
import type { Terminal } from "./terminal.ts";
import { explainTraceback } from "./traceback.ts";

export async function explainCommand(words: readonly string[], { terminal }: Context): Promise<ExitStatus> {
  const given = parseArguments(words, ["traceback"], []);
  const [subject, extra] = given.positionals;
  if (extra !== undefined)
    throw new UsageError(`explain takes one ${given.has("traceback") ? "file" : "rule"}, not also "${extra}".`);
  if (given.has("traceback")) {
    terminal.out(await explainTraceback(logFrom(subject, terminal), terminal.workingFolder));
    return exitStatus.clean;
  }
  if (subject === undefined)
    throw new UsageError('Say which rule: shardlint explain RULE. "shardlint rules" lists them.');
  terminal.out(pageOf(subject));
  return exitStatus.clean;
}

function pageOf(rule: string): string {
  if (findRule(rule) === undefined) {
    const known = rules.map(({ id }) => id);
    throw new UsageError(`There is no rule "${rule}".${didYouMean(rule, known) || ' "shardlint rules" lists them.'}`);
  }
  const page = join(rulePagesFolder(), `${rule}.md`);
  if (!existsSync(page)) {
    throw new MissingAssetError(
      `The page of ${rule} is missing: there is no ${page}. Run "npm run build", or install Shardlint again.`,
    );
  }
  return readFileSync(page, "utf8");
}

function logFrom(file: string | undefined, terminal: Terminal): string {
  if (file === undefined || file === "-") {
    const input = terminal.readInput();
    if (input === undefined) throw new UsageError("Name the file with the traceback, or feed it to standard input.");
    return input;
  }
  const outcome = readText(absolutePath(file, terminal.workingFolder));
  if ("problem" in outcome) throw new UsageError(`${file} ${outcome.problem}.`);
  return outcome.text;
}
