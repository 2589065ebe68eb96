/**
 * Whether a method called on an opaque value is a tensor's. Modules, process groups and strings have methods of the same
 * names: `block.norm(x)` takes a tensor where `x.norm(2)` takes a number.
 */
import type { TensorValue, Value } from "../../values/value.ts";
import { unaryMethods } from "./elementwise.ts";
import type { TensorCall } from "./model.ts";
import { pieceMethods } from "./pieces.ts";
import { reductions } from "./reductions.ts";
import { views } from "./views.ts";

/** Methods whose first argument, if any, is a dimension or a size, and hardly ever a variable. */
const constantFirst: ReadonlySet<string> = new Set([
  ...unaryMethods.keys(),
  ...reductions.keys(),
  ..."flatten unflatten squeeze unsqueeze unfold movedim moveaxis split tensor_split".split(" "),
  ..."narrow select index_select gather unbind nonzero argwhere".split(" "),
  ..."scatter scatter_add scatter_reduce index_fill index_copy index_add size".split(" "),
]);

/** Methods whose arguments are numbers. */
const numbersFirst: ReadonlySet<string> = new Set([...constantFirst, ...views.keys(), ...pieceMethods.keys()]);

/** Views that are told their shape by another tensor. */
const tensorFirst: ReadonlySet<string> = new Set(["view_as", "reshape_as", "expand_as", "repeat_interleave"]);

/** False if an opaque receiver need not be a tensor for this call to make sense. */
export function isTensorCall(name: string, self: TensorValue, call: TensorCall): boolean {
  if (self.name === undefined || tensorFirst.has(name)) return true;
  const [first = [...call.keywords].find(([keyword]) => !ownKeywords.has(keyword))?.[1]] = call.positional;
  if (first === undefined) return true;
  if (constantFirst.has(name)) return isPlain(first);
  return !numbersFirst.has(name) || first.kind !== "tensor";
}

const ownKeywords: ReadonlySet<string> = new Set(
  (
    "dim dims axis dim0 dim1 keepdim dtype device index src value start length start_dim end_dim sizes size shape step " +
    "dimension p n descending stable k largest sorted repeats unbiased correction shifts diagonal other source " +
    "destination as_tuple dim_size chunks sections indices decimals memory_format non_blocking copy"
  ).split(" "),
);

function isPlain(value: Value): boolean {
  return value.kind === "opaque" ? value.size : value.kind !== "tensor" && value.kind !== "unknown";
}
