import { DidChangeConfigurationNotification, DidChangeWatchedFilesNotification } from "vscode-languageserver";
import type { Session } from "../session.ts";
import { changeFolders } from "./did-change-folders.ts";

/** Asks the client for all notifications that it can give. */
export async function initialized(session: Session): Promise<void> {
  const { connection, client, backend } = session;
  if (client.tellsFolders) {
    connection.workspace.onDidChangeWorkspaceFolders((event) => {
      changeFolders(session, event);
    });
  }
  if (client.registersConfiguration) {
    await connection.client.register(DidChangeConfigurationNotification.type, { section: "shardlint" });
  }
  if (client.watchesFiles) {
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: backend.watched.map((globPattern) => ({ globPattern })),
    });
  }
}
