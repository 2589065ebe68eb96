/** The tensor operations the interpreter knows, by name. */
import type { Facts } from "../../values/facts.ts";
import type { TensorValue, Value } from "../../values/value.ts";
import { asFunction } from "./arguments.ts";
import { readings } from "./attributes.ts";
import { constructors, newTensors } from "./constructors.ts";
import { numpyDevice } from "./dtypes.ts";
import { einopsFunctions } from "./einops.ts";
import { elementwise, elementwiseFunctions, elementwiseOperator } from "./elementwise.ts";
import { indexTensor as indexed, subscripts } from "./indexing.ts";
import type { TensorCall, TensorFunction, TensorMethod } from "./model.ts";
import { numpyFunctions, numpyMethods } from "./numpy.ts";
import { pad, pieceFunctions, pieceMethods } from "./pieces.ts";
import { matrixProduct, productFunctions, productMethods } from "./products.ts";
import { overRanks, withKnownRank } from "./ranks.ts";
import { isTensorCall } from "./receivers.ts";
import { reductions } from "./reductions.ts";
import { asTensor } from "./shape.ts";
import { views } from "./views.ts";

export { tensorAttributes } from "./attributes.ts";
export { shapeChanging } from "./elementwise.ts";
export { elementsAlong } from "./indexing.ts";
export { lengthOfShape, withKnownRank } from "./ranks.ts";
export { asTensor, dimension, lengthOf, named } from "./shape.ts";

const torchMethods: ReadonlyMap<string, TensorMethod> = new Map(
  [
    ...readings,
    ...newTensors,
    ...views,
    ...subscripts,
    ...pieceMethods,
    ...elementwise,
    ...reductions,
    ...productMethods,
  ].map(([name, method]) => [name, overRanks(method)]),
);

/** A method by its name means something else to a numpy array. */
function forTensorOrArray(name: string, method: TensorMethod | undefined): TensorMethod {
  const forArray = readings.get(name) ?? numpyMethods.get(name);
  return (self, call) => {
    if (self.device === numpyDevice) return forArray?.(self, call);
    return isTensorCall(name, self, call) ? method?.(self, call) : undefined;
  };
}

export const tensorMethods: ReadonlyMap<string, TensorMethod> = new Map(
  [...torchMethods.keys(), ...numpyMethods.keys()].map((name) => [
    name,
    forTensorOrArray(name, torchMethods.get(name)),
  ]),
);

function prefixed(prefix: string, table: ReadonlyMap<string, TensorFunction>): [string, TensorFunction][] {
  return [...table].map(([name, entry]) => [`${prefix}.${name}`, entry]);
}

const methodsAsFunctions: ReadonlyMap<string, TensorFunction> = new Map(
  [...torchMethods].map(([name, method]) => [name, asFunction(method)]),
);

/** `x[…]` */
export const indexTensor = (self: TensorValue, index: Value, call: TensorCall): Value | undefined =>
  overRanks((one) => indexed(one, index, call))(self, call);

/** Later entries win over earlier ones. */
export const tensorFunctions: ReadonlyMap<string, TensorFunction> = new Map([
  ...prefixed("torch", methodsAsFunctions),
  ...[...elementwise].map(([name, method]): [string, TensorFunction] => [
    `torch.nn.functional.${name}`,
    asFunction(method),
  ]),
  ...prefixed("torch.nn.functional", elementwiseFunctions),
  ["torch.nn.functional.pad", asFunction(overRanks(pad))],
  ...prefixed("torch", constructors),
  ...prefixed("torch", pieceFunctions),
  ...prefixed("torch", elementwiseFunctions),
  ...productFunctions,
  ...einopsFunctions,
  ...prefixed("numpy", numpyFunctions),
]);

/** Classes that are known by what they do, so that nobody has to read their source. */
const modelledClasses: ReadonlySet<string> = new Set([
  "torch.Tensor",
  "torch.nn.Module",
  "torch.nn.modules.module.Module",
]);

/** True for a function or class of a library that is modelled here. */
export function isModelledByName(name: string): boolean {
  return tensorFunctions.has(name) || modelledClasses.has(name);
}

/** The result of `a operator b` where one of them is a tensor; comparisons give truth values. */
export function broadcast(a: Value, b: Value, operator: string, facts: Facts): Value | undefined {
  const [one, other] = [withKnownRank(a, facts), withKnownRank(b, facts)];
  if (operator !== "@") return elementwiseOperator(one, other, operator, facts);
  const [left, right] = [asTensor(one), asTensor(other)];
  return left === undefined || right === undefined ? undefined : matrixProduct(left, right, facts);
}
