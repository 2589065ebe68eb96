/** Counts what is not known by what was not modelled, so that the next thing worth modelling can be told. */
import type { Chunk } from "../syntax/ast.ts";
import type { Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";

export class Unknowns {
  private readonly counts = new Map<string, number>();
  private readonly places = new WeakMap<Chunk, Set<string>>();
  /** An unknown that is read again under other names is the same one. */
  private readonly seen = new WeakSet<object>();

  /** Notes the value of an expression; each place counts once, however often it is evaluated. */
  note(site: Site, value: Value): void {
    switch (value.kind) {
      case "choice":
        for (const alternative of value.alternatives) this.note(site, alternative.value);
        return;
      case "unknown":
        // Passed on as an argument, it was noted where it was made.
        if (value.origin?.kind === "argument" || this.seen.has(value)) return;
        this.seen.add(value);
        this.add(site, value.cause);
        return;
      case "opaque":
        if (value.cause !== undefined && value.origin?.kind === "computed")
          this.add(value.origin.site ?? site, value.cause);
        return;
      default:
    }
  }

  /** How many places there are for each cause, most first. */
  byCause(): readonly (readonly [cause: string, count: number])[] {
    return [...this.counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  }

  private add({ chunk, start, end }: Site, cause: string): void {
    let known = this.places.get(chunk);
    if (known === undefined) this.places.set(chunk, (known = new Set()));
    const place = `${start} ${end} ${cause}`;
    if (known.has(place)) return;
    known.add(place);
    this.counts.set(cause, (this.counts.get(cause) ?? 0) + 1);
  }
}
