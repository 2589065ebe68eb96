/** What is read off a tensor: its sizes, dtype and device, by attribute or by method. */
import type { Facts } from "../../values/facts.ts";
import { bool, int, tuple, type TensorValue, text, unknown, type Value } from "../../values/value.ts";
import { argument, constantInt } from "./arguments.ts";
import { isFloating, numpyDevice } from "./dtypes.ts";
import type { Size, TensorMethod } from "./model.ts";
import { rankOfTensor } from "./ranks.ts";
import { dimension, elementsOf, lengthOf, sameShape } from "./shape.ts";
import { lastTwoSwapped, reversed } from "./views.ts";

export type TensorAttribute = (self: TensorValue, facts: Facts) => Value | undefined;

function sizeValue(size: Size): Value {
  return size === undefined ? unknown("size") : int(size);
}

/** Undefined for an open tensor: the interpreter answers for the sizes one by one. */
const shape: TensorAttribute = (self) => (self.open ? undefined : tuple(self.shape.map(sizeValue)));

const rank: TensorAttribute = (self) => {
  const known = rankOfTensor(self);
  return known && int(known);
};

const dtype: TensorAttribute = (self) => {
  if (self.dtype === undefined) return undefined;
  return { kind: "external", name: `${self.device === numpyDevice ? "numpy" : "torch"}.${self.dtype}` };
};

/** A device is modelled as its text. */
const device: TensorAttribute = (self) =>
  self.device === undefined || self.device === numpyDevice ? undefined : text(self.device);

const isCuda: TensorAttribute = (self) =>
  self.device === undefined ? undefined : bool(self.device.startsWith("cuda"));

export const tensorAttributes: ReadonlyMap<string, TensorAttribute> = new Map<string, TensorAttribute>([
  ["shape", shape],
  ["ndim", rank],
  ["dtype", dtype],
  ["device", device],
  ["is_cuda", isCuda],
  ["T", (self) => reversed(self)],
  ["mT", (self) => lastTwoSwapped(self)],
  ["data", (self) => sameShape(self, { marks: self.marks })],
]);

/** `x.size()` or `x.size(dim)` */
const size: TensorMethod = (self, call) => {
  const dim = argument(call, 0, "dim");
  if (dim === undefined || dim.kind === "none") return shape(self, call.facts);
  const number = constantInt(dim);
  const found = number === undefined ? undefined : dimension(self, number);
  return found === undefined ? undefined : int(found);
};

const elements: TensorMethod = (self) => {
  const count = elementsOf(self);
  return count === undefined ? undefined : int(count);
};

const length: TensorMethod = (self) => {
  const count = lengthOf(self);
  return count === undefined ? undefined : int(count);
};

export const readings: ReadonlyMap<string, TensorMethod> = new Map<string, TensorMethod>([
  ["size", size],
  ["dim", (self, call) => rank(self, call.facts)],
  ["ndimension", (self, call) => rank(self, call.facts)],
  ["numel", elements],
  ["nelement", elements],
  ["__len__", length],
  ["is_floating_point", (self) => (self.dtype === undefined ? undefined : bool(isFloating(self.dtype)))],
]);
