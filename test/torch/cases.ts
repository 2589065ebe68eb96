/** Random calls of every modelled operation. Many of them raise; those that do not must agree with the model. */
import type { Argument, Case, Num } from "./arguments.ts";
import { dtypes, type Maker } from "./maker.ts";

type Make = (m: Maker) => Omit<Case, "name" | "kind">;
type Self = Argument & { t: "tensor" };

function on(make: (m: Maker, self: Self) => readonly Argument[] | Readonly<Record<string, Argument>>): Make {
  return (m) => {
    const self = m.tensor();
    const made = make(m, self);
    return Array.isArray(made)
      ? { args: [self, ...(made as readonly Argument[])], kwargs: {} }
      : { args: [self], kwargs: made as Readonly<Record<string, Argument>> };
  };
}

const nothing = on(() => []);
const sizesOf = (m: Maker): Argument[] => Array.from({ length: m.random.whole(1, 3) }, () => m.numbers.size());
const oneList: Make = (m) => ({
  args: [m.list(sizesOf(m))],
  kwargs: m.random.chance(0.3) ? { dtype: { t: "dtype", v: m.random.pick(dtypes) } } : {},
});
const likeness = on((m) =>
  m.random.pick<readonly Argument[] | Readonly<Record<string, Argument>>>([
    [],
    { dtype: { t: "dtype", v: m.random.pick(dtypes) } },
    { device: { t: "str", v: "cpu" } },
  ]),
);
const words = (text: string): readonly string[] => text.split(" ");
const legacy: Make = (m) => ({
  args: m.random.pick<readonly Argument[]>([
    sizesOf(m),
    [nested(m, 2)],
    [{ t: "list", v: [m.int(1, 3), m.int(1, 3)] }],
  ]),
  kwargs: {},
});
const reduce = on((m, self) => {
  if (m.random.chance(0.2)) return [];
  const keep = m.random.chance(0.5) ? { keepdim: m.bool() } : {};
  if (m.random.chance(0.6)) return { dim: m.dim(self), ...keep };
  return { dim: m.list([m.dim(self), m.dim(self)]), ...keep };
});
const reduceOne = on((m, self) => (m.random.chance(0.3) ? [] : { dim: m.dim(self), keepdim: m.bool() }));
const dimOnly = on((m, self) => [m.dim(self)]);
const twoDims = on((m, self) => [m.dim(self), m.dim(self)]);
const binary: Make = (m) => {
  const self = m.tensor();
  const other: Argument = m.random.chance(0.25)
    ? m.random.pick<Argument>([m.int(1, 3), { t: "float", v: 1.5 }, m.tensor(0)])
    : m.random.chance(0.15)
      ? m.tensor()
      : m.like(self);
  return { args: m.random.chance(0.5) || self.sizes.length === 0 ? [self, other] : [other, self], kwargs: {} };
};
const inOrder: Make = (m) => {
  const { args } = binary(m);
  return { args: args[0]?.t === "tensor" ? args : [...args].reverse(), kwargs: {} };
};
const count = (m: Maker, size: Num): Argument => m.random.pick([m.int(1, 5), m.numbers.again(), size]);
const matrices: Make = (m) => {
  const [a, b, c, batch] = [m.numbers.size(), m.numbers.size(), m.numbers.size(), m.numbers.size()];
  const left = m.random.pick([[a], [b, a], [batch, b, a], [m.numbers.literal(1), b, a], [batch, batch, b, a]]);
  const right = m.random.pick([[a], [a, c], [batch, a, c], [m.numbers.literal(1), a, c]]);
  const dtype = m.random.pick(["float32", "float64"]);
  return {
    args: [
      { t: "tensor", sizes: left, dtype },
      { t: "tensor", sizes: right, dtype },
    ],
    kwargs: {},
  };
};
/** Operands whose sizes are made of four numbers. */
const product =
  (shapes: (sizes: readonly [Num, Num, Num, Num]) => readonly (readonly Num[])[]): Make =>
  (m) => {
    const sizes = shapes([m.numbers.size(), m.numbers.size(), m.numbers.size(), m.numbers.size()]);
    return { args: sizes.map((own): Argument => ({ t: "tensor", sizes: own, dtype: "float32" })), kwargs: {} };
  };
