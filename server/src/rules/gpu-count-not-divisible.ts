/** The number of GPUs must be divisible by the degrees that share them: domain rows SP002 and SP003. */
import { describe, none } from "../values/value.ts";
import { factOf, type Rule } from "./rule.ts";

export const gpuCountNotDivisible: Rule = {
  id: "gpu-count-not-divisible",
  summary: "the number of GPUs is not divisible by a degree that shares them",
  since: "0.1.0",
  libraries: ["sglang"],

  message(failure) {
    const [gpus, divisor] = ["num_gpus", "divisor"].map((name) => describe(factOf(failure, name) ?? none));
    const name = factOf(failure, "name");
    const what = name?.kind === "string" ? name.value : "the degrees";
    return `num_gpus is ${gpus ?? ""}, which is not divisible by ${what} = ${divisor ?? ""}. Choose a number of GPUs that is a multiple, or a degree that divides it.`;
  },

  fixes: () => [],
};
