/** Shows the whole derivation of a finding as a document. */
import * as vscode from "vscode";
import type { Client } from "./extension.ts";
import { findingsAtCursor } from "./findings.ts";
import { runServerCommand } from "./server-commands.ts";

const scheme = "shardlint-explanation";
const maximumKept = 20;

export class Explanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  /** Markdown by URI. */
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "This explanation is gone. Ask for it again.";
  }

  /** Takes what a code action passes, a URI and a position and a rule, or else what is under the cursor. */
  async show(client: Client | undefined, [uri, position, rule]: readonly unknown[]): Promise<void> {
    const found = findingsAtCursor()[0];
    const parameters =
      typeof uri === "string"
        ? [uri, position, rule]
        : found === undefined
          ? undefined
          : [found.uri.toString(), { line: found.position.line, character: found.position.character }, found.rule];
    const text = parameters === undefined ? undefined : await runServerCommand(client, "explain", parameters);
    if (text === undefined) {
      void vscode.window.showInformationMessage("Shardlint has no finding here.");
      return;
    }
    await vscode.commands.executeCommand("markdown.showPreview", this.#keep(text, String(parameters?.[2])));
  }

  dispose(): void {
    this.#registration.dispose();
  }

  #keep(text: string, name: string): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md`, query: String(this.#count) });
    this.#texts.set(uri.toString(), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maximumKept && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }
}
