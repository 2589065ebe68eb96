import type { LogOutputChannel } from "vscode";
import { type ErrorHandler, type LanguageClientOptions, RevealOutputChannelOn } from "vscode-languageclient";

/** Files, documents that were never saved, and those of virtual workspaces; not the old side of a comparison. */
const schemes = ["file", "untitled", "vscode-vfs"];

export const documentSelector = schemes.map((scheme) => ({ scheme, language: "python" }));

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
