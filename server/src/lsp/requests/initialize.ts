import { type InitializeParams, type InitializeResult, TextDocumentSyncKind } from "vscode-languageserver";
import { debugInformationCommand, explainCommand } from "../commands.ts";
import type { Session } from "../session.ts";
import { fixAllKind, quickFixKind } from "./code-action.ts";

export function initialize(session: Session, params: InitializeParams): InitializeResult {
  session.start(params);
  const { client, backend } = session;
  return {
    serverInfo: { name: "shardlint", version: backend.version },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: { includeText: false },
      },
      ...(client.pullsDiagnostics
        ? {
            diagnosticProvider: { identifier: "shardlint", interFileDependencies: true, workspaceDiagnostics: false },
          }
        : {}),
      ...(client.codeActionLiterals
        ? { codeActionProvider: { codeActionKinds: [quickFixKind, fixAllKind], resolveProvider: client.resolvesEdits } }
        : {}),
      hoverProvider: true,
      executeCommandProvider: { commands: [debugInformationCommand, explainCommand] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}
