/** Further ways of handing a value on, as texts: `$value` is the value, `$a`, `$b`, `$c` are names that nobody else has. */
import type { Writer } from "./program.ts";

export interface Template {
  readonly imports?: readonly string[];
  /** Lines of `helpers.py`. */
  readonly helpers?: string;
  /** Definitions of the module, in front of the code. */
  readonly define?: string;
  /** Lines where the value is. */
  readonly before?: string;
  /** Expressions of the result, of which one is taken. */
  readonly result: readonly string[];
}

/** The expression of the result, with all that it needs written down. */
export function fill(w: Writer, { imports = [], helpers, define, before, result }: Template, value: string): string {
  const names = new Map<string, string>();
  const filled = (text: string): string =>
    text.replaceAll(/\$(value|[abc])\b/g, (_, name: string) => {
      if (name === "value") return value;
      const made = names.get(name) ?? w.fresh(name);
      names.set(name, made);
      return made;
    });
  const lines = (text: string): string[] => filled(text).trim().split("\n");
  for (const line of imports) w.import(filled(line));
  if (helpers !== undefined) w.helpers.push(...lines(helpers), "");
  if (define !== undefined)
    w.define(() => {
      for (const line of lines(define)) w.line(line);
    });
  if (before !== undefined) for (const line of lines(before)) w.line(line);
  return filled(w.random.pick(result));
}

const functions: Readonly<Record<string, Template>> = {
  generator: {
    define: `
def $a(value, count=2):
    for _ in range(count):
        yield value`,
    result: [
      "next($a($value))",
      "list($a($value))[1]",
      "[item for item in $a($value, 1)][0]",
      "tuple($a($value, 3))[-1]",
    ],
  },
  yieldFrom: {
    define: `
def $b(value):
    yield 1
    yield value
def $a(value):
    yield from $b(value)
    yield 2`,
    result: ["list($a($value))[1]", "[*$a($value)][1]"],
  },
  callback: {
    define: `
def $a(function, *args, **kwargs):
    return function(*args, **kwargs)
def $b(value, scale=1):
    return value`,
    result: ["$a($b, $value)", "$a($b, value=$value)", "$a(lambda: $value)", "$a($b, $value, scale=3)"],
  },
  dispatch: {
    define: `
def $a(value):
    return value
def $b(value):
    return None
$c = {"use": $a, "skip": $b}`,
    result: ['$c["use"]($value)', '$c.get("use", $b)($value)', '($a if "use" in $c else $b)($value)'],
  },
  decoratorWithArguments: {
    imports: ["import functools"],
    define: `
def $a(times=1, *, check=None):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            result = None
            for _ in range(times):
                result = function(*args, **kwargs)
            return result
        return wrapper
    return decorate
@$a(2)
def $b(value):
    return value`,
    result: ["$b($value)", "$b(value=$value)"],
  },
  capturedDefault: {
    before: `
$b = $value
$a = lambda value=$b: value
$b = None`,
    result: ["$a()"],
  },
  lateBinding: {
    before: `
$b = None
def $a():
    return $b
$b = $value`,
    result: ["$a()"],
  },
  counterClosure: {
    define: `
def $a(value):
    calls = 0
    def read():
        nonlocal calls
        calls += 1
        return value if calls == 2 else None
    return read`,
    before: `
$b = $a($value)
$b()`,
    result: ["$b()"],
  },
  pairOfFunctions: {
    define: `
def $a(kept=None):
    def write(value):
        nonlocal kept
        kept = value
    def read():
        return kept
    return write, read`,
    before: `
$b, $c = $a()
$b($value)`,
    result: ["$c()"],
  },
  mutableDefault: {
    define: `
def $a(value, seen=None):
    seen = [] if seen is None else seen
    seen.append(value)
    return seen`,
    result: ["$a($value)[-1]", "$a($value, [1])[1]"],
  },
  outParameter: {
    define: `
def $a(target, value):
    target["value"] = value
def $b(target, value):
    target.append(value)`,
    before: `
$c = {}
$a($c, $value)`,
    result: ['$c["value"]', '$c.pop("value")'],
  },
  manyReturns: {
    define: `
def $a(value, kind):
    if kind is None:
        return None
    elif kind == "pair":
        return value, 1
    for step in range(3):
        if step == 1 and kind == "loop":
            return value
    return [value]`,
    result: ['$a($value, "pair")[0]', '$a($value, "loop")', '$a($value, "other")[0]'],
  },
  asyncFunction: {
    imports: ["import asyncio"],
    define: `
async def $b(value):
    return value
async def $a(value):
    return await $b(value)`,
    result: ["asyncio.run($a($value))"],
  },
  cached: {
    imports: ["import functools"],
    define: `
@functools.lru_cache(maxsize=None)
def $a(name):
    return {"use": 1, "skip": 2}[name]`,
    result: ['($value if $a("use") == 1 else None)'],
  },
};

