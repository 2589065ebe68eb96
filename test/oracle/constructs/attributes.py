import functools
from functools import cached_property, partial, partialmethod
from undecided import flag

class Config:
    scale = 2
    table = {"a": 1}

    def __init__(self, n, **more):
        self.n = n
        self.set_rest()
        for key, value in more.items():
            setattr(self, key, value)
        self.__dict__.update({"from_dict": 12})

    def set_rest(self):
        self.rest = self.n + 1

    def change(self):
        self.n += 1
        return self

    @property
    def double(self):
        return self.n * self.scale

    @property
    def width(self):
        return self._width

    @width.setter
    def width(self, value):
        self._width = value * 10

    @cached_property
    def once(self):
        return self.n + 100

    def __call__(self, x):
        return x + self.n

    def __getitem__(self, i):
        return i * 2

    def __len__(self):
        return 17

    def __eq__(self, other):
        return True

    def __add__(self, other):
        return self.n + other

    def __contains__(self, item):
        return item == 4

    def __bool__(self):
        return False

    def __int__(self):
        return 33

    def scaled(self, factor, offset=0):
        return self.n * factor + offset

    twice = partialmethod(scaled, 2)
    alias = scaled

c = Config(4, extra=7)
reveal(c.n)
reveal(c.rest)
reveal(c.extra)
reveal(c.from_dict)
reveal(c.double)
c.width = 3
reveal(c.width)
reveal(c._width)
reveal(c.once)
reveal(c(10))
reveal(c[4])
reveal(len(c))
reveal(c == 5)  # unclear
reveal(c + 1)  # unclear
reveal(5 in c)  # unclear
reveal(1 if c else 2)  # unclear
reveal(int(c))  # unclear
reveal(c.alias(3))
reveal(c.twice())
reveal(c.twice(offset=1))
c.change().change()
reveal(c.n)
reveal(c.once)
reveal(c.double)
c.scale = 5
reveal(c.double)
reveal(Config(1).double)
Config.scale = 7
reveal(Config(1).double)
reveal(c.double)
reveal(Config.scale)
setattr(c, "n", 50)
reveal(c.n)
reveal(getattr(c, "n"))
reveal(getattr(c, "nothing", 9))
reveal(getattr(c, "n", 9))
reveal(hasattr(c, "n"))
reveal(hasattr(c, "nothing"))
reveal(hasattr(c, "double"))
reveal(c.__dict__["rest"])
reveal(vars(c)["rest"])
c.__dict__["rest"] = 77
reveal(c.rest)
reveal(c.__class__.__name__)
reveal(type(c).__name__)
reveal(type(c) is Config)
reveal(isinstance(c, Config))
reveal(callable(c))
reveal(callable(4))
del c.extra
reveal(hasattr(c, "extra"))
Config.table["a"] = 3
reveal(c.table["a"])
d = c
d.n = 60
reveal(c.n)
bound = c.scaled
c.n = 2
reveal(bound(3))
reveal(Config.scaled(c, 4))
c.n += 8
reveal(c.n)
c.list = [1]
c.list += [2]
reveal(len(c.list))

class Lazy:
    def __init__(self):
        self.known = 1

    def __getattr__(self, name):
        return 5

lazy = Lazy()
reveal(lazy.known)
reveal(lazy.other)  # unclear

class Slots:
    __slots__ = ("a",)

    def __init__(self):
        self.a = 3

reveal(Slots().a)

class New:
    def __new__(cls, n):
        made = super().__new__(cls)
        made.n = n * 2
        return made

    def __init__(self, n):
        self.m = n

reveal(New(4).n)  # unclear
reveal(New(4).m)  # unclear

class Counted:
    total = 0

    def __init__(self):
        Counted.total += 1
        self.index = Counted.total

    @classmethod
    def bump(cls):
        cls.total += 10
        return cls.total

Counted()
reveal(Counted().index)
reveal(Counted.total)
reveal(Counted.bump())
reveal(Counted.total)

class Shared:
    items = []

Shared().items.append(1)
reveal(len(Shared.items))

e = Config(1)
if flag():
    e.n = 2
else:
    e.late = 3
reveal(e.n)
reveal(getattr(e, "late", 4))  # unclear
f = Config(1) if flag() else Config(2)
f.n = 9
reveal(f.n)  # unclear
reveal(f.rest)
del e.n
e.n = 6
reveal(e.n)
