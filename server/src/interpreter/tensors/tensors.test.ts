import { describe, expect, test } from "vitest";
import { Facts } from "../../values/facts.ts";
import { add, floorDiv, integer, modulo, multiply, subtract, type SymInt } from "../../values/symbolic.ts";
import { bool, ellipsis, opaque, tensor, uniform, type Value } from "../../values/value.ts";
import { asTensor, broadcast, dimension, elementsAlong, lengthOf, named, tensorAttributes } from "./index.ts";
import { at, B, call, D, external, hidden, method, n, rank, S, show, slice, sp, value, x } from "./testing.ts";

function sure(size: SymInt | undefined): SymInt {
  if (size === undefined) throw new Error("not an expression");
  return size;
}

/** The rows of each rank, and the last row of a rank's part. */
const local = sure(floorDiv(S, sp));
const start = sure(multiply(rank, local));
const stop = sure(multiply(add(rank, integer(1)), local));
const divisible = Facts.none.assume(sure(modulo(S, sp)), "==", integer(0)) ?? Facts.none;
const long = "int64";
const float: Value = { kind: "float", value: 0.5 };

function check(rows: readonly (readonly [string, Value | undefined, string])[]): void {
  test.each(rows)("%s", (_title, result, expected) => {
    expect(show(result)).toBe(expected);
  });
}

describe("constructors", () => {
  check([
    ["zeros(2, S)", call("torch.zeros", [2, S]), "Tensor[2, S] float32"],
    ["zeros((S,), dtype=long)", call("torch.zeros", [[S]], { dtype: external("torch.long") }), "Tensor[S] int64"],
    ["zeros(n) of an unknown n, which may be a tuple", call("torch.zeros", [hidden]), "Tensor[hidden, …] float32"],
    ["new_zeros(n) of an unknown n", method(x([S], long), "new_zeros", [hidden]), "Tensor[hidden, …] int64"],
    ["zeros(2, n) of an unknown n", call("torch.zeros", [2, hidden]), "Tensor[2, hidden] float32"],
    ["Tensor(2, S)", call("torch.Tensor", [2, S]), "Tensor[2, S] float32"],
    ["LongTensor(S)", call("torch.LongTensor", [S]), "Tensor[S] int64"],
    ["Tensor(shape or data)", call("torch.Tensor", [[2, 3]]), "unknown"],
    ["zeros(-1)", call("torch.zeros", [-1]), "unknown"],
    ["full((2,), 1)", call("torch.full", [[2], 1]), "Tensor[2] int64"],
    ["full((2,), 0.5)", call("torch.full", [[2], float]), "Tensor[2] float32"],
    ["full((2,), x)", call("torch.full", [[2], hidden]), "Tensor[2]"],
    ["arange(S)", call("torch.arange", [S]), "Tensor[S] int64"],
    ["arange(0, S, 128)", call("torch.arange", [0, S, 128]), "Tensor[(S - 1) // 128 + 1] int64"],
    ["arange(rank * n, (rank + 1) * n)", call("torch.arange", [start, stop]), "Tensor[S // sp] int64"],
    ["arange(2.5)", call("torch.arange", [float]), "Tensor[?] float32"],
    ["randint(0, 9, (S,))", call("torch.randint", [0, 9, [S]]), "Tensor[S] int64"],
    [
      "tensor([[1, 2], [3, 4]])",
      call("torch.tensor", [
        [
          [1, 2],
          [3, 4],
        ],
      ]),
      "Tensor[2, 2] int64",
    ],
    ["tensor([[1], [2, 3]])", call("torch.tensor", [[[1], [2, 3]]]), "unknown"],
    ["tensor([a, b])", call("torch.tensor", [[hidden, hidden]]), "Tensor[2, …]"],
    ["tensor([1, b])", call("torch.tensor", [[1, hidden]]), "Tensor[2]"],
    ["zeros_like(hidden)", call("torch.zeros_like", [hidden]), "Tensor[…]"],
    ["new_zeros", method(x([S], long), "new_zeros", [2, D]), "Tensor[2, D] int64"],
    ["one_hot(x, 5)", call("torch.nn.functional.one_hot", [x([S]), 5]), "Tensor[S, 5] int64"],
    ["one_hot(x)", call("torch.nn.functional.one_hot", [x([S])]), "Tensor[S, ?] int64"],
    ["Size((S, 2))", call("torch.Size", [[S, 2]]), "(S, 2)"],
    ["np.zeros(3)", call("numpy.zeros", [3]), "Tensor[3] float64"],
    ["np.array([1, 2])", call("numpy.array", [[1, 2]]), "Tensor[2] int64"],
  ]);
});