const containers: Readonly<Record<string, Template>> = {
  nestedConfig: {
    before: `
$a = {"model": {"dim": 64, "value": $value}, "steps": [1, 2]}
$a["model"]["more"] = {"x": 1}`,
    result: ['$a["model"]["value"]', '$a.get("model", {}).get("value")', '{**$a["model"]}["value"]'],
  },
  defaultDict: {
    imports: ["from collections import defaultdict"],
    before: `
$a = defaultdict(list)
$a["k"].append($value)
$a["other"].append(1)`,
    result: ['$a["k"][0]', '$a["k"][-1]'],
  },
  itemsLoop: {
    before: `
$a = None
for $b, $c in {"skip": 1, "use": $value}.items():
    if $b == "use":
        $a = $c`,
    result: ["$a"],
  },
  listPop: {
    before: `
$a = [3, $value, 5]
$a.pop(0)`,
    result: ["$a.pop(0)", "$a[0]", "$a[-2]", "$a[:-1][0]"],
  },
  deletion: {
    before: `
$a = {"k": $value, "x": 1}
del $a["x"]
$b = [0, $value]
del $b[0]`,
    result: ['$a["k"]', "$b[0]", "list($a.values())[0]", "(*$a.values(),)[0]"],
  },
  zipped: {
    before: `
$a = dict(zip(["k", "other"], [$value, 1]))
$b, $c = zip(*[("k", 1), ("x", 2)])`,
    result: ['$a["k"]', "$a[$b[0]]", "[v for k, v in zip($b, $a.values())][0]"],
  },
  reversedOrder: {
    before: `
$a = [1, 2, $value][::-1]`,
    result: ["$a[0]", "list(reversed([1, $value]))[0]", "($value, 1)[::-1][1]"],
  },
  nestedComprehension: {
    before: `
$a = [[item, index] for index, item in enumerate((1, $value)) if index > 0]
$b = {name: [value for value in values] for name, values in {"k": [$value]}.items()}`,
    result: ["$a[0][0]", '$b["k"][0]', "[item for row in $a for item in row][0]"],
  },
  chained: {
    imports: ["from itertools import chain, product"],
    before: `
$a = list(chain([1], [$value]))`,
    result: ["$a[1]", "list(product([1], [$value]))[0][1]", "sum([[1], [$value]], [])[1]"],
  },
  sortedByKey: {
    before: `
$a = sorted([("b", 1), ("a", $value)], key=lambda pair: pair[0])`,
    result: ["$a[0][1]", 'max([("b", $value), ("a", 2)], key=lambda pair: pair[0])[1]'],
  },
  mergedDicts: {
    before: `
$a = {"k": None, "x": 1}
$b = {"k": $value}
$c = {**$a, **$b}
$a |= $b`,
    result: ['$c["k"]', '$a["k"]', '($a | {"y": 2})["k"]', 'dict($a, z=1)["k"]'],
  },
  copies: {
    imports: ["import copy"],
    before: `
$a = {"k": [$value]}
$b = copy.deepcopy($a)
$a["k"][0] = None`,
    result: ['$b["k"][0]', 'copy.copy($b)["k"][0]', 'dict($b)["k"][0]', '$b.copy()["k"][0]'],
  },
  aliases: {
    before: `
$a = $b = [None]
$b[0] = $value`,
    result: ["$a[0]", "[*$a][0]", "list($a)[0]"],
  },
  starred: {
    before: `
$a, *$b, $c = 1, $value, 3, 4`,
    result: ["$b[0]", "[$a, *$b][1]", "($a, *$b, $c)[1]"],
  },
};

