/** The documented mistakes, each as a rewriting of lines with a certain role. */
import { type Change, allLines, isExcluded, type Kind, oneLine, replaced, type Rewrite } from "./mutants.ts";
import { lineOf, marksOf, type Pipeline } from "./pipeline.ts";

type Making = (id: string) => Kind["mutate"];

function kindsOf(rule: string, table: readonly (readonly [id: string, mistake: string, making: Making])[]): Kind[] {
  return table.map(([id, mistake, making]) => ({ id, mistake, rule, mutate: making(id) }));
}

const product = /\(?([\w.]+(?:\(\))?) \* ([\w.]+(?:\(\))?)\)?/;
const quotient = /([\w."]+(?:\[[\w"]+\])?) \/\/ (\([^)]*\)|[\w.]+(?:\([\w, ]*\))?)/;
const cut = /(\w[\w.]*(?:\["\w+"\])?(?:\.cpu\(\))?)\[([^\]"]+)\]/;
const pair = /\(([\w.]+), ([\w.]+)\)/;
const lastInteger = /\b(\d[\d_]*)(?!.*\b\d)/;

const degree = oneLine(["length"], replaced(quotient, "$1"));

/** A call of the SP world size replaced by another size; the name is imported where the right one is. */
function otherSize(name: string): Making {
  return (id) => (pipeline) =>
    marksOf(pipeline, "spcall").flatMap((mark): Change[][] => {
      if (isExcluded(pipeline, mark, id)) return [];
      const lines = (pipeline.files.get(mark.file) ?? "").split("\n");
      const imported = lines.findIndex(
        (line) => /^(from .* import .*| {4}get_sp_world_size,)/.test(line) && line.includes("get_sp_world_size"),
      );
      const line = lines[imported];
      if (
        line === undefined ||
        (name.includes("ulysses") && !lines.some((text) => text.includes("parallel_state import")))
      )
        return [];
      return [
        [
          { file: mark.file, line: imported, text: line.replace("get_sp_world_size", `get_sp_world_size, ${name}`) },
          { file: mark.file, line: mark.line, text: lineOf(pipeline, mark).replace("get_sp_world_size", name) },
        ],
      ];
    });
}

/** The rows are cut first and padded afterwards: two statements change places. */
function paddedAfterCut(pipeline: Pipeline): readonly (readonly Change[])[] {
  const [pad] = marksOf(pipeline, "pad");
  const [cutting] = marksOf(pipeline, "cut");
  if (pad === undefined || cutting === undefined) return [];
  const [, indent = "", whole = "", padding = ""] = /^( *)(\w+) = (.*)$/.exec(lineOf(pipeline, pad)) ?? [];
  const [, , rows = ""] = /^( *)(\w+) = /.exec(lineOf(pipeline, cutting)) ?? [];
  return [
    [
      { file: pad.file, line: pad.line, text: lineOf(pipeline, cutting) },
      {
        file: cutting.file,
        line: cutting.line,
        text: `${indent}${rows} = ${padding.replace(new RegExp(`\\b${whole}\\b`), rows)}`,
      },
    ],
  ];
}

/** The values behind the given keywords are doubled. */
function doubled(...names: readonly string[]): Rewrite {
  return (line) =>
    line.replace(
      new RegExp(`\\b(${names.join("|")})=(\\d+)`, "g"),
      (_, name: string, value: string) => `${name}=${2 * Number(value)}`,
    );
}

function integerTo(change: (value: number) => number): Rewrite {
  return (line) => line.replace(lastInteger, (text) => String(change(Number(text.replaceAll("_", "")))));
}

/** `value` is `right:wrong`. */
const exchanged: Rewrite = (line, value) => {
  const [right = "", wrong = ""] = value.split(":");
  return line.replace(right, wrong);
};

const half = (value: number): number => value / 2;

const tags = kindsOf("block-token-tags-length", [
  [
    "global-tags",
    "the global tags passed as block_token_tags",
    oneLine(["rename"], replaced("token_tags=", "block_token_tags=")),
  ],
  ["unsliced", "the slice to this rank's rows is missing", oneLine(["slice"], replaced(cut, "$1"))],
  ["un-narrowed", "narrow to this rank's rows is missing", oneLine(["narrow"], replaced(/\.narrow\(.*\)$/, ""))],
  [
    "whole-instead-of-chunk",
    "the chunk of this rank is not taken",
    oneLine(["chunk"], replaced(/(?:torch\.chunk\((\w+), .*|(\w+)\.chunk\(.*)\)\[.*\]$/, "$1$2")),
  ],
  ["whole-instead-of-helper", "the sharding helper is not called", oneLine(["call"], exchanged)],
  ["ulysses-divisor", "divided by the Ulysses degree only", oneLine(["degree"], replaced(product, "$1"))],
  ["ring-divisor", "divided by the ring degree only", oneLine(["degree"], replaced(product, "$2"))],
  ["no-divisor", "the local length is the global one", degree],
  ["off-by-one", "the local length is one row too long", oneLine(["length"], replaced(quotient, "$1 // $2 + 1"))],
  ["double-length", "the local length is twice as long", oneLine(["length"], replaced(quotient, "2 * ($1 // $2)"))],
  [
    "longer-slice",
    "the slice ends one row too late",
    oneLine(["slice"], replaced(/(\w\[[^\]":]+:[^\]":]+)\]/, "$1 + 1]")),
  ],
  ["open-slice", "the slice has no end", oneLine(["slice"], replaced(/(\w\[[^\]":]+:)[^\]":]+\]/, "$1]"))],
  ["tp-degree", "divided by the tensor-parallel degree", otherSize("get_tp_world_size")],
  ["world-degree", "divided by the number of all ranks", otherSize("get_world_size")],
  ["ulysses-size", "divided by the size of the Ulysses group", otherSize("get_ulysses_parallel_world_size")],
  ["parts-by-ulysses", "split into as many parts as the Ulysses degree", oneLine(["parts"], exchanged)],
  [
    "index-from-zero",
    "the row numbers start at 0 on every rank",
    oneLine(["index"], replaced(/arange\([^,]+, /, "arange(")),
  ],
  ["padded-after-cut", "padding is appended after the cut", () => paddedAfterCut],
  ["unpadded", "the tags are not padded, the sequence is", oneLine(["pad"], replaced(/(\w+) = .*$/, "$1 = $1"))],
  ["other-sequence", "the tags of another sequence", oneLine(["swap"], exchanged)],
  ["constant", "a constant for the number of ranks is wrong", oneLine(["constant"], integerTo(half))],
  ["imported-constant", "a constant in another file is wrong", oneLine(["imported"], integerTo(half))],
  [
    "helper-returns",
    "a helper returns twice the size",
    oneLine(["returns"], replaced(/return (.*)$/, "return 2 * ($1)")),
  ],
  [
    "launch-degree",
    "launched with twice the ring degree",
    allLines("launch", doubled("ring_degree", "sequence_parallel_degree", "num_gpus", "world_size")),
  ],
]);

const blocks = kindsOf("kv-block-size", [
  ["kv-half", "the KV block is half the tile", oneLine(["kv"], integerTo(half))],
  [
    "kv-double",
    "the KV block is twice the tile",
    oneLine(
      ["kv"],
      integerTo((value) => 2 * value),
    ),
  ],
  [
    "kv-odd",
    "the KV block is no size of a tile",
    oneLine(
      ["kv"],
      integerTo((value) => value - 16),
    ),
  ],
  ["pair-swapped", "(keys, queries) instead of (queries, keys)", oneLine(["pair"], replaced(pair, "($2, $1)"))],
  [
    "default-block",
    "BLOCK_SIZE is left out and becomes 128",
    oneLine(["mask"], replaced(/, BLOCK_SIZE=\([^)]*\)/, "")),
  ],
  [
    "single-block",
    "one number for queries and keys",
    oneLine(["mask"], replaced(/BLOCK_SIZE=\((\w+), \w+\)/, "BLOCK_SIZE=$1")),
  ],
  [
    "tile-alone",
    "the tile changes and the mask does not",
    oneLine(
      ["tile"],
      integerTo((value) => ({ 64: 128, 128: 64 })[value] ?? value + 16),
    ),
  ],
  ["tile-swapped", "tile_mn is (keys, queries)", oneLine(["tile"], replaced(/\((\d+), (?!\1\b)(\d+)\)/, "($2, $1)"))],
  [
    "n-block-alone",
    "n_block_size changes, sparse_block_size_kv does not",
    oneLine(["nblock"], replaced(/=(\S+),/, "=$1 // 2,")),
  ],
  [
    "n-block-doubled",
    "n_block_size is twice sparse_block_size_kv",
    oneLine(["nblock2"], replaced(/=(\S+),/, "=2 * $1,")),
  ],
  [
    "sparse-kv-doubled",
    "sparse_block_size_kv is twice n_block_size",
    oneLine(["sparsekv"], replaced(/=(\S+),/, "=2 * $1,")),
  ],
  [
    "sparse-kv-halved",
    "sparse_block_size_kv is half of n_block_size",
    oneLine(["sparsehalf"], replaced(/=(\S+),/, "=$1 // 2,")),
  ],
  [
    "block-doubled",
    "the KV block is twice the tile, whatever the tile is",
    oneLine(["multiple"], replaced(/= (\w+)$/, "= 2 * $1")),
  ],
  ["kv-parameter", "the default of a parameter changes", oneLine(["kvparameter"], integerTo(half))],
  ["kv-default", "the default of a configuration changes", oneLine(["kvdefault"], integerTo(half))],
  ["kv-imported", "a constant in another file changes", oneLine(["kvimported"], integerTo(half))],
  ["kv-argument", "an argument of the mask's builder changes", oneLine(["kvargument"], integerTo(half))],
  ["kv-returned", "a helper returns another KV block", oneLine(["kvreturn"], integerTo(half))],
  ["kv-replaced", "_replace declares another KV block", oneLine(["replace"], replaced(pair, "($1, 2 * $2)"))],
  ["kv-of-architecture", "the KV block of one GPU is wrong", oneLine(["archblock"], integerTo(half))],
  [
    "head-dim",
    "a head dim whose kernel has another tile",
    oneLine(
      ["head"],
      integerTo(() => 192),
    ),
  ],
]);

/** Mistakes of rules that may not exist yet. */
const others = [
  ...kindsOf("token-tags-length", [
    [
      "local-token-tags",
      "token_tags are cut to this rank's rows",
      oneLine(["tokentags"], (line, value) => line.replace(/token_tags=(\w+(?:\(\))?)/, `token_tags=$1[:${value}]`)),
    ],
  ]),
  ...kindsOf("inverse-indices-length", [
    [
      "short-inverse",
      "inverse_indices lack a row",
      oneLine(["inverse"], (line, value) => line.replace(`zeros(${value},`, `zeros(${value} - 1,`)),
    ],
  ]),
  ...kindsOf("rank-offset-order", [
    [
      "rank-order",
      "Ulysses outer and ring inner",
      oneLine(["offset"], replaced(/\((\S+) \* (\S+) \+ (\S+)\)/, "($3 * $2 + $1)")),
    ],
  ]),
  ...kindsOf("unclamped-block-token-tags", [
    ["unclamped", "padding stays -1", oneLine(["slice"], replaced(/\.clamp\(min=0\)/, ""))],
  ]),
  ...kindsOf("mask-block-size", [
    [
      "mask-of-other-size",
      "the mask is built for another size than the declared one",
      oneLine(["maskonly"], replaced(pair, "($2, $1)")),
    ],
  ]),
  ...kindsOf("q-block-size", [
    ["q-half", "the Q block is half of what two query stages need", oneLine(["pair"], replaced(/\(256, /, "(128, "))],
  ]),
];

export const kinds: readonly Kind[] = [...tags, ...blocks, ...others];
