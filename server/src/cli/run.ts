/** Finds the command that is meant, and turns whatever goes wrong into words and an exit status. */
import { version } from "../../../package.json";
import { didYouMean } from "../config/suggest.ts";
import { MissingAssetError } from "../node-assets.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { checkHelp, explainHelp, generalHelp, rulesHelp, serverHelp } from "./help.ts";
import { rulesCommand } from "./rules-command.ts";
import { serverCommand } from "./server-command.ts";
import { exitStatus, type ExitStatus, UsageError } from "./status.ts";
import type { Terminal } from "./terminal.ts";

export interface Context {
  readonly terminal: Terminal;
  readonly version: string;
}

interface Command {
  readonly help: string;
  run(words: readonly string[], context: Context): Promise<ExitStatus>;
}

const commands: ReadonlyMap<string, Command> = new Map([
  ["check", { help: checkHelp, run: checkCommand }],
  ["explain", { help: explainHelp, run: explainCommand }],
  ["rules", { help: rulesHelp, run: rulesCommand }],
  ["server", { help: serverHelp, run: serverCommand }],
]);

export async function run(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  try {
    return await dispatch(words, { terminal, version });
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`shardlint: ${error.message}\n`);
      return exitStatus.usage;
    }
    if (error instanceof MissingAssetError) {
      terminal.err(`shardlint: ${error.message}\n`);
      return exitStatus.internal;
    }
    terminal.err(`shardlint: This is a mistake in Shardlint. Please report it with these lines:\n${stackOf(error)}\n`);
    return exitStatus.internal;
  }
}

async function dispatch(words: readonly string[], context: Context): Promise<ExitStatus> {
  const [name, ...rest] = words;
  if (name === undefined) {
    context.terminal.err(generalHelp);
    return exitStatus.usage;
  }
  if (name === "--version" || name === "-V") return say(context, `shardlint ${context.version}\n`);
  if (name === "--help" || name === "-h" || name === "help") return say(context, generalHelp);
  const command = commands.get(name);
  if (command === undefined) {
    const known = [...commands.keys()];
    throw new UsageError(
      `There is no command "${name}".${didYouMean(name, known) || ` Commands: ${known.join(", ")}.`}`,
    );
  }
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (options.includes("--help") || options.includes("-h")) return say(context, command.help);
  return command.run(rest, context);
}

function say({ terminal }: Context, text: string): ExitStatus {
  terminal.out(text);
  return exitStatus.clean;
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
