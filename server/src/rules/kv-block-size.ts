/** The mask's KV block must fit the kernel's KV tile: domain rows BS101 to BS104. */
import { describe, none } from "../values/value.ts";
import { assertSameBlock, passTileSize, rebuildMask, setTile } from "./kv-block-fixes.ts";
import { factOf, type Rule } from "./rule.ts";

export const kvBlockSize: Rule = {
  id: "kv-block-size",
  summary: "the sparse mask's KV block size does not fit the kernel's KV tile",
  since: "0.1.0",
  libraries: ["flash-attn-4", "sglang", "torch"],

  message(failure) {
    const [actual = none, expected = none, relation] = ["actual", "expected", "relation"].map((name) =>
      factOf(failure, name),
    );
    const direct =
      factOf(failure, "tensors") === undefined || failure.exception?.text.startsWith("Block sparse tensors") === true;
    const multiple = relation?.kind === "string" && relation.value === "multiple";
    const tile = direct
      ? "n_block_size"
      : factOf(failure, "tile") === undefined
        ? "the tile the kernel picks"
        : "tile_mn[1]";
    const size = describe(expected);
    const needed = size.includes("?") ? tile : `${size} (${tile})`;
    const wanted = `${multiple ? "a multiple of " : ""}${needed}`;
    const remedy = direct ? "Pass the same size." : "Rebuild the mask with that KV block size.";
    return `The mask's KV block size is ${describe(actual)}, but the kernel needs ${wanted}. ${remedy}`;
  },

  fixes: (failure, source) => [
    ...passTileSize(failure, source),
    ...rebuildMask(failure, source),
    ...setTile(failure, source),
    ...assertSameBlock(failure, source),
  ],
};