const classes: Readonly<Record<string, Template>> = {
  inherited: {
    define: `
class $b:
    kind = "base"
    def __init__(self, value, **options):
        self.value = value
        self.options = options
    def read(self):
        return self.value
class $a($b):
    kind = "own"
    def __init__(self, *args, extra=1, **options):
        super().__init__(*args, **options)
        self.extra = extra
    def read(self):
        return super().read()`,
    result: ["$a($value).read()", "$a($value, extra=2, more=3).value", "$b($value).read()", "$a(value=$value).read()"],
  },
  hooked: {
    define: `
class $b:
    def run(self, value):
        return self.step(value)
    def step(self, value):
        raise NotImplementedError
class $a($b):
    def step(self, value):
        return value`,
    result: ["$a().run($value)"],
  },
  mixedIn: {
    define: `
class $b:
    def read(self):
        return self.value
class $c:
    def __init__(self, value):
        self.value = value
class $a($b, $c):
    pass`,
    result: ["$a($value).read()"],
  },
  propertySetter: {
    define: `
class $a:
    def __init__(self):
        self._value = None
    @property
    def value(self):
        return self._value
    @value.setter
    def value(self, given):
        self._value = given`,
    before: `
$b = $a()
$b.value = $value`,
    result: ["$b.value"],
  },
  dataclassPost: {
    imports: ["from dataclasses import dataclass, field, asdict, replace"],
    define: `
@dataclass
class $b:
    dim: int = 64
@dataclass
class $a($b):
    given: object = None
    value: object = field(init=False)
    parts: list = field(default_factory=list)
    def __post_init__(self):
        self.value = self.given
        self.parts.append(self.given)`,
    before: `
$c = $a(given=$value)`,
    result: ["$c.value", "$c.parts[0]", "replace($c, dim=3).value", "$a(32, $value).value"],
  },
  asDict: {
    imports: ["from dataclasses import dataclass, asdict, fields"],
    define: `
@dataclass(frozen=True)
class $a:
    value: object
    dim: int = 64`,
    before: `
$b = {**vars($a($value))}`,
    result: [
      '$b["value"]',
      "$a(**$b).value",
      'getattr($a($value), "value")',
      "[getattr($a($value), f.name) for f in fields($a)][0]",
    ],
  },
  enumerated: {
    imports: ["from enum import Enum"],
    define: `
class $a(Enum):
    USE = "use"
    SKIP = "skip"`,
    result: [
      '($value if $a("use") is $a.USE else None)',
      '{$a.USE: $value, $a.SKIP: 1}[$a["USE"]]',
      '($value if $a.USE.value == "use" else 0)',
    ],
  },
  attributeDict: {
    define: `
class $a:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
    def get(self, name, default=None):
        return getattr(self, name, default)`,
    before: `
$b = $a(value=$value, dim=3)`,
    result: ["$b.value", '$b.get("value")', 'vars($b)["value"]', '$b.get("missing", $b).value'],
  },
  attributeLoop: {
    define: `
class $a:
    value = None
    dim = None`,
    before: `
$b = $a()
for $c in (("value", $value), ("dim", 3)):
    setattr($b, $c[0], $c[1])`,
    result: ["$b.value"],
  },
  itemAccess: {
    define: `
class $a:
    def __init__(self):
        self.held = {}
    def __setitem__(self, key, value):
        self.held[key] = value
    def __getitem__(self, key):
        return self.held[key]
    def __contains__(self, key):
        return key in self.held
    def __len__(self):
        return len(self.held)`,
    before: `
$b = $a()
$b["k"] = $value`,
    result: ['$b["k"]', '($b["k"] if "k" in $b else 0)', '($b["k"] if len($b) == 1 else 0)'],
  },
  registry: {
    define: `
$c = {}
def $b(name):
    def register(made):
        $c[name] = made
        return made
    return register
@$b("use")
class $a:
    def __init__(self, value):
        self.value = value`,
    result: ['$c["use"]($value).value', "$a($value).value"],
  },
  contextClass: {
    define: `
class $a:
    def __init__(self, value):
        self.value = value
    def __enter__(self):
        return self
    def __exit__(self, *details):
        return None`,
    before: `
with $a($value) as $b:
    $c = $b.value`,
    result: ["$c", "$b.value"],
  },
  contextFunction: {
    imports: ["from contextlib import contextmanager"],
    define: `
@contextmanager
def $a(value):
    try:
        yield value
    finally:
        pass`,
    before: `
with $a($value) as $b:
    $c = $b`,
    result: ["$c", "$b"],
  },
  classCounter: {
    define: `
class $a:
    made = []
    def __init__(self, value):
        self.value = value
        type(self).made.append(self)`,
    before: `
$a($value)`,
    result: ["$a.made[-1].value"],
  },
  namedTupleReplaced: {
    imports: ["from collections import namedtuple"],
    define: `
$a = namedtuple("$a", ["value", "dim"])`,
    result: [
      "$a($value, 2).value",
      "$a(1, 2)._replace(value=$value)[0]",
      "$a(dim=1, value=$value)[0]",
      '$a(*[$value, 1])._asdict()["value"]',
    ],
  },
};

