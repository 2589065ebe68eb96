from dataclasses import dataclass
from undecided import flag
@dataclass
class Point:
    x: int
    y: int
class Plain:
    __match_args__ = ("n",)
    def __init__(self, n):
        self.n = n
def kind(v):
    match v:
        case 0:
            return "zero"
        case -1 | -2:
            return "negative"
        case True:
            return "true"
        case None:
            return "none"
        case "a" | "b":
            return "letter"
        case int():
            return "int"
        case str() as s:
            return s + "!"
        case []:
            return "empty"
        case [x]:
            return "one"
        case [x, y]:
            return "two"
        case [1, *rest]:
            return len(rest)
        case (x, y, z) if x == y:
            return "same"
        case [*_, 9]:
            return "nine"
        case {"size": n, "kind": "big"}:
            return n * 10
        case {"size": n}:
            return n
        case {"a": {"b": [p, q]}, **others}:
            return p + q + len(others)
        case Point(x=0, y=yy):
            return yy
        case Point(a, b):
            return a * b
        case Plain(m):
            return m
        case float(f):
            return f
        case _:
            return "other"
reveal(kind(0))
reveal(kind(-2))
reveal(kind(True))
reveal(kind(None))
reveal(kind("b"))
reveal(kind(7))  # unclear
reveal(kind("xyz"))  # unclear
reveal(kind([]))  # unclear
reveal(kind([4]))  # unclear
reveal(kind((4, 5)))  # unclear
reveal(kind([1, 2, 3]))  # unclear
reveal(kind([2, 2, 3]))  # unclear
reveal(kind((3, 4, 5, 9)))  # unclear
reveal(kind({"size": 3, "kind": "big"}))  # unclear
reveal(kind({"size": 3, "kind": "small"}))  # unclear
reveal(kind({"size": 3}))  # unclear
reveal(kind({"a": {"b": [1, 2]}, "c": 3}))  # unclear
reveal(kind(Point(0, 6)))  # unclear
reveal(kind(Point(2, 6)))  # unclear
reveal(kind(Plain(8)))  # unclear
reveal(kind(2.5))  # unclear
reveal(kind({1}))  # unclear
match (1, 2):
    case (a, b):
        c = a + b
reveal(c)  # unclear
match 1, "x":
    case 1, "y":
        d = 1
    case 1, other:
        d = other
reveal(d)  # unclear
limit = 5
class Names:
    BIG = 5
match 5:
    case Names.BIG:
        e = 1
    case _:
        e = 2
reveal(e)
match 6 if flag() else 5:
    case 5:
        f = "five"
    case n if n > 5:
        f = "more"
reveal(f)
match [1, [2, 3]]:
    case [g, [h, _]]:
        pass
reveal(g + h)  # unclear
match "load 4".split():
    case ["load", count]:
        loaded = int(count)
    case _:
        loaded = 0
reveal(loaded)  # unclear
