/** All that helps to understand a report: versions, what the client can do, settings in force, state. */
import type { Session } from "./session.ts";
import { statusOf } from "./status.ts";

export function debugInformationOf(session: Session): string {
  const { backend, client, documents, folders } = session;
  return [
    "## Language server",
    list({ version: backend.version, ...backend.about, "open documents": documents.all().length }),
    "### Client",
    json(client),
    "### State",
    json(statusOf(session)),
    ...folders.flatMap((folder) => [
      `### ${folder.path ?? "Files outside the workspace"}`,
      folder.opened === undefined ? (folder.problem ?? "Not needed yet.") : json(folder.opened.settings),
      ...(folder.opened?.problems ?? []).map((problem) => `- ${problem}`),
    ]),
  ].join("\n\n");
}

function list(facts: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");
}

function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, readable, 2)}\n\`\`\``;
}

/** Maps and sets would be written as empty objects. */
function readable(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...(value as Set<unknown>)];
  return value;
}