const control: Readonly<Record<string, Template>> = {
  whileTrue: {
    before: `
$a, $b = None, 0
while True:
    $b += 1
    if $b < 2:
        continue
    $a = $value
    break`,
    result: ["$a"],
  },
  forElse: {
    before: `
for $b in (1, 2, 3):
    if $b > 5:
        $a = None
        break
else:
    $a = $value`,
    result: ["$a"],
  },
  elifChain: {
    before: `
$b = "b"
if $b == "a":
    $a = 1
elif $b in ("b", "c"):
    $a = $value
elif $b:
    $a = 2
else:
    $a = 3`,
    result: ["$a"],
  },
  importFallback: {
    before: `
try:
    import json as $a
except ImportError:
    $a = None
$b = $value`,
    result: ["$b", "($b if $a is not None else $b)"],
  },
  tryFinally: {
    before: `
try:
    $a = $value
finally:
    $b = 1`,
    result: ["$a", "($a if $b else 0)"],
  },
  tryElse: {
    before: `
try:
    $b = 1
except ValueError:
    $a = None
else:
    $a = $value`,
    result: ["$a"],
  },
  walrusWhile: {
    before: `
$b = [$value, None]
while ($a := $b.pop()) is None:
    pass`,
    result: ["$a"],
  },
  nestedLoops: {
    before: `
$a = None
for $b in range(2):
    for $c in range(3):
        if $b == 1 and $c == 2:
            $a = $value`,
    result: ["$a"],
  },
  noneDefault: {
    define: `
def $a(value=None, other=None):
    if other is None:
        other = value
    value = value if value is not None else other
    return other or value`,
    result: ["$a(other=$value)", "$a(None, $value)"],
  },
  typeSwitch: {
    define: `
def $a(given):
    if isinstance(given, dict):
        return given["value"]
    if isinstance(given, (list, tuple)):
        return given[0]
    return given`,
    result: ['$a({"value": $value})', "$a([$value])", "$a(($value, 2))"],
  },
  starImport: {
    imports: ["from helpers import *"],
    helpers: `
$b = {"use": True}
class $a:
    def __init__(self, value):
        self.value = value`,
    result: ["$a($value).value", '($value if $b["use"] else None)'],
  },
  helperClass: {
    imports: ["from helpers import $a as $c"],
    helpers: `
from dataclasses import dataclass
@dataclass
class $a:
    value: object = None
    def read(self):
        return self.value`,
    result: ["$c($value).read()", "$c(value=$value).value"],
  },
  helperState: {
    imports: ["import helpers"],
    helpers: `
$a = None
def $b(value):
    global $a
    $a = value
def $c():
    return $a`,
    before: `
helpers.$b($value)`,
    result: ["helpers.$c()", "helpers.$a"],
  },
};

export const anyTemplates: Readonly<Record<string, Template>> = { ...functions, ...containers, ...classes, ...control };

/** What only numbers go through; they are at least 1. */
export const numberTemplates: Readonly<Record<string, Template>> = {
  roundedUp: {
    imports: ["import math"],
    before: "$a = $value",
    result: [
      "($a + 0) // 1",
      "math.ceil($a / 2) * 2 - $a % 2",
      "(($a + 63) // 64 * 64 - (-$a % 64))",
      "max($a, 1)",
      "min(max($a, 1), 10**6)",
    ],
  },
  counted: {
    before: "$a = [0] * min($value, 50)\n$b = $value",
    result: ["($b if len($a) <= 50 else 0)", "($b - len($a) + len($a))"],
  },
  formatted: {
    before: "$a = $value",
    result: [
      'int("%d" % $a)',
      'int("{}".format($a))',
      'int(f"{$a:05d}")',
      "int(str($a).strip())",
      'int("size=" + str($a) and $a)',
    ],
  },
  parsed: {
    before: '$a = "size=" + str($value)',
    result: ['int($a.split("=")[1])', 'int($a.removeprefix("size="))', "int($a[5:])", 'int($a.partition("=")[2])'],
  },
  product: {
    imports: ["from functools import reduce", "import operator"],
    before: "$a = $value",
    result: ["reduce(operator.mul, [$a, 1])", "reduce(lambda x, y: x + y, [$a, 0])", "operator.add($a, 0)"],
  },
  shapes: {
    imports: ["import torch"],
    before: "$a = torch.zeros(2, $value, 4)\n$b, $c, _ = $a.shape",
    result: [
      "$c",
      "$a.transpose(1, 2).shape[-1]",
      "$a.flatten(0, 1).shape[0] // $b",
      "torch.cat([$a, $a], dim=1).shape[1] // 2",
      "$a.permute(1, 0, 2).size(0)",
      "$a.view($b, $c, 2, 2).shape[1]",
      "$a.mean(dim=-1).shape[1]",
      "torch.stack([$a, $a]).shape[2]",
      "$a[:, :, 0].shape[1]",
      "$a[0].shape[0]",
      "$a.unsqueeze(1).squeeze(1).shape[1]",
      "$a.expand($b, $c, 4).numel() // 8",
      "torch.empty_like($a).shape[1]",
      "$a.chunk(2, dim=2)[1].shape[1]",
    ],
  },
};
