/** Opens the page of a rule: the one that comes with the extension, else the one on the web. */
import * as vscode from "vscode";
import { findingsAtCursor } from "./findings.ts";

/** Without a rule it is that of the finding under the cursor; where there is none, the user picks one. */
export async function openRulePage(context: vscode.ExtensionContext, given: unknown): Promise<void> {
  const folder = vscode.Uri.joinPath(context.extensionUri, "dist", "rules");
  const rule = typeof given === "string" ? given : (findingsAtCursor()[0]?.rule ?? (await pickRule(folder)));
  // The name becomes part of a path.
  if (rule === undefined || !/^[a-z0-9-]+$/.test(rule)) return;
  const page = vscode.Uri.joinPath(folder, `${rule}.md`);
  if (await exists(page)) {
    await vscode.commands.executeCommand("markdown.showPreview", page);
    return;
  }
  const address = `https://github.com/shardlint/shardlint/blob/main/docs/rules/${rule}.md`;
  await vscode.env.openExternal(vscode.Uri.parse(address));
}

async function pickRule(folder: vscode.Uri): Promise<string | undefined> {
  const entries = (await exists(folder)) ? await vscode.workspace.fs.readDirectory(folder) : [];
  const rules = entries.flatMap(([name]) => (name.endsWith(".md") ? [name.slice(0, -".md".length)] : []));
  return vscode.window.showQuickPick(rules.sort(), { title: "Rule", placeHolder: "The rule whose page to open" });
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
