import { type CancellationToken, type Hover, type HoverParams, MarkupKind } from "vscode-languageserver";
import { stopIfCancelled } from "../cancellation.ts";
import { toRange } from "../diagnostics.ts";
import type { Session } from "../session.ts";

export async function hover(
  session: Session,
  { textDocument: { uri }, position }: HoverParams,
  token: CancellationToken,
): Promise<Hover | null> {
  const document = session.documents.get(uri);
  if (document === undefined) return null;
  const { path } = document;
  const project = await session.folderOf(path).project();
  stopIfCancelled(token);
  if (project === undefined || project.run === "off") return null;
  const found = project.engine.hover(path, document.lines.offsetAt(position));
  if (found === undefined) return null;
  const range = toRange(session, project, { path, start: found.start, end: found.end });
  return {
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
    ...(range === undefined ? {} : { range }),
  };
}
