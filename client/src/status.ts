/** The entry in the language status of Python files, and what it shows when it is clicked. */
import * as vscode from "vscode";
import { documentSelector } from "./selector.ts";

export const statusMethod = "shardlint/status";

/** What the server says of itself. */
export interface ServerStatus {
  readonly state: "starting" | "busy" | "ready" | "failed";
  readonly problem?: string;
  readonly findings: number;
  readonly files: readonly { readonly uri: string; readonly remark: string }[];
}

export class StatusItem implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem("shardlint", documentSelector);
  #files: ServerStatus["files"] = [];

  constructor() {
    this.#item.name = "Shardlint";
    this.#item.command = { command: "shardlint.showStatus", title: "More" };
  }

  starting(): void {
    this.#set("starting", vscode.LanguageStatusSeverity.Information, true);
  }

  stopped(): void {
    this.#files = [];
    this.#set("stopped", vscode.LanguageStatusSeverity.Warning);
  }

  failed(problem: string): void {
    this.#set(problem, vscode.LanguageStatusSeverity.Error);
  }

  update({ state, problem, findings, files }: ServerStatus): void {
    this.#files = files;
    if (state === "failed") {
      this.failed(problem ?? "The analysis cannot start.");
      return;
    }
    const severity =
      files.length > 0 ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
    const remarks = files.length === 0 ? "" : `, remarks on ${counted(files.length, "file")}`;
    this.#set(`${counted(findings, "finding")}${remarks}`, severity, state !== "ready");
  }

  /** The state in words, the files with remarks, and what can be done. */
  async show(): Promise<void> {
    const files = this.#files.map(({ uri, remark }) => ({
      label: `$(file) ${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}`,
      description: remark,
      run: () => vscode.window.showTextDocument(vscode.Uri.parse(uri)),
    }));
    const actions = [
      ["$(output) Show logs", "showLogs"],
      ["$(debug-restart) Restart the server", "restart"],
      ["$(clippy) Copy debug information", "copyDebugInformation"],
    ] as const;
    const chosen = await vscode.window.showQuickPick(
      [
        ...files,
        ...actions.map(([label, command]) => ({
          label,
          description: "",
          run: () => vscode.commands.executeCommand(`shardlint.${command}`),
        })),
      ],
      { title: "Shardlint", placeHolder: this.describe() },
    );
    await chosen?.run();
  }

  describe(): string {
    return this.#item.detail ?? "";
  }

  dispose(): void {
    this.#item.dispose();
  }

  #set(detail: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    this.#item.text = "Shardlint";
    this.#item.detail = detail;
    this.#item.severity = severity;
    this.#item.busy = busy;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
