import type { DidSaveTextDocumentParams } from "vscode-languageserver";
import type { Session } from "../session.ts";

export function didSave(session: Session, { textDocument }: DidSaveTextDocumentParams): void {
  const document = session.documents.get(textDocument.uri);
  if (document === undefined) return;
  document.savedVersion = document.version;
  const { opened } = session.folderOf(document.path);
  if (opened?.run !== "onSave") return;
  // Whether the client has asked already, before this notification came, is not known.
  session.refresh();
}
