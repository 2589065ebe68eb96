/** Fixes for degrees that do not fit together: the other degree is written down, so that their product is the SP degree. */
import type { Failure } from "../interpreter/surroundings.ts";
import { argumentOf, factOf, type FixSource, type PlacedCall, type Proposal } from "./rule.ts";
import { numberOf } from "./words.ts";

/** `ulysses_degree=4` of eight GPUs is completed by `ring_degree=2`, and the other way round. */
export function completeProduct(failure: Failure, source: FixSource): Proposal[] {
  const [main] = failure.cases;
  const call = source.callAround(source.blamed);
  if (main === undefined || call === undefined) return [];
  const [sp, ulysses, ring] = ["sp", "ulysses", "ring"].map((name) => numberOf(factOf(main, name)));
  if (sp === undefined || ulysses === undefined || ring === undefined) return [];
  return [
    ...setDegree(call, source, "ring_degree", sp / ulysses),
    ...setDegree(call, source, "ulysses_degree", sp / ring),
    ...setDegree(call, source, "sp_degree", ulysses * ring),
  ];
}

/** Writes a degree into the call; what was derived from others is only written beside one that is given. */
function setDegree(call: PlacedCall, source: FixSource, name: string, degree: number): Proposal[] {
  const [value, given] = [argumentOf(call, name), argumentOf(call, name)?.value];
  if (!Number.isSafeInteger(degree) || degree < 1) return [];
  const at = (start: number, end: number) => ({ path: call.path, start: call.offset + start, end: call.offset + end });
  if (given !== undefined && value !== undefined) {
    if (given.kind !== "int" || source.textIn(call, given) === String(degree)) return [];
    return [proposal(name, degree, at(given.start, given.end), String(degree))];
  }
  const last = ["ulysses_degree", "ring_degree"]
    .map((other) => argumentOf(call, other))
    .find((other) => other !== undefined);
  if (last === undefined || name === "sp_degree" || degree === 1) return [];
  return [proposal(name, degree, at(last.value.end, last.value.end), `, ${name}=${degree}`)];
}

function proposal(
  name: string,
  degree: number,
  location: Proposal["edits"][number]["location"],
  newText: string,
): Proposal {
  return { title: `Set ${name}=${degree}`, preferred: false, edits: [{ location, newText }] };
}
