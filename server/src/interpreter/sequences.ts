/** Functions that make, run through or sum up sequences. */
import { add, ceilDiv, constantOf, integer, scale, soleAtom, subtract, symbol } from "../values/symbolic.ts";
import { asInt, bool, int, none, tuple, unknown, type Value } from "../values/value.ts";
import { disjunction, conjunction } from "../values/logic.ts";
import type { Builtin, BuiltinCall } from "./builtin-calls.ts";
import { call } from "./calls.ts";
import { decideHere } from "./choices.ts";
import {
  absent,
  itemsOf,
  membersOf,
  newDict,
  newList,
  newRepeated,
  overlay,
  peek,
  readLater,
  repeatedIn,
  setItems,
} from "./containers.ts";
import { dictKey } from "./keys.ts";
import { iteratedItems } from "./names.ts";
import { binaryOperation } from "./operators.ts";
import { mergedEntries } from "./mappings.ts";
import { lengthOfValue } from "./subscripts.ts";
import { compareValues, truthOf } from "./truth.ts";

const functions: Readonly<Record<string, Builtin>> = {
  "builtins.len": (c) => {
    const [value = none] = c.values;
    return lengthOfValue(c.machine, value, c.frame, c.site);
  },
  "builtins.range": (c) => range(c),
  "builtins.slice": ({ values: [first = none, ...rest], keywords }) => {
    if (keywords.size > 0 || rest.length > 2) return undefined;
    const [upper, step = none] = rest;
    return upper === undefined
      ? { kind: "slice", lower: none, upper: first, step: none }
      : { kind: "slice", lower: first, upper, step };
  },
  "builtins.tuple": (c) => made(c, (items) => tuple(items)),
  "builtins.list": (c) => made(c, (items) => newList(c.machine, items, undefined)) ?? repeatedList(c),
  "builtins.set": (c) => madeSet(c),
  "builtins.frozenset": (c) => madeSet(c),
  "builtins.iter": (c) => (c.values.length === 1 ? iterator(c, elements(c, c.values[0])) : undefined),
  "builtins.next": (c) => next(c),
  "builtins.enumerate": (c) => {
    const items = elements(c, c.values[0]);
    const start = asInt(c.values[1] ?? c.keywords.get("start") ?? int(integer(0)));
    if (items === undefined || start === undefined) return undefined;
    return iterator(
      c,
      items.map((item, i) => tuple([int(add(start, integer(i))), item])),
    );
  },
  "builtins.zip": (c) => {
    const columns = c.values.map((value) => elements(c, value));
    if (columns.length === 0 || columns.includes(undefined)) return undefined;
    const rows = Math.min(...columns.map((column) => column?.length ?? 0));
    return iterator(
      c,
      Array.from({ length: rows }, (_, i) => tuple(columns.map((column) => column?.[i] ?? unknown("zip")))),
    );
  },
  "builtins.reversed": (c) => iterator(c, elements(c, c.values[0])?.toReversed()),
  "builtins.map": (c) => {
    const [operation, ...sequences] = c.values;
    const columns = sequences.map((value) => elements(c, value));
    if (operation === undefined || columns.length === 0 || columns.includes(undefined)) return undefined;
    const rows = Math.min(...columns.map((column) => column?.length ?? 0));
    if (rows > maximumCalls) return undefined;
    return iterator(
      c,
      Array.from({ length: rows }, (_, i) =>
        apply(
          c,
          operation,
          columns.map((column) => column?.[i] ?? none),
        ),
      ),
    );
  },
  "builtins.filter": (c) => {
    const [test = none, sequence] = c.values;
    const items = elements(c, sequence);
    if (items === undefined || items.length > maximumCalls) return undefined;
    const kept = items.map((item) =>
      decideHere(c.machine, truthOf(c.machine, test.kind === "none" ? item : apply(c, test, [item]))),
    );
    return kept.includes(undefined)
      ? undefined
      : iterator(
          c,
          items.filter((_, i) => kept[i]),
        );
  },
  "builtins.sorted": (c) => {
    const items = sorted(c, c.values[0] === undefined ? undefined : anyOrder(c, c.values[0]));
    return items === undefined ? undefined : newList(c.machine, items, undefined);
  },
  "builtins.sum": (c) => {
    const items = c.values[0] === undefined ? undefined : anyOrder(c, c.values[0]);
    const start = c.values[1] ?? c.keywords.get("start") ?? int(integer(0));
    return items?.reduce((total, item) => binaryOperation(c.machine, c.frame, "+", total, item, c.site), start);
  },
  "builtins.any": (c) => {
    const items = c.values[0] === undefined ? undefined : anyOrder(c, c.values[0]);
    return items === undefined ? undefined : bool(disjunction(items.map((item) => truthOf(c.machine, item))));
  },
  "builtins.all": (c) => {
    const items = c.values[0] === undefined ? undefined : anyOrder(c, c.values[0]);
    return items === undefined ? undefined : bool(conjunction(items.map((item) => truthOf(c.machine, item))));
  },
  "builtins.min": (c) => extreme(c, "minimum"),
  "builtins.max": (c) => extreme(c, "maximum"),
  "functools.reduce": (c) => {
    const [operation, sequence, start] = c.values;
    const items = elements(c, sequence);
    if (operation === undefined || items === undefined || items.length > maximumCalls) return undefined;
    const [first, ...rest] = start === undefined ? items : [start, ...items];
    return first === undefined ? undefined : rest.reduce((total, item) => apply(c, operation, [total, item]), first);
  },
  "itertools.chain": (c) => joined(c, c.values),
  "itertools.chain.from_iterable": (c) => {
    const parts = elements(c, c.values[0]);
    return parts === undefined ? undefined : joined(c, parts);
  },
  "itertools.product": (c) => {
    const columns = c.values.map((value) => elements(c, value));
    const times = constantOf(asInt(c.keywords.get("repeat") ?? int(integer(1))) ?? integer(0)) ?? 0;
    if (columns.includes(undefined) || times < 1 || times > 8) return undefined;
    let rows: readonly (readonly Value[])[] = [[]];
    for (const column of Array.from({ length: times }, () => columns).flat()) {
      rows = rows.flatMap((row) => (column ?? []).map((item) => [...row, item]));
      if (rows.length > maximumElements) return undefined;
    }
    return iterator(
      c,
      rows.map((row) => tuple(row)),
    );
  },
  "itertools.accumulate": (c) => {
    const items = elements(c, c.values[0]);
    if (items === undefined || c.values.length > 1 || c.keywords.size > 0) return undefined;
    const totals: Value[] = [];
    for (const item of items) {
      const last = totals.at(-1);
      totals.push(last === undefined ? item : binaryOperation(c.machine, c.frame, "+", last, item, c.site));
    }
    return iterator(c, totals);
  },
  "builtins.dict": (c) => dictOf(c),
  "collections.OrderedDict": (c) => dictOf(c),
  "builtins.dict.fromkeys": (c) => {
    const keys = elements(c, c.values[0])?.map(dictKey);
    if (keys === undefined || keys.includes(undefined)) return undefined;
    return newDict(c.machine, new Map(keys.map((key) => [key ?? "", c.values[1] ?? none])), absent, undefined);
  },
};

