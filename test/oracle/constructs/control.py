from contextlib import contextmanager, nullcontext, ExitStack, suppress
from undecided import flag
try:
    import not_there_at_all as fast
except ImportError:
    fast = None
reveal(1 if fast is None else 2)  # unclear
try:
    from not_there_at_all import size
except ImportError:
    size = 7
reveal(size)  # unclear

total = 0
i = 0
while i < 5:
    i += 1
    if i == 2:
        continue
    if i == 4:
        break
    total += i
else:
    total = 100
reveal(total)
reveal(i)
n = 37
steps = 0
while n > 1:
    n //= 2
    steps += 1
reveal(steps)
reveal(n)
while True:
    done = 3
    break
reveal(done)
p = 1
while p < 100:
    p *= 2
reveal(p)

for k in (1, 2, 3):
    if k == 5:
        break
else:
    k = 10
reveal(k)
for k in (1, 2, 3):
    if k == 2:
        break
else:
    k = 10
reveal(k)
for a in range(2):
    for b in range(3):
        if b == 1:
            continue
        last = (a, b)
reveal(last)
for x in []:
    never = 1
reveal(x if False else 2)
found = None
for item in ({"n": 1}, {"n": 2}):
    if item["n"] == 2:
        found = item
        break
reveal(found["n"])
s = 0
for j in range(40):
    s += j
reveal(s)
for j in range(3):
    if flag():
        break
reveal(j)  # unclear
count = 0
for j in range(3):
    if flag():
        continue
    count += 1
reveal(count)  # unclear
r = 0
for j in range(4):
    if flag():
        r += 1
reveal(r)  # unclear

try:
    v = int("4")
except ValueError:
    v = 0
reveal(v)  # unclear
try:
    t = 1
except ValueError:
    t = 2
else:
    t = 3
finally:
    u = 4
reveal(t)  # unclear
reveal(u)
try:
    raise ValueError("x")
except ValueError:
    w = 5
reveal(w)
try:
    w = 6
    raise KeyError("x")
except (KeyError, TypeError) as e:
    w += 1
reveal(w)  # unclear
try:
    {}["missing"]
    y = 1
except KeyError:
    y = 2
reveal(y)  # unclear
def ret():
    try:
        return 1
    finally:
        pass
reveal(ret())
def ret2():
    try:
        raise RuntimeError
    except RuntimeError:
        return 2
reveal(ret2())
def ret3():
    for q in (1, 2, 3):
        if q == 2:
            return q
    return 9
reveal(ret3())
def ret4(n):
    while n < 10:
        n += 3
        if n == 7:
            return n
    return 0
reveal(ret4(1))
with suppress(KeyError):
    z = 1
    {}["missing"]
    z = 2
reveal(z)  # unclear

@contextmanager
def managed(n):
    state["entered"] = True
    yield n * 2
    state["left"] = n
state = {}
with managed(4) as m:
    inside = m
reveal(inside)
reveal(state["left"])
reveal(state["entered"])
class Manager:
    def __init__(self, n):
        self.n = n
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, *args):
        self.n = 100
with Manager(3) as mg:
    seen = mg.n
reveal(seen)
reveal(mg.n)
with nullcontext(5) as nc:
    pass
reveal(nc)
with nullcontext(), Manager(1) as one, Manager(2) as two:
    both = one.n + two.n
reveal(both)

reveal((aa := 4) + aa)
if (bb := 3) > 2:
    cc = bb
reveal(cc)
reveal(0 or 5)
reveal(0 and 5)
reveal(3 and 5)
reveal(None or {"a": 1}["a"])
reveal("" or "x")
reveal([] or 4)
reveal(1 < 2 < 3)
reveal(1 < 3 < 3)
reveal(1 == 1.0)
reveal(not 3)
reveal(1 if not None else 2)
reveal(1 < 2 and 3 < 2 or 4)
cond = flag()
reveal(1 if cond else 2)
d1 = 3 if cond else 4
d2 = 30 if cond else 40
reveal(d1 + d2)
d1 += 1
reveal(d1)
if cond:
    d3 = d1
else:
    d3 = 0
reveal(d3)
if cond and d1 == 4:
    d4 = 1
else:
    d4 = 2
reveal(d4)
if not cond:
    d5 = 1
elif d1 == 4:
    d5 = 2
else:
    d5 = 3
reveal(d5)
assert d5 > 0
e1 = 5
del e1
e1 = 6
reveal(e1)
f1 = f2 = []
f1.append(1)
reveal(len(f2))
x1: int = 4
reveal(x1)
x2: int
x2 = 3
reveal(x2)
g1 = 10
g1 -= 3
g1 *= 2
g1 //= 4
g1 **= 2
g1 %= 5
g1 <<= 2
g1 |= 1
g1 &= 13
g1 ^= 2
reveal(g1)
reveal(~5)
reveal(-7 // 2)
reveal(-7 % 3)
reveal(7 / 2)
reveal(6 / 2)
reveal(2 ** -1)
reveal(2 ** 0.5 > 1)
reveal(10 % 4 + 5 // 2 * 3 - 2 ** 3)
reveal(0x10 + 0b11 + 0o7 + 1_000)
reveal(5 & 3 | 8)
reveal(1 << 3 >> 1)
reveal(1.5 + 2)
reveal(1e-6 < 1)
reveal(5 // 2.0)
reveal(True + True)
reveal(3 is None)
reveal(True == 1)
reveal(None is None)
pass
if __name__ == "__main__":
    entry = 1
else:
    entry = 2
reveal(entry)
