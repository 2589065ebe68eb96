/** What is wrong with a contract is told with its line, and keeps nothing else from being used. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseModule } from "../syntax/index.ts";
import { check } from "../testing/fixture.ts";
import { loadLibrary, loadParser } from "../testing/project.ts";
import { mistakesIn } from "./mistakes.ts";
import { openContracts } from "./open.ts";

const rules = ["block-token-tags-length", "kv-block-size"];

async function opened(files: Readonly<Record<string, string>>): Promise<ReturnType<typeof openContracts>> {
  const [parser, shipped] = await Promise.all([loadParser(), loadLibrary()]);
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/own/${name}`, text]));
  return openContracts({
    own: { root: "/shipped", files: shipped.files, unreadable: [] },
    further: [{ root: "/own", files: texts, unreadable: [] }],
    parse: (text) => parseModule(parser, text).syntax,
    rules,
  });
}

const asked = 'require(x.shape[0] == 1, "kv-block-size", ValueError("no"), at=x)';
const whole = (...lines: string[]): string => `from shardlint import distinctive, require\n\n${lines.join("\n")}\n`;
const inFunction = (statement: string): string => whole("def f(x):", `    ${statement}`, `    ${asked}`);

test.each([
  ["nothing", inFunction(asked), []],
  ["no Python", whole("x = 1", "def f(x:", "    pass"), ["4: This is no valid Python. The file is not used."]],
  [
    "an error at the top level",
    whole("raise ValueError('no')"),
    ["3: This raises when the contract is loaded. The file is not used."],
  ],
  [
    "a module that nobody has",
    "import tiny\nfrom tiny.helpers import f\n",
    [
      "1: There is no contract for tiny, which is imported here. The file is not used.",
      "2: There is no contract for tiny.helpers, which is imported here. The file is not used.",
    ],
  ],
  ["a module beside it", "from .other import there\nfrom . import other\nimport math, torch.nn\n", []],
  ["a name it does not have", "from .other import gone\n", ["1: own.other has no gone. The file is not used."]],
  ["itself", "from .a import f\ndef f(): pass\n", []],
  ["a word of the language", "from shardlint import requires\n", ["1: shardlint has no requires. The file is not used."]],
  [
    "too few arguments",
    inFunction('require(x.shape[0] == 1, "kv-block-size", at=x)'),
    ['4: require needs the argument "exception". It is never asked.'],
  ],
  [
    "too many arguments",
    inFunction('require(x.shape[0] == 1, "kv-block-size", None, x)'),
    [
      "4: require takes 3 arguments by position, not 4. It is never asked.",
      '4: require needs the argument "at". It is never asked.',
    ],
  ],
  [
    "no rule",
    inFunction('require(x.shape[0] == 1, "kv-blok-size", None, at=x)'),
    ['4: There is no rule "kv-blok-size", so this is never reported. "shardlint rules" lists the rules.'],
  ],
  [
    "outside of a function",
    whole('require(True, "kv-block-size", None, at=None)'),
    ["3: A requirement outside of a function is never asked. Move it into the function that has it."],
  ],
  ["a misspelt name", inFunction("lenght(x)"), ["4: The name lenght is not defined."]],
  [
    "a word that no call can pass",
    whole('@distinctive("y")', "def f(*, x):", `    ${asked}`),
    ['3: f has no parameter "y", so no call is ever bound by it.'],
  ],
])("a contract with %s", async (_, text, expected) => {
  const { problems } = await opened({ "own/a.py": text, "own/other.py": "there = 1\n" });
  expect(problems.map(({ line, message }) => `${line ?? ""}: ${message}`)).toEqual(expected);
});

const program = `
import torch
from tiny.model import f
from tiny.other import g
f(torch.zeros(2))
g(torch.zeros(2))  # error: [kv-block-size]
`;

test("the contract beside one that cannot be loaded is used", async () => {
  const { library, problems } = await opened({
    "tiny/model.py": whole("def f(x:", `    ${asked}`),
    "tiny/other.py": inFunction(asked).replace("def f", "def g"),
  });
  expect(problems.map(({ path, line }) => [path, line])).toEqual([["/own/tiny/model.py", 3]]);
  await check(program, {}, library);
});

test("the requirements beside one that is not complete are asked", async () => {
  const { library } = await opened({
    "tiny/model.py": whole("def f(x):", `    ${asked.replace(', ValueError("no")', "")}`),
    "tiny/other.py": inFunction('require(False, "kv-block-size", at=x)').replace("def f", "def g"),
  });
  await check(program, {}, library);
});

test("a contract that asks for another, whose own statements call contracts, goes on as before", async () => {
  const { library } = await opened({
    "tiny/other.py": whole("from .tables import TABLE", "def g(x):", "    size = TABLE['a'].size", `    ${asked}`),
    "tiny/tables.py": whole(
      "class Row:",
      "    def __init__(self, size):",
      "        self.size = size",
      "TABLE = {'a': Row(1)}",
    ),
  });
  await check(program.replace(/.*import f$|^f\(.*/gm, ""), {}, library);
});

test("what cannot be read is told", async () => {
  const [parser, shipped] = await Promise.all([loadParser(), loadLibrary()]);
  const unreadable = [{ path: "/own/latin.py", problem: "is not UTF-8 (line 3). Save it as UTF-8" }];
  const { problems } = openContracts({
    own: { root: "/shipped", files: shipped.files, unreadable: [] },
    further: [{ root: "/own", files: new Map(), unreadable }],
    parse: (text) => parseModule(parser, text).syntax,
    rules,
  });
  expect(problems).toEqual([
    { path: "/own/latin.py", line: undefined, message: "The contract is not UTF-8 (line 3). Save it as UTF-8." },
  ]);
});

test("the contracts that ship with the product have none", async () => {
  const library = await loadLibrary();
  const ids = JSON.parse(readFileSync("test/oracle/rule-ids.json", "utf8")) as string[];
  const ours = [...library.files.keys()].filter((path) => !path.includes("/shardlint/"));
  expect(ours.flatMap((path) => mistakesIn(path, library, new Set(ids)))).toEqual([]);
});