/** Those that take a value out of what they are given when somebody asks for it, and not before. */
const reading = new Set(["iter", "enumerate", "zip", "reversed", "map", "filter"].map((name) => `builtins.${name}`));

export const sequenceFunctions: Readonly<Record<string, Builtin>> = Object.fromEntries(
  Object.entries(functions).map(([name, make]): [string, Builtin] => [
    name,
    reading.has(name) || name.startsWith("itertools.") ? (c) => readLater(c.machine, () => make(c)) : make,
  ]),
);

/** More elements than this are not written out, and a function is called for no more than this. */
const maximumElements = 256;
const maximumCalls = 64;

function elements(c: BuiltinCall, value: Value | undefined): readonly Value[] | undefined {
  if (value === undefined) return undefined;
  return itemsOf(c.machine, value) ?? iteratedItems(c.machine, c.frame, value, c.site);
}

function anyOrder(c: BuiltinCall, value: Value): readonly Value[] | undefined {
  return value.kind === "string" ? itemsOf(c.machine, value) : (membersOf(c.machine, value) ?? elements(c, value));
}

function iterator(c: BuiltinCall, items: readonly Value[] | undefined): Value | undefined {
  return items === undefined ? undefined : newList(c.machine, items, undefined, "iterator");
}

function apply(c: BuiltinCall, operation: Value, values: readonly Value[]): Value {
  const args = values.map((value) => ({ name: undefined, value, site: undefined }));
  return call(c.machine, c.frame, operation, args, c.site);
}

function made(c: BuiltinCall, make: (items: readonly Value[]) => Value): Value | undefined {
  const [value] = c.values;
  const items = value === undefined ? [] : elements(c, value);
  return items === undefined ? undefined : make(items);
}

/** A list of one element, as often as a number says that is not known. */
function repeatedList({ machine, values: [value] }: BuiltinCall): Value | undefined {
  const repeated = value?.kind === "uniform" ? value : value && repeatedIn(machine, value);
  return repeated?.length === undefined ? undefined : newRepeated(machine, repeated, undefined);
}

function madeSet(c: BuiltinCall): Value | undefined {
  const items = c.values[0] === undefined ? [] : anyOrder(c, c.values[0]);
  return items === undefined ? undefined : newList(c.machine, items, undefined, "set");
}

