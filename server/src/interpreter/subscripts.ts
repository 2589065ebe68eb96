/** `object[index]`, `len(object)` and `object[index] = value`. */
import { unknownOf } from "../values/aliases.ts";
import { codePoints } from "../values/code-points.ts";
import type { Facts } from "../values/facts.ts";
import type { Span } from "../syntax/ast.ts";
import { type Decision, only } from "../values/condition.ts";
import { describeFormula, disjunction, type Formula } from "../values/logic.ts";
import { add, constantOf, integer, type SymInt, symbol } from "../values/symbolic.ts";
import {
  asInt,
  int,
  none,
  type ObjectValue,
  type OpaqueValue,
  opaque,
  text,
  tuple,
  unknown,
  type Value,
  valueKey,
  withOrigin,
  kindOf,
  type UniformValue,
} from "../values/value.ts";
import { call } from "./calls.ts";
import { choose, distribute, maximumAlternatives } from "./choices.ts";
import { findMember } from "./classes.ts";
import {
  contentsOf,
  countOf,
  entriesOf,
  factoryCell,
  forget,
  getEntry,
  getEntryOr,
  itemsOf,
  newList,
  openDict,
  peek,
  repeatedIn,
  setEntry,
  setItems,
  uniformElement,
} from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Frame, Machine } from "./machine.ts";
import { callSpecial } from "./specials.ts";
import { identified, tensorCall } from "./tensor-calls.ts";
import { decisionOn, usualPart, withUsual } from "./usual.ts";
import { asTensor, dimension, indexTensor, lengthOf, lengthOfShape, withKnownRank } from "./tensors/index.ts";

export function subscript(machine: Machine, frame: Frame, object: Value, index: Value, span: Span): Value {
  return distribute(machine, [object, index], ([value = object, at = index]) => {
    const origin = machine.origin("computed", frame, span, [value.origin, at.origin]);
    const part = subscriptOne(machine, frame, value, at, span);
    // Rows cut out of a tensor come from the bounds as well as from the tensor.
    return part.origin === undefined || value.kind === "tensor" ? withOrigin(part, origin) : part;
  });
}

/** `value[index]` where the index is already a value. */
export function element(machine: Machine, frame: Frame, value: Value, index: Value, span: Span): Value {
  return subscript(machine, frame, value, index, span);
}

/** What a dict has under a key that has a default. */
function usualItem(machine: Machine, dict: ObjectValue, index: Value, other: () => Value): Value | undefined {
  const usual = index.kind === "opaque" ? index.usual : undefined;
  const key = usual === undefined ? undefined : dictKey(usual.value);
  const held = key === undefined ? undefined : getEntry(machine, dict, key);
  if (usual === undefined || held === undefined) return undefined;
  const decision = decisionOn(usual);
  return choose([
    { condition: only(decision, 0), value: held },
    { condition: only(decision, 1), value: other() },
  ]);
}

function subscriptOne(machine: Machine, frame: Frame, value: Value, index: Value, span: Span): Value {
  const unmodelled = (): Value =>
    machine.result(frame, span, [value.origin, index.origin], `an item of ${kindOf(value)}`);
  switch (value.kind) {
    case "tuple": {
      const part = sequencePart(value.items, index) ?? oneOf(machine, value.items, index);
      return isParts(part) ? tuple(part) : (part ?? unmodelled());
    }
    case "string": {
      const part = value.exact ? sequencePart(itemsOf(machine, value) ?? [], index) : undefined;
      return isParts(part) ? text(part.map(describeLetter).join("")) : (part ?? unmodelled());
    }
    case "uniform":
      return elementAt(machine, value, index) ?? unmodelled();
    case "object": {
      if (value.identity.type === "dict") {
        const key = dictKey(index);
        const held = key === undefined ? undefined : getEntry(machine, value, key);
        return (
          held ??
          usualItem(machine, value, index, unmodelled) ??
          missingItem(machine, frame, value, index, span) ??
          unmodelled()
        );
      }
      if (value.identity.type === "instance") {
        const special = callSpecial(machine, frame, value, "__getitem__", [index], span);
        if (special !== undefined) return special;
      }
      const repeated = repeatedIn(machine, value);
      if (repeated !== undefined) return elementAt(machine, repeated, index) ?? unmodelled();
      const contents = contentsOf(machine, value);
      if (contents?.kind === "choice")
        return distribute(machine, [contents], ([one = contents]) => subscriptOne(machine, frame, one, index, span));
      const items = peek(machine, value);
      const part = items && (sequencePart(items, index) ?? oneOf(machine, items, index));
      if (!isParts(part)) return part ?? unmodelled();
      return value.identity.type === "list" ? newList(machine, part, undefined) : tuple(part);
    }
    case "tensor":
      return tensorPart(machine, frame, value, index, span) ?? unmodelled();
    case "unknown":
      return value.mayBe === undefined ? unmodelled() : itemOfUnknown(machine, value.mayBe);
    case "opaque":
      return opaquePart(machine, frame, value, index, span);
    case "bound":
      return shapePart(value, index, machine.facts) ?? unmodelled();
    case "class":
      if (value.enumeration && index.kind === "string")
        return findMember(machine, value, index.value).value ?? unmodelled();
      return value;
    // `list[int]`, `Optional[Tensor]`: a type is itself for any parameter.
    case "external":
      if (value.name === "os.environ")
        return index.kind === "string" && index.exact
          ? machine.models.environment(index.value, undefined)
          : unmodelled();
      return value;
    default:
      return unmodelled();
  }
}