const several: Make = (m) => {
  const first = m.tensor();
  const [dim] = m.dimOf(first);
  const others = Array.from({ length: m.random.whole(0, 3) }, (): Argument => {
    const changed = m.random.chance(0.7) ? dim.v : 99;
    const axis = changed < 0 ? changed + first.sizes.length : changed;
    return {
      ...first,
      dtype: m.random.chance(0.7) ? first.dtype : m.random.pick(dtypes),
      sizes: first.sizes.map((size, i) => (i === axis ? m.numbers.again() : size)),
    };
  });
  return { args: [m.list([first, ...others]), dim], kwargs: {} };
};
const equals: Make = (m) => {
  const first = m.tensor();
  return { args: [m.list([first, first]), m.int(-first.sizes.length - 1, first.sizes.length)], kwargs: {} };
};

const rearranged = [
  "b s d -> b d s",
  "b s (h d) -> b h s d",
  "b (r s) d -> r b s d",
  "(b s) d -> b s d",
  "b s d -> (b s) d",
  "b s d -> b (s d)",
  "... d -> d ...",
  "b ... -> ... b",
  "b s 1 -> b s",
  "b s -> b s 1 1",
  "b s -> b s ()",
  "b h s d -> b s (h d)",
  "(a b) (c d) -> (a c) (b d)",
];
const repeats = ["b s -> b s h", "b s -> (b h) s", "b s d -> b (s h) d", "... -> ... h", "b -> b 3", "s d -> h s d"];
const reduced = ["b s d -> b d", "b (s h) d -> b s d", "b s d ->", "... d -> ...", "b s -> b 1"];
const axes = (m: Maker, text: string, names: readonly string[]): Record<string, Argument> =>
  Object.fromEntries(
    names
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => [name, m.random.chance(0.5) ? m.int(1, 3) : m.numbers.again()]),
  );
const einop =
  (patterns: readonly string[], names: readonly string[], extra: readonly Argument[] = []): Make =>
  (m) => {
    const text = m.random.pick(patterns);
    const rank = (text.split("->")[0] ?? "")
      .replaceAll(/\([^)]*\)/g, "x")
      .trim()
      .split(/\s+/)
      .filter((w) => w !== "").length;
    const groups = m.tensor(rank, "float32");
    const kwargs = axes(m, text, names);
    const passed = Object.values(kwargs).filter((value) => value.t === "int");
    // Mostly sizes that the passed axes divide.
    const sizes = groups.sizes.map((size) => (m.random.chance(0.6) ? m.numbers.product([size, ...passed]) : size));
    return { args: [{ ...groups, sizes }, { t: "str", v: text }, ...extra], kwargs };
  };
const equations = [
  "bsd,btd->bst",
  "ij,jk->ik",
  "bhid,bhjd->bhij",
  "ij->ji",
  "ii->i",
  "bs,s->b",
  "ij,jk",
  "bsd,d",
  "i,j->ij",
];
const einsum: Make = (m) => {
  const text = m.random.pick(equations);
  const sizes = new Map<string, Num>();
  const operands = (text.split("->")[0] ?? "").split(",").map((letters): Argument => {
    const own = Array.from(letters, (letter) => {
      const size = sizes.get(letter) ?? m.numbers.size();
      sizes.set(letter, size);
      return size;
    });
    return { t: "tensor", sizes: own, dtype: "float32" };
  });
  return { args: [{ t: "str", v: text }, ...operands], kwargs: {} };
};
const nested = (m: Maker, depth: number): Argument => {
  if (depth === 0) return m.random.pick<Argument>([m.int(0, 3), m.int(0, 3), { t: "float", v: 0.5 }, m.bool()]);
  const item = nested(m, depth - 1);
  return m.list([item, m.random.chance(0.8) ? item : nested(m, depth - 1)]);
};

