import asyncio
from itertools import chain
def three():
    yield 1
    yield 2
    yield 3
reveal(tuple(three()))
reveal(sum(three()))
total = 0
for v in three():
    total += v
reveal(total)
a, b, c = three()
reveal(b)
def blocks(n, size):
    for start in range(0, n, size):
        yield start, min(start + size, n)
reveal(tuple(blocks(10, 4)))
reveal(len(list(blocks(10, 4))))
def delegated():
    yield 0
    yield from three()
    yield from [7, 8]
reveal(tuple(delegated()))
def conditional(n):
    if n > 2:
        yield "big"
    else:
        yield "small"
    if n == 1:
        return
    yield "end"
reveal(tuple(conditional(1)))
reveal(tuple(conditional(3)))
def endless():
    i = 0
    while True:
        yield i
        i += 1
for e in endless():
    if e == 3:
        break
reveal(e)  # unclear
class Iterable:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        for i in range(self.n):
            yield i * 2
reveal(tuple(Iterable(3)))
reveal(sum(Iterable(4)))
reveal(next(three()))
g = three()
next(g)
reveal(next(g))
log = []
def effects():
    log.append("started")
    yield 1
    log.append("ended")
gen = effects()
reveal(len(log))  # unclear
x = list(gen)
reveal(len(log))  # unclear
reveal(len(x))  # unclear
reveal(max(three()))
reveal([*three()][1])
reveal(dict(zip("abc", three()))["c"])
reveal(2 in three())
reveal(tuple(chain(three(), (9,))))
reveal(tuple(v * 2 for v in three()))
async def fetch(n):
    return n * 2
async def gather():
    first = await fetch(3)
    second = await fetch(first)
    return first + second
reveal(asyncio.run(gather()))  # unclear
async def stream():
    yield 1
def sender():
    got = yield 1
    yield got
s = sender()
next(s)
reveal(s.send(5))  # unclear
def pairs(items):
    previous = None
    for item in items:
        if previous is not None:
            yield (previous, item)
        previous = item
reveal(tuple(pairs([1, 2, 3])))
def returning():
    yield 1
    yield 2
    return 9
def receiving():
    yield 0
    x = yield from returning()
    yield x
    yield from (7, 8)
    yield from "ab"
    yield from range(2)
    yield from {"k": 1}
reveal(tuple(receiving()))  # unclear
reveal(tuple(receiving())[:3])
reveal(tuple(receiving())[4:])
def nested(items):
    for item in items:
        yield from item
reveal(tuple(nested([(1, 2), [3]])))
def rest():
    g = returning()
    next(g)
    yield from g
reveal(tuple(rest()))
def closing():
    try:
        yield from returning()
    finally:
        yield 4
reveal(tuple(closing()))
import contextlib
@contextlib.contextmanager
def passing():
    yield from one()
def one():
    yield 5
with passing() as passed:
    reveal(passed)
def after():
    x = yield from [1, 2]
    yield x
reveal(tuple(after()))  # unclear
