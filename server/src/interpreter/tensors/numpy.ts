/** The part of numpy that pipelines prepare their inputs with. Arrays are tensors on a device of their own. */
import { integer } from "../../values/symbolic.ts";
import { tensor, type TensorValue, type Value } from "../../values/value.ts";
import {
  argument,
  asSize,
  constantInt,
  constantInts,
  dimsArgument,
  flagArgument,
  shiftArguments,
  variadic,
  withArguments,
} from "./arguments.ts";
import { range } from "./constructors.ts";
import { asDtype, isFloating, isIntegral, numpyDevice } from "./dtypes.ts";
import { literal } from "./literals.ts";
import type { TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { pieceFunctions } from "./pieces.ts";
import { without } from "./reductions.ts";
import { asTensor, fails, sameShape, spliced, unranked } from "./shape.ts";
import { reversed, views } from "./views.ts";

/** Numpy's floating default is twice as wide as torch's. */
function widened(dtype: string | undefined): string | undefined {
  return dtype === "float32" ? "float64" : dtype;
}

function dtypeAt(call: TensorCall, position: number, fallback: string | undefined): string | undefined {
  const value = argument(call, position, "dtype");
  return value === undefined || value.kind === "none" ? fallback : asDtype(value);
}

function array(
  call: TensorCall,
  shape: readonly Value[] | undefined,
  dtype: string | undefined,
): TensorValue | undefined {
  if (shape === undefined) return tensor([], { open: true, dtype, device: numpyDevice });
  const sizes = shape.map(asSize);
  if (sizes.some((size) => fails(call.facts, size, ">=", 0))) return undefined;
  return tensor(sizes, { dtype, device: numpyDevice });
}

/** `np.zeros((2, 3), dtype)` or `np.zeros(2)` */
function ofShape(dtypePosition: number): TensorFunction {
  return (call) => {
    const value = argument(call, 0, "shape");
    if (value === undefined) return undefined;
    const items = variadic(withArguments(call, [value]), 0);
    return array(call, items, dtypeAt(call, dtypePosition, dtypePosition === 1 ? "float64" : undefined));
  };
}

const arange: TensorFunction = (call) => {
  const found = range(call);
  if (found === undefined) return undefined;
  const length = found.length === undefined ? undefined : call.facts.maximum([found.length, integer(0)]);
  return tensor([length], { dtype: dtypeAt(call, 3, widened(found.dtype)), device: numpyDevice });
};

const linspace: TensorFunction = (call) => {
  const count = argument(call, 2, "num");
  return tensor([count === undefined ? integer(50) : asSize(count)], {
    dtype: dtypeAt(call, 5, "float64"),
    device: numpyDevice,
  });
};

const fromData: TensorFunction = (call) => {
  const value = argument(call, 0, "object", "a");
  if (value === undefined) return undefined;
  const given = asTensor(value);
  if (given !== undefined) {
    const known = value.kind === "tensor" ? given.dtype : undefined;
    return sameShape(given, { dtype: dtypeAt(call, 1, known), device: numpyDevice });
  }
  const found = literal(call, value);
  if (found === undefined) return undefined;
  return tensor(found.shape, { open: found.open, dtype: dtypeAt(call, 1, widened(found.dtype)), device: numpyDevice });
};

const like: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "a", "prototype"));
  if (self === undefined) return undefined;
  const dtype = call.keywords.get("dtype");
  return sameShape(self, { dtype: dtype === undefined ? self.dtype : asDtype(dtype), device: numpyDevice });
};

const expandDims: TensorFunction = (call) => {
  const self = asTensor(argument(call, 0, "a"));
  const axis = constantInt(argument(call, 1, "axis"));
  if (self === undefined || axis === undefined) return undefined;
  if (self.open) return axis < 0 ? unranked(self) : spliced(self, axis, 0, [integer(1)]);
  const at = axis < 0 ? axis + self.shape.length + 1 : axis;
  return at < 0 || at > self.shape.length ? undefined : spliced(self, at, 0, [integer(1)]);
};

