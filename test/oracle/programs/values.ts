import type { Random } from "../../lib/random.ts";
import type { Program } from "./program.ts";
import { packedProgram } from "./packed.ts";

export function valuesProgram(random: Random): Program {
  return packedProgram(random);
}
