import type { DidChangeConfigurationParams } from "vscode-languageserver";
import type { Folder } from "../folder.ts";
import type { Session } from "../session.ts";
import { settingsIn } from "../settings.ts";

/** Settings take effect at once: requests wait for the projects that are opened with them. */
export async function didChangeConfiguration(session: Session, params: DidChangeConfigurationParams): Promise<void> {
  session.toldSettings = settingsIn(params.settings) ?? session.toldSettings;
  if (await reloadFolders(session, () => true)) session.refresh();
}

/** True if there was anything to open again. A folder that nobody has asked about reads its settings when somebody does. */
export async function reloadFolders(session: Session, isConcerned: (folder: Folder) => boolean): Promise<boolean> {
  const concerned = session.folders.filter((folder) => folder.isNeeded && isConcerned(folder));
  await Promise.all(concerned.map((folder) => folder.reload()));
  return concerned.length > 0;
}
