/** A language server that keeps its documents in step and answers for each what `check` says of its text. */
import {
  createConnection,
  type Diagnostic,
  DocumentDiagnosticReportKind,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

export function startDocumentServer(check: (document: TextDocument) => Diagnostic[]): void {
  const connection = createConnection(ProposedFeatures.all);
  const documents = new TextDocuments(TextDocument);
  connection.onInitialize(() => ({
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    },
  }));
  connection.languages.diagnostics.on(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    return { kind: DocumentDiagnosticReportKind.Full, items: document === undefined ? [] : check(document) };
  });
  documents.listen(connection);
  connection.listen();
}
