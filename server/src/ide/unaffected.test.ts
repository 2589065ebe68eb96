/** What is said after an edit is what would be said of the file as it now is, whether or not anything was evaluated. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectOver } from "../testing/project.ts";
import type { Project } from "./project.ts";

const path = "/project/main.py";

const program = `import torch
import settings
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel, get_sp_world_size

rows = 4096
names = []


class Plan:
    def __init__(self):
        self.rows = 4096


class Report:
    def __init__(self):
        self.width = 12

    def wide(self):
        depth = 24
        return self.width

    @property
    def narrow(self):
        return 3


plan = Plan()


def helper(request):
    width = 12
    return width


def length():
    return 4096


def _run(model, count):
    return model(x=torch.zeros(1, 4096, 96), block_token_tags=torch.zeros(count))


def half(count):
    return length() // 2


def main(model):
    _run(model, 4096)
    model(x=torch.zeros(1, plan.rows, 96), block_token_tags=torch.zeros(length()))
    model(x=torch.zeros(1, rows, 96), block_token_tags=torch.zeros(rows - settings.less))


def launch():
    return 1
`;

const others: Readonly<Record<string, string>> = {
  "/project/settings.py": "less = 0\n",
  "/project/wanted.py": "def check(count):\n    raise ValueError(count)\n",
};

/** Edits in functions that no modelled call has to do with, which matter all the same, or may. */
const edits: Readonly<Record<string, readonly [old: string, changed: string]>> = {
  "a modelled call": [
    "    width = 12",
    "    width = 12\n    request(x=torch.zeros(1, 8, 4), block_token_tags=torch.zeros(9))",
  ],
  "a keyword of a modelled call": [
    "width = 12",
    "width = request(x=torch.zeros(1, 8, 4), block_token_tags=torch.ones(7))",
  ],
  "a call of a private function, which is then left to its callers": ["width = 12", "width = _run(request, 4095)"],
  "the name of a private function": ["width = 12", "width = [_run]"],
  "a variable of the module": ["    width = 12", "    global rows\n    rows = 12\n    width = 12"],
  "an attribute of an object": ["width = 12", "request.rows = 12\n    width = 12"],
  "an attribute of an object, in a pair": ["width = 12", "request.rows, width = 12, 13"],
  "an attribute by its name": ["width = 12", 'setattr(plan, "rows", 12)\n    width = 12'],
  "a variable of another module": ["width = 12", "settings.less = 96\n    width = 12"],
  "an import": ["width = 12", "from sglang.multimodal_gen.runtime.distributed import parallel_state\n    width = 12"],
  "an import of a function that raises": ["width = 12", "from wanted import check\n    width = check(3)"],
  "a launch": ["    return 1", "    initialize_model_parallel(sequence_parallel_degree=8)\n    return 1"],
  "what a function in use returns": ["return 4096", "return 4095"],
  "the name of a function in use": ["def length", "def lengths"],
  "the name of another function": ["def helper", "def length"],
  "a parameter": ["helper(request)", "helper(request, rows)"],
  "a default": ["helper(request)", "helper(request=names.append(rows))"],
  "a decorator": ["def helper", "@names.append\ndef helper"],
  "one definition less": ["def half(count):\n    return length() // 2\n", ""],
  "a statement instead of a function": ["def half(count):\n    return length() // 2\n", "rows = 12\n"],
  "a method of a class in use": ["self.rows = 4096", "self.rows = 4095"],
  "a method": ["depth = 24", "depth = self.width"],
  "an attribute of an own object": ["depth = 24", "self.depth = 24"],
  "an attribute of another object in a method": ["depth = 24", "plan.rows = 24"],
  "an attribute of an attribute in a method": ["depth = 24", "self.plan.rows = 24"],
  "a variable of the module in a method": ["depth = 24", "global rows\n        rows = 24"],
  "a modelled call in a method": [
    "depth = 24",
    "depth = self(x=torch.zeros(1, 8, 4), block_token_tags=torch.zeros(9))",
  ],
  "a property": ["return 3", "return 4"],
  "the end of a class": ["    @property", "rows = 96\n\n\nclass More:\n    @property"],
  "a base": ["class Report:", "class Report(Plan):"],
  "a variable of a class": ["    def wide(self):", "    width = 3\n\n    def wide(self):"],
  "a statement of a class that runs": ["    def wide(self):", "    plan.rows = 24\n\n    def wide(self):"],
  "a value of a class": ["    def wide(self):", "    width = names.append(3)\n\n    def wide(self):"],
  "a call in an annotation": ["helper(request)", "helper(request: names.append(rows))"],
  "a decorator of a method": ["    def wide(self):", "    @names.append\n    def wide(self):"],
  "an import at the top": ["import torch\n", "import torch\nimport math\n"],
  "an import of a name in use": ["import torch\n", "import torch\nfrom math import rows, plan\n"],
  "an import of a module of the workspace": ["import torch\n", "import torch\nimport wanted\n"],
  "an import of a variable of the workspace": ["names = []\n", "from settings import less as rows\n"],
  "an import of all names": ["names = []\n", "from settings import *\n"],
  "an import of annotations": ["import torch\n", "from __future__ import annotations\nimport torch\n"],
  "an import of what makes a launch": [
    "names = []\n",
    "from sglang.multimodal_gen.runtime.distributed import parallel_state\n",
  ],
  "another function": ["def helper", "def other(width, height=3):\n    return width * height\n\n\ndef helper"],
  "another function of the same name": ["def _run", "def length():\n    return 4095\n\n\ndef _run"],
  "another variable": ["names = []", "names = []\nlimit = 3"],
  "another value of a variable in use": ["rows = 4096\n", "rows = 4095\n"],
  "another value of another variable": ["names = []", "names = [1]"],
  "an object that is read, in a damaged function": ["    width = 12", "    width = max(plan.rows"],
  "a variable that is read, in a damaged function": ["    width = 12", "    width = max(rows"],
  "an object that is read, in a damaged class": ["depth = 24", "depth = max(plan.rows"],
  "a call that is damaged at the top level": ["names = []", "names.append(plan"],
  "a damaged function": ["    width = 12", "    width = max("],
  "a damaged head": ["def helper(request):", "def helper(request:"],
  "a text without an end": ["width = 12", 'width = """'],
};

