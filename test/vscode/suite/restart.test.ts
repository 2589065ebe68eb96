import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeEditors, openDocument, replace, waitFor, waitForDiagnostics, waitForRule } from "./helpers.ts";

const rule = "block-token-tags-length";

describe("the server", () => {
  afterEach(closeEditors);

  it("is started again when it crashed, and the findings come back", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    const before = await serverProcess();
    process.kill(before, "SIGKILL");
    await waitFor("another server", serverProcess, (now) => now > 0 && now !== before);
    // Only a server that lives can take this finding away.
    await replace(document, "torch.zeros(4096, dtype", "torch.zeros(1024, dtype");
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
    await replace(document, "torch.zeros(1024, dtype", "torch.zeros(4096, dtype");
    await waitForRule(document.uri, rule);
  });

  it("is another one after the command to restart", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    const before = await serverProcess();
    await vscode.commands.executeCommand("shardlint.restart");
    await waitFor("another server", serverProcess, (now) => now > 0 && now !== before);
    assert.throws(() => process.kill(before, 0), "The first server is still there.");
    await replace(document, "torch.zeros(4096, dtype", "torch.zeros(1024, dtype");
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
  });

  it("tells what a report needs to say", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, rule);
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand("shardlint.copyDebugInformation");
    const text = await vscode.env.clipboard.readText();
    for (const expected of ["## Extension", `editor: `, vscode.version, "## Language server", '"state": "ready"']) {
      assert(text.includes(expected), `There is no ${expected} in:\n${text}`);
    }
  });
});

/** The id of the process that runs now; 0 while none answers. */
async function serverProcess(): Promise<number> {
  try {
    const text = await vscode.commands.executeCommand<string>("shardlint.server.debugInformation");
    return Number(/^- process: (\d+)$/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
