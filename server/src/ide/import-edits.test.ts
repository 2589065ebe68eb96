import { describe, expect, test } from "vitest";
import { projectOf } from "../testing/project.ts";
import { importNames } from "./import-edits.ts";
import { applyEdits } from "./verified-fixes.ts";

/** The file with the names imported, and what they are called there; undefined if they cannot be. */
async function imported(
  text: string,
  ...names: string[]
): Promise<{ text: string; local: readonly string[] } | undefined> {
  const project = await projectOf({ "main.py": text });
  const imports = importNames(project.sources, "/project/main.py", "pkg.state", names);
  return imports === undefined ? undefined : { text: applyEdits(text, imports.edits), local: imports.local };
}

describe("a name joins the import of its module", () => {
  test.each([
    ["in order", "from pkg.state import b, d\n", "from pkg.state import b, c, d\n"],
    ["first", "from pkg.state import d\n", "from pkg.state import c, d\n"],
    ["last", "from pkg.state import a, b\n", "from pkg.state import a, b, c\n"],
    ["behind names that are not in order", "from pkg.state import d, a\n", "from pkg.state import d, a, c\n"],
    ["where capitals do not matter", "from pkg.state import B, D\n", "from pkg.state import B, c, D\n"],
    ["beside aliases", "from pkg.state import b as x, d as y\n", "from pkg.state import b as x, c, d as y\n"],
    ["in parentheses on one line", "from pkg.state import (b, d)\n", "from pkg.state import (b, c, d)\n"],
    [
      "in parentheses on lines of their own",
      "from pkg.state import (\n    b,\n    d,  # kept\n)\n",
      "from pkg.state import (\n    b,\n    c,\n    d,  # kept\n)\n",
    ],
    [
      "at the end of such lines",
      "from pkg.state import (  # kept\n    a,\n    b,\n)\n",
      "from pkg.state import (  # kept\n    a,\n    b,\n    c,\n)\n",
    ],
    [
      "without a comma at the end",
      "from pkg.state import (\n    a,\n    b\n)\n",
      "from pkg.state import (\n    a,\n    b,\n    c\n)\n",
    ],
    ["on lines that are joined", "from pkg.state import a, \\\n    d\n", "from pkg.state import a, \\\n    c, d\n"],
    [
      "of the last import",
      "from pkg.state import a\nfrom pkg.state import b\n",
      "from pkg.state import a\nfrom pkg.state import b, c\n",
    ],
  ])("%s", async (_, before, after) => {
    expect(await imported(before, "c")).toEqual({ text: after, local: ["c"] });
  });

  test("several at once", async () => {
    expect((await imported("from pkg.state import b, d\n", "e", "c", "a"))?.text).toBe(
      "from pkg.state import a, b, c, d, e\n",
    );
  });
});

describe("a name is imported on its own", () => {
  test.each([
    ["behind other imports", "import torch\n\nx = 1\n", "import torch\nfrom pkg.state import c\n\nx = 1\n"],
    ["beside a star", "from pkg.state import *\n", "from pkg.state import *\nfrom pkg.state import c\n"],
    ["beside a relative import", "from .pkg.state import a\n", "from .pkg.state import a\nfrom pkg.state import c\n"],
    [
      "beside an import in a function",
      "def f():\n    from pkg.state import a\n",
      "from pkg.state import c\ndef f():\n    from pkg.state import a\n",
    ],
  ])("%s", async (_, before, after) => {
    expect(await imported(before, "c")).toEqual({ text: after, local: ["c"] });
  });
});

describe("nothing is imported", () => {
  test.each<[string, string, string]>([
    ["that is there", "from pkg.state import c\n", "c"],
    ["that is there under another name", "from pkg.state import c as k\n", "k"],
    ["that a package re-exports", "from pkg import c as k\n", "k"],
    ["that a star brings", "from pkg.state import *\nc()\n", "c"],
  ])("%s", async (_, text, name) => {
    expect(await imported(text, "c")).toEqual({ text, local: [name] });
  });

  test("over a name that means something else", async () => {
    expect(await imported("from pkg.state import a\nc = 1\n", "c")).toBeUndefined();
  });
});
