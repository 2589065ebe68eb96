import { describe, expect, test } from "vitest";
import { check, fixture, onlyFinding } from "../testing/fixture.ts";

/** A library whose function refuses odd numbers, written in several ways. */
const library = `
#- lib/__init__.py
from .checks import *
from .checks import Layer, Base, LibraryError
#- lib/checks.py
from dataclasses import dataclass

LIMIT = 8

class LibraryError(ValueError):
    pass

def _check(n, limit):
    if n > limit:
        raise ValueError(f"{n} is above {limit}")

def small(n):
    _check(n, LIMIT)
    return n

def even(n, word="number"):
    if n % 2 == 0:
        return n
    raise LibraryError(f"{word} {n} is odd")

def asserted(n):
    assert n > 0, "n must be positive"
    assert n % 2 == 0

@dataclass
class Config:
    heads: int
    degree: int = 2

    def __post_init__(self):
        if self.heads % self.degree:
            raise ValueError("heads")

class Base:
    def forward(self, x):
        raise NotImplementedError("forward of a base")

    def run(self, x):
        return self.forward(x)

class Layer(Base):
    def __init__(self, size):
        self.size = size

    def forward(self, x):
        if x != self.size:
            raise ValueError(f"expected {self.size}, got {x}")
        return x

    @classmethod
    def of(cls, size):
        if size < 1:
            raise ValueError("no size")
        return cls(size)
`;

const run = (program: string, more = ""): ReturnType<typeof check> => check(`${program}${library}${more}`);

describe("what is found", () => {
  test("in a helper of a function, on the argument, with the library's text and the place that raises", async () => {
    const made = await run(`
from lib import small

def start():
    return small(n=9)  # error: [library-guard]
`);
    const finding = onlyFinding(made);
    expect(finding.message).toBe("This call raises ValueError: 9 is above 8");
    expect(finding.runtime).toEqual({ exception: "ValueError", text: "9 is above 8" });
    const at = ({ path, start, end }: typeof finding.location): string =>
      made.project.sources.text(path)?.slice(start, end) ?? "";
    expect(at(finding.location)).toBe("9");
    expect(finding.related.map(({ location, message }) => `${message}: ${at(location)}`)).toContain(
      'the library raises it here: raise ValueError(f"{n} is above {limit}")',
    );
  });

  test("behind an early return, in an assertion, in a dataclass, in methods of an instance that is known", async () => {
    await run(`
import lib
from lib.checks import Config

def start():
    lib.even(3)  # error: [library-guard]

def positive():
    lib.asserted(0)  # error: [library-guard]

def without_text():
    lib.asserted(1)  # error: [library-guard]

def configure():
    return Config(heads=7)  # error: [library-guard]

def method():
    layer = lib.Layer(4)
    layer.run(4)
    return layer.run(5)  # error: [library-guard]

def factory():
    return lib.Layer.of(0)  # error: [library-guard]

def base():
    return lib.Base().run(1)  # error: [library-guard]
`);
  });

  test("through functions of the user's own, on the argument that is wrong", async () => {
    await run(`
from helpers import both

def start():
    return both(2, 11)  # error: [library-guard]

def fine():
    return both(2, 4)
#- helpers.py
import lib

def both(a, b):
    lib.small(a)
    return lib.small(b)
`);
  });

  test("an exception that a handler is not for", async () => {
    await run(`
import lib

def start():
    try:
        return lib.small(9)  # error: [library-guard]
    except KeyError:
        return None
`);
  });

  test.each([
    ["'n is {} of {most}'.format(n, most=2)", "n is 3 of 2"],
    ["'n is %d of %s' % (n, 2)", "n is 3 of 2"],
    ["'n is ' + f'{n}' + '!'", "n is 3!"],
    ["'n', n", "('n', 3)"],
  ])("the text of ValueError(%s)", async (argument, text) => {
    const made = await check(
      `import kit\nkit.guard(3)  # error: [library-guard]\n#- kit/__init__.py\ndef guard(n):\n    if n > 2:\n        raise ValueError(${argument})\n`,
    );
    expect(onlyFinding(made).runtime).toEqual({ exception: "ValueError", text });
  });

  test("what hangs on the world is a warning that says when", async () => {
    const made = await fixture(`
import vendored
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ulysses_parallel_world_size

def start():
    return vendored.attend(1, get_ulysses_parallel_world_size())
#- vendored/__init__.py
def attend(heads, degree):
    if heads % degree != 0:
        raise ValueError(f"{heads} heads for {degree} ranks")
`);
    expect(onlyFinding(made)).toMatchObject({ severity: "warning", rule: "library-guard" });
  });
});

