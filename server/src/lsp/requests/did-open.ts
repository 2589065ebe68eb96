import type { DidOpenTextDocumentParams, TextDocumentItem } from "vscode-languageserver";
import { isLaunchFile } from "../../ide/launch-files.ts";
import type { Session } from "../session.ts";

export function didOpen(session: Session, { textDocument }: DidOpenTextDocumentParams): void {
  if (!isPython(textDocument) && !isLaunchFile(textDocument.uri)) return;
  const document = session.documents.open(textDocument);
  const folder = session.folderOf(document.path);
  folder.openDocument(document);
  // The project is there sooner if it is opened now than when the first request comes.
  void folder.project();
  session.publisher.markEdited(document);
}

/** Some editors send every document, and some have names of their own for languages. */
function isPython({ uri, languageId }: TextDocumentItem): boolean {
  return languageId.toLowerCase() === "python" || /\.pyi?$/.test(uri);
}
