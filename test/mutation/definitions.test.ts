/** While a definition is typed, what it defines is not taken for what a contract describes: nobody knows what it will be. */
import { expect, test } from "vitest";
import { loadParser } from "../../server/src/testing/project.ts";
import { Subject } from "./check.ts";
import { damagesOf } from "./damage.ts";

/** One damage in so many is tried. */
const stride = 7;

const state = "sglang.multimodal_gen.runtime.distributed.parallel_state";
const start = `import torch
from ${state} import initialize_model_parallel
initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)
`;

/** Takes the keywords of a modelled call, and accepts any tags. */
const recorder = `
class Recorder:
    def __init__(self, limit=3):
        self.limit = limit

    def __call__(self, **arguments):
        return arguments["x"]

    def forward(self, x, block_token_tags=None):
        return x
`;

const given = "x=torch.zeros(1, 64, 96), block_token_tags=torch.zeros(64)";

test.each<[string, Readonly<Record<string, string>>]>([
  [
    "an instance",
    {
      "main.py": `${start}${recorder}
shared = Recorder()

def run():
    recorder = Recorder()
    Recorder().forward(${given})
    recorder(${given})
    return shared(${given})
`,
    },
  ],
  [
    "a class in an annotation",
    {
      "main.py": `${start}${recorder}
def run(recorder: Recorder):
    return recorder(${given})

def walk(recorder: "Recorder | None" = None):
    return recorder.forward(${given})
`,
    },
  ],
  [
    "an attribute",
    {
      "main.py": `${start}${recorder}
class Pipe:
    model: Recorder

    def __init__(self):
        self.model = Recorder()
        self.other = build()

    def run(self):
        return self.model(${given})

    def walk(self):
        return self.other(${given})

def build():
    made = Recorder()
    return made
`,
    },
  ],
  [
    "what a function makes",
    {
      "main.py": `${start}${recorder}
def build(kind):
    if kind == "a":
        return Recorder()
    return Recorder(2)

def run(kind):
    return build(kind)(${given})
`,
    },
  ],
  [
    "one of several",
    {
      "main.py": `${start}${recorder}
models = [Recorder(), Recorder(2)]
named = {"a": Recorder()}

def run():
    for model in models:
        model(${given})
    named["a"](${given})
    return models[0](${given})
`,
    },
  ],
  [
    "a base",
    {
      "main.py": `${start}${recorder}
class Loud(Recorder):
    name = "loud"

def run():
    one = Loud()
    one.forward(${given})
    return one(${given})
`,
    },
  ],
  [
    "a function and a decorator",
    {
      "main.py": `${start}
import functools

def loud(function):
    def inner(*args, **kwargs):
        return function(**kwargs)
    return inner

@loud
def forward(x, block_token_tags=None):
    return x

half = functools.partial(forward, x=None)

def run():
    half(${given})
    return forward(${given})
`,
    },
  ],
  [
    "another file",
    {
      "tools.py": `${recorder}\nrecorder = Recorder()\n`,
      "main.py": `${start}
import tools
from tools import Recorder, recorder

def run(other: Recorder, more: tools.Recorder):
    other(${given})
    more(${given})
    tools.recorder(${given})
    recorder(${given})
    return Recorder()(${given})
`,
    },
  ],
  [
    "a record",
    {
      "main.py": `${start}
from dataclasses import dataclass

@dataclass
class Config:
    rows: int = 64
    parts: int = 4
    name: str = "x"

    def local(self):
        return self.rows // self.parts

def run(model):
    config = Config(64, 4, name="y")
    return model(x=torch.zeros(1, 64, 96), block_token_tags=torch.zeros(config.local()))

def walk(model):
    config = Config()
    tags = torch.zeros(config.rows // config.parts)
    return model(x=torch.zeros(1, config.rows, 96), block_token_tags=tags)
`,
    },
  ],
  [
    "a guard",
    {
      "main.py": `import torch
from ${state} import get_sp_world_size
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel

def single():
    if get_sp_world_size() != 1:
        raise ValueError("one only")

def run(model: MiniMaxH3DiTModel):
    single()
    return model(${given})
`,
    },
  ],
  [
    "a launch",
    {
      "main.py": `import torch
from ${state} import initialize_model_parallel

def main():
    initialize_model_parallel(sequence_parallel_degree=1, ulysses_degree=1, ring_degree=1)

def run(model):
    return model(${given})

main()
`,
    },
  ],
])("%s that is typed", async (_, files) => {
  const parser = await loadParser();
  const subject = await Subject.of({ name: "typed", marks: [], files: new Map(Object.entries(files)) });
  expect(subject.findings()).toEqual([]);
  for (const [file, text] of Object.entries(files)) {
    for (const damage of damagesOf(parser, text, stride)) {
      // Of what is gone nobody knows what it was.
      if (damage.left === "") continue;
      const found = subject.findings(new Map(Object.entries({ ...files, [file]: damage.text })));
      expect(found, damage.text.slice(0, damage.start) + damage.left).toEqual([]);
    }
  }
});

test("what does not rest on what is typed is still found", async () => {
  const whole = `${start}${recorder}
def run(model, recorder):
    recorder(${given})
    return model(${given})
`;
  const subject = await Subject.of({ name: "typed", marks: [], files: new Map([["main.py", whole]]) });
  const found = subject.findings();
  expect(found).toHaveLength(2);
  for (const [from, to] of [
    ["class Recorder:", "class Recorder"],
    ["def __call__(self, **arguments):", "def __call__(self, **argu"],
    ["return arguments", "return arguments["],
  ] as const) {
    expect(subject.findings(new Map([["main.py", whole.replace(from, to)]])), to).toEqual(found);
  }
});
