import { expect, test } from "vitest";
import type { FolderEntry, FolderLister } from "../host.ts";
import { findLaunchFiles } from "./find.ts";

/** A host that knows these files and nothing else. */
function lister(paths: readonly string[]): FolderLister {
  return {
    list: (folder) => {
      const entries = new Map<string, FolderEntry>();
      for (const path of paths) {
        if (!path.startsWith(`${folder}/`)) continue;
        const [name = "", ...rest] = path.slice(folder.length + 1).split("/");
        entries.set(name, { name, kind: rest.length > 0 ? "folder" : "file" });
      }
      return [...entries.values()];
    },
  };
}

test("launch files are found, near ones first", () => {
  const host = lister([
    "/w/a/b/deep.sh",
    "/w/a/run.sh",
    "/w/Makefile",
    "/w/a/x.py",
    "/w/.vscode/launch.json",
    "/v/Dockerfile",
  ]);
  expect(findLaunchFiles(host, ["/w", "/v"])).toEqual({
    files: ["/w/Makefile", "/v/Dockerfile", "/w/a/run.sh", "/w/.vscode/launch.json", "/w/a/b/deep.sh"],
    incomplete: false,
  });
});

test("other people's code is left out", () => {
  const host = lister([
    "/w/node_modules/a.sh",
    "/w/.git/hooks/run",
    "/w/env/pyvenv.cfg",
    "/w/env/bin/run.sh",
    "/w/ok.sh",
  ]);
  expect(findLaunchFiles(host, ["/w"]).files).toEqual(["/w/ok.sh"]);
});

test("a root inside another is looked at once", () => {
  expect(findLaunchFiles(lister(["/w/a/x.sh"]), ["/w", "/w/a"]).files).toEqual(["/w/a/x.sh"]);
});

test.each([
  ["folders without end", { list: (): FolderEntry[] => [{ name: "a", kind: "folder" }] }],
  ["too many files", lister(Array.from({ length: 5_001 }, (_, index) => `/w/${index}.sh`))],
])("%s are not searched to the end", (_, host) => {
  const { files, incomplete } = findLaunchFiles(host, ["/w"]);
  expect(incomplete).toBe(true);
  expect(files.length).toBeLessThanOrEqual(5_000);
});