/** What counts from the end counts from the length; where it is not known from where, only the same element will do. */
function elementAt(machine: Machine, value: UniformValue, index: Value): Value | undefined {
  const at = asInt(index);
  if (at === undefined || (value.index ?? value.piece) === undefined) return at && value.element;
  const isFromStart = machine.facts.compare(at, ">=", integer(0));
  const place = isFromStart === undefined ? undefined : isFromStart ? at : add(at, value.length);
  return place === undefined ? value.piece && value.element : uniformElement(value, place);
}

function isParts(part: readonly Value[] | Value | undefined): part is readonly Value[] {
  return Array.isArray(part);
}

/** A part that is one element. */
function valueIn(part: readonly Value[] | Value | undefined): Value | undefined {
  return isParts(part) ? undefined : part;
}

function describeLetter(letter: Value): string {
  return letter.kind === "string" ? letter.value : "";
}

/** What a `defaultdict` makes for a key that is not there. */
function missingItem(machine: Machine, frame: Frame, dict: ObjectValue, index: Value, span: Span): Value | undefined {
  const factory = machine.store.get(dict.identity, factoryCell);
  const key = dictKey(index);
  if (factory === undefined || key === undefined) return undefined;
  const made =
    getEntryOr(machine, dict, key, none) === none
      ? call(machine, frame, factory, [], machine.site(frame, span))
      : undefined;
  if (made !== undefined) setEntry(machine, dict, key, made);
  return made;
}

function sequencePart(items: readonly Value[], index: Value): readonly Value[] | Value | undefined {
  const positions = positionsOf(items.length, index);
  // Whichever one it is, if all are the same.
  const whole = asInt(index);
  const isOpen = whole !== undefined && constantOf(whole) === undefined;
  const isSame = isOpen && items.every((item) => item === items[0]);
  if (isSame) return items[0];
  const parts = positions?.flatMap((position) => items[position] ?? []);
  return index.kind === "slice" ? parts : parts?.[0];
}

/** Pieces of a tensor of which a rank takes its own: one of them, each where the index is a position that has it. */
function oneOf(machine: Machine, items: readonly Value[], index: Value): Value | undefined {
  const at = index.kind === "int" ? index.value : undefined;
  if (at === undefined || items.some((item) => item.kind !== "tensor")) return undefined;
  if (machine.facts.compare(at, ">=", integer(0)) !== true) return undefined;
  const pieces = new Map<string, { readonly item: Value; readonly places: Formula[] }>();
  for (const [i, item] of items.entries()) {
    const place = { kind: "comparison", left: at, relation: "==", right: integer(i) } as const;
    if (machine.facts.compare(at, "==", integer(i)) === false) continue;
    const key = formOf(item) ?? `piece ${i}`;
    const piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, { item, places: [place] });
    else piece.places.push(place);
  }
  const different = [...pieces.values()];
  if (different.length > maximumAlternatives) return undefined;
  if (different.length <= 1) return different[0]?.item;
  const decision: Decision = {
    key: `${at.key} of ${items.length}`,
    kind: "unknown",
    alternatives: different.map(({ places }) => places.map(describeFormula).join(" or ")),
    implies: different.map(({ places }) => disjunction(places)),
  };
  return choose(different.map(({ item }, i) => ({ condition: only(decision, i), value: item })));
}

