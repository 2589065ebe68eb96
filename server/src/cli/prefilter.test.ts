import { expect, test } from "vitest";
import { GuardedNames } from "../ide/guarded-names.ts";
import { Sources } from "../ide/sources.ts";
import { loadLibrary, loadParser } from "../testing/project.ts";
import { prefilter } from "./prefilter.ts";
import { folderWith } from "./test-support.ts";
import { TreeHost } from "./tree-host.ts";

/** A file with the first word is meant only if it has no such line. */
const confirms = (text: string): boolean => !text.includes("no_trigger");

/** The names of the files that can have findings. */
async function candidates(files: Record<string, string>, checked = Object.keys(files)): Promise<string[]> {
  const folder = folderWith(files);
  const modules = new Sources(new TreeHost(), await loadParser(), await loadLibrary(), [folder]);
  const paths = checked.map((name) => `${folder}/${name}`);
  const hasOutside = checked.length < Object.keys(files).length;
  const guarded = new GuardedNames(modules);
  const result = prefilter({
    files: paths,
    words: ["trigger_word"],
    confirms,
    modules,
    guarded,
    hasOutside,
    countLines: true,
  });
  expect(result.problems).toEqual([]);
  return result.candidates.map((path) => path.slice(folder.length + 1));
}

test("a file whose text says that the word means nothing there is left alone", async () => {
  expect(await candidates({ "a.py": "trigger_word()  # no_trigger", "b.py": "import a" })).toEqual([]);
});

test("files with a word, and those that import them, however far away", async () => {
  const files = {
    "a.py": "trigger_word()",
    "b.py": "from a import x",
    "c.py": "import b",
    "d.py": "import os",
    "e.py": "a = 1",
    "f.py": "my_trigger_word()",
  };
  expect(await candidates(files)).toEqual(["a.py", "b.py", "c.py"]);
});

test("files that call what can raise in another package, and those that import them", async () => {
  const files = {
    "lib/__init__.py": "from .checks import check",
    "lib/checks.py": "def check(n):\n    helper(n)\n\ndef helper(n):\n    assert n\n\ndef free(n):\n    return n",
    "a.py": "from lib import check\ncheck(3)",
    "b.py": "import a",
    "c.py": "from lib.checks import free\nfree(3)",
    "d.py": "from lib import check",
  };
  expect(await candidates(files)).toEqual(["a.py", "b.py"]);
});

test("modules of the same name elsewhere are other modules", async () => {
  const files = {
    "p/__init__.py": "",
    "p/utils.py": "trigger_word",
    "p/near.py": "from . import utils",
    "p/q/__init__.py": "",
    "p/q/deep.py": "from ..utils import x",
    "r/utils.py": "",
    "r/far.py": "import utils",
    "s.py": "from p.utils import (\n    x,\n)",
  };
  expect(await candidates(files)).toEqual(["p/utils.py", "p/near.py", "p/q/deep.py", "s.py"]);
});

test("imports lead through files that are not checked", async () => {
  const files = { "a.py": "trigger_word", "b.py": "import a", "c.py": "import b", "d.py": "import e", "e.py": "" };
  expect(await candidates(files, ["c.py", "d.py"])).toEqual(["c.py"]);
});

test("circles of imports end", async () => {
  const files = { "a.py": "import b", "b.py": "import a", "c.py": "import c\nimport b\ntrigger_word" };
  expect(await candidates(files)).toEqual(["c.py"]);
  expect(await candidates({ ...files, "b.py": "import a\nimport c" })).toEqual(["a.py", "b.py", "c.py"]);
});

test("relative imports in a folder that is no package", async () => {
  expect(await candidates({ "x/a.py": "from . import b\nfrom .. import c", "x/b.py": "trigger_word" })).toEqual([
    "x/a.py",
    "x/b.py",
  ]);
});

test("what cannot be read is told, and large files are read to their end", async () => {
  const folder = folderWith({ "large.py": `${"# filler\n".repeat(200_000)}trigger_word\n`, "small.py": "x = 1" });
  const modules = new Sources(new TreeHost(), await loadParser(), await loadLibrary(), [folder]);
  const files = ["large.py", "missing.py", "small.py"].map((name) => `${folder}/${name}`);
  const guarded = new GuardedNames(modules);
  const result = prefilter({
    files,
    words: ["trigger_word"],
    confirms,
    modules,
    guarded,
    hasOutside: false,
    countLines: true,
  });
  expect(result).toEqual({
    candidates: [`${folder}/large.py`],
    problems: [{ path: `${folder}/missing.py`, message: "does not exist. Check the spelling" }],
    lines: 200_002,
    bytes: 1_800_018,
  });
});
