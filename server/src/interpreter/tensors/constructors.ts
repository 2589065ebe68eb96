/** Operations that make a tensor from sizes, from numbers or in the likeness of another. */
import { ceilDiv, integer, subtract } from "../../values/symbolic.ts";
import { tensor, type TensorValue, text, tuple, type Value } from "../../values/value.ts";
import { argument, asSize, constantInt, newSizes, type NewSizes, stringOf, tensorsOf } from "./arguments.ts";
import { deviceArgument, dtypeArgument } from "./dtypes.ts";
import { literal } from "./literals.ts";
import type { Size, TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { asTensor, dimension, fails, reshaped, sameShape, unranked } from "./shape.ts";

/** A new tensor of the sizes passed, of unknown rank where their number is not known. */
function made(call: TensorCall, { sizes, open }: NewSizes, dtype: string | undefined): TensorValue | undefined {
  const shape = sizes.map(asSize);
  if (shape.some((size) => fails(call.facts, size, ">=", 0))) return undefined;
  return tensor(shape, { dtype: dtypeArgument(call, dtype), device: deviceArgument(call, undefined), open });
}

function whole(sizes: readonly Value[]): NewSizes {
  return { sizes, open: false };
}

/** Sizes that are passed as one value. */
function sizesIn(call: TensorCall, value: Value | undefined): NewSizes {
  const sizes = value === undefined ? undefined : call.items(value);
  return sizes === undefined ? { sizes: [], open: true } : whole(sizes);
}

/** `f(2, 3)` or `f((2, 3))` */
function ofSizes(dtype: string): TensorFunction {
  return (call) => made(call, newSizes(call, 0, "size"), dtype);
}

/** `f((2, 3), …)`: the sizes are one argument. */
function sizesAt(call: TensorCall, position: number): NewSizes {
  return sizesIn(call, argument(call, position, "size", "shape"));
}

const scalarDtypes: ReadonlyMap<string, string> = new Map([
  ["int", "int64"],
  ["float", "float32"],
  ["bool", "bool"],
]);

const full: TensorFunction = (call) => {
  const fill = argument(call, 1, "fill_value");
  return made(call, sizesAt(call, 0), fill === undefined ? undefined : scalarDtypes.get(fill.kind));
};

/** `randint(high, size)` or `randint(low, high, size)`. */
const randint: TensorFunction = (call) => {
  const named = call.keywords.get("size");
  const last = named ?? call.positional[call.positional.length - 1];
  const bounds = call.positional.length + (call.keywords.has("high") ? 1 : 0) + (call.keywords.has("low") ? 1 : 0);
  if (last === undefined || bounds < (named === undefined ? 2 : 1)) return undefined;
  return made(call, sizesIn(call, last), "int64");
};

/** `arange(stop)` or `arange(start, stop, step)`. */
export function range(call: TensorCall): { length: Size; dtype: string | undefined } | undefined {
  const start = call.positional.length > 1 ? call.positional[0] : call.keywords.get("start");
  const stop = call.positional.length > 1 ? call.positional[1] : argument(call, 0, "end", "stop");
  const step = argument(call, 2, "step");
  if (stop === undefined) return undefined;
  const bounds = [start, stop, step].filter((bound) => bound !== undefined);
  // An opaque value is taken for an int as everywhere, but it need not be one, and then the dtype is another.
  const certain = bounds.every((bound) => bound.kind === "int" || (bound.kind === "opaque" && bound.size));
  const dtype = certain ? "int64" : bounds.some((bound) => bound.kind === "float") ? "float32" : undefined;
  if (step !== undefined && constantInt(step) === 0) return undefined;
  const distance = subtract(asSize(stop), start === undefined ? integer(0) : asSize(start));
  return { length: ceilDiv(distance, step === undefined ? integer(1) : asSize(step)), dtype };
}

const arange: TensorFunction = (call) => {
  const found = range(call);
  if (found === undefined || fails(call.facts, found.length, ">=", 0)) return undefined;
  return tensor([found.length], {
    dtype: dtypeArgument(call, found.dtype),
    device: deviceArgument(call, undefined),
  });
};

const linspace: TensorFunction = (call) => {
  const steps = argument(call, 2, "steps");
  return steps === undefined ? undefined : made(call, whole([steps]), "float32");
};

const eye: TensorFunction = (call) => {
  const rows = argument(call, 0, "n");
  if (rows === undefined) return undefined;
  return made(call, whole([rows, argument(call, 1, "m") ?? rows]), "float32");
};

const randperm: TensorFunction = (call) => {
  const count = argument(call, 0, "n");
  return count === undefined ? undefined : made(call, whole([count]), "int64");
};

/** `torch.tensor(data)`, `torch.as_tensor(data)`: data may be a tensor already. */
const fromData: TensorFunction = (call) => {
  const data = argument(call, 0, "data", "obj");
  if (data === undefined) return undefined;
  const given = asTensor(data);
  if (data.kind === "opaque" && given !== undefined) {
    // It may be a number, a list, an array or a tensor, but as a tensor it has the sizes it has.
    return sameShape(given, { dtype: dtypeArgument(call, undefined), device: deviceArgument(call, undefined) });
  }
  if (given !== undefined) {
    return sameShape(given, { dtype: dtypeArgument(call, given.dtype), device: deviceArgument(call, undefined) });
  }
  const found = literal(call, data);
  if (found === undefined) return undefined;
  return tensor(found.shape, {
    open: found.open,
    dtype: dtypeArgument(call, found.dtype),
    device: deviceArgument(call, undefined),
  });
};

const fromNumpy: TensorFunction = (call) => {
  const array = asTensor(argument(call, 0));
  return array === undefined ? undefined : sameShape(array, { device: "cpu" });
};

/** `zeros_like(x)` */
const like: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "input"));
  if (self === undefined) return undefined;
  return sameShape(self, { dtype: dtypeArgument(call, self.dtype), device: deviceArgument(call, self.device) });
};

