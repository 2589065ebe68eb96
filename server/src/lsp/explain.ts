/** The whole derivation of a finding as a Markdown document. */
import { fileNameOf } from "../host.ts";
import type { DerivationStep, Finding } from "../finding.ts";
import type { OpenedProject } from "./backend.ts";
import { rulePage, runtimeText, toLocation } from "./diagnostics.ts";
import type { Session } from "./session.ts";

export function explanationOf(session: Session, project: OpenedProject, finding: Finding): string {
  const { rule, message, assumptions, related, derivation } = finding;
  const steps = derivation.map((step, i) => `${i + 1}. ${stepText(session, project, step)}`);
  const places = related.map((one) => `- ${one.message}: ${place(session, project, one.location)}`);
  return [
    `# ${rule}`,
    message,
    runtimeText(finding),
    ...section("How the numbers come about", steps),
    ...section(
      "What is assumed",
      assumptions.map((assumption) => `- ${code(assumption)}`),
    ),
    ...section("Where to look", places),
    `[About this rule](${rulePage(rule)})`,
    "",
  ].join("\n\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

function stepText(session: Session, project: OpenedProject, { location, text }: DerivationStep): string {
  return location === undefined ? code(text) : `${code(text)} (${place(session, project, location)})`;
}

function place(session: Session, project: OpenedProject, found: Finding["location"]): string {
  const location = toLocation(session, project, found);
  const name = fileNameOf(found.path);
  if (location === undefined) return name;
  const line = location.range.start.line + 1;
  return `[${name}:${line}](${location.uri}#L${line})`;
}

/** Text that may hold backticks as inline code. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
