/** `shardlint rules`: what there is to find. */
import { rules } from "../rules/registry.ts";
import { chosen, parseArguments } from "./arguments.ts";
import type { Context } from "./run.ts";
import { exitStatus, type ExitStatus, UsageError } from "./status.ts";

export function rulesCommand(words: readonly string[], { terminal }: Context): Promise<ExitStatus> {
  const given = parseArguments(words, [], ["output-format"]);
  const [extra] = given.positionals;
  if (extra !== undefined)
    throw new UsageError(`rules takes no "${extra}". To read about one, write: shardlint explain ${extra}`);
  const format = chosen("--output-format", given.one("output-format"), ["text", "json"], "text");
  const list = rules.map(({ id, summary, since, libraries }) => ({ id, summary, since, libraries }));
  if (format === "json") terminal.out(`${JSON.stringify({ version: 1, rules: list }, undefined, 2)}\n`);
  else {
    const longest = Math.max(...list.map(({ id }) => id.length));
    terminal.out(list.map(({ id, summary }) => `${id.padEnd(longest)}  ${summary}\n`).join(""));
  }
  return Promise.resolve(exitStatus.clean);
}
