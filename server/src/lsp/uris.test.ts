import { expect, test } from "vitest";
import { pathOf, uriOf } from "./uris.ts";

test.each([
  ["file:///project/a.py", "/project/a.py"],
  ["file:///project/a%20b/%C3%A9%23.py", "/project/a b/é#.py"],
  ["file:///c%3A/code/a.py", "c:/code/a.py"],
  ["file://server/share/a.py", "//server/share/a.py"],
  ["untitled:Untitled-1", "untitled:Untitled-1"],
  ["vscode-vfs://github/owner/name/a.py", "vscode-vfs://github/owner/name/a.py"],
])("%s is %s and back", (uri, path) => {
  expect(pathOf(uri)).toBe(path);
  expect(uriOf(path)).toBe(uri);
});

test("what a client does not encode is understood", () => {
  expect(pathOf("file:///c:/100%/a b.py")).toBe("c:/100%/a b.py");
  expect(pathOf("file://localhost/a.py")).toBe("/a.py");
});
