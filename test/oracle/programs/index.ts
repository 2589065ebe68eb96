/** The kinds of generated programs. */
import type { Random } from "../../lib/random.ts";
import { guardProgram } from "./guards.ts";
import { layoutProgram } from "./layouts.ts";
import { packedProgram } from "./packed.ts";
import type { Program } from "./program.ts";
import { sparseProgram } from "./sparse.ts";
import { valuesProgram } from "./values.ts";

export const kinds = ["packed", "sparse", "values", "layouts", "guards"] as const;

export type ProgramKind = (typeof kinds)[number];

export function generated(kind: ProgramKind, random: Random): Program {
  return {
    packed: packedProgram,
    sparse: sparseProgram,
    values: valuesProgram,
    layouts: layoutProgram,
    guards: guardProgram,
  }[kind](random);
}
