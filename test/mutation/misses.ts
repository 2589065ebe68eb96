/** Mistakes that are not found, and why: `pipeline/kind`. Whoever finds one takes it off this list. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "nothing relates the two lengths": ["h3_closure/other-sequence", "h3_torchrun/other-sequence"],
  "right where the tensor-parallel degree happens to be the SP degree, and nothing fixes the launch": [
    "h3_branch/tp-degree",
    "h3_builder/tp-degree",
    "h3_sp_group/tp-degree",
    "h3_two_branches/tp-degree",
  ],
  "no program makes the module and calls its forward": ["fa4_module/pair-swapped", "fa4_module/kv-parameter"],
  "the proof needs both cases of a minimum, or a degree above the length to be ruled out": [
    "h3_branch/double-length",
    "h3_builder/double-length",
    "h3_pad_ceil/unpadded",
  ],
  "pieces of a length that the number of pieces may not divide": ["h3_chunk/parts-by-ulysses"],
  "the number of ranks that a launching call counts is not what get_world_size() gives": [
    "h3_tensor_parallel/world-degree",
  ],
};

export const expectedMisses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);
