/** ruff's WebAssembly build behind the same server as the floor. */
import { type Diagnostic as Finding, PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { startDocumentServer } from "./document-server.ts";

const workspace = new Workspace(Workspace.defaultSettings(), PositionEncoding.Utf16);

startDocumentServer((document) =>
  (workspace.check(document.getText()) as Finding[]).map((finding) => ({
    range: { start: toPosition(finding.start_location), end: toPosition(finding.end_location) },
    message: finding.message,
    code: finding.code ?? "syntax",
    source: "ruff",
  })),
);

function toPosition({ row, column }: Finding["start_location"]): { line: number; character: number } {
  return { line: row - 1, character: column - 1 };
}
