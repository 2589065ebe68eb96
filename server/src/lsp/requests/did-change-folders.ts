import type { WorkspaceFoldersChangeEvent } from "vscode-languageserver";
import type { Session } from "../session.ts";

export function changeFolders(session: Session, { added, removed }: WorkspaceFoldersChangeEvent): void {
  for (const { uri } of removed) session.removeFolder(uri);
  for (const { uri } of added) session.addFolder(uri);
  session.refresh();
}
