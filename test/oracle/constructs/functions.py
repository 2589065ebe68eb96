import functools
from functools import lru_cache, partial, reduce, wraps
from undecided import flag

def keeps(f):
    @wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner

def scaled(factor):
    def decorator(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return f(*args, **kwargs) * factor
        return inner
    return decorator

def counted(f):
    def inner(*args, **kwargs):
        inner.calls += 1
        return f(*args, **kwargs)
    inner.calls = 0
    return inner

class Wrapper:
    def __init__(self, f):
        self.f = f
    def __call__(self, *args):
        return self.f(*args) + 1000

@keeps
def add(a, b=2):
    return a + b

@scaled(10)
def ten(a):
    return a

@counted
def one():
    return 1

@Wrapper
def wrapped(n):
    return n

@lru_cache(maxsize=None)
def cached(n):
    return n * 3

@lru_cache
def cached2(n):
    return n * 4

@functools.cache
def cached3(n):
    return n * 5

def checked(f):
    @wraps(f)
    def inner(self, *args, **kwargs):
        if self.size < 0:
            raise ValueError("negative")
        return f(self, *args, **kwargs)
    return inner

class Thing:
    size = 4

    @keeps
    def area(self, k=2):
        return self.size * k

    @checked
    def checked_area(self, k=3):
        return self.size * k

    @property
    @keeps
    def prop(self):
        return self.size + 1

    @classmethod
    @keeps
    def make(cls, k):
        return cls.size + k

    @staticmethod
    @keeps
    def static(k):
        return k + 1

    @lru_cache()
    def memo(self, k):
        return self.size + k

reveal(add(1))
reveal(add(1, b=5))
reveal(ten(4))
reveal(one())
reveal(wrapped(3))
reveal(cached(3))
reveal(cached2(3))
reveal(cached3(3))
reveal(Thing().area())
reveal(Thing().area(5))
reveal(Thing().checked_area())
reveal(Thing().checked_area(k=5))
reveal(Thing().prop)
reveal(Thing.make(3))
reveal(Thing.static(3))
reveal(Thing().memo(9))

p = partial(add, 5)
reveal(p())
reveal(p(b=1))
reveal(partial(add, b=7)(1))
reveal(partial(partial(add, 1), 2)())
reveal(partial(add, b=7)(1, b=8))
reveal(partial(add, 3).func(1))
reveal(partial(add, 3).args[0])
reveal(partial(add, b=3).keywords["b"])
reveal(reduce(lambda a, b: a * b, [2, 3, 4]))
reveal(reduce(lambda a, b: a + b, [], 5))

def outer():
    n = 1
    def bump():
        nonlocal n
        n += 1
        return n
    bump()
    bump()
    return n
reveal(outer())

counter = 0
def late(a, b=counter, *, c=3):
    return a + b + c
counter = 100
reveal(late(1))
reveal(late(1, c=0))

def shared(item, into=[]):
    into.append(item)
    return len(into)
shared(1)
reveal(shared(2))

fns = []
for i in range(3):
    fns.append(lambda: i)
reveal(fns[0]())
fns2 = [lambda i=i: i for i in range(3)]
reveal(fns2[0]())
reveal([f() for f in [lambda: k for k in range(3)]][0])

def make_adder(n):
    return lambda m: n + m
adders = [make_adder(i) for i in range(3)]
reveal(adders[1](10))

def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)
reveal(fact(1))
reveal(fact(5))  # unclear

def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
reveal(even(2))  # unclear

def default_or(x=None):
    x = x or 16
    return x
reveal(default_or())
reveal(default_or(8))

def several(a, /, b, *args, c, **kw):
    return a + b * 10 + len(args) * 100 + c * 1000 + kw.get("d", 0) * 10000
reveal(several(1, 2, c=3))
reveal(several(1, 2, 3, 4, c=5, d=6))
reveal(several(*[1, 2], **{"c": 3}))
reveal(several(1, *(2, 3), c=1, **{"d": 2}))

def returns_many(n):
    if n > 3:
        return n, "big"
    elif n > 1:
        return n, "middle"
    return n, "small"
reveal(returns_many(4)[1])
reveal(returns_many(2)[1])
reveal(returns_many(1)[1])
def either():
    if flag():
        return 1
    return 2
reveal(either())
def guarded(n):
    if not flag():
        n = n * 2
    if n is None:
        return 0
    return n
reveal(guarded(4))
def nothing():
    pass
reveal(nothing())
def nested_def(n):
    def f(k):
        return k + n
    n = 50
    return f(1)
reveal(nested_def(3))
reveal((lambda *a, **k: len(a) + k["z"])(1, 2, z=3))
reveal((lambda a, b=2: (a, b))(1))
def annotated(n: "int" = 4) -> int:
    return n
reveal(annotated())
reveal(add.__name__)  # unclear
reveal(callable(add))
def method_like(self):
    return self.size
Thing.extra = method_like
reveal(Thing().extra())
t = Thing()
t.own = lambda k: k + 1
reveal(t.own(3))
def apply(f, *args, **kwargs):
    return f(*args, **kwargs)
reveal(apply(add, 1, b=4))
reveal(apply(Thing().area, 3))
reveal(apply(lambda: 6))
def attach(f):
    f.tag = 12
    return f
@attach
def tagged():
    return 1
reveal(tagged.tag)
reveal(tagged())
