/** Mistakes that are not found, and why: `pipeline/kind`. Whoever finds one takes it off this list. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "nothing relates the two lengths": [
    "h3_arguments/other-sequence",
    "h3_closure/other-sequence",
    "h3_torchrun/other-sequence",
  ],
  "right where the tensor-parallel degree happens to be the SP degree, and nothing fixes the launch": [
    "h3_branch/tp-degree",
    "h3_builder/tp-degree",
    "h3_sp_group/tp-degree",
    "h3_two_branches/tp-degree",
  ],
  "the fields of a dataclass of the form dataclasses.dataclass(...) or with field(default_factory=...) are not known": [
    "h3_config/ulysses-divisor",
    "h3_config/ring-divisor",
    "h3_config/off-by-one",
    "h3_config/double-length",
    "h3_config/longer-slice",
    "h3_config/open-slice",
    "h3_self_config/ulysses-divisor",
    "h3_self_config/ring-divisor",
    "h3_self_config/no-divisor",
    "h3_self_config/off-by-one",
    "h3_self_config/double-length",
    "h3_self_config/longer-slice",
    "h3_self_config/open-slice",
    "h3_self_config/helper-returns",
  ],
  "a NamedTuple is not taken apart": [
    "h3_replace/ulysses-divisor",
    "h3_replace/ring-divisor",
    "h3_replace/no-divisor",
    "h3_replace/off-by-one",
    "h3_replace/double-length",
    "h3_replace/longer-slice",
    "h3_replace/open-slice",
  ],
  "the start of a slice may be negative where a degree comes from an option": [
    "h3_arguments/ulysses-divisor",
    "h3_arguments/ring-divisor",
    "h3_arguments/off-by-one",
    "h3_arguments/double-length",
    "h3_arguments/longer-slice",
    "h3_arguments/open-slice",
  ],
  "no program makes the module and calls its forward": ["fa4_module/pair-swapped", "fa4_module/kv-parameter"],
  "the proof needs both cases of a minimum, or a degree above the length to be ruled out": [
    "h3_branch/double-length",
    "h3_builder/double-length",
    "h3_pad_ceil/unpadded",
    "h3_two_branches/other-sequence",
  ],
  "pieces of a length that the number of pieces may not divide": ["h3_chunk/parts-by-ulysses"],
  "the number of ranks that a launching call counts is not what get_world_size() gives": [
    "h3_tensor_parallel/world-degree",
  ],
};

export const expectedMisses: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);
