/** Collects what helps to understand a report, and puts it on the clipboard. */
import * as vscode from "vscode";
import type { Client, Extension } from "./extension.ts";
import { runServerCommand } from "./server-commands.ts";

/** A server that hangs is what a report may be about. */
const patience = 3_000;

export async function copyDebugInformation({ context, client, status }: Extension): Promise<void> {
  const manifest = context.extension.packageJSON as { version: string };
  const facts = {
    shardlint: manifest.version,
    editor: `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost})`,
    remote: vscode.env.remoteName ?? "no",
    "trusted workspace": String(vscode.workspace.isTrusted),
    folders: String(vscode.workspace.workspaceFolders?.length ?? 0),
    status: status.describe(),
  };
  const text = [
    "## Extension",
    Object.entries(facts)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join("\n"),
    "### Settings",
    `\`\`\`json\n${JSON.stringify(vscode.workspace.getConfiguration("shardlint"), undefined, 2)}\n\`\`\``,
    await askServer(client),
    "",
  ].join("\n\n");
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage("Shardlint's debug information is on the clipboard.");
}

async function askServer(client: Client | undefined): Promise<string> {
  if (client === undefined) return "The server is not running.";
  const silence = new Promise<string>((resolve) => {
    setTimeout(resolve, patience, "The server does not answer.");
  });
  const answer = runServerCommand(client, "debugInformation", []).then(
    (text) => text ?? "The server has nothing to say.",
    (error: unknown) => `The server does not answer: ${String(error)}`,
  );
  return Promise.race([answer, silence]);
}
