import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { discover } from "./discover.ts";
import { folderWith } from "./test-support.ts";

function found(
  folder: string,
  names: readonly string[],
  isExcluded: (path: string) => boolean = () => false,
): string[] {
  const { files, problems } = discover(
    names.map((name) => (name === "" ? folder : `${folder}/${name}`)),
    isExcluded,
  );
  const relative = (path: string): string => path.slice(folder.length + 1);
  return [...files.map(relative), ...problems.map(({ path, message }) => `${relative(path)}: ${message}`)];
}

test("Python files, sorted, each once, and nobody else's", () => {
  const folder = folderWith({
    "b.py": "",
    "a/c.py": "",
    "a/notes.txt": "",
    "a/stub.pyi": "",
    "a/script": "",
    ".hidden/d.py": "",
    ".git/x.py": "",
    "node_modules/x.py": "",
    "__pycache__/x.py": "",
    "env/pyvenv.cfg": "",
    "env/lib/x.py": "",
    "lib/site-packages/x.py": "",
    "conda/conda-meta/history": "",
    "conda/x.py": "",
  });
  expect(found(folder, ["", "a"])).toEqual([".hidden/d.py", "a/c.py", "b.py"]);
});

test("a file that is named is checked whatever it is called or ignored by", () => {
  const folder = folderWith({ ".gitignore": "*", script: "", "a.py": "", "node_modules/x.py": "" });
  expect(found(folder, ["script", "a.py", "node_modules"], () => true)).toEqual(["a.py", "script"]);
});

test("ignore files apply as git applies them", () => {
  const folder = folderWith({
    ".git/HEAD": "",
    ".gitignore": "build/\n/top.py\n*_gen.py\n!keep_gen.py\n",
    "top.py": "",
    "a/top.py": "",
    "a/x_gen.py": "",
    "a/keep_gen.py": "",
    "build/x.py": "",
    "a/build/y.py": "",
    "b/.gitignore": "!x_gen.py\nlocal.py",
    "b/x_gen.py": "",
    "b/local.py": "",
    "c/local.py": "",
  });
  expect(found(folder, [""])).toEqual(["a/keep_gen.py", "a/top.py", "b/x_gen.py", "c/local.py"]);
  // From below, the files above still apply.
  expect(found(folder, ["a"])).toEqual(["a/keep_gen.py", "a/top.py"]);
  // An ignored folder that is named is meant.
  expect(found(folder, ["build"])).toEqual(["build/x.py"]);
});

test("outside of a repository, ignore files above are about something else", () => {
  const folder = folderWith({ ".gitignore": "*.py", "a/x.py": "" });
  expect(found(folder, ["a"])).toEqual(["a/x.py"]);
  expect(found(folder, [""])).toEqual([]);
});

test("links are not followed, so that loops and other people's files are left alone", () => {
  const outside = folderWith({ "secret.py": "" });
  const folder = folderWith({ "a/x.py": "" });
  symlinkSync("..", `${folder}/a/up`);
  symlinkSync(outside, `${folder}/out`);
  symlinkSync(`${outside}/secret.py`, `${folder}/secret.py`);
  symlinkSync("gone.py", `${folder}/broken.py`);
  expect(found(folder, [""])).toEqual(["a/x.py"]);
  // A link that is named is meant.
  expect(found(folder, ["secret.py", "broken.py"])).toEqual([
    "secret.py",
    "broken.py: does not exist. Check the spelling",
  ]);
});

test("what is excluded is not even entered", () => {
  const folder = folderWith({ "a/x.py": "", "b/y.py": "", "b/z.py": "" });
  const asked: string[] = [];
  const isExcluded = (path: string): boolean => {
    asked.push(path.slice(folder.length + 1));
    return path.endsWith("/a/") || path.endsWith("z.py");
  };
  expect(found(folder, [""], isExcluded)).toEqual(["b/y.py"]);
  expect(asked.sort()).toEqual(["a/", "b/", "b/y.py", "b/z.py"]);
});

test("what is missing or of another kind is told", () => {
  const folder = folderWith({ "n.ipynb": "{}", "x.py": "" });
  expect(found(folder, ["x.py", "none.py", "n.ipynb"])).toEqual([
    "x.py",
    "none.py: does not exist. Check the spelling",
    "n.ipynb: is a notebook, which is not supported yet. Check Python files",
  ]);
});

test("a tree that is too deep ends somewhere", () => {
  const folder = folderWith({ "x.py": "" });
  mkdirSync(`${folder}/${"d/".repeat(120)}`, { recursive: true });
  const deep = "d/".repeat(100).slice(0, -1);
  expect(found(folder, [""])).toEqual([
    "x.py",
    `${deep}/d: is more than 100 folders deep and was not entered. Name it to check it`,
  ]);
});