/** Equal for pieces that nothing tells apart. */
function formOf(piece: Value): string | undefined {
  if (piece.kind !== "tensor" || piece.open || piece.marks !== undefined) return undefined;
  if (piece.shape.includes(undefined)) return undefined;
  return `${piece.shape.map((size) => size?.key).join(" x ")} ${piece.dtype} ${piece.device}`;
}

/** The positions in a sequence of known length that an index or a slice means; undefined if it is not known which. */
export function positionsOf(length: number, index: Value): readonly number[] | undefined {
  if (index.kind !== "slice") {
    const whole = asInt(index);
    const at = whole === undefined ? undefined : constantOf(whole);
    if (at === undefined || at >= length || at < -length) return undefined;
    return [at < 0 ? at + length : at];
  }
  const [lower, upper, step] = [bound(index.lower), bound(index.upper), bound(index.step)];
  if (lower === undefined || upper === undefined || step === undefined || step === 0) return undefined;
  const stride = step ?? 1;
  const [first, last] = stride > 0 ? [0, length] : [-1, length - 1];
  const clipped = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, first), last);
  const from = lower === null ? (stride > 0 ? first : last) : clipped(lower);
  const to = upper === null ? (stride > 0 ? last : first) : clipped(upper);
  const positions: number[] = [];
  for (let at = from; stride > 0 ? at < to : at > to; at += stride) positions.push(at);
  return positions;
}

/** A constant slice bound; null if absent, undefined if not constant. */
function bound(value: Value): number | null | undefined {
  if (value.kind === "none") return null;
  const whole = asInt(value);
  return whole === undefined ? undefined : constantOf(whole);
}

function opaquePart(machine: Machine, frame: Frame, value: OpaqueValue, index: Value, span: Span): Value {
  if (value.key.endsWith(".shape")) {
    const at = asInt(index);
    const position = at === undefined ? undefined : constantOf(at);
    if (position === undefined) return machine.result(frame, span, [value.origin], "a size at an unknown position");
    const length = lengthOfShape(value);
    const rank = position < 0 && length ? constantOf(machine.facts.simplify(length)) : undefined;
    const fromFront = rank === undefined || -position > rank ? position : position + rank;
    return { ...opaque(`${value.key}[${fromFront}]`, `${value.name}[${fromFront}]`), size: true };
  }
  const key = index.kind === "string" || index.kind === "int" ? valueKey(index) : undefined;
  if (key !== undefined) {
    const written = machine.store.get(machine.owner(value.key), `[${key}]`);
    if (written !== undefined) return written;
    const source = index.kind === "string" ? JSON.stringify(index.value) : key.slice("int ".length);
    const name = constantLike(index) ? `${value.name}[${source}]` : machine.source(frame, span);
    const usual = usualPart(value.usual, (whole) =>
      whole.kind === "tuple" ? valueIn(sequencePart(whole.items, index)) : undefined,
    );
    return withUsual(opaque(`${machine.epochKey(value.key)}[${key}]`, name), usual);
  }
  return (
    tensorPart(machine, frame, value, index, span) ??
    machine.result(frame, span, [value.origin, index.origin], `an item of ${kindOf(value)}`)
  );
}

function itemOfUnknown(machine: Machine, mayBe: readonly Value[]): Value {
  const held = mayBe.flatMap((one) => (one.kind === "object" ? [...machine.store.entries(one.identity).values()] : []));
  return unknownOf("an item of an unknown object", held);
}

function tensorPart(machine: Machine, frame: Frame, value: Value, index: Value, span: Span): Value | undefined {
  const base = asTensor(withKnownRank(value, machine.facts));
  const part = base && indexTensor(base, index, tensorCall(machine, frame, [], span));
  return part?.kind === "tensor" && part.open ? identified(machine, frame, part, span) : part;
}

function constantLike(index: Value): boolean {
  return index.kind === "string" || (index.kind === "int" && constantOf(index.value) !== undefined);
}

