import * as vscode from "vscode";

export interface ShownFinding {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
  readonly rule: string;
}

/** The findings that the editor shows where the cursor is, else those on its line. */
export function findingsAtCursor(): readonly ShownFinding[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { active } = editor.selection;
  const { uri } = editor.document;
  const own = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "shardlint");
  const here = own.filter(({ range }) => range.contains(active));
  const near = own.filter(({ range }) => range.start.line <= active.line && active.line <= range.end.line);
  return (here.length > 0 ? here : near).map(({ range, code }) => ({
    uri,
    position: range.start,
    rule: String(typeof code === "object" ? code.value : code),
  }));
}
