import type { DidCloseTextDocumentParams } from "vscode-languageserver";
import type { Session } from "../session.ts";

export function didClose(session: Session, { textDocument }: DidCloseTextDocumentParams): void {
  const folder = session.folderOf(session.documents.get(textDocument.uri)?.path ?? "");
  const document = session.documents.close(textDocument.uri);
  if (document === undefined) return;
  folder.closeDocument(document.path);
  session.checker.forget(document.uri);
  session.publisher.clear(document);
  // Others may have read the text that was not saved.
  session.publisher.mark(session.documents.all());
}
