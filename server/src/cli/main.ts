/** The command line's entry. */
import { absolutePath } from "../node-host.ts";
import { run } from "./run.ts";
import { exitStatus } from "./status.ts";
import { processTerminal } from "./terminal.ts";

// `shardlint check | head` closes the pipe early, which is no reason for a stack trace.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? exitStatus.clean : exitStatus.internal);
});

void run(process.argv.slice(2), processTerminal(absolutePath("."))).then((status) => {
  // Not `exit`: what was written may still be on its way.
  process.exitCode = status;
});