/** One size of the shape of a tensor whose rank is not known. */
function shapePart(value: Value & { kind: "bound" }, index: Value, facts: Facts): Value | undefined {
  if (value.function.kind !== "intrinsic" || value.function.name !== "shape" || value.receiver.kind !== "tensor")
    return undefined;
  const at = asInt(index);
  const position = at === undefined ? undefined : constantOf(at);
  const tensor = asTensor(withKnownRank(value.receiver, facts));
  return position === undefined ? undefined : int(tensor && dimension(tensor, position), value.receiver.origin);
}

/** `len(value)`; undefined where it is not known. */
export function lengthOfValue(machine: Machine, value: Value, frame?: Frame, span?: Span): Value | undefined {
  if (value.kind === "object" && value.identity.type === "instance" && frame !== undefined && span !== undefined) {
    const own = callSpecial(machine, frame, value, "__len__", [], span);
    if (own !== undefined) return own;
  }
  const rank = lengthOfShape(value);
  if (rank !== undefined) return int(rank);
  if (value.kind === "string") return value.exact ? int(integer(codePoints(value.value).length)) : undefined;
  if (value.kind === "uniform") return value.length === undefined ? undefined : int(value.length);
  if (value.kind === "object" && value.identity.type === "dict") {
    const entries = entriesOf(machine, value);
    return entries === undefined ? undefined : int(integer(entries.size));
  }
  if (value.kind === "object" && value.identity.type === "iterator") return undefined;
  const repeated = repeatedIn(machine, value)?.length;
  if (repeated !== undefined) return int(repeated);
  const contents = value.kind === "object" ? contentsOf(machine, value) : undefined;
  if (contents?.kind === "choice")
    return distribute(machine, [contents], ([one = contents]) => lengthOfValue(machine, one) ?? unknown("a length"));
  const count = countOf(machine, value);
  if (count !== undefined) return int(integer(count));
  if (value.kind === "tensor") {
    const length = lengthOf(value);
    return length === undefined ? undefined : int(length);
  }
  return value.kind === "opaque" ? int(firstSize(value)) : undefined;
}

/** `len(x)` and `x.shape[0]` are the same number. */
function firstSize(value: OpaqueValue): SymInt {
  return symbol(`${value.key}.shape[0]`, `${value.name}.shape[0]`, 1);
}

export function assignSubscript(
  machine: Machine,
  frame: Frame,
  object: Value,
  index: Value,
  value: Value,
  at: Span,
): void {
  if (object.kind === "choice") {
    for (const alternative of object.alternatives)
      assignSubscript(machine, frame, alternative.value, index, unknown("an item set on one of several objects"), at);
    return;
  }
  if (object.kind === "opaque") {
    const key = valueKey(index);
    if (key === undefined) machine.forgetOpaque(object.key);
    else machine.store.set(machine.owner(object.key), `[${key}]`, value);
    return;
  }
  if (object.kind === "unknown") {
    for (const one of object.mayBe ?? [])
      assignSubscript(machine, frame, one, index, unknownOf("an item set on one of several objects", [value]), at);
    return;
  }
  if (object.kind !== "object") return;
  if (object.identity.type === "dict") {
    const key = dictKey(index);
    if (key === undefined) openDict(machine, object);
    else setEntry(machine, object, key, value);
    return;
  }
  if (object.identity.type === "instance") {
    const span = machine.site(frame, at);
    if (callSpecial(machine, frame, object, "__setitem__", [index, value], span) === undefined) forget(machine, object);
    return;
  }
  setItems(machine, object, replacedItems(machine, object, index, value));
}

function replacedItems(
  machine: Machine,
  object: ObjectValue,
  index: Value,
  value: Value,
): readonly Value[] | undefined {
  const items = peek(machine, object);
  const positions = items === undefined ? undefined : positionsOf(items.length, index);
  const [first] = positions ?? [];
  if (items === undefined || positions === undefined) return undefined;
  if (index.kind !== "slice") return first === undefined ? undefined : items.with(first, value);
  const more = itemsOf(machine, value);
  if (more === undefined || (index.step.kind !== "none" && bound(index.step) !== 1)) return undefined;
  // An empty slice inserts where it starts.
  const start = first ?? Math.min(bound(index.lower) ?? 0, items.length);
  return start < 0 ? undefined : items.toSpliced(start, positions.length, ...more);
}
