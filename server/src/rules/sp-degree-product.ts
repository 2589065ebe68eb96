/** The SP degree must be the product of the Ulysses and the ring degree: domain rows SP001 and SP021. */
import { describe, none } from "../values/value.ts";
import { completeProduct } from "./degree-fixes.ts";
import { factOf, type Rule } from "./rule.ts";

export const spDegreeProduct: Rule = {
  id: "sp-degree-product",
  summary: "the SP degree is not the product of the Ulysses and the ring degree",
  since: "0.1.0",
  libraries: ["sglang"],

  message(failure) {
    const [sp, ulysses, ring, product] = ["sp", "ulysses", "ring", "product"].map((name) =>
      describe(factOf(failure, name) ?? none),
    );
    const gpus = describe(factOf(failure, "num_gpus") ?? none);
    return `The SP degree is ${sp ?? ""} with num_gpus=${gpus}, but ulysses ${ulysses ?? ""} * ring ${ring ?? ""} is ${product ?? ""}. Make them equal, or leave one of them out.`;
  },

  fixes: completeProduct,
};
