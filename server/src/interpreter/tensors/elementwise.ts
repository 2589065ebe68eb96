/** Operations that work element by element, and those that keep the shape for another reason. */
import { argument, asFunction, withArguments } from "./arguments.ts";
import { broadcastShape } from "./broadcasting.ts";
import { asDevice, asDtype, dtypeArgument, isIntegral, type Operand, promoted } from "./dtypes.ts";
import type { TensorFunction, TensorMethod } from "./model.ts";
import { asTensor, sameShape, unranked } from "./shape.ts";
import type { Facts } from "../../values/facts.ts";
import { tensor, type TensorValue, type Value } from "../../values/value.ts";

/** What an operation makes of the dtypes of its operands. */
type Result = "same" | "promoted" | "float" | "sum" | "bool" | "int64" | "unknown";

const scalarKinds = { bool: "bool", int: "int", float: "float" } as const;

/** What a sum of such numbers is: torch widens whole numbers. */
export function summed(dtype: string | undefined): string | undefined {
  return dtype !== undefined && isIntegral(dtype) ? "int64" : dtype;
}

/** Undefined for a value that may be a tensor or a number. */
function operandOf(value: Value): Operand | undefined {
  if (value.kind === "tensor") return { tensor: value };
  if (value.kind === "int" || value.kind === "bool" || value.kind === "float")
    return { scalar: scalarKinds[value.kind] };
  return value.kind === "opaque" && value.size ? { scalar: "int" } : undefined;
}

/** What operands give together, element by element; undefined if none is a tensor or they do not fit. */
export function combined(values: readonly Value[], result: Result, facts: Facts): TensorValue | undefined {
  const operands = values.map(operandOf);
  // Whatever a comparison with None or a string gives, it is not element by element.
  if (values.some((value, i) => operands[i] === undefined && value.kind !== "opaque" && value.kind !== "unknown")) {
    return undefined;
  }
  const known = operands.filter((operand) => operand !== undefined);
  const tensors = known.flatMap((operand) => ("tensor" in operand ? [operand.tensor] : []));
  const [first] = tensors;
  if (first === undefined) return undefined;
  const complete = known.length === operands.length;
  const shape = complete ? broadcastShape(tensors, facts) : { shape: [], open: true, rest: undefined };
  if (shape === undefined) return undefined;
  const device = tensors.every((item) => item.device === first.device) && complete ? first.device : undefined;
  const dtype = complete ? resultDtype(result, first.dtype, promoted(known)) : result === "bool" ? "bool" : undefined;
  return tensor(shape.shape, { ...shape, dtype, device });
}

function resultDtype(result: Result, first: string | undefined, joint: string | undefined): string | undefined {
  switch (result) {
    case "same":
      return first;
    case "promoted":
      return joint;
    case "float":
      return joint === undefined ? undefined : isIntegral(joint) ? "float32" : joint;
    case "sum":
      return summed(joint);
    case "bool":
    case "int64":
      return result;
    case "unknown":
      return undefined;
  }
}

const operators: ReadonlyMap<string, Result> = new Map([
  ...["+", "-", "*", "//", "%", "**", "&", "|", "^", "<<", ">>"].map((name): [string, Result] => [name, "promoted"]),
  ["/", "float"],
  ...["==", "!=", "<", "<=", ">", ">="].map((name): [string, Result] => [name, "bool"]),
]);

/** `a operator b`, where one of them is a tensor. `@` is not element by element. */
export function elementwiseOperator(a: Value, b: Value, operator: string, facts: Facts): TensorValue | undefined {
  const result = operators.get(operator);
  return result === undefined ? undefined : combined([a, b], result, facts);
}

// ----------------------------------------------------------------------------------------------- one operand

/** `names` keep the shape and, unless said otherwise, the dtype. */
function unary(result: Result): TensorMethod {
  return (self, call) => {
    const passed = call.positional.find((value) => value.kind === "external");
    const dtype = passed === undefined ? resultDtype(result, self.dtype, self.dtype) : asDtype(passed);
    return sameShape(self, { dtype: dtypeArgument(call, dtype) });
  };
}

const keepingDtype = unary("same");

const unaryResults: ReadonlyMap<Result, string> = new Map<Result, string>([
  [
    "same",
    "abs absolute neg negative relu sign roll flip fliplr flipud tril triu softmax log_softmax " +
      "ceil floor round trunc frac nan_to_num",
  ],
  [
    "float",
    "exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan asin acos atan sinh cosh tanh sigmoid erf reciprocal deg2rad",
  ],
  ["bool", "isnan isinf isfinite isposinf isneginf logical_not signbit"],
  ["sum", "cumsum cumprod"],
  ["unknown", "square bitwise_not logcumsumexp bernoulli"],
]);

