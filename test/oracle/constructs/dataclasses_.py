import dataclasses
from dataclasses import asdict, astuple, dataclass, field, replace, InitVar
from typing import ClassVar, Optional

@dataclass
class Base:
    a: int
    b: int = 2
    names: list = field(default_factory=list)
    kind: ClassVar[str] = "base"

@dataclass
class Derived(Base):
    b: int = 5
    c: int = field(default=7)
    d: Optional[int] = None

    def __post_init__(self):
        if self.d is None:
            self.d = self.a * self.b

x = Derived(1)
reveal(x.a)
reveal(x.b)
reveal(x.c)
reveal(x.d)
reveal(x.kind)
reveal(Derived.kind)
reveal(len(x.names))
x.names.append(3)
reveal(len(x.names) - len(Derived(2).names))
reveal(Derived(4, 3, [], 9, 8).c)
reveal(Derived(a=4, d=8).d)
reveal(Derived(4, d=8, b=1).b)

y = replace(x, a=10)
reveal(y.a)
reveal(x.a)
reveal(y.c)
reveal(y.d)
reveal(len(y.names))
y.names.append(4)
reveal(len(x.names))
z = dataclasses.replace(x, b=6, d=None)
reveal(z.d)

whole = asdict(x)
reveal(whole["a"])
reveal(whole["d"])
reveal(len(whole))
whole["a"] = 99
reveal(x.a)
reveal(Base(**{"a": 3, "b": 4}).b)

@dataclass(frozen=True)
class Pair:
    left: int
    right: int = 4

reveal(astuple(Pair(3)))
reveal(Pair(1).right)
reveal(Pair(1, 2) == Pair(1, 2))
reveal(Pair(1, 2) == Pair(1, 3))
reveal(Pair(*(5, 6)).left)

@dataclass(kw_only=True)
class Options:
    size: int = 128
    ratio: float = 0.5

reveal(Options(size=64).size)
reveal(Options(ratio=0.25).size)

@dataclass
class Mixed:
    first: int
    second: int = field(default=3, kw_only=True)
    hidden: int = field(init=False, default=11)
    late: int = field(init=False)

    def __post_init__(self):
        self.late = self.first + self.second

m = Mixed(2, second=5)
reveal(m.late)
reveal(m.hidden)

@dataclass
class Marked:
    n: int
    _: dataclasses.KW_ONLY
    scale: int = 2

reveal(Marked(4, scale=3).scale)
reveal(Marked(4).scale)

@dataclass
class WithInit:
    n: int
    factor: InitVar[int] = 3

    def __post_init__(self, factor):
        self.n = self.n * factor

reveal(WithInit(4).n)
reveal(WithInit(4, 5).n)

@dataclass
class Nested:
    pair: Pair = field(default_factory=lambda: Pair(8))
    total: int = 0

reveal(Nested().pair.left)
reveal(Nested(Pair(9)).pair.left)
reveal(asdict(Nested())["pair"]["right"])

@dataclass
class Grand(Derived):
    e: int = 1

g = Grand(2)
reveal(g.d)
reveal(g.e)
reveal([f.name for f in dataclasses.fields(Pair)][0])
reveal([f.name for f in dataclasses.fields(g)])
reveal({f.name: getattr(g, f.name) for f in dataclasses.fields(Grand)}["e"])
reveal(dataclasses.is_dataclass(g))
reveal(isinstance(g, Base))
