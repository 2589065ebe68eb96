/** What is not known is counted by its cause, each place once. */
import { expect, test } from "vitest";
import { Unknowns } from "../interpreter/unknowns.ts";
import { projectOf } from "../testing/project.ts";
import { Memories } from "./memories.ts";
import { evaluateFile } from "./program.ts";

async function causes(text: string): Promise<Record<string, number>> {
  const { sources, options, budget } = await projectOf({ "a.py": text });
  const { library, world, clock } = options;
  const unknowns = new Unknowns();
  evaluateFile({
    ...{ path: "/project/a.py", sources, library, world, budget, clock, unknowns, memories: new Memories() },
    // Everything is evaluated for somebody who looks at everything.
    observe: () => undefined,
  });
  return Object.fromEntries(unknowns.byCause());
}

test.each([
  ["a call of a library", "import torch\na = torch.foo(1)\nb = a\nc = torch.foo(2)\n", { "call of torch.foo": 2 }],
  ["a call that nobody uses the result of", "import torch\ntorch.manual_seed(0)\n", {}],
  ["a method of an object that was handed in", "def f(vae, x):\n    return vae.encode(x)\n", { "call of .encode": 1 }],
  ["a parameter and its parts", "def f(x):\n    return x.size + x[0]\n", {}],
  [
    "what is made of something unknown",
    "a = missing\nb = a.part\nc = a + 1\n",
    {
      "a name that nothing known defines": 1,
      "attribute of an unknown object": 1,
      "operator + on an unknown object": 1,
    },
  ],
  [
    "a loop",
    "def f(n):\n    i = 1\n    for _ in range(n):\n        i = i * 2\n    return i\n",
    { "written by a loop that was widened": 1 },
  ],
  [
    "a place that is evaluated for several callers",
    "import torch\ndef f(x):\n    return torch.foo(x)\na = f(1)\nb = f(2)\n",
    { "call of torch.foo": 1 },
  ],
  [
    "one of several values",
    "import os\nx = os.foo() if os.bar() else 1\n",
    { "call of os.bar": 1, "call of os.foo": 1 },
  ],
])("%s", async (_, text, expected) => {
  expect(await causes(text)).toEqual(expected);
});

test("most first, then by name", async () => {
  expect(Object.entries(await causes("import os\na = os.b()\nb = os.a()\nc = os.c()\nd = os.c()\n"))).toEqual([
    ["call of os.c", 2],
    ["call of os.a", 1],
    ["call of os.b", 1],
  ]);
});
