import {
  type CancellationToken,
  DocumentDiagnosticReportKind,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from "vscode-languageserver";
import { stopIfCancelled } from "../cancellation.ts";
import type { Session } from "../session.ts";
import { settle } from "../turn.ts";
import { pathOf } from "../uris.ts";

/** Answers the findings of the newest text, which may be newer than the one that was asked about. */
export async function documentDiagnostic(
  session: Session,
  { textDocument: { uri }, previousResultId }: DocumentDiagnosticParams,
  token: CancellationToken,
): Promise<DocumentDiagnosticReport> {
  await settle(session.documents.get(uri));
  stopIfCancelled(token);
  await session.status.beforeCheck(uri);
  const project = await session.folderOf(pathOf(uri)).project();
  stopIfCancelled(token);
  if (project === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const { resultId, items } = session.checker.check(uri, project);
  return resultId === previousResultId
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items: [...items] };
}
