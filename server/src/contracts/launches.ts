/** Puts together what the calls of a program say about its launch. */
import { factKey } from "../interpreter/memory.ts";
import { atomsOf, type SymInt } from "../values/symbolic.ts";
import { isWorldSymbol } from "../interpreter/choices.ts";
import type { Launch, LaunchFact } from "./world.ts";

/**
 * The launches that calls declare, each once. Calls that set no degree, such as one that only counts the GPUs, say more
 * about the launches that the others declare.
 */
export function distinctLaunches(calls: readonly Launch[]): readonly Launch[] {
  const declared = calls.map(lastingFacts).filter((launch) => launch.size > 0);
  const whole = declared.filter(setsDegree);
  const shared = whole.length === 0 ? [] : declared.filter((launch) => !setsDegree(launch)).flatMap((launch) => [...launch]);
  const complete = (whole.length === 0 ? declared : whole).map((launch): Launch => new Map([...shared, ...launch]));
  return [...new Map(complete.map((launch) => [keyOf(launch), launch])).values()];
}

/** What still means the same in another evaluation: numbers, and what the command line or the environment gives. */
function lastingFacts(launch: Launch): Launch {
  const lasts = ({ value }: LaunchFact): boolean =>
    value.kind === "choice" || (value.kind === "int" && isOfTheWorld(value.value));
  return new Map([...launch].filter(([, fact]) => lasts(fact)));
}

function isOfTheWorld(value: SymInt): boolean {
  return [...atomsOf(value).values()].every((atom) => atom.kind !== "symbol" || isWorldSymbol(atom.key));
}

function setsDegree(launch: Launch): boolean {
  return [...launch.keys()].some((name) => name.endsWith("_degree"));
}

function keyOf(launch: Launch): string {
  return [...launch].map(([name, fact]) => `${name}=${factKey(fact)}`).sort().join();
}
