/** `block_token_tags` must cover exactly this rank's rows of the packed sequence: domain rows SP041, SP042, SP051. */
import { describe, none } from "../values/value.ts";
import { assertLocalLength, passAsTokenTags, repairDivisor, sliceByBothRanks, sliceToRank } from "./token-tag-fixes.ts";
import { factOf, type Rule } from "./rule.ts";
import { dividedByOne, localLength, sameSize } from "./words.ts";

export const blockTokenTagsLength: Rule = {
  id: "block-token-tags-length",
  summary: "block_token_tags does not cover exactly the rank-local packed sequence",
  since: "0.1.0",
  libraries: ["sglang"],

  message(failure) {
    const [actual = none, expected = none, sequence = none, ulysses = none, ring = none] = [
      "actual",
      "expected",
      "sequence",
      "ulysses",
      "ring",
    ].map((name) => factOf(failure, name));
    const whole = sameSize(actual, sequence) ? ", the whole packed sequence" : "";
    const local = localLength(expected, sequence, ulysses, ring);
    const remedy =
      whole === ""
        ? `${dividedByOne(failure)}Make them cover this rank's rows.`
        : "Pass them as token_tags, or slice them to this rank's rows.";
    return `block_token_tags has ${describe(actual)} rows${whole}, but each rank's packed sequence has ${local}. ${remedy}`;
  },

  fixes: (failure, source) => [
    ...passAsTokenTags(failure, source),
    ...repairDivisor(failure, source),
    ...sliceByBothRanks(failure, source),
    ...sliceToRank(failure, source),
    ...assertLocalLength(failure, source),
  ],
};
