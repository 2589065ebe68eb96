import type { DidChangeTextDocumentParams } from "vscode-languageserver";
import type { Session } from "../session.ts";

export function didChange(session: Session, { textDocument, contentChanges }: DidChangeTextDocumentParams): void {
  const document = session.documents.get(textDocument.uri);
  if (document === undefined) return;
  const changes = document.edit(textDocument.version, contentChanges);
  session.folderOf(document.path).editDocument(document, changes);
  session.publisher.markEdited(document);
}
