import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../../scripts/lib/paths.mjs";

/**
 * A VS Code that the tests run in. It is VS Code's own server and workbench as the npm package `code-server` carries
 * them, since those install on any Linux machine that reaches a package registry.
 */
export interface Editor {
  readonly vscode: string;
  readonly codeServer: string;
  /** The npm package `node-linux-*` that its server needs; undefined if it runs on the Node that runs the tests. */
  readonly node: string | undefined;
}

export const editors: readonly Editor[] = [
  // The oldest that package.json supports.
  { vscode: "1.100.3", codeServer: "4.100.3", node: undefined },
  // The newest.
  { vscode: "1.139.1", codeServer: "4.139.1", node: "24" },
];

export function editorNamed(version: string): Editor {
  const editor = editors.find((candidate) => candidate.vscode === version);
  if (editor !== undefined) return editor;
  const known = editors.map(({ vscode }) => vscode).join(", ");
  throw new Error(`The tests know no VS Code ${version}, only ${known}.`);
}

export function folderOf(editor: Editor): string {
  return join(testCache, `vscode-${editor.vscode}`);
}

/** Where VS Code itself lies inside the package. */
export function serverRootOf(editor: Editor): string {
  return join(folderOf(editor), "node_modules/code-server/lib/vscode");
}

export function nodeProgramOf(editor: Editor): string {
  if (editor.node === undefined) return process.execPath;
  return join(folderOf(editor), `node_modules/node-linux-${process.arch}/bin/node`);
}

/** The version that an installed server says it is. */
export function installedVersion(serverRoot: string): { version: string; commit: string } {
  return JSON.parse(readFileSync(join(serverRoot, "product.json"), "utf8")) as { version: string; commit: string };
}
