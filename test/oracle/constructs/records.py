import enum
from collections import namedtuple, OrderedDict, defaultdict, Counter, deque
from enum import Enum, IntEnum
from types import SimpleNamespace
from typing import NamedTuple, TypedDict

class Layout(NamedTuple):
    rows: int
    columns: int = 4

    @property
    def total(self):
        return self.rows * self.columns

l = Layout(3)
reveal(l.rows)
reveal(l.columns)
reveal(l.total)
reveal(l[0])
reveal(l[1])
r, c = l
reveal(r * 10 + c)
reveal(len(l))
reveal(l._replace(rows=8).rows)
reveal(l._replace(rows=8).columns)
reveal(l.rows)
reveal(l._asdict()["columns"])
reveal(tuple(l))
reveal(sum(Layout(1, 2)))
reveal(isinstance(l, tuple))
reveal(l == (3, 4))
reveal(max(Layout(5, 9)))

Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
reveal(p.x)
reveal(p.y)
reveal(p[1])
a, b = p
reveal(a - b)
Other = namedtuple("Other", "u v w", defaults=(7,))
reveal(Other(1, 2).w)
reveal(Other(1, 2).v)

class Settings(TypedDict, total=False):
    size: int
    ratio: int

s: Settings = {"size": 4, "ratio": 2}
reveal(s["size"])
t = Settings(size=5, ratio=3)
reveal(t["size"])  # unclear
reveal(t.get("ratio"))  # unclear

n = SimpleNamespace(a=1, b=2)
reveal(n.a)
n.b = 5
n.c = 6
reveal(n.b + n.c)
reveal(hasattr(n, "c"))
reveal(vars(n)["b"])
m = SimpleNamespace(**{"k": 9})
reveal(m.k)

class Mode(Enum):
    SMALL = 64
    LARGE = 128

reveal(Mode.SMALL.value)
reveal(Mode.LARGE.name)
reveal(Mode.SMALL == Mode.SMALL)
reveal(Mode.SMALL == Mode.LARGE)
reveal(Mode.SMALL is Mode.SMALL)
reveal(Mode("never") if False else 1)
reveal(Mode(128).value)
reveal(Mode["SMALL"].value)
mode = Mode.LARGE
reveal(1 if mode == Mode.LARGE else 2)
reveal(1 if mode is Mode.SMALL else 2)
reveal({Mode.SMALL: 5, Mode.LARGE: 6}[mode])
reveal(len(list(Mode)))

class Level(IntEnum):
    LOW = 1
    HIGH = 2

reveal(Level.HIGH.value)
reveal(Level.HIGH + 1)
reveal(Level.LOW < Level.HIGH)
reveal(Level.LOW == 1)
reveal(int(Level.HIGH))

class Auto(enum.Enum):
    A = enum.auto()
    B = enum.auto()

reveal(Auto.B.value)

class Kind(str, Enum):
    NORMAL = "normal"
    OTHER = "other"

reveal(Kind.NORMAL == "normal")
reveal(Kind.OTHER.value)

o = OrderedDict()
o["a"] = 1
o["b"] = 2
reveal(o["b"])
reveal(tuple(o))
reveal(OrderedDict(x=3)["x"])
reveal(OrderedDict([("q", 4)])["q"])
d = defaultdict(int)
d["a"] += 3
reveal(d["a"])
reveal(d["missing"])
e = defaultdict(list)
e["k"].append(4)
reveal(len(e["k"]))
reveal(len(e["new"]))
f = defaultdict(lambda: 64)
reveal(f["x"])
reveal(len(f))
q = deque([1, 2])
q.append(3)
reveal(len(q))  # unclear
reveal(Counter("aab")["a"])  # unclear