describe("what is not", () => {
  test.each([
    ["an unknown argument", "def start(n):\n    lib.small(n)"],
    ["a keyword that may be there", "def start(**more):\n    lib.even(word='x', **more)"],
    ["an undecided branch", "def start(fast):\n    if fast:\n        lib.small(9)"],
    ["one side of an undecided value", "def start(fast):\n    lib.small(9 if fast else 3)"],
    ["an operand that may not run", "def start(n):\n    return n > 3 and lib.small(9)"],
    ["a caught exception", "def start():\n    try:\n        lib.small(9)\n    except ValueError:\n        pass"],
    ["a caught class above", "def start():\n    try:\n        lib.even(3)\n    except ValueError:\n        pass"],
    [
      "a handler nobody knows",
      "import other\ndef start():\n    try:\n        lib.small(9)\n    except other.Error:\n        pass",
    ],
    ["code in a handler", "def start():\n    try:\n        work()\n    except KeyError:\n        lib.small(9)"],
    ["an expected exception", "import pytest\ndef test():\n    with pytest.raises(ValueError):\n        lib.small(9)"],
    ["a context nobody knows", "import tools\ndef test():\n    with tools.raises():\n        lib.small(9)"],
    ["a decorator nobody knows", "import tools\n@tools.expect(ValueError)\ndef test():\n    lib.small(9)"],
    [
      "an abstract method of a class that may have another",
      "class Mine(lib.Base):\n    def go(self):\n        self.run(1)",
    ],
    ["an instance somebody else made", "def start(layer: lib.Layer):\n    layer.forward(5)"],
    ["an attribute that a class below may change", "class A:\n    n = 9\n    def go(self):\n        lib.small(self.n)"],
    ["a loop that may not run", "def start(n):\n    while n > 3:\n        lib.small(9)"],
    [
      "a value that a loop changes",
      "def start(rows):\n    n = 9\n    for row in rows:\n        n = n - row\n    lib.small(n)",
    ],
  ])("%s", async (_, program) => {
    await run(`import lib\n${program}\n`);
  });

  test.each([
    ["a parameter", "def start(model: lib.Base):\n    model.run(3)"],
    ["a quoted annotation", "def start(model: 'lib.Base | None' = None):\n    model.run(3)"],
    [
      "what a test says",
      "def start(make):\n    model = make()\n    assert isinstance(model, lib.Base)\n    model.run(3)",
    ],
    ["a field", "class Pipe:\n    layer: lib.Base\n    def start(self):\n        self.layer.run(3)"],
    [
      "an attribute",
      "class Pipe:\n    def __init__(self, layer: lib.Base):\n        self.layer = layer\n    def start(self):\n        self.layer.run(3)",
    ],
    ["self", "class Mine(lib.Base):\n    def start(self):\n        self.run(3)"],
    ["super()", "class Mine(lib.Base):\n    def run(self, x):\n        return super().run(x)"],
    ["the base by name", "class Mine(lib.Base):\n    def run(self, x):\n        return lib.Base.run(self, x)"],
    ["cls()", "class Mine(lib.Base):\n    @classmethod\n    def start(cls):\n        cls().run(3)"],
    ["type(self)()", "class Mine(lib.Base):\n    def start(self):\n        type(self)().run(3)"],
    ["self.__class__()", "class Mine(lib.Base):\n    def start(self):\n        self.__class__().run(3)"],
    [
      "a class method of self",
      "class Mine(lib.Base):\n    def start(self):\n        self.make().run(3)\n    @classmethod\n    def make(cls):\n        return cls()",
    ],
    ["a class that is handed in", "def start(kind: type[lib.Base]):\n    kind().run(3)"],
    [
      "a class method of cls",
      "class Mine(lib.Layer):\n    @classmethod\n    def start(cls):\n        return cls.of(0)",
    ],
  ])("an instance that may be of a class below: %s", async (_, program) => {
    await run(`import lib\n${program}\n`);
  });

  test.each([
    [
      "a variable that is set later",
      "_ready = False\ndef start():\n    global _ready\n    _ready = True\ndef guard(n):\n    if not _ready:\n        raise RuntimeError",
    ],
    ["a list that others fill", "KINDS = []\ndef guard(n):\n    if n not in KINDS:\n        raise KeyError(n)"],
    [
      "an import that may fail",
      "try:\n    import fast\nexcept ImportError:\n    fast = None\ndef guard(n):\n    if fast is None:\n        raise ImportError",
    ],
    ["a version", "import torch\ndef guard(n):\n    if torch.__version__ < '3':\n        raise ImportError"],
    ["an environment variable", "import os\ndef guard(n):\n    if 'X' not in os.environ:\n        raise ValueError"],
    [
      "an exception that is caught on the way",
      "def inner(n):\n    raise ValueError(n)\ndef guard(n):\n    try:\n        inner(n)\n    except ValueError:\n        return None",
    ],
    [
      "a feature probe",
      "def guard(n):\n    try:\n        import fast\n    except ImportError:\n        fast = None\n    if fast is None:\n        raise ImportError('fast')",
    ],
    [
      "an unknown call before it",
      "from other import check\ndef guard(n):\n    check(n)\n    if n > 2:\n        raise ValueError(n)",
    ],
    ["a loop of unknown length", "def guard(n):\n    for item in load(n):\n        raise ValueError(item)"],
    [
      "a loop that may return first",
      "def guard(n):\n    for item in range(n):\n        if item == 2:\n            return item\n    raise ValueError(n)",
    ],
    ["a generator", "def guard(n):\n    if n > 2:\n        raise ValueError(n)\n    yield n"],
    ["a coroutine", "async def guard(n):\n    raise ValueError('x')"],
    ["a function that raises what it is told", "def guard(n):\n    raise ValueError(n)"],
    [
      "a decorator nobody knows",
      "from other import wrap\n@wrap\ndef guard(n):\n    if n > 2:\n        raise ValueError(n)",
    ],
    [
      "one of two definitions",
      "import sys\nif sys.platform == 'linux':\n    def guard(n):\n        return n\nelse:\n    def guard(n):\n        raise OSError",
    ],
    [
      "a context that may end it",
      "import contextlib\ndef guard(n):\n    with contextlib.suppress(ValueError):\n        if n > 2:\n            raise ValueError(n)",
    ],
    ["a recursion without end", "def guard(n):\n    return guard(n + 1)"],
    ["a constant that the user sets", "LIMIT = 2\ndef guard(n):\n    if n > LIMIT:\n        raise ValueError(n)"],
    [
      "a metaclass",
      "class Meta(type):\n    def __call__(cls, n):\n        return n\nclass guard(metaclass=Meta):\n    def __init__(self, n):\n        raise ValueError('x')",
    ],
    [
      "a class that makes others",
      "class guard:\n    def __new__(cls, n):\n        return n\n    def __init__(self, n):\n        raise ValueError('x')",
    ],
    [
      "a value of a class variable",
      "class State:\n    ready = []\ndef guard(n):\n    if not State.ready:\n        raise ValueError",
    ],
    [
      "attributes set by name",
      "class guard:\n    def __init__(self, n):\n        self.n = n\n        self.__dict__.update(load())\n        if self.n > 2:\n            raise ValueError",
    ],
  ])("in a library: %s", async (name, source) => {
    const first = name === "a constant that the user sets" ? "kit.LIMIT = 100\n" : "";
    await check(`import kit\n${first}\ndef start():\n    kit.guard(3)\n#- kit/__init__.py\n${source}\n`);
  });

  test("functions of the same package, or of the same folder of scripts", async () => {
    await check(`
from helpers import guard

def start():
    guard(3)
#- helpers.py
def guard(n):
    if n > 2:
        raise ValueError(n)
#- pack/__init__.py
#- pack/a.py
def guard(n):
    if n > 2:
        raise ValueError(n)
#- pack/b/c.py
from pack.a import guard

def start():
    guard(3)
`);
  });
});

