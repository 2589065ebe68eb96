/** What `**` passes reaches the parameters, whichever of several dicts it is. */
import { test } from "vitest";
import { check } from "../testing/fixture.ts";

test.each([
  ["a dict of values that differ", "dict(u=4 if flag else 2, r=1)", "(4 or 2, 1)"],
  ["a dict that adds to another", "dict({'u': 4}, r=1 if flag else 2)", "(4, 1 or 2)"],
  ["one of several dicts", "{'u': 4, 'r': 2} if flag else {'u': 8, 'r': 1}", "(4 or 8, 2 or 1)"],
  ["one of several dicts with the same entries", "{'u': 4, 'r': 2} if flag else dict(u=4, r=2)", "(4, 2)"],
  ["one of several dicts, one with more entries", "{'u': 4, 'r': 2} if flag else {'u': 8}", "(4 or 8, 2 or 0)"],
  ["one of several dicts of which one is not known", "{'u': 4, 'r': 2} if flag else flag", "(4 or ?, 2 or ?)"],
  ["what is not known", "flag", "(?, ?)"],
])("%s", async (_, keywords, values) => {
  await check(`
def take(u=0, r=0):
    return (u, r)

def run(flag):
    keywords = ${keywords}
    reveal(take(**keywords))  # revealed: ${values}
`);
});

test.each([
  ["passed", "kw", "(4, 5 or 2, 6 or 7)"],
  ["copied", "dict(kw)", "(4, 5 or 2, 6 or 7)"],
  ["copied by its method", "kw.copy()", "(4, 5 or 2, 6 or 7)"],
  ["beside others", "{**kw, 'a': 9}", "(9, 5 or 2, 6 or 7)"],
  ["laid over others", "{'b': 3, **kw}", "(4, 5 or 3, 6 or 7)"],
  ["joined with others", "kw | {'b': 3}", "(4, 3, 6 or 7)"],
  ["joined with others before", "{'b': 3} | kw", "(4, 5 or 3, 6 or 7)"],
  ["put into another dict", "more", "(4, 5 or 3, 6 or 7)"],
  ["made into a dict with keywords", "dict({'b': 3}, **kw)", "(4, 5 or 3, 6 or 7)"],
  ["in a dict that may hold anything", "{**flags, **kw}", "(4, 5 or ?, 6 or ?)"],
])("an entry that a branch sets keeps its condition: %s", async (_, keywords, values) => {
  await check(`
def take(a=1, b=2, **rest):
    return (a, b, rest.get("c", 7))

def run(flag, flags):
    kw = {"a": 4}
    if flag:
        kw["b"] = 5
        kw["c"] = 6
    more = {"b": 3}
    more.update(kw)
    reveal(take(**${keywords}))  # revealed: ${values}
`);
});

test.each([
  [
    "a filter of what is None",
    "{k: v for k, v in {'a': 3, 'b': n, 'c': None}.items() if v is not None}",
    "(3, n or 2, 7)",
  ],
  ["two filters", "{k: v for k, v in {'a': 3, 'b': n}.items() if k != 'a' if v is not None}", "(1, n or 2, 7)"],
  ["a filter that is known", "{k: v for k, v in {'a': 3, 'b': None}.items() if v is not None}", "(3, 2, 7)"],
  ["a filter of keys under a flag", "{k: 3 for k in ('a', 'b') if k == 'a' or flag}", "(3, 3 or 2, 7)"],
])("a comprehension keeps what it left out: %s", async (_, keywords, values) => {
  await check(`
def take(a=1, b=2, **rest):
    return (a, b, rest.get("c", 7))

def run(flag, n=None):
    reveal(take(**${keywords}))  # revealed: ${values}
`);
});

test("records, partial functions and tensors take arguments that may not be passed", async () => {
  await check(`
import functools
import torch
from dataclasses import dataclass

@dataclass
class Config:
    ulysses: int = 2
    ring: int = 3

def take(a=1, b=2):
    return (a, b)

def run(flag):
    kw = {}
    if flag:
        kw["ulysses"] = 4
    config = Config(**kw)
    reveal((config.ulysses, config.ring))  # revealed: (4 or 2, 3)
    options = {"b": 3} if flag else {}
    reveal(functools.partial(take, b=5)(**options))  # revealed: (1, 3 or 5)
    size = {"dtype": torch.int32} if flag else {}
    reveal(torch.zeros(4, **size).shape[0])  # revealed: 4
`);
});
