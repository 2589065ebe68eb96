import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  closeEditors,
  codeOf,
  openDocument,
  replace,
  waitForDiagnostics,
  waitForRule,
  workspaceFile,
} from "./helpers.ts";

const rule = "block-token-tags-length";

function lastRangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const offset = document.getText().lastIndexOf(text);
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
}

describe("diagnostics", () => {
  afterEach(closeEditors);

  it("stand on the argument that is wrong, with rule, link, text and related places", async () => {
    const { document } = await openDocument("tags.py");
    const finding = await waitForRule(document.uri, rule);
    assert.deepEqual(finding.range, lastRangeOf(document, "tags"));
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(finding.source, "shardlint");
    assert(typeof finding.code === "object");
    assert.match(finding.code.target.toString(), /\/docs\/rules\/block-token-tags-length\.md$/);
    const [what, runtime] = finding.message.split("\n\n");
    assert.match(String(what), /^block_token_tags has 4096 rows, .* 1024 /);
    assert.equal(
      runtime,
      "At run time: ValueError: block_token_tags must cover the rank-local packed sequence (1024), got 4096.",
    );
    const related = finding.relatedInformation?.map(({ location }) => document.getText(location.range)) ?? [];
    assert(related.includes("torch.zeros(4096, dtype=torch.long)"), JSON.stringify(related));
  });

  it("are warnings where only some launches fail", async () => {
    const { document } = await openDocument("pipeline.py");
    const finding = await waitForRule(document.uri, rule);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(finding.message, /This fails whenever the SP degree is above 1\./);
  });

  it("come and go while the user types", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    await replace(document, "torch.zeros(4096, dtype", "torch.zeros(1024, dtype");
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
    await replace(document, "torch.zeros(1024, dtype", "torch.zeros(1023, dtype");
    await waitForDiagnostics(document.uri, ([first]) => first?.message.includes("got 1023.") === true);
  });

  it("survive code that does not parse", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    await replace(document, "def denoise(model):", "def broken(:\n    x = (\n\n\ndef denoise(model):");
    const expected = lastRangeOf(document, "tags");
    await waitForDiagnostics(document.uri, ([first]) => first?.range.isEqual(expected) === true);
  });

  it("follow another file that is edited, without saving", async () => {
    const { document } = await openDocument("imported.py");
    const finding = await waitForRule(document.uri, rule);
    const sizes = workspaceFile("sizes.py").toString();
    assert(finding.relatedInformation?.some(({ location }) => location.uri.toString() === sizes));
    const other = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument(workspaceFile("sizes.py")),
      {
        viewColumn: vscode.ViewColumn.Beside,
      },
    );
    await replace(other.document, "4096", "1024");
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
  });

  it("are shown in a document that was never saved", async () => {
    const content = (await vscode.workspace.openTextDocument(workspaceFile("tags.py"))).getText();
    const document = await vscode.workspace.openTextDocument({ language: "python", content });
    await vscode.window.showTextDocument(document);
    await waitForRule(document.uri, rule);
  });

  it("cover each rule that the workspace has a mistake for", async () => {
    for (const [file, expected] of [
      ["divisor.py", rule],
      ["mask.py", "kv-block-size"],
      ["shapes.py", "kv-block-size"],
    ] as const) {
      const { document } = await openDocument(file);
      const findings = await waitForDiagnostics(document.uri, (all) => all.length > 0);
      assert.deepEqual(findings.map(codeOf), [expected], file);
    }
  });
});