function ownKind(self: TensorValue, call: TensorCall): { dtype: string | undefined; device: string | undefined } {
  return { dtype: dtypeArgument(call, self.dtype), device: deviceArgument(call, self.device) };
}

/** `x.new_zeros(2, 3)` */
const newOfSizes: TensorMethod = (self, call) => {
  const result = made(call, newSizes(call, 0, "size"), undefined);
  return result === undefined ? undefined : { ...result, ...ownKind(self, call) };
};

const newFull: TensorMethod = (self, call) => {
  const result = made(call, sizesAt(call, 0), undefined);
  return result === undefined ? undefined : { ...result, ...ownKind(self, call) };
};

const newTensor: TensorMethod = (self, call) => {
  const result = fromData(call);
  return result?.kind === "tensor" ? { ...result, ...ownKind(self, call) } : undefined;
};

const oneHot: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "tensor", "input"));
  if (self === undefined) return undefined;
  const classes = argument(call, 1, "num_classes");
  const size = asSize(classes);
  // -1, the default, takes the number of classes from the data; only a size is known not to be it.
  const known = size !== undefined && call.facts.compare(size, ">=", integer(0)) === true ? size : undefined;
  if (self.open) return unranked(self, { dtype: "int64" });
  return reshaped(self, [...self.shape, known], { dtype: "int64" });
};

/** `torch.meshgrid(a, b, indexing=…)`; without `indexing` it is "ij". */
const meshgrid: TensorFunction = (call) => {
  const [first] = call.positional;
  if (first === undefined) return undefined;
  const tensors = tensorsOf(call, call.positional.length === 1 && call.items(first) ? first : tuple(call.positional));
  const indexing = call.keywords.has("indexing") ? stringOf(call.keywords.get("indexing")) : "ij";
  if (tensors === undefined || (indexing !== "ij" && indexing !== "xy")) return undefined;
  if (tensors.some((item) => item.shape.length > 1)) return undefined;
  const sizes = tensors.map((item) => (item.open || item.shape.length === 1 ? dimension(item, 0) : integer(1)));
  if (indexing === "xy" && sizes.length > 1) sizes.splice(0, 2, sizes[1], sizes[0]);
  return tuple(tensors.map((item) => reshaped(item, sizes)));
};