describe("views", () => {
  const wide = x([B, S, sure(multiply(integer(8), D))]);
  check([
    ["view(B, S, 8, -1)", method(wide, "view", [B, S, 8, -1]), "Tensor[B, S, 8, D]"],
    ["view(-1)", method(x([B, S]), "view", [-1]), "Tensor[B * S]"],
    [
      "view(sp, -1, D) of S // sp each",
      method(x([S, D]), "view", [sp, -1, D], {}, divisible),
      "Tensor[sp, S // sp, D]",
    ],
    ["view(2, 4) of 9", method(x([9]), "view", [2, 4]), "unknown"],
    ["view(2, -1) of 9", method(x([9]), "view", [2, -1]), "unknown"],
    ["view(n, D): n may be -1", method(x([S, D]), "view", [n, D]), "Tensor[?, D]"],
    ["view(n, -1): n is a size", method(x([S, D]), "view", [n, -1]), "Tensor[n, (D * S) // n]"],
    ["view(shape)", method(x([4]), "view", [hidden]), "Tensor[…]"],
    ["view(dtype)", method(x([4]), "view", [external("torch.int32")]), "unknown"],
    ["hidden.view(B, S)", method(hidden, "view", [B, S]), "Tensor[B, S]"],
    ["flatten(1)", method(x([B, S, D]), "flatten", [1]), "Tensor[B, D * S]"],
    ["hidden.flatten(0, 1)", method(hidden, "flatten", [0, 1]), "Tensor[hidden.shape[0] * hidden.shape[1], …]"],
    ["unflatten(-1, (8, -1))", method(wide, "unflatten", [-1, [8, -1]]), "Tensor[B, S, 8, D]"],
    ["permute(0, 2, 1)", method(x([B, S, D]), "permute", [0, 2, 1]), "Tensor[B, D, S]"],
    [
      "hidden.permute(1, 0) tells the rank",
      method(hidden, "permute", [1, 0]),
      "Tensor[hidden.shape[1], hidden.shape[0]]",
    ],
    [
      "transpose(1, 2)",
      method(hidden, "transpose", [1, 2]),
      "Tensor[hidden.shape[0], hidden.shape[2], hidden.shape[1], …]",
    ],
    ["transpose(-1, -2) of unknown rank", method(hidden, "transpose", [-1, -2]), "Tensor[…]"],
    ["movedim(0, -1)", method(x([B, S, D]), "movedim", [0, -1]), "Tensor[S, D, B]"],
    ["squeeze(0) of 1", method(x([1, S]), "squeeze", [0]), "Tensor[S]"],
    ["squeeze(0) of S, which may be 1", method(x([S, 2]), "squeeze", [0]), "Tensor[…]"],
    ["unsqueeze(-1)", method(x([S]), "unsqueeze", [-1]), "Tensor[S, 1]"],
    ["expand(B, -1, -1)", method(x([1, S, D]), "expand", [B, -1, -1]), "Tensor[B, S, D]"],
    ["expand(n, -1): n may be -1", method(x([1, S]), "expand", [n, -1]), "Tensor[?, S]"],
    ["repeat(2, 1)", method(x([S]), "repeat", [2, 3]), "Tensor[2, 3 * S]"],
    ["repeat_interleave(2, dim=0)", method(x([S, D]), "repeat_interleave", [2], { dim: 0 }), "Tensor[2 * S, D]"],
    ["repeat_interleave(counts, dim=0)", method(x([S]), "repeat_interleave", [x([S])], { dim: 0 }), "Tensor[?]"],
  ]);
});

