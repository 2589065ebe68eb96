/** What every intrinsic gets: its call, and where that is. */
import type { IntrinsicCall } from "../interpreter/surroundings.ts";
import type { Value } from "../values/value.ts";
import type { PathRecord } from "./paths.ts";
import type { World } from "./world.ts";

/** Where an intrinsic is called: in which world, and on which path of a contract. */
export interface IntrinsicContext {
  readonly world: World;
  readonly record: PathRecord | undefined;
}

export function argument(call: IntrinsicCall, name: string): Value | undefined {
  return call.arguments.find((candidate) => candidate.name === name)?.value;
}
