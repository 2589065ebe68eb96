import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
} from "vscode-languageserver";
import type { Finding } from "../../finding.ts";
import { suppressionEdit } from "../../ide/suppressions.ts";
import type { OpenedProject } from "../backend.ts";
import { stopIfCancelled } from "../cancellation.ts";
import { diagnosticSource } from "../diagnostics.ts";
import type { OpenDocument } from "../documents.ts";
import { toWorkspaceEdit } from "../edits.ts";
import { preferredEdits } from "../fix-all.ts";
import { fixesFor } from "../fix-cache.ts";
import type { Session } from "../session.ts";
import { turn } from "../turn.ts";

export const quickFixKind = CodeActionKind.QuickFix;
export const fixAllKind = `${CodeActionKind.SourceFixAll}.shardlint`;

/** Commands of the editor; offered if the client says that it has them. */
const explainInEditor = "shardlint.explain";
const openRulePageInEditor = "shardlint.openRulePage";

export async function codeAction(
  session: Session,
  { textDocument, range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[]> {
  await turn();
  stopIfCancelled(token);
  const document = session.documents.get(textDocument.uri);
  if (document === undefined) return [];
  const project = await session.folderOf(document.path).project();
  stopIfCancelled(token);
  if (project === undefined || project.run === "off") return [];
  const actions: CodeAction[] = [];
  if (isWanted(quickFixKind, context.only)) {
    for (const finding of findingsAt(document, project, range)) {
      const diagnostics = context.diagnostics.filter((diagnostic) => isAbout(diagnostic, finding, document));
      actions.push(...quickFixes(session, document, project, finding, diagnostics));
    }
  }
  // Editors show such actions only where they are asked for, and an answer for each move of the cursor costs time.
  const automatic = context.triggerKind === CodeActionTriggerKind.Automatic;
  if (isWanted(fixAllKind, context.only) && !(automatic && context.only === undefined)) {
    actions.push(...fixAll(session, document, project));
  }
  return actions;
}

/** The findings that a range touches. */
export function findingsAt(document: OpenDocument, project: OpenedProject, range: Range): readonly Finding[] {
  const [start, end] = [document.lines.offsetAt(range.start), document.lines.offsetAt(range.end)];
  const findings = project.engine.check(document.path)?.findings ?? [];
  return findings.filter(({ location }) => location.start <= end && location.end >= start);
}

/** A kind stands for itself and for all below it. */
function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
}

function isAbout({ source, code, range }: Diagnostic, { rule, location }: Finding, { lines }: OpenDocument): boolean {
  const touches = lines.offsetAt(range.start) <= location.end && lines.offsetAt(range.end) >= location.start;
  return source === diagnosticSource && code === rule && touches;
}

function quickFixes(
  session: Session,
  document: OpenDocument,
  project: OpenedProject,
  finding: Finding,
  diagnostics: Diagnostic[],
): CodeAction[] {
  const fixes = fixesFor(project, finding).flatMap(({ title, preferred, edits }): CodeAction[] => {
    const edit = toWorkspaceEdit(session, project, edits);
    return edit === undefined ? [] : [{ title, kind: quickFixKind, diagnostics, isPreferred: preferred, edit }];
  });
  return [
    ...fixes,
    ...suppressions(session, document, project, finding, diagnostics),
    ...links(session, document, finding, diagnostics),
  ];
}

function suppressions(
  session: Session,
  document: OpenDocument,
  project: OpenedProject,
  { rule, location }: Finding,
  diagnostics: Diagnostic[],
): CodeAction[] {
  const syntax = project.engine.sources.syntax(document.path);
  const found = syntax === undefined ? undefined : suppressionEdit(location, rule, document.text, syntax);
  const edit = found === undefined ? undefined : toWorkspaceEdit(session, project, [found]);
  if (edit === undefined) return [];
  return [{ title: `Suppress ${rule} on this line`, kind: quickFixKind, diagnostics, isPreferred: false, edit }];
}

function links(session: Session, document: OpenDocument, finding: Finding, diagnostics: Diagnostic[]): CodeAction[] {
  const { rule, location } = finding;
  const position = document.lines.positionAt(location.start);
  const commands = [
    { title: `Explain ${rule}`, command: explainInEditor, arguments: [document.uri, position, rule] },
    { title: `Open the page of ${rule}`, command: openRulePageInEditor, arguments: [rule] },
  ];
  return commands
    .filter(({ command }) => session.client.commands.has(command))
    .map((command) => ({ title: command.title, kind: quickFixKind, diagnostics, command }));
}

/** Computed when it is chosen, where the client can wait until then. */
function fixAll(session: Session, document: OpenDocument, project: OpenedProject): CodeAction[] {
  if ((project.engine.check(document.path)?.findings ?? []).length === 0) return [];
  const action = { title: "Fix all that Shardlint can fix safely", kind: fixAllKind };
  if (session.client.resolvesEdits) return [{ ...action, data: { uri: document.uri } }];
  const edit = fixAllEdit(session, document, project);
  return edit === undefined ? [] : [{ ...action, edit }];
}

export function fixAllEdit(session: Session, document: OpenDocument, project: OpenedProject): CodeAction["edit"] {
  const edits = preferredEdits(project, project.engine.check(document.path)?.findings ?? []);
  return edits.length === 0 ? undefined : toWorkspaceEdit(session, project, edits);
}
