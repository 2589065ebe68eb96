/** The language server: connects each request of the protocol with the file that answers it. */
import {
  type CancellationToken,
  type Connection,
  DidChangeConfigurationNotification,
  ResponseError,
} from "vscode-languageserver";
import type { Backend } from "./backend.ts";
import { membersOf } from "./client-features.ts";
import { codeAction } from "./requests/code-action.ts";
import { codeActionResolve } from "./requests/code-action-resolve.ts";
import { documentDiagnostic } from "./requests/diagnostic.ts";
import { didChange } from "./requests/did-change.ts";
import { didChangeConfiguration } from "./requests/did-change-configuration.ts";
import { didChangeWatchedFiles } from "./requests/did-change-watched-files.ts";
import { didClose } from "./requests/did-close.ts";
import { didOpen } from "./requests/did-open.ts";
import { didSave } from "./requests/did-save.ts";
import { executeCommand } from "./requests/execute-command.ts";
import { hover } from "./requests/hover.ts";
import { initialize } from "./requests/initialize.ts";
import { initialized } from "./requests/initialized.ts";
import { Session } from "./session.ts";

export function startServer(connection: Connection, backend: Backend): void {
  const session = new Session(connection, backend);

  connection.onInitialize((params) => initialize(session, params));
  connection.onInitialized(told("Registering for notifications", initialized));
  connection.onDidOpenTextDocument(told("Opening a document", didOpen));
  connection.onDidChangeTextDocument(told("Taking an edit", didChange));
  connection.onDidSaveTextDocument(told("Saving a document", didSave));
  connection.onDidCloseTextDocument(told("Closing a document", didClose));
  connection.onNotification(DidChangeConfigurationNotification.type, told("Taking settings", didChangeConfiguration));
  connection.onDidChangeWatchedFiles(told("Following files", didChangeWatchedFiles));
  connection.languages.diagnostics.on(answered("Checking", documentDiagnostic, undefined));
  connection.onCodeAction(answered("Looking for fixes", codeAction, []));
  connection.onCodeActionResolve(answered("Looking for fixes", codeActionResolve, undefined));
  connection.onHover(answered("Hover", hover, null));
  connection.onExecuteCommand(answered("A command", executeCommand, undefined));
  connection.onShutdown(() => undefined);
  connection.listen();

  /** A handler whose failure is logged, with the file it was about. */
  function told<Params>(what: string, handle: (session: Session, params: Params) => void | Promise<void>) {
    return async (params: Params): Promise<void> => {
      try {
        await handle(session, params);
      } catch (error) {
        session.log.failure(what, subjectOf(params), error);
      }
    };
  }

  /** The same for a request, which then has the answer `otherwise`; the error itself if that is undefined. */
  function answered<Params, Answer>(
    what: string,
    handle: (session: Session, params: Params, token: CancellationToken) => Promise<Answer>,
    otherwise: Answer | undefined,
  ) {
    return async (params: Params, token: CancellationToken): Promise<Answer> => {
      try {
        return await handle(session, params, token);
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        session.log.failure(what, subjectOf(params), error);
        if (otherwise === undefined) throw error;
        return otherwise;
      }
    };
  }
}

function subjectOf(params: unknown): string | undefined {
  const { uri } = membersOf(membersOf(params)["textDocument"]);
  return typeof uri === "string" ? uri : undefined;
}