describe("subscripts", () => {
  const all = slice(null, null);
  check([
    ["x[rank * n : (rank + 1) * n]", at(x([S, D]), slice(start, stop)), "Tensor[S // sp, D]"],
    ["x[:, rank * n : (rank + 1) * n]", at(x([B, S, D]), [all, slice(start, stop)]), "Tensor[B, S // sp, D]"],
    ["x[:n], n at most S", at(x([S]), slice(null, local)), "Tensor[S // sp]"],
    ["x[:128]", at(x([S]), slice(null, 128)), "Tensor[min(S, 128)]"],
    ["x[:n], n may be negative", at(x([S]), slice(null, n)), "Tensor[?]"],
    ["x[1:]", at(x([S]), slice(1, null)), "Tensor[S - 1]"],
    ["x[:-1] of 5", at(x([5]), slice(null, -1)), "Tensor[4]"],
    ["x[::4]", at(x([S]), slice(null, null, 4)), "Tensor[(S - 1) // 4 + 1]"],
    ["x[7:3]", at(x([9]), slice(7, 3)), "Tensor[0]"],
    ["x[0]", at(x([B, S]), 0), "Tensor[S]"],
    ["x[9] of 4", at(x([4]), 9), "unknown"],
    ["x[None, ..., :1]", at(x([B, S]), [null, ellipsis, slice(null, 1)]), "Tensor[1, B, 1]"],
    ["x[index]", at(x([S, D]), x([B], long)), "Tensor[B, D]"],
    ["x[mask]", at(x([B, S, D]), x([B, S], "bool")), "Tensor[?, D]"],
    ["x[index or mask]", at(x([S, D]), x([S])), "Tensor[?, D]"],
    ["x[parameter]", at(x([S, D]), hidden), "unknown"],
    ["x[:, i, j]", at(x([2, 3, 4]), [all, x([5], long), x([5], long)]), "Tensor[2, 5]"],
    ["x[i, :, j]", at(x([2, 3, 4]), [x([5], long), all, x([5], long)]), "Tensor[5, 3]"],
    ["hidden[0]", at(hidden, 0), "Tensor[…]"],
    ["hidden[:, 0]", at(hidden, [all, 0]), "Tensor[hidden.shape[0], …]"],
    ["hidden[..., 0]", at(hidden, [ellipsis, 0]), "Tensor[…]"],
    ["narrow(0, start, n)", method(x([S, D]), "narrow", [0, hidden, local]), "Tensor[S // sp, D]"],
    ["index_select(0, index)", method(x([S, D]), "index_select", [0, x([B], long)]), "Tensor[B, D]"],
    ["masked_select", method(x([S]), "masked_select", [x([S], "bool")]), "Tensor[?]"],
    ["nonzero", method(x([B, S]), "nonzero"), "Tensor[?, 2] int64"],
  ]);

  test("sizes behind those an index takes keep their names", () => {
    const part = asTensor(at(hidden, [null, 0]));
    expect(part?.shape.length).toBe(1);
    expect(part && dimension(part, 1)?.key).toBe("$f.hidden.shape[1]");
  });
});

describe("pieces", () => {
  check([
    ["chunk(2) of 8", method(x([8, D]), "chunk", [2]), "(Tensor[4, D], Tensor[4, D])"],
    ["chunk(4) of 5 gives three", method(x([5]), "chunk", [4]), "(Tensor[2], Tensor[2], Tensor[1])"],
    ["chunk(sp), divisible", method(x([S, D]), "chunk", [sp], {}, divisible), "Tensor[S // sp, D] times sp"],
    ["chunk(sp)", method(x([S, D]), "chunk", [sp]), "Tensor[?, D] times ?"],
    [
      "chunk(3, dim=-1)",
      method(x([S, sure(multiply(integer(3), D))]), "chunk", [3, -1]),
      "(Tensor[S, D], Tensor[S, D], Tensor[S, D])",
    ],
    ["split(4) of 9", method(x([9]), "split", [4]), "(Tensor[4], Tensor[4], Tensor[1])"],
    ["split([S, D])", method(x([sure(add(S, D))]), "split", [[S, D]]), "(Tensor[S], Tensor[D])"],
    ["split([2, 2]) of 5", method(x([5]), "split", [[2, 2]]), "unknown"],
    ["split(',') of a string", method(hidden, "split", [","]), "unknown"],
    ["tensor_split(2) of S", method(x([S]), "tensor_split", [2]), "(Tensor[(S + 1) // 2], Tensor[S // 2])"],
    ["unbind(0)", method(x([2, D]), "unbind"), "(Tensor[D], Tensor[D])"],
    ["elements of S rows", elementsAlong(x([S, D]), 0), "Tensor[D] times S"],
    ["cat", call("torch.cat", [[x([S, D], long), x([2, D], long)]]), "Tensor[S + 2, D] int64"],
    [
      "cat of an opaque tensor",
      call("torch.cat", [[hidden, x([2, D])]]),
      "Tensor[hidden.shape[0] + 2, hidden.shape[1]]",
    ],
    ["cat of opaque tensors", call("torch.cat", [[hidden, hidden]]), "Tensor[2 * hidden.shape[0], …]"],
    ["cat with other sizes", call("torch.cat", [[x([2, 3]), x([2, 4])]]), "unknown"],
    ["cat of sp pieces", call("torch.cat", [uniform(x([local]), sp)], {}, divisible), "Tensor[sp * (S // sp)]"],
    ["stack", call("torch.stack", [[x([S]), x([S])], 1]), "Tensor[S, 2]"],
    ["pad", call("torch.nn.functional.pad", [x([S, D]), [0, 0, 0, 3]]), "Tensor[S + 3, D]"],
    [
      "pad to a multiple of 128",
      call("torch.nn.functional.pad", [x([S]), [0, sure(modulo(sure(subtract(integer(0), S)), integer(128)))]]),
      "Tensor[128 * ((S - 1) // 128) + 128]",
    ],
    ["pad of unknown rank", call("torch.nn.functional.pad", [hidden, [0, 1]]), "Tensor[…]"],
  ]);
});