describe("a class that is known to the caller and to the library", () => {
  const kinds = `
#- lib/__init__.py
from lib.kinds import Kind, Plain, run, same, plain
#- lib/kinds.py
from enum import Enum

class Kind(Enum):
    ONE = "one"
    TWO = "two"

class Plain:
    pass

def run(kind):
    if not isinstance(kind, Kind):
        raise TypeError("a Kind is wanted")

def same(kind):
    if kind != Kind.ONE:
        raise ValueError("one is wanted")
    if kind is not Kind.ONE:
        raise ValueError("the one is wanted")

def plain(value):
    if not isinstance(value, Plain):
        raise TypeError("a Plain is wanted")
`;

  test("is one class", async () => {
    await check(`
import lib
from lib.kinds import Kind, Plain
lib.run(Kind.ONE)
lib.run(lib.Kind.TWO)
lib.same(Kind.ONE)
lib.plain(Plain())
def main(kind: Kind, value: Plain):
    lib.run(kind)
    lib.plain(value)
${kinds}`);
  });
});

test("a default that nobody is seen to leave may be set by all who call", async () => {
  await check(`
import lib
def start(word=None, mode="slow"):
    lib.needs(word)
    lib.fast(mode)
#- lib/__init__.py
def needs(word):
    if word is None:
        raise ValueError("a word is wanted")
def fast(mode):
    if mode == "slow":
        raise ValueError("too slow")
`);
});

test("a test module that is marked may not run where its calls raise", async () => {
  await run(`
import pytest
import lib
pytestmark = pytest.mark.skipif(True, reason="never")
def test_it():
    lib.even(3)
`);
});