/** Lengths that are differences of neighbours, such as those of packed sequences. */
const diff: TensorMethod = (self, call) => {
  if (call.keywords.has("prepend") || call.keywords.has("append") || call.positional.length > 2) return undefined;
  const times = constantInt(argument(call, 0, "n") ?? { kind: "int", value: integer(1) });
  const dim = constantInt(argument(call, 1, "dim", "axis") ?? { kind: "int", value: integer(-1) });
  if (times === undefined || times < 0 || dim === undefined || self.open) return undefined;
  const axis = dim < 0 ? dim + self.shape.length : dim;
  const size = self.shape[axis];
  if (axis < 0 || axis >= self.shape.length) return undefined;
  const less = subtract(size, integer(times));
  const length = less === undefined ? undefined : call.facts.maximum([less, integer(0)]);
  return reshaped(self, self.shape.with(axis, length));
};

/** The classes that torch had before dtypes, and the default one. */
const legacyClasses: readonly (readonly [string, string])[] = [
  ["Tensor", "float32"],
  ["FloatTensor", "float32"],
  ["DoubleTensor", "float64"],
  ["HalfTensor", "float16"],
  ["BFloat16Tensor", "bfloat16"],
  ["LongTensor", "int64"],
  ["IntTensor", "int32"],
  ["ShortTensor", "int16"],
  ["CharTensor", "int8"],
  ["ByteTensor", "uint8"],
  ["BoolTensor", "bool"],
];

/** `torch.Tensor(2, 3)` takes sizes, `torch.Tensor([2, 3])` data; a tuple may be either, since a shape is sizes. */
function legacy(dtype: string): TensorFunction {
  return (call) => {
    const [first] = call.positional;
    if (first === undefined || call.keywords.size > 0) return undefined;
    if (call.positional.every(({ kind }) => kind === "int")) return made(call, whole(call.positional), dtype);
    const found = first.kind === "object" && call.positional.length === 1 ? literal(call, first) : undefined;
    return found === undefined ? undefined : tensor(found.shape, { open: found.open, dtype });
  };
}

export const constructors: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ...["zeros", "ones", "empty", "rand", "randn"].map((name): [string, TensorFunction] => [name, ofSizes("float32")]),
  ["full", full],
  ["randint", randint],
  ["randperm", randperm],
  ["arange", arange],
  ["linspace", linspace],
  ["logspace", linspace],
  ["eye", eye],
  ["tensor", fromData],
  ["as_tensor", fromData],
  ["asarray", fromData],
  ["from_numpy", fromNumpy],
  ...["zeros", "ones", "empty", "rand", "randn", "full", "randint"].map((name): [string, TensorFunction] => [
    `${name}_like`,
    like,
  ]),
  ...legacyClasses.map(([name, dtype]): [string, TensorFunction] => [name, legacy(dtype)]),
  ["meshgrid", meshgrid],
  ["nn.functional.one_hot", oneHot],
  ["Size", (call) => sizeTuple(call)],
  ["device", (call) => deviceText(call)],
]);

function sizeTuple(call: TensorCall): Value | undefined {
  const [first] = call.positional;
  const items = first === undefined ? [] : call.items(first);
  return items === undefined ? undefined : tuple(items);
}

function deviceText(call: TensorCall): Value | undefined {
  const type = stringOf(argument(call, 0, "type", "device"));
  const index = argument(call, 1, "index");
  if (type === undefined) return undefined;
  if (index === undefined) return text(type);
  const number = constantInt(index);
  return number === undefined ? undefined : text(`${type}:${number}`);
}

export const newTensors: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["new_zeros", newOfSizes],
  ["new_ones", newOfSizes],
  ["new_empty", newOfSizes],
  ["new_full", newFull],
  ["new_tensor", newTensor],
  ["diff", diff],
]);
