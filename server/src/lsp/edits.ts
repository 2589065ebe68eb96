/** Edits of the analysis as edits of the protocol. */
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextEdit as FoundEdit } from "../finding.ts";
import type { OpenedProject } from "./backend.ts";
import { toRange } from "./diagnostics.ts";
import type { Session } from "./session.ts";

/** Undefined if one of the files is gone. */
export function toWorkspaceEdit(
  session: Session,
  project: OpenedProject,
  edits: readonly FoundEdit[],
): WorkspaceEdit | undefined {
  const byPath = new Map<string, TextEdit[]>();
  for (const { location, newText } of edits) {
    const range = toRange(session, project, location);
    if (range === undefined) return undefined;
    const inFile = byPath.get(location.path);
    if (inFile === undefined) byPath.set(location.path, [{ range, newText }]);
    else inFile.push({ range, newText });
  }
  if (!session.client.versionedEdits) {
    return { changes: Object.fromEntries([...byPath].map(([path, changes]) => [session.uriOf(path), changes])) };
  }
  return {
    documentChanges: [...byPath].map(([path, changes]) => ({
      // The client refuses the edit if the document has moved on.
      textDocument: { uri: session.uriOf(path), version: session.documents.at(path)?.version ?? null },
      edits: changes,
    })),
  };
}