/** Those that are no methods of tensors. */
const activations =
  "relu6 leaky_relu elu selu celu gelu silu mish hardswish hardsigmoid hardtanh softplus softsign tanhshrink logsigmoid " +
  "softmin gumbel_softmax dropout alpha_dropout feature_dropout layer_norm rms_norm group_norm batch_norm " +
  "instance_norm normalize";

/** In place, the receiver's shape and dtype stay; `x.squeeze_()` and its like are `shapeChanging`. */
const inPlace =
  "fill_ zero_ copy_ add_ sub_ mul_ div_ pow_ neg_ abs_ clamp_ clamp_min_ clamp_max_ clip_ exp_ log_ sqrt_ rsqrt_ " +
  "sigmoid_ tanh_ relu_ floor_ ceil_ round_ trunc_ normal_ uniform_ random_ bernoulli_ exponential_ masked_fill_ " +
  "masked_scatter_ scatter_ scatter_add_ scatter_reduce_ index_fill_ index_copy_ index_add_ index_put_ put_ lerp_ " +
  "addcmul_ addcdiv_ bitwise_and_ bitwise_or_ bitwise_xor_ logical_and_ logical_or_ logical_not_ logical_xor_ " +
  "fill_diagonal_ eq_ ne_ lt_ le_ gt_ ge_ remainder_ fmod_ floor_divide_ true_divide_ subtract_ multiply_ divide_ " +
  "cumsum_ cumprod_ tril_ triu_ trunc_normal_ nan_to_num_ erfinv_";

/** Methods after which the receiver itself has another shape: what is known about it must be forgotten. */
export const shapeChanging: ReadonlySet<string> = new Set([
  "resize_",
  "resize_as_",
  "unsqueeze_",
  "squeeze_",
  "transpose_",
  "t_",
  "swapaxes_",
  "swapdims_",
  "set_",
]);

const keptShapes = "scatter scatter_add scatter_reduce index_fill index_copy index_add index_put masked_scatter renorm";

// ---------------------------------------------------------------------------- the same tensor of another kind

/** Keeps the shape and what contracts attached. */
function kept(self: TensorValue, extra: Partial<TensorValue> = {}): TensorValue {
  return sameShape(self, { marks: self.marks, ...extra });
}

/** `x.to(device)`, `x.to(dtype)`, `x.to(device, dtype)`, `x.to(other)` */
const to: TensorMethod = (self, call) => {
  let dtype = dtypeArgument(call, self.dtype);
  let device = call.keywords.has("device") ? asDevice(call.keywords.get("device")) : self.device;
  for (const value of call.positional) {
    if (value.kind === "bool") continue;
    const [newDtype, newDevice] = [asDtype(value), asDevice(value)];
    if (value.kind === "external" && newDtype !== undefined) dtype = newDtype;
    else if (newDevice !== undefined) device = newDevice;
    else if (value.kind === "tensor") [dtype, device] = [value.dtype, value.device];
    else if (value.kind === "int" || (value.kind === "opaque" && value.size)) device = undefined;
    else if (value.kind === "intrinsic" && newDtype !== undefined) dtype = newDtype;
    else [dtype, device] = [undefined, undefined];
  }
  const other = call.keywords.get("other");
  if (other !== undefined) [dtype, device] = [asTensor(other)?.dtype, asTensor(other)?.device];
  return kept(self, { dtype, device });
};

const type: TensorMethod = (self, call) => {
  const value = argument(call, 0, "dtype");
  if (value === undefined) return undefined;
  // As a string it is the name of a legacy class, such as "torch.FloatTensor".
  if (value.kind === "string") return kept(self, { dtype: undefined, device: undefined });
  return kept(self, { dtype: asDtype(value) });
};

const typeAs: TensorMethod = (self, call) => {
  const other = asTensor(argument(call, 0, "other"));
  return kept(self, { dtype: other?.dtype, device: other?.device });
};

const cuda: TensorMethod = (self, call) => {
  const index = argument(call, 0, "device");
  return kept(self, { device: index === undefined ? "cuda" : asDevice(index) });
};

const casts: ReadonlyMap<string, string> = new Map([
  ["float", "float32"],
  ["double", "float64"],
  ["half", "float16"],
  ["bfloat16", "bfloat16"],
  ["long", "int64"],
  ["int", "int32"],
  ["short", "int16"],
  ["char", "int8"],
  ["byte", "uint8"],
  ["bool", "bool"],
]);

