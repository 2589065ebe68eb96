import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  closeEditors,
  openDocument,
  replace,
  waitForDiagnostics,
  waitForRule,
  withSetting,
  workspaceFile,
} from "./helpers.ts";

const rule = "block-token-tags-length";

describe("settings", () => {
  afterEach(closeEditors);

  it("of a launch take effect at once, and so does taking them back", async () => {
    const { document } = await openDocument("pipeline.py");
    await waitForRule(document.uri, rule);
    await withSetting("shardlint.launch", { ulysses_degree: 1, ring_degree: 1 }, async () => {
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
    });
    await withSetting("shardlint.launch", { ulysses_degree: 2, ring_degree: 2 }, async () => {
      const [finding] = await waitForDiagnostics(
        document.uri,
        ([first]) => first?.severity === vscode.DiagnosticSeverity.Error,
      );
      assert.match(String(finding?.message), /got 4096\./);
    });
    await waitForDiagnostics(document.uri, ([first]) => first?.severity === vscode.DiagnosticSeverity.Warning);
  });

  it("of severity and rules take effect at once", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    await withSetting("shardlint.severity", { [rule]: "information" }, async () => {
      await waitForDiagnostics(document.uri, ([first]) => first?.severity === vscode.DiagnosticSeverity.Information);
    });
    await withSetting("shardlint.ignore", [rule], async () => {
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
    });
    await waitForRule(document.uri, rule);
  });

  it("of run: off, and only when saved", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    await withSetting("shardlint.run", "off", async () => {
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
    });
    await waitForRule(document.uri, rule);
    await withSetting("shardlint.run", "onSave", async () => {
      await waitForRule(document.uri, rule);
      await replace(document, "torch.zeros(4096, dtype", "torch.zeros(1024, dtype");
      // What comes later proves that this finding stayed until the document was saved.
      await waitForRule(document.uri, rule);
      await document.save();
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
      await replace(document, "torch.zeros(1024, dtype", "torch.zeros(4096, dtype");
      await document.save();
      await waitForRule(document.uri, rule);
    });
  });

  it("of a configuration file that appears, changes and goes", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    const file = workspaceFile("shardlint.toml");
    const write = (text: string): Thenable<void> => vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    try {
      await write(`ignore = ["${rule}"]\n`);
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
      await write(`[severity]\n"${rule}" = "hint"\n`);
      await waitForDiagnostics(document.uri, ([first]) => first?.severity === vscode.DiagnosticSeverity.Hint);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
    await waitForDiagnostics(document.uri, ([first]) => first?.severity === vscode.DiagnosticSeverity.Error);
  });
});