test("library code that is followed first leaves contracts as they are for programs", async () => {
  await run(
    `
from lib.gpus import only_new
only_new(1)

import torch
reveal(torch.cuda.get_device_capability()[0])  # revealed: 9 or 10
`,
    `
#- lib/gpus.py
import torch

def only_new(n):
    if torch.cuda.get_device_capability()[0] < 9 and n > 0:
        raise ValueError("an old GPU")
    return n
`,
  );
});

test("nobody says on which GPU the program runs", async () => {
  await run(
    `
from lib.gpus import only_new
only_new(1)
only_new(-1)  # error: [library-guard]
`,
    `
#- lib/gpus.py
import torch

def only_new(n):
    if n < 0:
        raise ValueError("a number below 0")
    if torch.cuda.get_device_capability()[0] < 10:
        raise ValueError("an old GPU")
    return n
`,
  );
});

test("what is passed to the program may be what the library takes", async () => {
  await run(`
import argparse
from lib import small
parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=4)
parser.add_argument("--m", type=int)
args = parser.parse_args()
small(args.n)
small(args.m)
`);
});

describe("a contract and the workspace's own source", () => {
  const helper = "sglang/kernels/ops/attention/flash_attn/cute/block_sparsity.py";
  const program = (tail: string): string => `
from sglang.kernels.ops.attention.flash_attn.cute.block_sparsity import infer_block_sparse_expected_shapes

def shapes(tensors):
    return infer_block_sparse_expected_shapes(
        tensors, batch_size=1, num_head=8, seqlen_q=4096, seqlen_k=4096, m_block_size=128, n_block_size=128,
        q_stage=1, context="", sparse_block_size_kv=${tail}
    )
#- ${helper}
def infer_block_sparse_expected_shapes(
    tensors, *, batch_size, num_head, seqlen_q, seqlen_k, m_block_size, n_block_size, q_stage, context,
    sparse_block_size_q=None, sparse_block_size_kv=None, **more
):
`;

  test("what the source accepts is not reported", async () => {
    await check(`${program("64,")}    if n_block_size % sparse_block_size_kv != 0:
        raise ValueError("no multiple")
    return None
`);
  });

  test("what both refuse is one finding, in the words of the source", async () => {
    const made = await check(`${program("64,  # error: [kv-block-size]")}    if sparse_block_size_kv != n_block_size:
        raise RuntimeError(f"use {n_block_size}")
    return None
`);
    expect(onlyFinding(made).runtime).toEqual({ exception: "RuntimeError", text: "use 128" });
  });

  test("what the source alone refuses is reported in its words", async () => {
    const made = await check(`${program("128,  # error: [library-guard]")}    if sparse_block_size_kv > 64:
        raise ValueError("at most 64")
    return None
`);
    expect(onlyFinding(made).message).toBe("This call raises ValueError: at most 64");
  });

  test("where the source is not understood, the contract stands if the source says the same", async () => {
    const refused = (text: string): string =>
      `    if check(tensors, sparse_block_size_kv):\n        raise ValueError(${text})\n`;
    const said = 'f"Block sparse tensors{context} require BLOCK_SIZE_KV={n_block_size}."';
    await check(`${program("64,  # error: [kv-block-size]")}${refused(said)}`);
    await check(`${program("64,")}${refused('"no"')}`);
  });
});

describe("what belongs together", () => {
  const refusing = `def small(n):
    if n > 8:
        raise ValueError("too big")
`;

  test("a package, its folders without __init__.py, and a workspace that is a package itself", async () => {
    await check(`
#- __init__.py
# the workspace
#- pkg/__init__.py
# the package
#- pkg/inner.py
from pkg.names.space import small
small(9)
#- pkg/names/space.py
from pkg.inner import other
${refusing}
#- pkg/names/user.py
from pkg.sub import small
small(9)
#- pkg/sub/__init__.py
${refusing}
`);
  });
});

describe("in a workspace of many files", () => {
  const others = Array.from({ length: 200 }, (_, i) => `#- others/m${i}.py\n# a module\n`).join("");
  const refusing = `def small(n):
    if n > 8:
        raise ValueError("too big")
`;

  test("code that has nothing to do with torch is left alone", async () => {
    await check(`
from lib import small
small(9)
#- lib/__init__.py
${refusing}${others}`);
  });

  test("a program that uses torch is looked into", async () => {
    await check(`
import torch
from lib import small
small(9)  # error: [library-guard]
#- lib/__init__.py
${refusing}${others}`);
  });

  test("so is a library that does", async () => {
    await check(`
from lib import small
small(9)  # error: [library-guard]
#- lib/__init__.py
import torch
${refusing}${others}`);
  });
});