function joined(c: BuiltinCall, parts: readonly Value[]): Value | undefined {
  const lists = parts.map((part) => elements(c, part));
  return lists.includes(undefined)
    ? undefined
    : iterator(
        c,
        lists.flatMap((list) => list ?? []),
      );
}

/** `next(iterator)`, with a default for one that is at its end. */
function next(c: BuiltinCall): Value | undefined {
  const [from, otherwise] = c.values;
  if (from?.kind !== "object" || from.identity.type !== "iterator") return undefined;
  const items = peek(c.machine, from);
  setItems(c.machine, from, items?.slice(1));
  return items === undefined ? undefined : (items[0] ?? otherwise);
}

function dictOf(c: BuiltinCall): Value | undefined {
  const [value] = c.values;
  const merged = value === undefined ? undefined : mergedEntries(c.machine, value);
  const keywords = { entries: c.keywords, others: c.others };
  const { entries, others } = merged === undefined ? keywords : overlay(merged, keywords);
  return newDict(c.machine, entries, others, undefined);
}

/** Sorts constants that Python can compare. */
function sorted(c: BuiltinCall, items: readonly Value[] | undefined): readonly Value[] | undefined {
  if (items === undefined || items.length > maximumCalls) return undefined;
  const key = c.keywords.get("key");
  const reversed = c.keywords.get("reverse");
  const isReversed = reversed === undefined ? false : decideHere(c.machine, truthOf(c.machine, reversed));
  if (isReversed === undefined) return undefined;
  const keyed = items.map((item) => ({
    item,
    by: key === undefined || key.kind === "none" ? item : apply(c, key, [item]),
  }));
  let certain = true as boolean;
  const isBefore = (a: Value, b: Value): boolean => {
    const answer = decideHere(c.machine, compareValues(c.machine, a, "<", b));
    if (answer === undefined) certain = false;
    return answer === true;
  };
  const result = keyed.toSorted((a, b) => {
    const [x, y] = isReversed ? [b, a] : [a, b];
    return isBefore(x.by, y.by) ? -1 : isBefore(y.by, x.by) ? 1 : 0;
  });
  return certain ? result.map(({ item }) => item) : undefined;
}

function extreme(c: BuiltinCall, kind: "minimum" | "maximum"): Value | undefined {
  const [only] = c.values;
  const values = c.values.length === 1 && only !== undefined ? anyOrder(c, only) : c.values;
  if (values === undefined) return undefined;
  if (values.length === 0) return c.keywords.get("default");
  const sizes = c.keywords.has("key") ? [] : values.map(asInt);
  const all = sizes.filter((size) => size !== undefined);
  if (all.length === values.length) {
    const result = c.machine.facts[kind](all);
    return result === undefined ? undefined : int(result);
  }
  const ordered = sorted({ ...c, keywords: new Map([...c.keywords].filter(([name]) => name === "key")) }, values);
  if (ordered === undefined) return undefined;
  if (kind === "minimum") return ordered[0];
  // Of equal ones the first counts, which a stable sort leaves before the others.
  const largest = ordered.at(-1);
  const key = c.keywords.get("key");
  const by = (value: Value): Value => (key === undefined || key.kind === "none" ? value : apply(c, key, [value]));
  return largest === undefined
    ? undefined
    : ordered.find((item) => decideHere(c.machine, compareValues(c.machine, by(item), "==", by(largest))) === true);
}

function range({ machine, values }: BuiltinCall): Value | undefined {
  const sizes = values.map(asInt);
  const [start, stop, step] =
    sizes.length === 1 ? [integer(0), sizes[0], integer(1)] : [sizes[0], sizes[1], sizes[2] ?? integer(1)];
  const stride = values.length === 3 && sizes[2] === undefined ? undefined : constantOf(step);
  if (start === undefined || stop === undefined || stride === undefined || stride === 0) return undefined;
  const ends = [constantOf(start), constantOf(stop)];
  if (stride < 0) {
    const [first, last] = ends;
    if (first === undefined || last === undefined || (first - last) / -stride > maximumElements) return undefined;
    const items: Value[] = [];
    for (let at = first; at > last; at += stride) items.push(int(integer(at)));
    return tuple(items);
  }
  const length = ceilDiv(subtract(stop, start), integer(stride));
  const count = length === undefined ? undefined : constantOf(length);
  const index = symbol(machine.fresh("index"), "i", 0, length);
  const element = add(start, scale(index, stride));
  if (length === undefined || element === undefined) return undefined;
  const known = count === undefined ? length : integer(Math.max(0, count));
  return { kind: "uniform", element: int(element), length: known, index: soleAtom(index)?.key ?? "" };
}
