import type { ExecuteCommandParams } from "vscode-languageserver";
import { membersOf } from "../client-features.ts";
import { debugInformationCommand, explainCommand } from "../commands.ts";
import { debugInformationOf } from "../debug-information.ts";
import { explanationOf } from "../explain.ts";
import type { Session } from "../session.ts";
import { findingsAt } from "./code-action.ts";

/** Both commands answer Markdown; null if there is nothing to say. */
export async function executeCommand(
  session: Session,
  { command, arguments: parameters = [] }: ExecuteCommandParams,
): Promise<string | null> {
  switch (command) {
    case debugInformationCommand:
      return debugInformationOf(session);
    case explainCommand:
      return explain(session, parameters);
    default:
      throw new Error(`There is no command ${command}.`);
  }
}

/** Takes the URI of an open document, a position in it and, where findings lie on each other, a rule. */
async function explain(session: Session, [uri, position, rule]: readonly unknown[]): Promise<string | null> {
  const { line, character } = membersOf(position);
  if (typeof uri !== "string" || typeof line !== "number" || typeof character !== "number") {
    throw new Error(`${explainCommand} takes a URI and a position.`);
  }
  const document = session.documents.get(uri);
  const project = document === undefined ? undefined : await session.folderOf(document.path).project();
  if (document === undefined || project === undefined) return null;
  const at = { line, character };
  const findings = findingsAt(document, project, { start: at, end: at });
  const finding = findings.find((candidate) => candidate.rule === rule) ?? findings[0];
  return finding === undefined ? null : explanationOf(session, project, finding);
}
