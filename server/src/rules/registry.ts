/** All rules, in the order of the catalogue. */
import { blockTokenTagsLength } from "./block-token-tags-length.ts";
import { gpuCountNotDivisible } from "./gpu-count-not-divisible.ts";
import { kvBlockSize } from "./kv-block-size.ts";
import { libraryGuard } from "./library-guard.ts";
import type { Rule } from "./rule.ts";
import { spDegreeProduct } from "./sp-degree-product.ts";

export const rules: readonly Rule[] = [
  blockTokenTagsLength,
  kvBlockSize,
  spDegreeProduct,
  gpuCountNotDivisible,
  libraryGuard,
];

export const ruleIds: readonly string[] = rules.map((rule) => rule.id);

const byId = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
