/** `object[index]`, `len(object)` and `object[index] = value`. */
import type { Span } from "../syntax/ast.ts";
import { constantOf, integer, type SymInt, symbol } from "../values/symbolic.ts";
import {
  asInt,
  int,
  type OpaqueValue,
  opaque,
  tuple,
  unknown,
  type Value,
  valueKey,
  withOrigin,
  kindOf,
} from "../values/value.ts";
import { distribute } from "./choices.ts";
import { getEntry, isOpen, itemsOf, openDict, repeatedIn, setEntry, setItems, uniformElement } from "./containers.ts";
import { dictKey } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { tensorCall } from "./tensor-calls.ts";
import { usualPart, withUsual } from "./usual.ts";
import { asTensor, dimension, indexTensor, lengthOf } from "./tensors/index.ts";

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

function subscriptOne(machine: Machine, frame: Frame, value: Value, index: Value, span: Span): Value {
  const unmodelled = (): Value =>
    machine.result(frame, span, [value.origin, index.origin], `an item of ${kindOf(value)}`);
  switch (value.kind) {
    case "tuple":
      return sequencePart(value.items, index) ?? unmodelled();
    case "uniform": {
      const at = asInt(index);
      return at === undefined ? unmodelled() : uniformElement(value, at);
    }
    case "object": {
      if (value.identity.type === "dict") {
        const key = dictKey(index);
        return (key === undefined ? undefined : getEntry(machine, value, key)) ?? unmodelled();
      }
      const items = itemsOf(machine, value);
      return (items === undefined ? undefined : sequencePart(items, index)) ?? unmodelled();
    }
    case "tensor":
      return indexTensor(value, index, tensorCall(machine, frame, [], span)) ?? unmodelled();
    case "opaque":
      return opaquePart(machine, frame, value, index, span);
    case "bound":
      return shapePart(value, index) ?? unmodelled();
    case "external":
      if (value.name === "os.environ")
        return index.kind === "string" && index.exact
          ? machine.models.environment(index.value, undefined)
          : unmodelled();
      return value;
    case "class":
      // `list[int]`, `Optional[Tensor]`: a type is itself for any parameter.
      return value;
    default:
      return unmodelled();
  }
}

function sequencePart(items: readonly Value[], index: Value): Value | undefined {
  if (index.kind === "slice") {
    const [lower, upper, step] = [bound(index.lower), bound(index.upper), bound(index.step)];
    if (lower === undefined || upper === undefined || (step !== null && step !== 1)) return undefined;
    return tuple(items.slice(lower ?? undefined, upper ?? undefined));
  }
  const whole = asInt(index);
  const at = whole === undefined ? undefined : constantOf(whole);
  // Whichever one it is, if all are the same.
  if (at === undefined) return whole !== undefined && items.every((item) => item === items[0]) ? items[0] : undefined;
  return items.at(at) === undefined || at < -items.length ? undefined : items.at(at);
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
    return { ...opaque(`${value.key}[${position}]`, `${value.name}[${position}]`), size: true };
  }
  const key = index.kind === "string" || index.kind === "int" ? valueKey(index) : undefined;
  if (key !== undefined) {
    const written = machine.store.get(machine.owner(value.key), `[${key}]`);
    if (written !== undefined) return written;
    const source = index.kind === "string" ? JSON.stringify(index.value) : key.slice("int ".length);
    const name = constantLike(index) ? `${value.name}[${source}]` : machine.source(frame, span);
    const usual = usualPart(value.usual, (whole) =>
      whole.kind === "tuple" ? sequencePart(whole.items, index) : undefined,
    );
    return withUsual(opaque(`${machine.epochKey(value.key)}[${key}]`, name), usual);
  }
  const base = asTensor(value);
  const part = base === undefined ? undefined : indexTensor(base, index, tensorCall(machine, frame, [], span));
  return part ?? machine.result(frame, span, [value.origin, index.origin], `an item of ${kindOf(value)}`);
}

function constantLike(index: Value): boolean {
  return index.kind === "string" || (index.kind === "int" && constantOf(index.value) !== undefined);
}

/** One size of the shape of a tensor whose rank is not known. */
function shapePart(value: Value & { kind: "bound" }, index: Value): Value | undefined {
  if (value.function.kind !== "intrinsic" || value.function.name !== "shape" || value.receiver.kind !== "tensor")
    return undefined;
  const at = asInt(index);
  const position = at === undefined ? undefined : constantOf(at);
  return position === undefined ? undefined : int(dimension(value.receiver, position), value.receiver.origin);
}

/** `len(value)`; undefined where it is not known. */
export function lengthOfValue(machine: Machine, value: Value): Value | undefined {
  if (value.kind === "string") return value.exact ? int(integer(value.value.length)) : undefined;
  if (value.kind === "uniform") return value.length === undefined ? undefined : int(value.length);
  if (value.kind === "object" && value.identity.type === "dict" && isOpen(machine, value)) return undefined;
  const items = itemsOf(machine, value);
  if (items !== undefined) return int(integer(items.length));
  const repeated = repeatedIn(machine, value)?.length;
  if (repeated !== undefined) return int(repeated);
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

export function assignSubscript(machine: Machine, object: Value, index: Value, value: Value): void {
  if (object.kind === "choice") {
    for (const alternative of object.alternatives)
      assignSubscript(machine, alternative.value, index, unknown("an item set on one of several objects"));
    return;
  }
  if (object.kind === "opaque") {
    const key = valueKey(index);
    if (key === undefined) machine.forgetOpaque(object.key);
    else machine.store.set(machine.owner(object.key), `[${key}]`, value);
    return;
  }
  if (object.kind !== "object") return;
  if (object.identity.type === "dict") {
    const key = dictKey(index);
    if (key === undefined) openDict(machine, object);
    else setEntry(machine, object, key, value);
    return;
  }
  const items = itemsOf(machine, object);
  const whole = asInt(index);
  const at = whole === undefined ? undefined : constantOf(whole);
  if (items === undefined || at === undefined || at < -items.length || at >= items.length)
    setItems(machine, object, undefined);
  else setItems(machine, object, items.with(at, value));
}
