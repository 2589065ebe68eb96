import { RAL } from "vscode-languageserver";
import type { OpenDocument } from "./documents.ts";

/** Lets the next message that has arrived be read, such as a cancellation or a keystroke, before work begins. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    RAL().timer.setImmediate(resolve);
  });
}

/** Lets all edits of a document that have arrived be applied, so that only the last text is checked. */
export async function settle(document: OpenDocument | undefined): Promise<void> {
  let version: number | undefined;
  do {
    version = document?.version;
    await turn();
  } while (document?.version !== version);
}
