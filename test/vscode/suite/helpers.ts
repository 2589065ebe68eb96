import { strict as assert } from "node:assert";
import * as vscode from "vscode";

export const extensionId = "shardlint.shardlint";

/** Long enough for a cold start on a busy machine. Whatever is waited for usually comes within milliseconds. */
const patience = 20_000;

const pollInterval = 25;

/** A file of the workspace that the tests have open. */
export function workspaceFile(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert(folder, "No workspace folder is open.");
  return vscode.Uri.joinPath(folder.uri, name);
}

export async function openDocument(name: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(workspaceFile(name));
  return vscode.window.showTextDocument(document);
}

/** Closes every editor and throws its changes away, so that the next test finds the files as they are on disk. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/**
 * Asks again and again until the answer is what is waited for, since an editor answers before a server has started,
 * and cancels a question about a text that changes meanwhile. Throws with the last answer when the deadline passes.
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Thenable<T>,
  isRight: (answer: T) => boolean,
  deadline = patience,
): Promise<T> {
  const end = Date.now() + deadline;
  while (true) {
    const answer = await unlessCancelled(ask);
    if (answer !== undefined && isRight(answer)) return answer;
    if (Date.now() > end) {
      throw new Error(
        `Waited ${deadline} ms for ${what}. The last answer was: ${JSON.stringify(answer, undefined, 2)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
}

async function unlessCancelled<T>(ask: () => T | Thenable<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === "Canceled") return undefined;
    throw error;
  }
}

/** The findings that the editor shows in a file, as soon as they are what is waited for. */
export function waitForDiagnostics(
  uri: vscode.Uri,
  isRight: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
  deadline = patience,
): Promise<readonly vscode.Diagnostic[]> {
  return waitFor(`diagnostics of ${uri.path}`, () => shardlintDiagnostics(uri), isRight, deadline);
}

export function waitForRule(uri: vscode.Uri, rule: string): Promise<vscode.Diagnostic> {
  const isOfRule = (diagnostic: vscode.Diagnostic): boolean => codeOf(diagnostic) === rule;
  return waitForDiagnostics(uri, (diagnostics) => diagnostics.some(isOfRule)).then((diagnostics) => {
    const found = diagnostics.find(isOfRule);
    assert(found);
    return found;
  });
}

function shardlintDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source?.toLowerCase() === "shardlint");
}

/** The rule that a diagnostic comes from, with or without a link to its page. */
export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

/** The place where a text stands in a document; with `after`, the place where it ends. */
export function positionOf(
  document: vscode.TextDocument,
  text: string,
  side: "before" | "after" = "before",
): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert(offset >= 0, `${document.fileName} does not contain: ${text}`);
  return document.positionAt(side === "before" ? offset : offset + text.length);
}

export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  return new vscode.Range(positionOf(document, text), positionOf(document, text, "after"));
}

/** All that the editor shows when the mouse rests on a place. */
export async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, position);
  // The type also has a deprecated member, which has the same text under the same name.
  const contents = hovers.flatMap((hover) => hover.contents) as (string | { value: string })[];
  return contents.map((content) => (typeof content === "string" ? content : content.value)).join("\n\n");
}

export function waitForHover(uri: vscode.Uri, position: vscode.Position, expected: string): Promise<string> {
  return waitFor(
    `a hover with "${expected}"`,
    () => hoverText(uri, position),
    (text) => text.includes(expected),
  );
}

export function codeActions(
  uri: vscode.Uri,
  range: vscode.Range,
  kind = vscode.CodeActionKind.QuickFix,
): Thenable<vscode.CodeAction[]> {
  // The number has the edits of that many actions resolved.
  return vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, kind.value, 20);
}

/** Waits for a fix in the menu of a place and applies it, as a click on it would. */
export async function applyFix(uri: vscode.Uri, range: vscode.Range, title: string): Promise<void> {
  const named = (actions: readonly vscode.CodeAction[]): vscode.CodeAction | undefined =>
    actions.find((action) => action.title === title);
  const actions = await waitFor(
    `the fix "${title}"`,
    () => codeActions(uri, range),
    (offered) => named(offered) !== undefined,
  );
  const action = named(actions);
  assert(action);
  if (action.edit !== undefined) {
    assert(await vscode.workspace.applyEdit(action.edit), `The edit of "${title}" was refused.`);
  }
  if (action.command !== undefined) {
    const { command, arguments: parameters = [] } = action.command as { command: string; arguments?: unknown[] };
    await vscode.commands.executeCommand(command, ...parameters);
  }
}

/** Types in place of a text, without saving. */
export async function replace(document: vscode.TextDocument, text: string, by: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, text), by);
  assert(await vscode.workspace.applyEdit(edit), "The edit was refused.");
}

/** Changes a setting of the workspace for as long as `body` runs. */
export async function withSetting(name: string, value: unknown, body: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const before = settings.inspect(name)?.workspaceValue;
  await settings.update(name, value, vscode.ConfigurationTarget.Workspace);
  try {
    await body();
  } finally {
    await settings.update(name, before, vscode.ConfigurationTarget.Workspace);
  }
}
