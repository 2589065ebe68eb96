/** One memory for each world that is in use. */
import { factKey, Memory } from "../interpreter/memory.ts";
import type { World } from "../contracts/world.ts";
import { identityNumber } from "../values/identity.ts";
import type { Sources } from "./sources.ts";

/** A file that fixes its launch has a world of its own; the ones used last are kept. */
const maximumWorlds = 8;

export class Memories {
  private readonly known = new Map<string, Memory>();
  private epoch = -1;

  forgetAll(): void {
    this.known.clear();
  }

  of(world: World, sources: Sources): Memory {
    // A file that appeared or disappeared may change what a name resolves to anywhere.
    if (sources.epoch !== this.epoch) this.known.clear();
    this.epoch = sources.epoch;
    const key = worldKey(world);
    const memory = this.known.get(key) ?? new Memory();
    this.known.delete(key);
    this.known.set(key, memory);
    const [oldest] = this.known.keys();
    if (this.known.size > maximumWorlds && oldest !== undefined) this.known.delete(oldest);
    memory.revalidate((path) => sources.syntax(path));
    return memory;
  }
}

/** Launch facts know the statement that sets them, so that one is part of the key. */
function worldKey(world: World): string {
  const launches = world.launches.map((launch) =>
    [...launch]
      .map(
        ([name, fact]) => `${name}=${factKey(fact)}@${fact.site === undefined ? "" : identityNumber(fact.site.chunk)}`,
      )
      .join(),
  );
  return [
    world.commands.map(identityNumber).join(),
    launches.join(";"),
    world.architectures.join(),
    [...world.libraries].join(";"),
    world.symbolic === true,
  ].join("|");
}
