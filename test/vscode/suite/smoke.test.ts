import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeEditors, extensionId, openDocument, waitFor } from "./helpers.ts";

describe("the extension", () => {
  afterEach(closeEditors);

  it("is installed", () => {
    assert(vscode.extensions.getExtension(extensionId));
  });

  it("activates when a Python file is opened", async () => {
    await openDocument("pipeline.py");
    await waitFor(
      "the extension to be active",
      () => vscode.extensions.getExtension(extensionId)?.isActive,
      (active) => active === true,
    );
  });

  it("registers every command of its manifest", async () => {
    const manifest = vscode.extensions.getExtension(extensionId)?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    await vscode.extensions.getExtension(extensionId)?.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });
});
