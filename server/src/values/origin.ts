/** Where a value came from: the expression that made it and the origins of what it was made of. */
import type { Chunk, Span } from "../syntax/ast.ts";

/**
 * A place in source that survives edits elsewhere in the file: a chunk of a module, and a span relative to it.
 * The path of the module stays valid; the chunk's offset is looked up when the place is shown.
 */
export interface Site extends Span {
  readonly path: string;
  readonly chunk: Chunk;
}

export type OriginKind =
  /** A literal in source. */
  | "literal"
  /** An operation or a call that made the value. */
  | "computed"
  /** The value passed through an argument; the site is the argument's expression at the call. */
  | "argument"
  /** A parameter's default. */
  | "default"
  /** A parameter nobody is known to pass. */
  | "parameter"
  /** A fact of the launch or of the analysis' configuration. */
  | "world";

export interface Origin {
  readonly kind: OriginKind;
  readonly site: Site | undefined;
  /** For an argument or parameter its name; for a world fact its text, such as `ulysses_degree=2`. */
  readonly name: string | undefined;
  readonly inputs: readonly Origin[];
}

export function sameSite(a: Site, b: Site): boolean {
  return a.chunk === b.chunk && a.start === b.start && a.end === b.end;
}

export function isInside(inner: Site, outer: Site): boolean {
  return inner.chunk === outer.chunk && inner.start >= outer.start && inner.end <= outer.end;
}

export function sameOrNoSite(a: Site | undefined, b: Site | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameSite(a, b);
}

/** True if two values were made in the same way of the same things. */
export function sameOrigin(a: Origin | undefined, b: Origin | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a.kind !== b.kind || a.name !== b.name || a.inputs.length !== b.inputs.length) return false;
  return sameOrNoSite(a.site, b.site) && a.inputs.every((input, i) => sameOrigin(input, b.inputs[i]));
}

/** The origins reachable from one, nearest first, each once. */
export function* ancestry(origin: Origin | undefined): Generator<Origin> {
  const seen = new Set<Origin>();
  let level = origin === undefined ? [] : [origin];
  while (level.length > 0) {
    const next: Origin[] = [];
    for (const current of level) {
      if (seen.has(current)) continue;
      seen.add(current);
      yield current;
      next.push(...current.inputs);
    }
    level = next;
  }
}
