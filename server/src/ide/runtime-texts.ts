/** What libraries say at run time when a rule was broken: how to recognise it, and what its numbers tell. */

export interface RuntimeText {
  readonly rule: string;
  readonly pattern: RegExp;
  /** Sentences that follow from the numbers in the text. */
  meaning(numbers: readonly number[]): readonly string[];
  /** What to do, best first. */
  readonly remedies: readonly string[];
  /** The sequence-parallel degree, if the numbers tell it. */
  degree?(numbers: readonly number[]): number | undefined;
}

/** A text that was recognised in a log. */
export interface RecognisedText {
  readonly known: RuntimeText;
  readonly text: string;
  readonly numbers: readonly number[];
  /** Offset in the log. */
  readonly index: number;
}

const nothing = (): readonly string[] => [];

/** How many times larger `whole` is, if it is that many times larger. */
function multiple(whole: number, part: number): number | undefined {
  return part > 0 && whole > part && whole % part === 0 ? whole / part : undefined;
}

export const runtimeTexts: readonly RuntimeText[] = [
  {
    rule: "block-token-tags-length",
    pattern: /block_token_tags must cover the rank-local packed sequence \((\d+)\), got (\d+)\./,
    meaning([local = 0, given = 0]) {
      const degree = multiple(given, local);
      const surplus = multiple(local, given);
      return [
        `Each rank has ${local} rows of the packed sequence, but block_token_tags has ${given}.`,
        ...(degree === undefined
          ? []
          : [`If the tags cover the whole packed sequence of ${given} rows, the SP degree is ${degree}.`]),
        ...(surplus === undefined ? [] : [`The tags were divided ${surplus} times more often than the sequence.`]),
      ];
    },
    remedies: [
      "Pass the tags of the whole sequence as token_tags, and forward slices them.",
      "Slice them to this rank's rows, ring rank outside, Ulysses rank inside.",
      "Compute the local length with // (ulysses_degree * ring_degree).",
    ],
    degree: ([local = 0, given = 0]) => multiple(given, local),
  },
  {
    rule: "token-tags-length",
    pattern: /(?<!block_)token_tags must cover the full packed sequence \((\d+)\), got (\d+)\./,
    meaning([whole = 0, given = 0]) {
      const degree = multiple(whole, given);
      return [
        `The packed sequence has ${whole} rows, but token_tags has ${given}.`,
        ...(degree === undefined ? [] : [`If the tags are those of one rank, the SP degree is ${degree}.`]),
      ];
    },
    remedies: ["Pass the tags of the whole sequence.", "Pass the tags of one rank as block_token_tags."],
    degree: ([whole = 0, given = 0]) => multiple(whole, given),
  },
  {
    rule: "inverse-indices-length",
    pattern: /inverse_indices must be \[(\d+)\], got \[(\d+)(?:, \d+)*\]/,
    meaning: ([whole = 0, given = 0]) => [`The packed sequence has ${whole} rows, but inverse_indices has ${given}.`],
    remedies: ["Pass the indices of the whole sequence."],
  },
  {
    rule: "sequence-not-divisible",
    pattern:
      /packed seq_len (\d+) not divisible by (?:the combined sequence-parallel world size|ulysses world size) (\d+)(?: \(ulysses=(\d+) x ring=(\d+)\))?/,
    meaning([length = 0, degree = 0]) {
      const left = length % Math.max(1, degree);
      const padded = degree > 0 ? Math.ceil(length / degree) * degree : length;
      return [
        `${length} rows cannot be shared by ${degree} ranks: ${left} ${left === 1 ? "is" : "are"} left over. ${padded} rows could.`,
      ];
    },
    remedies: ["Pad the sequence to a multiple of the SP degree.", "Choose a degree that divides the sequence."],
    degree: ([, degree]) => degree,
  },
  {
    rule: "sp-degree-product",
    pattern: /sp_degree \((\d+)\) must equal ring_degree \* ulysses_degree \((\d+) \* (\d+) = \d+\)/,
    meaning([degree = 0, ring = 0, ulysses = 0]) {
      if (ring * ulysses === degree)
        return ["The numbers agree, so one of them was given as text: convert it with int()."];
      const words = [`The SP degree is ${degree}, but ring ${ring} * ulysses ${ulysses} is ${ring * ulysses}.`];
      if (ring * ulysses === 1) {
        words.push(
          "A degree of 1 that is written down keeps the others from being derived, and so does one that is left out next to it.",
        );
      }
      return words;
    },
    remedies: [
      "Set ulysses_degree and ring_degree to numbers whose product is the SP degree.",
      "Leave sp_degree out, and set num_gpus.",
    ],
    degree: ([degree]) => degree,
  },
  {
    rule: "gpu-count-not-divisible",
    pattern: /num_gpus \((\d+)\) must be (?:>= and )?divisible by (?:\w+ \((\d+)\)|\(.*?\) = (\d+))/,
    meaning: ([gpus = 0, divisor = 0]) => [`${gpus} GPUs cannot be divided into groups of ${divisor}.`],
    remedies: ["Change num_gpus, or the degree that is named."],
  },
  {
    rule: "kv-gather-conflict",
    pattern:
      /kv_gather_degree does not compose with ulysses_degree or ring_degree yet|kv_gather_degree \((\d+)\) must equal sp_degree \((\d+)\)/,
    meaning: nothing,
    remedies: ["Set only one of kv_gather_degree, ulysses_degree and ring_degree above 1, equal to the SP degree."],
  },
  {
    rule: "ring-attention-backend",
    pattern: /Ring Attention requires one of the ring-capable backends/,
    meaning: nothing,
    remedies: ["Choose one of the backends that the text names, or a ring_degree of 1."],
  },
  {
    rule: "packed-alignment",
    pattern:
      /MiniMax H3 packed sequence alignment (\d+) must be divisible by the combined sequence-parallel size (\d+)/,
    meaning: ([alignment = 0, degree = 0]) => [`The SP degree ${degree} does not divide ${alignment}.`],
    remedies: ["Choose an SP degree that is a power of two up to 64."],
    degree: ([, degree]) => degree,
  },
  {
    rule: "heads-not-divisible",
    pattern: /MiniMax H3 TP-local heads (\d+) must be divisible by Ulysses size (\d+)/,
    meaning: ([heads = 0, ulysses = 0]) => [
      `${heads} heads on each tensor-parallel rank cannot be shared by ${ulysses} Ulysses ranks.`,
    ],
    remedies: ["Choose a ulysses_degree that divides the heads, and use ring_degree for the rest."],
  },
  {
    rule: "qkv-shape",
    pattern: /q, k, and v must have the same 3D shape/,
    meaning: nothing,
    remedies: ["Pass q, k and v of one shape: rows, heads, head size."],
  },
  {
    rule: "kv-block-size",
    pattern: /Block sparse tensors\S*(?: .*?)? require BLOCK_SIZE_KV(?:=| to be a multiple of )(\d+)\./,
    meaning: ([tile = 0]) => [
      `The kernel's KV tile (n_block_size) is ${tile}, and sparse_block_size_kv does not fit it.`,
    ],
    remedies: ["Pass sparse_block_size_kv equal to n_block_size.", "Rebuild the mask with that KV block size."],
  },
  {
    rule: "kv-block-size",
    pattern:
      /Block sparsity (?:requires|expects) sparse_block_size\[1\](?:=(\d+) (?:to match tile_n|for kv_subtile_factor=\d+)| to be a multiple of tile_n=(\d+)(?:; got \d+)?)\./,
    meaning: ([tile = 0]) => [`The kernel's KV tile is ${tile}, and the mask's KV block size does not fit it.`],
    remedies: [
      "Rebuild the mask with that KV block size, and change block_size with it: alone it gives wrong results.",
      "Where the kernel takes tile_mn, pass the mask's KV block size there.",
    ],
  },
  {
    rule: "q-block-size",
    pattern: /Block sparse tensors\S*(?: .*?)? have block size (\d+), which must be a multiple of (\d+)\./,
    meaning: ([size = 0, unit = 0]) => [
      `The mask's Q block size is ${size}; this GPU's kernel takes multiples of ${unit}.`,
    ],
    remedies: [
      "Rebuild the mask with BLOCK_SIZE=(256, 128), which SM90 and SM100 both take, and change block_size with it.",
    ],
  },
  {
    rule: "q-block-size",
    pattern: /Varlen block sparsity requires sparse_block_size\[0\]=(\d+) \(= q_stage \* tile_m\); got (\d+)\./,
    meaning: ([size = 0, given = 0]) => [`Varlen attention takes a Q block size of exactly ${size}, not ${given}.`],
    remedies: ["Rebuild the mask with that Q block size, and change block_size with it."],
  },
  {
    rule: "missing-block-size",
    pattern:
      /require explicit sparse_block_size\[0\] to disambiguate block size for seqlen_q=(\d+) and num_m_blocks=(\d+)\./,
    meaning: ([length = 0, blocks = 0]) => [`${blocks} blocks for ${length} rows fit more than one block size.`],
    remedies: ["Set block_size to the BLOCK_SIZE that the mask was built with."],
  },
  {
    rule: "mask-block-size",
    pattern: /m-block dimension (\d+) does not match sparse_block_size_q=(\d+)\./,
    meaning: ([blocks = 0, size = 0]) => [
      `The mask has ${blocks} rows of blocks, which does not agree with a Q block size of ${size}.`,
    ],
    remedies: [
      "Set block_size to the BLOCK_SIZE that the mask was built with.",
      "Build the mask for this query length.",
    ],
  },
  {
    rule: "mask-block-size",
    pattern: /Block sparse tensors\S*(?: .*?)? n-block dimension must be <= (\d+)\./,
    meaning: ([blocks = 0]) => [
      `The mask has more than the ${blocks} KV blocks that its block_size allows: it is finer than declared.`,
    ],
    remedies: ["Set block_size to the BLOCK_SIZE that the mask was built with."],
  },
  {
    rule: "block-tensor-shape",
    pattern:
      /(?:mask|full)_block_(?:cnt|idx)(?: \(.*?\))? with shape .* cannot be expanded to expected shape|must have shapes \(B, H, M\) and \(B, H, M, N\)|must share the same m-block dimension/,
    meaning: nothing,
    remedies: ["Take all block tensors of one mask, in the direction that the call expects."],
  },
  {
    rule: "block-tensor-dtype",
    pattern: /(?:\w+_block tensors|dq_write_order\w*) must have dtype torch\.int32/,
    meaning: nothing,
    remedies: ["Convert the counts and indices with .to(torch.int32)."],
  },
  {
    rule: "block-tensor-device",
    pattern:
      /_block_cnt and \w+_block_idx must be on the same device|_block tensors must live on CUDA|All block sparse tensors must be on the same device/,
    meaning: nothing,
    remedies: ["Build the mask on the GPU that the queries are on."],
  },
  {
    rule: "varlen-block-offsets",
    pattern:
      /Varlen block sparsity (?:requires block_sparse_tensors|with cu_seqlens_k or seqused_k requires)|cu_total_m_blocks must be provided for varlen blocksparsity/,
    meaning: nothing,
    remedies: ["Give BlockSparseTensorsTorch the offsets that the text names."],
  },
  {
    rule: "attention-sparsity-range",
    pattern: /Invalid attention metadata values\..*Got sparsity=/,
    meaning: nothing,
    remedies: ["Choose a sparsity from 0 up to but not including 1, and a skip_first_steps of at least 0."],
  },
];

/** Every known text in a log, in order; each only once, however many ranks printed it. */
export function recogniseTexts(log: string): readonly RecognisedText[] {
  const found: RecognisedText[] = [];
  let offset = 0;
  for (const line of log.split("\n")) {
    // A line that long is no message, and some patterns look for their end far ahead.
    const text = line.slice(0, 4000);
    for (const known of runtimeTexts) {
      const match = known.pattern.exec(text);
      if (match === null || found.some((other) => other.known === known && other.text === match[0])) continue;
      const numbers = match
        .slice(1)
        .flatMap((group: string | undefined) => (group === undefined ? [] : [Number(group)]));
      found.push({ known, text: match[0], numbers, index: offset + match.index });
    }
    offset += line.length + 1;
  }
  return found;
}