export const methodCases: Readonly<Record<string, Make>> = {
  view: on((m, self) => m.regrouped(self)),
  reshape: on((m, self) => [m.list(m.regrouped(self))]),
  flatten: on((m, self) => (m.random.chance(0.3) ? [] : [m.dim(self), m.dim(self)])),
  ravel: nothing,
  unflatten: on((m, self) => {
    const [dim, size] = m.dimOf(self);
    const factor = m.numbers.again();
    return [
      dim,
      m.list(
        m.random.pick([
          [factor, m.numbers.literal(-1)],
          [m.numbers.literal(-1), factor],
          [m.numbers.literal(1), size],
        ]),
      ),
    ];
  }),
  permute: on((m, self) => {
    const order = self.sizes.map((_, i) => i).sort(() => m.random.next() - 0.5);
    return order.map((i) => m.numbers.literal(m.random.chance(0.2) ? i - order.length : i));
  }),
  transpose: twoDims,
  swapaxes: twoDims,
  movedim: twoDims,
  t: nothing,
  squeeze: on((m, self) => (m.random.chance(0.5) ? [] : [m.dim(self)])),
  unsqueeze: on((m, self) => [m.int(-self.sizes.length - 1, self.sizes.length)]),
  expand: on((m, self) => {
    const sizes: Num[] = self.sizes.map((size) =>
      m.random.chance(0.3) ? m.numbers.literal(-1) : size.v === 1 && m.random.chance(0.7) ? m.numbers.again() : size,
    );
    return m.random.chance(0.4) ? [m.numbers.again(), ...sizes] : sizes;
  }),
  expand_as: on((m, self) => [m.like(self)]),
  view_as: on((m, self) => [{ ...self, sizes: [m.numbers.product(self.sizes)] }]),
  repeat: on((m, self) => Array.from({ length: self.sizes.length + m.random.whole(0, 1) }, () => m.int(0, 3))),
  tile: on((m, self) => Array.from({ length: m.random.whole(1, Math.max(1, self.sizes.length)) }, () => m.int(1, 3))),
  repeat_interleave: on((m, self) =>
    m.random.chance(0.4) ? [m.int(0, 3)] : [m.random.pick([m.int(1, 3), m.numbers.again()]), m.dim(self)],
  ),
  unfold: on((m, self) => [m.dim(self), m.int(1, 3), m.int(1, 3)]),
  narrow: on((m, self) => {
    const [dim] = m.dimOf(self);
    return [dim, m.int(0, 2), m.random.pick([m.int(0, 3), m.numbers.again()])];
  }),
  select: on((m, self) => [m.dim(self), m.int(-2, 2)]),
  index_select: on((m, self) => {
    const [dim, size] = m.dimOf(self);
    // Torch 1.13 writes past the end when it selects several elements of a tensor without dimensions.
    const several = m.random.chance(0.9) && self.sizes.length > 0;
    return [dim, m.indices(several ? [m.numbers.again()] : [], size.v)];
  }),
  gather: on((m, self) => [m.dim(self), m.indices(self.sizes, 1)]),
  take: on((m) => [m.indices([m.numbers.again()], 1)]),
  masked_select: on((m, self) => [{ ...m.like(self), dtype: "bool" }]),
  masked_fill: on((m, self) => [{ ...m.like(self), dtype: "bool" }, m.int(0, 1)]),
  nonzero: nothing,
  unbind: dimOnly,
  chunk: on((m, self) => {
    const [dim, size] = m.dimOf(self);
    return [count(m, size), dim];
  }),
  split: on((m, self) => {
    const [dim, size] = m.dimOf(self);
    if (m.random.chance(0.7)) return [count(m, size), dim];
    return [m.list([m.int(0, 2), m.numbers.literal(Math.max(0, size.v - 1)), m.int(0, 1)]), dim];
  }),
  tensor_split: on((m, self) => {
    const [dim, size] = m.dimOf(self);
    return [m.random.chance(0.7) ? count(m, size) : m.list([m.int(-2, 3), m.numbers.again()]), dim];
  }),
  new_zeros: on((m) => [m.list(sizesOf(m))]),
  new_full: on((m) => [m.list(sizesOf(m)), m.int(0, 3)]),
  new_tensor: on((m) => [nested(m, m.random.whole(0, 2))]),
  diff: on((m, self) => (m.random.chance(0.5) ? [] : [m.int(1, 3), m.dim(self)])),
  roll: on((m, self) => [m.int(0, 3), m.dim(self)]),
  flip: dimOnly,
  softmax: on((m, self) => (m.random.chance(0.7) ? [m.dim(self)] : [m.dim(self), { t: "dtype", v: "float64" }])),
  cumsum: dimOnly,
  tril: nothing,
  clamp: on((m) =>
    m.random.pick<readonly Argument[]>([[m.int(0, 1)], [m.int(0, 1), m.int(2, 3)], [{ t: "float", v: 0.5 }]]),
  ),
  clip: on((m) => [m.int(0, 1), m.int(2, 3)]),
  clamp_max: on((m) => [m.int(0, 2)]),
  cumprod: dimOnly,
  logcumsumexp: dimOnly,
  cummin: dimOnly,
  log_softmax: dimOnly,
  swapdims: twoDims,
  moveaxis: twoDims,
  broadcast_to: on((m, self) => [m.list([m.numbers.again(), ...self.sizes])]),
  reshape_as: on((m, self) => [{ ...self, sizes: [m.numbers.product(self.sizes)] }]),
  new_ones: on((m) => [m.list(sizesOf(m))]),
  new_empty: on((m) => [m.list(sizesOf(m))]),
  index_fill: on((m, self) => [m.dim(self), m.indices([m.numbers.again()], 1), m.int(0, 2)]),
  index_add: on((m, self) => [m.dim(self), m.indices(self.sizes.slice(0, 1), 1), self]),
  scatter_add: on((m, self) => [m.dim(self), m.indices(self.sizes, 1), self]),
  masked_scatter: on((m, self) => [{ ...m.like(self), dtype: "bool" }, self]),
  var: reduce,
  nansum: reduce,
  nanmean: reduce,
  type: on((m) => [{ t: "dtype", v: m.random.pick(dtypes) }]),
  clamp_min: on((m) => [m.int(0, 2)]),
  to: on((m) => {
    const dtype: Argument = { t: "dtype", v: m.random.pick(dtypes) };
    const cpu: Argument = { t: "str", v: "cpu" };
    const ways: (readonly Argument[] | Readonly<Record<string, Argument>>)[] = [
      ...[[dtype], [cpu], [cpu, dtype], [m.tensor()], [dtype, m.bool()]],
      ...[{ dtype }, { device: cpu }, { device: cpu, dtype }],
    ];
    return m.random.pick(ways);
  }),
  type_as: on((m) => [m.tensor()]),
  sum: reduce,
  mean: reduce,
  amax: reduce,
  amin: reduce,
  std: reduce,
  logsumexp: reduce,
  count_nonzero: reduce,
  prod: reduceOne,
  any: reduceOne,
  all: reduceOne,
  argmax: reduceOne,
  argmin: reduceOne,
  max: reduceOne,
  min: reduceOne,
  median: reduceOne,
  norm: on((m, self) => (m.random.chance(0.3) ? [] : [m.int(1, 2), m.dim(self), m.bool()])),
  sort: dimOnly,
  argsort: dimOnly,
  cummax: dimOnly,
  topk: on((m, self) => [m.random.pick([m.int(0, 2), m.numbers.again()]), m.dim(self)]),
  size: on((m, self) => (m.random.chance(0.4) ? [] : [m.dim(self)])),
  dim: nothing,
  numel: nothing,
  matmul: matrices,
  bmm: product(([a, b, c, batch]) => [
    [batch, b, a],
    [batch, a, c],
  ]),
  mm: product(([a, b, c]) => [
    [b, a],
    [a, c],
  ]),
  mv: product(([a, b]) => [[b, a], [a]]),
  dot: product(([a]) => [[a], [a]]),
  outer: product(([, b, c]) => [[b], [c]]),
  where: (m) => {
    const self = m.tensor();
    return { args: [self, { ...m.like(self), dtype: "bool" }, m.like(self)], kwargs: {} };
  },
  scatter: on((m, self) => [m.dim(self), m.indices(self.sizes, 1), m.int(0, 1)]),
  ...Object.fromEntries(
    [
      "float",
      "long",
      "int",
      "bool",
      "half",
      "double",
      "contiguous",
      "clone",
      "detach",
      "abs",
      "neg",
      "exp",
      "log",
      "sqrt",
      "square",
      "logical_not",
      "isnan",
      "sigmoid",
      "floor",
      "round",
      "relu",
      "sign",
      "zero_",
      "reciprocal",
      "tanh",
      "rsqrt",
      ...words(
        "absolute negative ceil trunc frac exp2 expm1 log2 log10 log1p sin cos tan asin acos atan sinh cosh erf deg2rad",
      ),
      ...words(
        "nan_to_num isinf isfinite isposinf isneginf signbit bitwise_not triu fliplr flipud argwhere msort conj",
      ),
      ...words("bfloat16 short char byte cpu detach_ nelement ndimension is_floating_point __len__ bernoulli"),
    ].map((name) => [name, nothing]),
  ),
  ...Object.fromEntries(
    [
      "add",
      "sub",
      "mul",
      "div",
      "floor_divide",
      "remainder",
      "pow",
      "maximum",
      "minimum",
      "eq",
      "lt",
      "logical_and",
      "true_divide",
      "add_",
      "mul_",
      "copy_",
      "bitwise_and",
      "atan2",
      "fmod",
      ...words("subtract multiply divide fmax fmin bitwise_or bitwise_xor ne le gt ge greater greater_equal less"),
      ...words(
        "less_equal not_equal logical_or logical_xor sub_ div_ pow_ remainder_ eq_ lt_ bitwise_and_ logical_or_",
      ),
    ].map((name) => [name, inOrder]),
  ),
};

