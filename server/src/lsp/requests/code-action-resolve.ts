import type { CodeAction } from "vscode-languageserver";
import { membersOf } from "../client-features.ts";
import type { Session } from "../session.ts";
import { fixAllEdit } from "./code-action.ts";

/** Only fix-all leaves something to be resolved. */
export async function codeActionResolve(session: Session, action: CodeAction): Promise<CodeAction> {
  const { uri } = membersOf(action.data);
  const document = typeof uri === "string" ? session.documents.get(uri) : undefined;
  if (action.edit !== undefined || document === undefined) return action;
  const project = await session.folderOf(document.path).project();
  const edit = project === undefined ? undefined : fixAllEdit(session, document, project);
  return edit === undefined ? action : { ...action, edit };
}
