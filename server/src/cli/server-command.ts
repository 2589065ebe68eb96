/** `shardlint server --stdio`: the language server, for any editor. */
import { createRequire } from "node:module";
import { serverBundle } from "../node-assets.ts";
import { parseArguments } from "./arguments.ts";
import type { Context } from "./run.ts";
import { exitStatus, type ExitStatus, UsageError } from "./status.ts";

export function serverCommand(words: readonly string[], _context: Context): Promise<ExitStatus> {
  const given = parseArguments(words, ["stdio"], ["clientProcessId"]);
  if (!given.has("stdio"))
    throw new UsageError("The server speaks over standard input and output only. Write: shardlint server --stdio");
  // The server is a bundle of its own, read only here; it takes --stdio from the same command line, and ends itself.
  createRequire(import.meta.url)(serverBundle());
  return new Promise(() => exitStatus.clean);
}
