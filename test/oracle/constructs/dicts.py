from undecided import flag
d = {"a": 1, "b": {"c": 2, "d": [3, 4]}}
reveal(d["b"]["c"])
reveal(d["b"]["d"][1])
d["b"]["c"] = 5
inner = d["b"]
inner["e"] = 6
reveal(d["b"]["e"])
reveal(len(d["b"]))
d["b"]["d"].append(9)
reveal(len(inner["d"]))
d["b"]["d"][0] = 8
reveal(inner["d"][0])
d["a"] += 10
reveal(d["a"])
e = {**d, "a": 2}
reveal(e["a"])
reveal(d["a"])
e["b"]["c"] = 50
reveal(d["b"]["c"])
f = d | {"a": 7, "z": 1}
reveal(f["a"] + f["z"])
d |= {"q": 3}
reveal(d["q"])
alias = d
alias |= {"r": 4}
reveal(d["r"])
d.update({"a": 21}, s=22)
reveal(d["a"] + d["s"])
d.update([("t", 5)])
reveal(d["t"])
reveal(d.get("nothing"))
reveal(d.get("nothing", 3))
reveal(d.get("a", 3))
reveal(d.setdefault("a", 1))
reveal(d.setdefault("new", 1))
reveal(d["new"])
reveal(d.pop("new"))
reveal(d.pop("new", 4))
reveal("new" in d)
reveal("a" in d)
reveal("a" not in d)
del d["a"]
reveal("a" in d)
reveal(d.get("a", 0))
z = dict(zip(("x", "y"), (1, 2)))
reveal(z["y"])
reveal(tuple(z))
reveal(tuple(z.keys()))
reveal(tuple(z.values()))
reveal(tuple(z.items()))
reveal(dict.fromkeys(["m", "n"], 3)["n"])
reveal(dict([("k", 8)], j=9)["k"])
reveal(dict({"u": 1}, v=2)["v"])
total = 0
for key, value in z.items():
    total += value
    last = key
reveal(total)
reveal(last)
for key in z:
    z[key] = z[key] * 10
reveal(z["x"])
reveal(sum(z.values()))
reveal(max(z.values()))
reveal({k: v + 1 for k, v in z.items()}["y"])
reveal({k: v for k, v in z.items() if v > 15}.get("x", 0))
g = {1: "one", 2: "two", (1, 2): "pair", None: "none", True: "t"}
reveal(g[1])
reveal(g[2])
reveal(g[(1, 2)])
reveal(g[None])
reveal(len(g))
reveal(1 in g)
reveal(3 in g)
reveal(tuple({5: 1, 6: 2}))
reveal(tuple({5: 1, 6: 2}.items()))
h = z.copy()
h["x"] = 1000
reveal(z["x"])
k = dict(z)
k["x"] = 2000
reveal(z["x"])
z.clear()
reveal(len(z))
reveal(bool(z))
p = {"only": 1}
reveal(p.popitem()[1])  # unclear
reveal(len(p))  # unclear
def opts(**kwargs):
    kwargs.setdefault("size", 128)
    kwargs["more"] = 1
    return kwargs
base = {"size": 64}
reveal(opts(**base)["size"])
reveal(opts()["size"])
reveal(len(base))
def mutate(target, key, value):
    target[key] = value
mutate(base, "size", 32)
reveal(base["size"])
m = {"size": 1}
if flag():
    m["size"] = 2
    m["extra"] = 3
reveal(m["size"])
reveal(m.get("extra", 0))  # unclear
reveal("extra" in m)  # unclear
reveal(len(m))  # unclear
key = "size" if flag() else "other"
w = {"size": 1, "other": 2}
reveal(w[key])
w[key] = 5
reveal(w["size"])  # unclear
w2 = {"size": 1, "other": 2}
w2.update({key: 9})
reveal(w2["other"])  # unclear
lookup = {"a": {"n": 1}, "b": {"n": 2}}["b" if flag() else "a"]
reveal(lookup["n"])
lookup["n"] = 7
shared = {"x": [0]}
copied = {**shared}
copied["x"].append(1)
reveal(len(shared["x"]))
fn = {"double": lambda n: n * 2, "half": lambda n: n // 2}
reveal(fn["double"](4))
reveal({"a": 1} == {"a": 1})
reveal({"a": 1} == {"a": 2})
n = {"a": 1, "b": 2}
reveal(n == dict(b=2, a=1))
reveal(list(n)[0])
reveal(sorted({"b": 1, "a": 2})[0])
reveal(next(iter(n)))
order = {}
order["b"] = 1
order["a"] = 2
order["b"] = 3
reveal(tuple(order))
del order["b"]
order["b"] = 4
reveal(tuple(order))  # unclear
reveal(str(n.get("zz")))
first, *rest = n.items()
reveal(first)
reveal(n.__contains__("a"))  # unclear
reveal(n.__getitem__("b"))  # unclear
