from abc import ABC, abstractmethod
from typing import Generic, TypeVar

T = TypeVar("T")

class Base:
    def __init__(self, n=1):
        self.n = n

    def size(self):
        return self.n * self.factor()

    def factor(self):
        return 2

    @classmethod
    def make(cls, *args, **kwargs):
        return cls(*args, **kwargs)

    @staticmethod
    def half(n):
        return n // 2

class Middle(Base):
    def factor(self):
        return super().factor() + 1

class Leaf(Middle):
    extra = 5

    def __init__(self, n, extra=None):
        super(Leaf, self).__init__(n=n)
        if extra is not None:
            self.extra = extra

    def factor(self):
        return Middle.factor(self) * 10

reveal(Leaf(3).size())
reveal(Leaf(3, 4).extra)
reveal(Leaf(3).extra)
reveal(Leaf.make(2).size())
reveal(Leaf.make(2, extra=8).extra)
reveal(Base.half(9))
reveal(Leaf(1).half(8))

class Left(Base):
    def who(self):
        return "left"

    def chain(self):
        return 1 + super().chain()

class Right(Base):
    def who(self):
        return "right"

    def chain(self):
        return 10

class Both(Left, Right):
    pass

reveal(Both().who())
reveal(Both().chain())

class A:
    name = "a"

class B(A):
    pass

class C(A):
    name = "c"

class D(B, C):
    pass

reveal(D().name)
reveal(D.name)
reveal(issubclass(D, A))
reveal(isinstance(D(), C))
reveal(isinstance(D(), (int, A)))
reveal(isinstance(A(), B))

class Mixin:
    def doubled(self):
        return self.value() * 2

class Real(Mixin, ABC):
    def value(self):
        return 21

    @abstractmethod
    def must(self):
        ...

class Concrete(Real, Generic[T]):
    def must(self):
        return super().value() + 1

reveal(Concrete().doubled())
reveal(Concrete().must())

class Chain1:
    def __init__(self, **kwargs):
        self.one = kwargs.pop("one", 1)
        super().__init__(**kwargs)

class Chain2:
    def __init__(self, two=2):
        self.two = two

class Chained(Chain1, Chain2):
    pass

ch = Chained(one=5, two=6)
reveal(ch.one)
reveal(ch.two)
reveal(Chained().two)

class Property:
    @property
    def size(self):
        return 4

class PropertyChild(Property):
    @property
    def size(self):
        return super().size + 1

reveal(PropertyChild().size)

class Registry:
    known = {}

    def __init_subclass__(cls, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Registry.known[key] = cls

class First(Registry, key="first"):
    width = 7

reveal(Registry.known["first"].width)  # unclear
reveal(len(Registry.known))  # unclear

class Outer:
    class Inner:
        depth = 3

    inner = Inner()

reveal(Outer.Inner.depth)
reveal(Outer().inner.depth)

def factory(k):
    class Made(Base):
        def factor(self):
            return k
    return Made

reveal(factory(7)(2).size())
reveal(type("Dynamic", (Base,), {"w": 3})().n)  # unclear

class Exc(ValueError):
    def __init__(self, code):
        super().__init__("text")
        self.code = code

try:
    raise Exc(4)
except Exc as error:
    code = error.code
reveal(code)  # unclear

class IntLike(int):
    pass

reveal(IntLike(4) + 1)  # unclear

class DictLike(dict):
    def __getattr__(self, name):
        return self[name]

dl = DictLike(a=1)
reveal(dl["a"])  # unclear
reveal(dl.a)  # unclear

class Meta(type):
    def __call__(cls, *args):
        return 5

class Odd(metaclass=Meta):
    n = 1

reveal(Odd())  # unclear