describe("elementwise", () => {
  check([
    ["int() keeps the shape", method(x([S]), "int"), "Tensor[S] int32"],
    ["to(dtype)", method(x([S]), "to", [external("torch.bfloat16")]), "Tensor[S] bfloat16"],
    ["to(parameter) may be a dtype", method(x([S], long), "to", [hidden]), "Tensor[S]"],
    ["softmax", method(x([S], "float16"), "softmax", [-1]), "Tensor[S] float16"],
    ["exp of whole numbers", method(x([S], long), "exp"), "Tensor[S] float32"],
    ["x + 1", broadcast(x([S], long), value(1), "+", Facts.none), "Tensor[S] int64"],
    ["x / 2", broadcast(x([S], long), value(2), "/", Facts.none), "Tensor[S] float32"],
    ["x == 0", broadcast(x([S], long), value(0), "==", Facts.none), "Tensor[S] bool"],
    ["x == None", broadcast(x([S], long), value(null), "==", Facts.none), "unknown"],
    ["x * parameter", broadcast(x([S]), hidden, "*", Facts.none), "Tensor[…]"],
    ["[S, 1] + [D]", broadcast(x([S, 1]), x([D]), "+", Facts.none), "Tensor[S, D]"],
    ["[S] + [D]: either may be 1", broadcast(x([S]), x([D]), "+", Facts.none), "Tensor[?]"],
    ["[S] + [128]", broadcast(x([S]), x([128]), "+", Facts.none), "Tensor[128]"],
    ["[3] + [4]", broadcast(x([3]), x([4]), "+", Facts.none), "unknown"],
    ["x @ y", broadcast(x([B, S, D]), x([D, 4]), "@", Facts.none), "Tensor[B, S, 4]"],
    ["clamp(max=n)", method(x([S], long), "clamp", [], { max: local }), "Tensor[S] int64"],
    ["where(mask, x, 0)", call("torch.where", [x([S], "bool"), x([S], long), 0]), "Tensor[S] int64"],
    ["F.silu(hidden)", call("torch.nn.functional.silu", [hidden]), "Tensor[…]"],
    ["float16 with bfloat16", broadcast(x([S], "float16"), x([S], "bfloat16"), "+", Facts.none), "Tensor[S] float32"],
  ]);

  test("sizes of an opaque tensor keep their names", () => {
    const result = asTensor(method(hidden, "contiguous"));
    expect(result && dimension(result, 1)?.key).toBe("$f.hidden.shape[1]");
    expect(result && dimension(result, -1)?.key).toBe("$f.hidden.shape[-1]");
    expect(result && lengthOf(result)?.key).toBe("$f.hidden.shape[0]");
  });

  test("marks survive a move and nothing else", () => {
    const marked = tensor([S], { marks: new Map([["owner", value(1)]]) });
    expect(asTensor(method(marked, "to", ["cuda"]))?.marks).toBe(marked.marks);
    expect(asTensor(method(marked, "to", ["cuda"]))?.device).toBe("cuda");
    expect(asTensor(method(marked, "neg"))?.marks).toBeUndefined();
  });
});