const sameTensor = "contiguous clone detach detach_ requires_grad_ pin_memory share_memory_ conj";

// ---------------------------------------------------------------------------------------------- two operands

const binaryResults: ReadonlyMap<Result, string> = new Map<Result, string>([
  [
    "promoted",
    "add sub subtract mul multiply remainder fmod floor_divide pow maximum minimum fmax fmin bitwise_and bitwise_or bitwise_xor",
  ],
  ["float", "true_divide atan2"],
  [
    "bool",
    "eq ne lt le gt ge greater greater_equal less less_equal not_equal logical_and logical_or logical_xor isclose",
  ],
]);

function binary(result: Result): TensorMethod {
  return (self, call) => {
    const other = argument(call, 0, "other", "exponent");
    return other === undefined ? undefined : combined([self, other], result, call.facts);
  };
}

/** With `rounding_mode` a division of whole numbers stays whole. */
const divide: TensorMethod = (self, call) => {
  const mode = call.keywords.get("rounding_mode");
  if (mode === undefined || mode.kind === "none") return binary("float")(self, call);
  return binary(mode.kind === "string" ? "promoted" : "unknown")(self, call);
};

/** `x.clamp(low, high)`: bounds may be tensors themselves. */
const clamp: TensorMethod = (self, call) => {
  const bounds = [argument(call, 0, "min"), argument(call, 1, "max")].filter(
    (bound) => bound !== undefined && bound.kind !== "none",
  );
  return combined([self, ...bounds], "promoted", call.facts);
};

const clampOne: TensorMethod = (self, call) => {
  const bound = argument(call, 0, "min", "max");
  return bound === undefined ? undefined : combined([self, bound], "promoted", call.facts);
};

const maskedFill: TensorMethod = (self, call) => {
  const mask = asTensor(argument(call, 0, "mask"));
  const result = mask === undefined ? undefined : combined([self, mask], "same", call.facts);
  return result ?? unranked(self);
};

/** `torch.where(condition, a, b)` */
const where: TensorFunction = (call) => {
  const condition = argument(call, 0, "condition");
  const [a, b] = [argument(call, 1, "input", "self", "x"), argument(call, 2, "other", "y")];
  if (condition === undefined || a === undefined || b === undefined) return undefined;
  const shape = combined([asTensor(condition) ?? condition, a, b], "unknown", call.facts);
  return shape === undefined ? undefined : { ...shape, dtype: joint([a, b], call.facts) };
};

function joint(values: readonly Value[], facts: Facts): string | undefined {
  const scalars = values.every((value) => value.kind !== "tensor");
  return scalars ? undefined : combined(values, "promoted", facts)?.dtype;
}

const whereMethod: TensorMethod = (self, call) => {
  const [condition, other] = call.positional;
  if (condition === undefined || other === undefined) return undefined;
  return where(withArguments(call, [condition, self, other], new Map()));
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

function entries(names: string, method: TensorMethod): [string, TensorMethod][] {
  return words(names).map((name) => [name, method]);
}

/** Methods without another tensor among their arguments. */
export const unaryMethods: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>(
  [...unaryResults].flatMap(([result, names]) => entries(names, unary(result))),
);

export const elementwise: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ...unaryMethods,
  ...[...binaryResults].flatMap(([result, names]) => entries(names, binary(result))),
  ...entries(inPlace, (self) => kept(self)),
  ...entries(keptShapes, keepingDtype),
  ...entries(sameTensor, (self) => kept(self)),
  ...[...casts].map(([name, dtype]): [string, TensorMethod] => [name, (self) => kept(self, { dtype })]),
  ["to", to],
  ["type", type],
  ["type_as", typeAs],
  ["cuda", cuda],
  ["cpu", (self) => kept(self, { device: "cpu" })],
  ["numpy", (self) => kept(self, { device: "numpy" })],
  ["div", divide],
  ["divide", divide],
  ["clamp", clamp],
  ["clip", clamp],
  ["clamp_min", clampOne],
  ["clamp_max", clampOne],
  ["masked_fill", maskedFill],
  ["where", whereMethod],
]);

export const elementwiseFunctions: ReadonlyMap<string, TensorFunction> = new Map<string, TensorFunction>([
  ["where", where],
  ...words(activations).map((name): [string, TensorFunction] => [name, asFunction(keepingDtype)]),
]);