/** `np.concatenate(arrays, axis)`: numpy promotes dtypes of its own way. */
function joining(name: string): TensorFunction {
  return (call) => {
    const result = pieceFunctions.get(name)?.(call);
    if (result?.kind !== "tensor") return undefined;
    return { ...result, dtype: undefined, device: numpyDevice };
  };
}

const transpose: TensorMethod = (self, call) => {
  if (call.positional.length === 0) return call.keywords.size === 0 ? reversed(self) : undefined;
  return views.get("permute")?.(self, call);
};

/** Numpy's squeeze raises where a size is not 1; torch's does nothing. */
const squeeze: TensorMethod = (self, call) => {
  const value = argument(call, 0, "axis");
  if (value === undefined) return views.get("squeeze")?.(self, call);
  const dims = constantInts(call, value);
  return dims === undefined ? unranked(self) : without(self, dims, false);
};

const reshape: TensorMethod = (self, call) =>
  views.get("reshape")?.(self, withArguments(call, call.positional, new Map()));

function reduction(rule: (dtype: string) => string | undefined): TensorMethod {
  return (self, call) => {
    const axes = dimsArgument(call, 0);
    const result = without(self, axes, flagArgument(call, Infinity, false, "keepdims"));
    const passed = call.keywords.get("dtype");
    const dtype = passed === undefined ? (self.dtype === undefined ? undefined : rule(self.dtype)) : asDtype(passed);
    return result === undefined ? undefined : { ...result, dtype };
  };
}

const same = (dtype: string): string => dtype;
const signed = (dtype: string): string | undefined =>
  isFloating(dtype) ? dtype : /^(bool|int)/.test(dtype) ? "int64" : undefined;
const floating = (dtype: string): string | undefined => (isIntegral(dtype) ? "float64" : dtype);

/** What an array has in place of the tensor's methods; others are not modelled. */
export const numpyMethods: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["reshape", reshape],
  ["transpose", transpose],
  ["swapaxes", (self, call) => views.get("swapaxes")?.(self, call)],
  ["squeeze", squeeze],
  ["flatten", (self, call) => views.get("ravel")?.(self, call)],
  ["ravel", (self, call) => views.get("ravel")?.(self, call)],
  ["copy", (self) => sameShape(self)],
  ["astype", (self, call) => sameShape(self, { dtype: asDtype(argument(call, 0, "dtype")) })],
  ["clip", (self) => sameShape(self, { dtype: undefined })],
  ["sum", reduction(signed)],
  ["prod", reduction(signed)],
  ["mean", reduction(floating)],
  ["max", reduction(same)],
  ["min", reduction(same)],
  ["any", reduction(() => "bool")],
  ["all", reduction(() => "bool")],
  ["argmax", reduction(() => "int64")],
  ["argmin", reduction(() => "int64")],
]);

function asFunction(name: string): TensorFunction {
  return (call) => {
    const [value, others] = shiftArguments(call, "a");
    const self = asTensor(value);
    return self === undefined ? undefined : numpyMethods.get(name)?.({ ...self, device: numpyDevice }, others);
  };
}

export const numpyFunctions: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ["zeros", ofShape(1)],
  ["ones", ofShape(1)],
  ["empty", ofShape(1)],
  ["full", ofShape(2)],
  ["arange", arange],
  ["linspace", linspace],
  ["array", fromData],
  ["asarray", fromData],
  ["ascontiguousarray", fromData],
  ...["zeros_like", "ones_like", "empty_like", "full_like"].map((name): [string, TensorFunction] => [name, like]),
  ["expand_dims", expandDims],
  ["concatenate", joining("cat")],
  ["stack", joining("stack")],
  ...["squeeze", "sum", "prod", "mean", "max", "min", "any", "all", "argmax", "argmin", "reshape", "ravel"].map(
    (name): [string, TensorFunction] => [name, asFunction(name)],
  ),
]);
