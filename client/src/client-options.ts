import type { LogOutputChannel } from "vscode";
import { type ErrorHandler, type LanguageClientOptions, RevealOutputChannelOn } from "vscode-languageclient";
import { documentSelector } from "./selector.ts";

export function clientOptions(log: LogOutputChannel, errorHandler: ErrorHandler): LanguageClientOptions {
  return {
    documentSelector,
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler,
    // The failure is told with a button to try again.
    initializationFailedHandler: () => false,
    diagnosticPullOptions: { onChange: true, onSave: true, onFocus: true },
    initializationOptions: {
      status: true,
      commands: ["shardlint.explain", "shardlint.openRulePage"],
    },
  };
}
