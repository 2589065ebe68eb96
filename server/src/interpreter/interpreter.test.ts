/** What the interpreter makes of Python, construct by construct. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

const cases: readonly [string, string][] = [
  [
    "arithmetic and assignment of every form",
    `
a = b = 4
c, (d, *e) = 1, (2, 3, 4)
a += 3
f: int = a * b - 1
reveal(f)  # revealed: 27
reveal(d)  # revealed: 2
reveal(len(e))  # revealed: 2
reveal(7 // 2 + 7 % 3 + 2 ** 4 + (1 << 7))  # revealed: 148
reveal((g := 5) + g)  # revealed: 10
`,
  ],
  [
    "a splat of unknown length may be any number of arguments, of whatever is called",
    `
import torch
def f(sizes, numbers):
    reveal(torch.zeros(*sizes, 4))  # revealed: torch.zeros(*sizes, 4)
    reveal(torch.zeros(*sizes[:-1], sizes[-1] * 2).shape)  # revealed: torch.zeros(*sizes[:-1], sizes[-1] * 2).shape
    reveal(max(3, *numbers))  # revealed: max(3, *numbers)
    reveal(torch.zeros(*(2, 3), 4))  # revealed: Tensor[2, 3, 4] float32
`,
  ],
  [
    "strings and containers",
    `
d = {"a": 1, **{"b": 2}}
d["c"] = 3
d.update(d=4)
reveal(d["a"] + d["b"] + d["c"] + d["d"])  # revealed: 10
reveal(d.get("x", 5))  # revealed: 5
l = [1, 2]
l.append(3)
l += [4]
reveal(sum(l))  # revealed: 10
reveal(l[-1])  # revealed: 4
reveal(max(1, 7, 3) - min(l))  # revealed: 6
reveal(f"{d['a']}-{len(l)}")  # revealed: "1-4"
reveal([x * 2 for x in (1, 2)][1])  # revealed: 4
reveal(divmod(7, 2)[0])  # revealed: 3
`,
  ],
  [
    "one element repeated as often as a number says that is not known",
    `
import torch
def f(x: torch.Tensor, n):
    rows = x.shape[0]
    tags = [0] * rows
    reveal(len(tags))  # revealed: x.shape[0]
    reveal(torch.tensor(tags))  # revealed: Tensor[x.shape[0]] int64
    reveal(torch.tensor([[1.5] * rows] * 3, device="cuda"))  # revealed: Tensor[3, x.shape[0]] float32
    reveal(torch.LongTensor([1] * rows))  # revealed: Tensor[x.shape[0]] int64
    reveal(torch.tensor([0] * n))  # revealed: Tensor[max(n, 0)] int64
    for tag in tags:
        reveal(tag)  # revealed: 0
    tags.append(1)
    reveal(torch.tensor(tags))  # revealed: Tensor[…]
    other = [0] * rows
    other[0] = 2.5
    reveal(torch.tensor(other))  # revealed: Tensor[…]
`,
  ],
  [
    "functions: defaults, keywords, splats, closures, partial",
    `
from functools import partial
def add(a, b=2, *rest, scale=1, **more):
    return (a + b + len(rest)) * scale + more.get("extra", 0)
reveal(add(1))  # revealed: 3
reveal(add(1, 2, 3, 4, scale=10))  # revealed: 50
reveal(add(*(1, 2), **{"scale": 3, "extra": 1}))  # revealed: 10
def outer(n):
    def inner(m):
        return n * m
    return inner
reveal(outer(3)(4))  # revealed: 12
reveal((lambda x, y=2: x - y)(7))  # revealed: 5
reveal(partial(add, 1, scale=2)(5))  # revealed: 12
`,
  ],
  [
    "classes: attributes, properties, inheritance, super",
    `
class Base:
    factor = 2
    def __init__(self, n):
        self.n = n
    @property
    def double(self):
        return self.n * self.factor
    @staticmethod
    def one():
        return 1
    @classmethod
    def make(cls, n):
        return cls(n + cls.one())
class Derived(Base):
    factor = 3
    def __init__(self, n, m):
        super().__init__(n)
        self.m = m
reveal(Base(5).double)  # revealed: 10
reveal(Derived(5, 1).double)  # revealed: 15
reveal(Base.make(2).n)  # revealed: 3
thing = Base(1)
thing.n = 8
reveal(thing.double)  # revealed: 16
`,
  ],
  [
    "dataclasses",
    `
from dataclasses import dataclass, field
@dataclass
class Config:
    rows: int
    degree: int = 2
    sizes: list = field(default_factory=list)
    def local(self):
        return self.rows // self.degree
reveal(Config(4096).local())  # revealed: 2048
reveal(Config(rows=4096, degree=8).local())  # revealed: 512
`,
  ],
  [
    "attributes of some instance: what the class holds is a default where instances set their own",
    `
from dataclasses import dataclass
@dataclass
class Config:
    block: int = 64
class Fixed:
    block = 64
class Tuned:
    block = 64
    def tune(self, n):
        self.block = n
def f(config: Config, fixed: Fixed, tuned: Tuned):
    reveal(config.block)  # revealed: config.block
    reveal(fixed.block)  # revealed: 64
    reveal(tuned.block)  # revealed: tuned.block
reveal(Config().block)  # revealed: 64
`,
  ],
  [
    "slices made by name, and one of several equal items",
    `
import torch
def f(n, i):
    rows = slice(n, n + 4)
    reveal(torch.zeros(8)[slice(2)])  # revealed: Tensor[2] float32
    reveal(torch.zeros(8)[slice(2, 6)])  # revealed: Tensor[4] float32
    reveal(torch.zeros(8).chunk(4)[i])  # revealed: Tensor[2] float32
`,
  ],
  [
    "conditions: narrowing, correlated tests, early returns",
    `
def f(flag, n):
    if flag:
        a = 1
    else:
        a = 2
    if flag:
        reveal(a)  # revealed: 1
    reveal(a)  # revealed: 1 or 2
    if n != 4:
        raise ValueError
    reveal(n)  # revealed: 4
def g(n):
    assert n % 64 == 0
    reveal(n % 32)  # revealed: 0
def h(flag):
    def inner():
        if flag:
            return 1
        return 2
    reveal(inner())  # revealed: 1 or 2
    reveal(3 if True else 4)  # revealed: 3
    reveal(None or 5)  # revealed: 5
`,
  ],
  [
    "loops: short ones unrolled, others widened",
    `
total = 0
for i in range(4):
    total += i
reveal(total)  # revealed: 6
def f(n):
    total = 0
    for i in range(n):
        total += 1
    reveal(total)  # revealed: ?
    same = 3
    while n > 0:
        n -= 1
    reveal(same)  # revealed: 3
def g(n):
    for i in range(n):
        for j in range(n):
            reveal(i - j)  # revealed: i - i
for a, b in zip((1, 2), (3, 4)):
    last = a * b
reveal(last)  # revealed: 8
`,
  ],
  [
    "a guard on a length that is cut to at least 0 again",
    `
import torch
from sglang.multimodal_gen.runtime.distributed import get_sp_world_size
from sglang.multimodal_gen.runtime.models.dits.minimax_h3 import MiniMaxH3DiTModel
def f(length):
    degree = pow(get_sp_world_size(), 1)
    assert length % degree == 0
    MiniMaxH3DiTModel()(
        x=torch.zeros(1, length * 2, 96)[:, ::2], block_token_tags=torch.zeros(length // degree)
    )
    reveal(length % degree)  # revealed: 0
`,
  ],
  [
    "patterns of sequences",
    `
from typing import NamedTuple
class Pair(NamedTuple):
    a: int
    b: int
def f(n, flag):
    match ("use", 3):
        case ("skip", _):
            a = 1
        case [_, _, _]:
            a = 2
        case ("use", 3):
            a = 3
        case _:
            a = 4
    reveal(a)  # revealed: 3
    match [1, (2, -3)]:
        case [1, [b, -2]] | [b, [1, -3]]:
            c = 1
        case [1, [b, -3]]:
            c = 2
    reveal((b, c))  # revealed: (2, 2)
    match Pair(5, 6):
        case (d, e) if d > e:
            d = 0
        case (d, 6) as e:
            pass
    reveal((d, e[1]))  # revealed: (5, 6)
    for g in (1, None, "ab", {1: 2}, {3}, 1.5, (1,)):
        match g:
            case (_, _):
                h = "pair"
            case []:
                h = "empty"
            case _:
                h = "other"
        reveal(h)  # revealed: "other"
    match n, 2:
        case 4, k:
            k += 1
        case _, 2:
            k = 3
    reveal(k)  # revealed: 3
    m = 7
    match n:
        case (m, 1):
            o = 1
        case _:
            o = m
    reveal(o)  # revealed: 1 or 7
    match (4, 5) if flag else (4, 6):
        case (4, p):
            pass
        case _:
            p = 5
    reveal(p)  # revealed: p or 5
`,
  ],
  [
    "try, with, match",
    `
def f(n):
    try:
        a = int(n)
    except ValueError:
        a = 2
    reveal(a)  # revealed: n or 2
    try:
        b = n
        c = [n, (1, "x"), lambda: n]
    except (KeyError, NameError):
        b = 2
    else:
        b = 3
    finally:
        e = 4
    reveal((b, e))  # revealed: (3, 4)
    try:
        g = unicode
    except NameError:
        g = 1
    reveal(g)  # revealed: ? or 1
    match 3:
        case 1 | 2:
            b = 1
        case 3:
            b = 2
        case _:
            b = 3
    reveal(b)  # revealed: 2
`,
  ],
  [
    "ceil and padding idioms",
    `
import math
def f(x):
    t = x.shape[0]
    reveal((-(-t // 128) * 128) % 128)  # revealed: 0
    reveal(math.ceil(t / 128) - (t + 127) // 128)  # revealed: 0
    pad = (64 - t % 64) % 64
    reveal((t + pad) % 64)  # revealed: 0
`,
  ],
  [
    "slices by rank",
    `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_world_size, get_sp_parallel_rank
def f(x):
    sp, rank = get_sp_world_size(), get_sp_parallel_rank()
    n = x.shape[0] // sp
    reveal(x[rank * n : (rank + 1) * n].shape[0])  # revealed: x.shape[0] // (ulysses * ring)
    reveal(x.narrow(0, rank * n, n).shape[0])  # revealed: x.shape[0] // (ulysses * ring)
    reveal(x[:n].shape[0])  # revealed: x.shape[0] // (ulysses * ring)
    assert x.shape[0] % sp == 0
    reveal(torch.cat([x, torch.zeros(3)]).shape[0] - x.shape[0])  # revealed: 3
`,
  ],
  [
    "modules: relative, aliased and star imports, re-exports, cycles",
    `
from package import SIZE as S, local
from package.sizes import *
import package.sizes as sizes
reveal(S)  # revealed: 4096
reveal(local(4))  # revealed: 1024
reveal(UNIT + sizes.UNIT)  # revealed: 128
#- package/__init__.py
from .sizes import SIZE
from .helpers import local
#- package/sizes.py
SIZE = 4096
UNIT = 64
#- package/helpers.py
from . import sizes
import package
def local(degree):
    return sizes.SIZE // degree
`,
  ],
  [
    "what unknown code may have changed is unknown",
    `
def f(other, d, n):
    known = {"a": 1}
    other(known)
    reveal(known["a"])  # revealed: ?
    other(n)
    reveal(n)  # revealed: n
    d["k"] = 2
    reveal(d["k"])  # revealed: 2
`,
  ],
  [
    "an attribute named like a method is a value",
    `
def f(config):
    n = config.dim
    reveal(n - config.dim)  # revealed: 0
    reveal(config.size * 2)  # revealed: 2 * config.size
`,
  ],
  [
    "a tensor reshaped in place has another shape",
    `
import torch
x = torch.zeros(4, 5)
x.unsqueeze_(0)
reveal(x)  # revealed: x.unsqueeze_(0)
`,
  ],
  [
    "decorators that keep the signature",
    `
import functools
def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper
@logged
def twice(n):
    return 2 * n
reveal(twice(4))  # revealed: 8
`,
  ],
  [
    "recursion and import cycles end",
    `
def f(n):
    return f(n - 1) if n else 0
f(3)
from other import x
reveal(x)  # revealed: 1
#- other.py
from main import f
x = 1
`,
  ],
  [
    "recursion whose end is certain, and such as may not end",
    `
def down(value, depth=3):
    return value if depth == 0 else down(value, depth - 1)
reveal(down(64))  # revealed: 64
def rounds(value, depth):
    if depth > 0:
        return rounds(value, depth - 1)
    return value
reveal(rounds((3, 4), 6)[1])  # revealed: 4
def total(tree):
    return tree if isinstance(tree, int) else sum(total(part) for part in tree)
reveal(total([1, [2, [3, 4]], (5,)]))  # revealed: 15
def either(n):
    if n > 3:
        return either(n - 1) + either(n - 2)
    return 1
def f(n):
    either(n)
    reveal(n)  # revealed: n
reveal(down(64, 40))  # revealed: down(value, depth - 1)
`,
  ],
  [
    "the piece that a rank takes of pieces of different lengths",
    `
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_sp_parallel_rank, initialize_model_parallel
initialize_model_parallel(sequence_parallel_degree=3, ulysses_degree=3, ring_degree=1)
rows = torch.zeros(10)
rank = get_sp_parallel_rank()
reveal(rows.chunk(3)[rank].shape[0])  # revealed: 4 or 2
reveal(rows.tensor_split(3)[rank].shape[0])  # revealed: 4 or 3
reveal(rows.split(1)[rank].shape[0])  # revealed: 1
reveal(torch.chunk(rows, 3)[1].shape[0])  # revealed: 4
def f(i):
    reveal(rows.chunk(3)[i])  # revealed: rows.chunk(3)[i]
`,
  ],
  [
    "dtypes are the same by any of their names; of two floating ones autocast may have made one the other",
    `
import torch
x = torch.zeros(2, 3).long()
reveal(x.dtype == torch.long)  # revealed: True
reveal(x.dtype != torch.float32)  # revealed: True
reveal(x.dtype in (torch.float16, torch.bfloat16))  # revealed: False
reveal(x.bool().dtype == torch.int64)  # revealed: False
reveal(1 if x.float().dtype == torch.bfloat16 else 2)  # revealed: 1 or 2
def f(y):
    reveal(1 if y.dtype == torch.long else 2)  # revealed: 1 or 2
`,
  ],
  [
    "arithmetic that cannot be done",
    `
reveal(1 // 0)  # revealed: ?
reveal(10 ** 400)  # revealed: ?
reveal([1][5])  # revealed: [1][5]
`,
  ],
];

test.each(cases)("%s", async (_, text) => {
  await check(text);
});

test("a try and its handler may both have returned", async () => {
  await check(`
def has():
    try:
        import triton
        return True
    except ImportError:
        return False

reveal(has())  # revealed: True or False
reveal(1 if has() else 2)  # revealed: 1 or 2
reveal(1 if not has() else 2)  # revealed: 1 or 2
`);
});
