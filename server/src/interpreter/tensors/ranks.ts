/**
 * The number of dimensions where it is not known: an integer like any other, which a test, a contract or `b, s, d = x.shape`
 * may settle later. An operation that counts from the end keeps what its result is for each of the usual numbers.
 */
import type { Facts } from "../../values/facts.ts";
import { constantOf, integer, type SymInt, subtract, symbol } from "../../values/symbolic.ts";
import type { OpaqueValue, TensorValue, Value } from "../../values/value.ts";
import { withArguments } from "./arguments.ts";
import type { Size, TensorFunction, TensorMethod } from "./model.ts";
import { asTensor, reshaped, sizesOfRank } from "./shape.ts";

/** Packed rows, sequences and heads: tensors of other ranks are rare where something is counted from the end. */
const usualRanks = [2, 3, 4];

/** The number of dimensions of a tensor; undefined if nothing identifies it. */
export function rankOfTensor(self: TensorValue): SymInt | undefined {
  if (!self.open) return integer(self.shape.length);
  return self.rest && subtract(rankSymbol(self.rest), integer(self.rest.offset));
}

function rankSymbol({ key, name }: Pick<OpaqueValue, "key" | "name">): SymInt {
  return symbol(`${key}.ndim`, `${name}.ndim`, 0);
}

/** The number of sizes in `x.shape` of a tensor of unknown rank; undefined for anything else. */
export function lengthOfShape(value: Value): SymInt | undefined {
  if (value.kind === "opaque" && value.key.endsWith(shapeSuffix)) {
    const [key, name] = [value.key, value.name].map((text) => text.slice(0, -shapeSuffix.length));
    return rankSymbol({ key: key ?? "", name: name ?? "" });
  }
  const isShape = value.kind === "bound" && value.function.kind === "intrinsic" && value.function.name === "shape";
  return isShape && value.receiver.kind === "tensor" ? rankOfTensor(value.receiver) : undefined;
}

const shapeSuffix = ".shape";

/** The tensor with `rank` dimensions that this one is if it has that many; undefined if it has not. */
export function ofRank(self: TensorValue, rank: number): TensorValue | undefined {
  if (!self.open) return self.shape.length === rank ? self : undefined;
  const sizes = self.byRank?.get(rank) ?? sizesOfRank(self, rank);
  const { marks, name, origin } = self;
  return sizes && { ...reshaped(self, sizes, { marks, name }), origin };
}

/** The value with all its dimensions if it is a tensor of which is known how many it has. */
export function withKnownRank(value: Value, facts: Facts): Value {
  const self = asTensor(value);
  const rank = self?.open === true ? rankOfTensor(self) : undefined;
  const known = rank && constantOf(facts.simplify(rank));
  return (self && known !== undefined ? ofRank(self, known) : undefined) ?? value;
}

/** The method with what its result is for each rank that `self` may have, where that makes a difference. */
export function overRanks(method: TensorMethod): TensorMethod {
  return (self, call) => {
    const result = method(self, call);
    return self.open
      ? distinguished(result, self.byRank !== undefined, (rank) => {
          const ranked = ofRank(self, rank);
          return ranked && method(ranked, call);
        })
      : result;
  };
}

/** The same for a function of pieces, which all have the same rank. */
export function overRanksOfPieces(joined: TensorFunction): TensorFunction {
  return (call) =>
    distinguished(joined(call), true, (rank) => {
      const ranked = (item: Value): Value => {
        const piece = asTensor(item);
        return (piece && ofRank(piece, rank)) ?? item;
      };
      const pieces = withArguments(call, call.positional);
      return joined({ ...pieces, items: (value) => call.items(value)?.map(ranked) });
    });
}

/**
 * The result with its shape for each rank of the operand. Only where it has always as many dimensions more or fewer does its
 * own rank tell the operand's.
 */
function distinguished(
  result: Value | undefined,
  isDistinguished: boolean,
  ofOperand: (rank: number) => Value | undefined,
): Value | undefined {
  if (result?.kind !== "tensor" || !result.open || (result.rest !== undefined && !isDistinguished)) return result;
  const byRank = new Map<number, readonly Size[]>();
  for (const rank of usualRanks) {
    const ranked = ofOperand(rank);
    if (ranked?.kind === "tensor" && !ranked.open) byRank.set(ranked.shape.length, ranked.shape);
  }
  const [lowest = 0] = byRank.keys();
  const isShifted = usualRanks.every((rank) => byRank.has(rank - 2 + lowest));
  return isShifted ? { ...result, byRank } : result;
}
