/** Puts together what the calls of a program say about its launch. */
import type { Launch } from "./world.ts";

/**
 * The launches that calls declare, each once. Calls that set no degree, such as one that only counts the GPUs, say more
 * about the launches that the others declare.
 */
export function distinctLaunches(declared: readonly Launch[]): readonly Launch[] {
  const whole = declared.filter(setsDegree);
  const shared = whole.length === 0 ? [] : declared.filter((launch) => !setsDegree(launch)).flatMap((launch) => [...launch]);
  const complete = (whole.length === 0 ? declared : whole).map((launch): Launch => new Map([...shared, ...launch]));
  return [...new Map(complete.map((launch) => [keyOf(launch), launch])).values()];
}

function setsDegree(launch: Launch): boolean {
  return [...launch.keys()].some((name) => name.endsWith("_degree"));
}

function keyOf(launch: Launch): string {
  return [...launch].map(([name, fact]) => `${name}=${fact.value}`).sort().join();
}
