import copy
from undecided import flag
a = [1, 2, 3]
b = a
b.append(4)
reveal(len(a))
c = a[:]
c.append(5)
reveal(len(a))
reveal(tuple(a[1:3]))
reveal(tuple(a[-2:]))
reveal(tuple(a[::2]))
reveal(tuple(a[::-1]))
a[0] = 10
reveal(b[0])
a[1:3] = [7]
reveal(tuple(a))
del a[0]
reveal(tuple(a))
a.insert(0, 9)
a.extend([5, 6])
reveal(tuple(a))
reveal(a.pop())
reveal(a.pop(0))
reveal(tuple(a))
a.remove(4)
reveal(tuple(a))
a.sort()
reveal(tuple(a))
a.sort(reverse=True)
reveal(a[0])
a.reverse()
reveal(a[0])
reveal(a.index(7))
reveal(a.count(7))
reveal(7 in a)
reveal(tuple(a * 2))
reveal(tuple([0] * 3 + [1]))
a *= 2
reveal(len(b))
a += (1, 2)
reveal(len(b))
a = a + [3]
reveal(len(b) == len(a))
a.clear()
reveal(len(a))
t = (1, 2)
u = t
t += (3,)
reveal(len(u))
reveal(len(t))
reveal(t[-1])
reveal(t.index(2))
reveal(t.count(9))
reveal((1, 2) + (3,))
reveal((1, 2) < (1, 3))
reveal((1, 2) == (1, 2))
reveal([1, 2] == [1, 2])
reveal([1, 2] == [1, 3])
reveal([1] == (1,))
reveal([] is [])
grid = [[0] * 2 for _ in range(2)]
grid[0][0] = 5
reveal(grid[1][0])
bad = [[0] * 2] * 2
bad[0][0] = 5
reveal(bad[1][0])
x = [1, [2]]
shallow = copy.copy(x)
deep = copy.deepcopy(x)
x[1].append(3)
x.append(4)
reveal(len(shallow))
reveal(len(shallow[1]))
reveal(len(deep[1]))
reveal(len(deep))
y = list(x)
y.append(1)
reveal(len(x))
class Box:
    def __init__(self):
        self.items = [1]
        self.n = 2
box = Box()
other = copy.copy(box)
third = copy.deepcopy(box)
box.items.append(2)
box.n = 5
reveal(len(other.items))
reveal(len(third.items))
reveal(other.n)
reveal(third.n)
held = {"k": [3 if flag() else 4]}
apart = copy.deepcopy(held)
held["k"][0] = 9
reveal(apart["k"][0])
p, q = 1, 2
p, q = q, p
reveal(p)
i = 0
i, v = 1, [10, 20][i]
reveal(v)
(m, n), [o, *rest] = (1, 2), [3, 4, 5]
reveal(m + n + o)
reveal(tuple(rest))
*init, last = (1, 2, 3)
reveal(last)
reveal(tuple(init))
h, (j, *k), l = 1, "abc", 3
reveal(j)
reveal(len(k))
w = [1, 2]
if flag():
    w.append(3)
reveal(len(w))
reveal(w[0])
z = [1] if flag() else [2, 3]
reveal(z[0])
reveal(len(z))
z.append(4)
reveal(len(z))  # unclear
def swap(values):
    values[0], values[1] = values[1], values[0]
s = [1, 2]
swap(s)
reveal(s[0])
nested = {"a": [1, 2, (3, [4])]}
nested["a"][2][1].append(5)
reveal(len(nested["a"][2][1]))
stack = []
stack.append(stack)
reveal(len(stack))
first, second = [1], [1]
pairs = [first, second]
pairs[0].append(2)
reveal(len(second))
reveal(len(first))
reveal(first is pairs[0])
reveal(first is second)
reveal(first == second)
reveal([1, 2, 3][True])
reveal(bool([0]))
reveal(not [])
reveal([1, 2][-1:][0])
reveal(tuple([3, 4])[5:])
e = [1, 2, 3, 4]
del e[1:3]
reveal(tuple(e))
e[len(e):] = [9]
reveal(tuple(e))
sl = slice(1, 3)
reveal(tuple([1, 2, 3, 4][sl]))  # unclear
reveal([1, "a", None, 2.5][3])
f = [1, 2, 3]
for item in f[:]:
    f.remove(item)
reveal(len(f))
reveal(isinstance(f, list))
reveal(isinstance(f, (tuple, list)))
reveal(type(f) is list)