export const functionCases: Readonly<Record<string, Make>> = {
  "torch.zeros": oneList,
  "torch.rand": oneList,
  "torch.empty": (m) => ({ args: sizesOf(m), kwargs: {} }),
  "torch.full": (m) => ({
    args: [m.list(sizesOf(m)), m.random.pick<Argument>([m.int(0, 3), { t: "float", v: 0.5 }, m.bool()])],
    kwargs: {},
  }),
  "torch.randint": (m) => ({
    args: [...(m.random.chance(0.5) ? [m.int(0, 1)] : []), m.int(3, 5), m.list(sizesOf(m))],
    kwargs: {},
  }),
  "torch.randperm": (m) => ({ args: [m.numbers.size()], kwargs: {} }),
  "torch.arange": (m) => ({
    args: m.random.pick<readonly Argument[]>([
      [m.numbers.size()],
      [m.numbers.size(), m.numbers.size()],
      [m.numbers.size(), m.numbers.size(), m.numbers.size()],
      [m.int(0, 9), m.int(0, 9), m.int(-3, 3)],
      [{ t: "float", v: 4.5 }],
    ]),
    kwargs: {},
  }),
  "torch.linspace": (m) => ({ args: [m.int(0, 1), m.int(2, 3), m.numbers.size()], kwargs: {} }),
  "torch.eye": (m) => ({
    args: m.random.chance(0.5) ? [m.numbers.size()] : [m.numbers.size(), m.numbers.size()],
    kwargs: {},
  }),
  "torch.tensor": (m) => ({
    args: [nested(m, m.random.whole(0, 3))],
    kwargs: m.random.chance(0.3) ? { dtype: { t: "dtype", v: m.random.pick(dtypes) } } : {},
  }),
  "torch.as_tensor": (m) => ({ args: [m.random.chance(0.5) ? m.tensor() : nested(m, 2)], kwargs: {} }),
  "torch.zeros_like": likeness,
  "torch.ones_like": likeness,
  "torch.empty_like": likeness,
  "torch.rand_like": likeness,
  "torch.randn_like": likeness,
  "torch.randint_like": on((m) => [m.int(3, 5)]),
  "torch.ones": oneList,
  "torch.randn": oneList,
  "torch.logspace": (m) => ({ args: [m.int(0, 1), m.int(2, 3), m.numbers.size()], kwargs: {} }),
  ...Object.fromEntries(
    words("Tensor FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ShortTensor BoolTensor").map((name) => [
      `torch.${name}`,
      legacy,
    ]),
  ),
  "torch.asarray": (m) => ({ args: [nested(m, 2)], kwargs: {} }),
  "torch.full_like": on((m) => [m.int(0, 2)]),
  "torch.meshgrid": (m) => ({
    args: Array.from({ length: 3 }, () => m.tensor(1, "float32")),
    kwargs: { indexing: { t: "str", v: m.random.pick(["ij", "xy"]) } },
  }),
  "torch.nn.functional.one_hot": (m) => ({
    args: [m.indices([m.numbers.again(), m.numbers.again()], 3), m.random.pick([m.int(3, 5), m.numbers.literal(-1)])],
    kwargs: {},
  }),
  "torch.Size": (m) => ({ args: [m.list(sizesOf(m))], kwargs: {} }),
  "torch.cat": several,
  "torch.concat": several,
  "torch.stack": equals,
  "torch.vstack": (m) => ({ args: several(m).args.slice(0, 1), kwargs: {} }),
  "torch.hstack": (m) => ({ args: several(m).args.slice(0, 1), kwargs: {} }),
  "torch.nn.functional.pad": on((m, self) => [
    m.list(
      Array.from({ length: 2 * m.random.whole(1, Math.max(1, self.sizes.length)) }, () =>
        m.random.pick([m.int(-1, 2), m.numbers.again()]),
      ),
    ),
  ]),
  "torch.where": (m) => {
    const self = m.tensor();
    const other = m.random.pick<Argument>([m.like(self), m.int(0, 2), { t: "float", v: 0.5 }]);
    return { args: [{ ...m.like(self), dtype: "bool" }, self, other], kwargs: {} };
  },
  "torch.isin": on((m) => [m.tensor(1)]),
  "torch.bucketize": on((m) => [m.tensor(1)]),
  "torch.max": inOrder,
  "torch.sum": reduce,
  "torch.any": reduceOne,
  "torch.split": on((m, self) => [count(m, self.sizes[0] ?? m.int(1, 2))]),
  "torch.searchsorted": (m) => ({ args: [m.tensor(1, "float32"), m.tensor(undefined, "float32")], kwargs: {} }),
  "torch.einsum": einsum,
  "torch.nn.functional.linear": (m) => {
    const [a, b] = [m.numbers.size(), m.numbers.size()];
    return {
      args: [
        { t: "tensor", sizes: [m.numbers.size(), m.numbers.size(), a].slice(m.random.whole(0, 2)), dtype: "float32" },
        { t: "tensor", sizes: [b, a], dtype: "float32" },
      ],
      kwargs: {},
    };
  },
  "torch.nn.functional.embedding": (m) => ({
    args: [m.indices([m.numbers.size(), m.numbers.size()], 1), m.tensor(2, "float32")],
    kwargs: {},
  }),
  "torch.nn.functional.softmax": on((m, self) => [m.dim(self)]),
  "torch.nn.functional.interpolate": (m) => ({
    args: [m.tensor(4, "float32"), m.random.pick([m.int(1, 3), m.list([m.int(1, 3), m.int(1, 3)])])],
    kwargs: {},
  }),
  "torch.nn.functional.silu": nothing,
  "torch.nn.functional.gelu": nothing,
  "torch.nn.functional.dropout": nothing,
  "torch.nn.functional.layer_norm": on((m, self) => [m.list(self.sizes.slice(-1))]),
  "torch.nn.functional.normalize": nothing,
  "torch.nn.functional.scaled_dot_product_attention": (m) => {
    const [b, h, s, t, d] = [0, 1, 2, 3, 4].map(() => m.numbers.size());
    if (b === undefined || h === undefined || s === undefined || t === undefined || d === undefined) return nothing(m);
    const keys: Argument = { t: "tensor", dtype: "float32", sizes: [b, h, t, d] };
    return { args: [{ t: "tensor", dtype: "float32", sizes: [b, h, s, d] }, keys, keys], kwargs: {} };
  },
  "torch.nn.utils.rnn.pad_sequence": (m) => {
    const tail = [m.numbers.size()].slice(m.random.whole(0, 1));
    const part = (): Argument => ({ t: "tensor", dtype: "float32", sizes: [m.numbers.size(), ...tail] });
    return { args: [m.list([part(), part(), part()])], kwargs: { batch_first: m.bool() } };
  },
  "einops.rearrange": einop(rearranged, ["h", "r", "b", "a", "c"]),
  "einops.repeat": einop(repeats, ["h"]),
  "einops.reduce": einop(reduced, ["h"], [{ t: "str", v: "mean" }]),
};

export const operatorCases: Readonly<Record<string, Make>> = {
  "+": binary,
  "*": binary,
  "/": binary,
  "//": binary,
  "<": binary,
  "==": binary,
  "@": matrices,
};

export const indexCase: Make = on((m, self) => [m.index(self)]);

export const attributeNames: readonly string[] = ["shape", "ndim", "T", "mT", "dtype", "data", "is_cuda"];
