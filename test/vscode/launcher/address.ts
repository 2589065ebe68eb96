import { statSync } from "node:fs";
import { resolve } from "node:path";

export interface Opening {
  readonly developmentPaths: readonly string[];
  readonly testsPath: string | undefined;
  readonly open: readonly string[];
}

/** The address of a workbench that opens files, loads extensions in development and runs a test suite. */
export function workbenchAddress(authority: string, { developmentPaths, testsPath, open }: Opening): string {
  const remote = (path: string): string =>
    `vscode-remote://${authority}${resolve(path).split("/").map(encodeURIComponent).join("/")}`;

  const payload: [string, string][] = [["skipWelcome", "true"]];
  for (const path of developmentPaths) payload.push(["extensionDevelopmentPath", remote(path)]);
  if (testsPath !== undefined) payload.push(["extensionTestsPath", remote(testsPath)]);

  const query = new URLSearchParams();
  for (const path of open) {
    if (statSync(path).isDirectory()) query.set("folder", path);
    else if (path.endsWith(".code-workspace")) query.set("workspace", path);
    else payload.push(["openFile", remote(path)]);
  }
  // Without this the workbench would open the folder of its last run.
  if (!query.has("folder") && !query.has("workspace")) query.set("ew", "true");
  query.set("payload", JSON.stringify(payload));
  return `http://${authority}/?${query.toString()}`;
}