describe("reductions and products", () => {
  check([
    ["sum()", method(x([S], long), "sum"), "Tensor[] int64"],
    ["sum(-1, keepdim=True)", method(x([B, S]), "sum", [-1], { keepdim: bool(true) }), "Tensor[B, 1]"],
    ["hidden.mean(1)", method(hidden, "mean", [1]), "Tensor[hidden.shape[0], …]"],
    ["mean((1, 2))", method(x([B, S, D]), "mean", [[1, 2]]), "Tensor[B]"],
    ["any(1)", method(x([B, S], "bool"), "any", [1]), "Tensor[B] bool"],
    ["max(0)", method(x([B, S], long), "max", [0]), "(Tensor[S] int64, Tensor[S] int64)"],
    ["hidden.max(0) may be numpy's", method(hidden, "max", [0]), "unknown"],
    ["argmax(-1)", method(x([B, S]), "argmax", [-1]), "Tensor[B] int64"],
    ["topk(2)", method(x([B, 9]), "topk", [2]), "(Tensor[B, 2], Tensor[B, 2] int64)"],
    ["cumsum(0)", method(x([S], "int32"), "cumsum", [0]), "Tensor[S] int64"],
    ["diff", method(x([9], "int32"), "diff"), "Tensor[8] int32"],
    ["einsum", call("torch.einsum", ["bsd,btd->bst", x([B, S, D]), x([B, 4, D])]), "Tensor[B, S, 4]"],
    ["linear", call("torch.nn.functional.linear", [x([B, S, D]), x([4, D])]), "Tensor[B, S, 4]"],
    ["numel", method(x([B, S]), "numel"), "B * S"],
    ["size(1)", method(hidden, "size", [1]), "hidden.shape[1]"],
    ["size()", method(x([B, S]), "size"), "(B, S)"],
  ]);
});

describe("einops", () => {
  const heads = x([B, S, sure(multiply(integer(8), D))], "float32");
  check([
    ["split heads", call("einops.rearrange", [heads, "b s (h d) -> b h s d"], { h: 8 }), "Tensor[B, 8, S, D] float32"],
    [
      "split the sequence",
      call("einops.rearrange", [x([S, D]), "(r s) d -> r s d"], { r: sp }),
      "Tensor[sp, S // sp, D]",
    ],
    ["ellipsis", call("einops.rearrange", [x([B, S, D]), "... d -> d ..."]), "Tensor[D, B, S]"],
    ["ellipsis of unknown rank", call("einops.rearrange", [hidden, "... d -> d ..."]), "unknown"],
    [
      "a pattern tells the rank",
      call("einops.rearrange", [hidden, "s d -> d s"]),
      "Tensor[hidden.shape[1], hidden.shape[0]]",
    ],
    ["a name that is missing", call("einops.rearrange", [x([B, S]), "b s -> b"]), "unknown"],
    ["repeat", call("einops.repeat", [x([S, D]), "s d -> b s d"], { b: 2 }), "Tensor[2, S, D]"],
    ["reduce", call("einops.reduce", [x([B, S, D], "float32"), "b s d -> b d", "mean"]), "Tensor[B, D] float32"],
  ]);
});

describe("opaque receivers that are no tensors", () => {
  check([
    ["block.norm(x)", method(hidden, "norm", [x([S])]), "unknown"],
    ["block.norm(parameter)", method(hidden, "norm", [opaque("y", "y")]), "unknown"],
    ["block.softmax(parameter)", method(hidden, "softmax", [opaque("y", "y")]), "unknown"],
    ["ops.reshape(x, (2, 3))", method(hidden, "reshape", [opaque("y", "y"), [2, 3]]), "Tensor[…]"],
    ["group.gather(x)", method(hidden, "gather", [x([S])]), "unknown"],
  ]);
});

test("attributes", () => {
  const self = tensor(x([B, S]).shape, { dtype: long, device: "cuda:0" });
  const read = (name: string): string => show(tensorAttributes.get(name)?.(self, Facts.none));
  expect(read("shape")).toBe("(B, S)");
  expect(read("ndim")).toBe("2");
  expect(read("dtype")).toBe("torch.int64");
  expect(read("device")).toBe('"cuda:0"');
  expect(read("is_cuda")).toBe("True");
  expect(read("T")).toBe("Tensor[S, B] int64");
  expect(tensorAttributes.get("shape")?.(asTensor(hidden) ?? self, Facts.none)).toBeUndefined();
});

test("unknown sizes of a result can be named", () => {
  const found = asTensor(method(x([S], "bool"), "nonzero"));
  expect(show(found && named(found, "call 1", "mask.nonzero()"))).toBe("Tensor[mask.nonzero().shape[0], 1] int64");
});