async function projectOf(text: string): Promise<Project> {
  const project = await projectOver(new Map([...Object.entries(others), [path, text]]));
  project.openDocument(path, text);
  return project;
}

function edit(project: Project, text: string, [old, changed]: readonly [string, string]): string {
  const start = text.indexOf(old);
  expect(start).toBeGreaterThanOrEqual(0);
  project.editDocument(path, [{ start, end: start + old.length, newText: changed }]);
  return text.slice(0, start) + changed + text.slice(start + old.length);
}

test.each(Object.entries(edits))("%s", async (_, [old, changed]) => {
  const project = await projectOf(program);
  const before = project.check(path);
  // What comes behind an edit that left everything as it was, is compared with what was evaluated before both.
  let text = edit(project, program, ["width = 12", "width = 12 # wide"]);
  expect(project.check(path)).toEqual((await projectOf(text)).check(path));
  text = edit(project, text, [old, changed]);
  expect(project.check(path)).toEqual((await projectOf(text)).check(path));
  project.editDocument(path, [{ start: 0, end: text.length, newText: program }]);
  expect(project.check(path)).toEqual(before);
});

test("a variable that a function in use reads through another one", async () => {
  const text = program.replace("return 4096", "return half(1)").replace("length() // 2", "4096");
  const project = await projectOf(text);
  project.check(path);
  const edited = edit(project, text, ["    return 4096\n\n\ndef main", "    return 4095\n\n\ndef main"]);
  expect(project.check(path)).toEqual((await projectOf(edited)).check(path));
});

/** Text that somebody might type, anywhere. */
const typed = [
  "0", "1", "x", "rows", "(", ")", ":", ".", " = ", "\n", "\n    ", "#", '"', "global rows\n    ", "_run", "length()", "plan.rows = ",
  "import ", "def ", "return ", "[", ", ", "@", "class ", "lambda: ",
] as const; // prettier-ignore

const folder = new URL("../../../test/mutation/pipelines/", import.meta.url);

const pipelines = readdirSync(folder).flatMap((name) =>
  readdirSync(new URL(`${name}/`, folder)).flatMap((file) => (file.endsWith(".py") ? [`${name}/${file}`] : [])),
);

test.each(pipelines.slice(0, 6))("whatever is typed or deleted in %s", async (name) => {
  let state = name.length;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const project = await projectOf(readFileSync(new URL(name, folder), "utf8"));
  project.check(path);
  for (let round = 0; round < 8; round++) {
    const text = project.sources.text(path) ?? "";
    const start = random(text.length);
    const newText = random(3) === 0 ? "" : (typed[random(typed.length)] ?? "");
    project.editDocument(path, [{ start, end: newText === "" ? start + random(6) : start, newText }]);
    // How far functions are followed hangs on the steps, of which fewer are needed for what is known already.
    const fresh = (await projectOf(project.sources.text(path) ?? "")).check(path)?.findings;
    expect(project.check(path)?.findings, `edit ${round}`).toEqual(fresh);
  }
});
