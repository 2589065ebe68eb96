import type { DidChangeWatchedFilesParams } from "vscode-languageserver";
import type { Session } from "../session.ts";
import { pathOf } from "../uris.ts";
import { reloadFolders } from "./did-change-configuration.ts";

export async function didChangeWatchedFiles(session: Session, { changes }: DidChangeWatchedFilesParams): Promise<void> {
  // What an editor holds goes before what is on disk.
  const paths = changes.map(({ uri }) => pathOf(uri)).filter((path) => session.documents.at(path) === undefined);
  // A file may be imported from another folder.
  for (const folder of session.folders) for (const path of paths) folder.fileChanged(path);
  const configured = changes.map(({ uri }) => pathOf(uri));
  const reloaded = await reloadFolders(session, ({ opened }) =>
    configured.some((path) => opened?.isConfiguredBy(path)),
  );
  if (reloaded || paths.length > 0) session.refresh();
}
