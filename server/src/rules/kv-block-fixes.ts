/** The documented fixes for a mask whose KV block does not fit the kernel's tile. */
import type { Fix, TextEdit } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/surroundings.ts";
import { ancestry, type Origin, sameSite, type Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";
import { addArgument, insertBefore, isRepeatable, replaceIn } from "./edits.ts";
import { argumentOf, factOf, type FixSource, type PlacedCall, type Proposal } from "./rule.ts";
import { numberOf } from "./words.ts";

/** The direct helper: both sizes are arguments of one call. */
export function passTileSize(_failure: Failure, source: FixSource): Fix[] {
  const { call } = source;
  if (call === undefined) return [];
  const [own, tile] = [argumentOf(call, "sparse_block_size_kv"), argumentOf(call, "n_block_size")];
  if (own === undefined || tile === undefined) return [];
  const text = source.textIn(call, tile.value);
  return [{ title: `Pass sparse_block_size_kv=${text}`, preferred: true, edits: [replaceIn(call, own.value, text)] }];
}

/**
 * The mask and the `block_size` that is declared for it get the block that the kernel needs, together. The query half
 * stays if it can; each proposal is tried out, and the first that every requirement accepts is offered.
 */
export function rebuildMask(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const keys = main === undefined ? undefined : wantedKeys(main);
  if (main === undefined || keys === undefined) return [];
  const [declared, mask, built, listed] = ["declared", "mask", "built", "listed"].map((name) => factOf(main, name));
  // Block lists that somebody else made keep their grain: another size on the label would be silently wrong.
  if (listed?.kind === "bool" && listed.formula.kind === "constant" && listed.formula.value) return [];
  // Without the mask in sight only half of the repair could be made, which would be silently wrong.
  if (built?.kind !== "tuple" || mask === undefined) return [];
  const present = numberOf(built.items[0]);
  return [undefined, ...widerQueries(main, present)].flatMap((queries): Fix[] => {
    const wanted: Wanted = { keys, queries };
    const ofMask =
      setBlock(built, wanted, source) ?? nameDefaultBlock(mask, { keys, queries: queries ?? present }, source);
    const isSame = declared === undefined || (declared.kind === "tuple" && declared.items === built.items);
    const ofTensors = isSame ? [] : setBlock(declared, wanted, source);
    if (ofMask === undefined || ofTensors === undefined) return [];
    const block = queries === undefined ? `KV block size ${keys}` : `block size (${queries}, ${keys})`;
    return [{ title: `Rebuild the mask with ${block}`, preferred: true, edits: distinct([...ofMask, ...ofTensors]) }];
  });
}

interface Wanted {
  readonly keys: number;
  /** Undefined where the query half stays as it is. */
  readonly queries: number | undefined;
}

/** The smallest KV block at or above the present one that the kernel takes. */
function wantedKeys(failure: FailureCase): number | undefined {
  const [actual, expected] = [numberOf(factOf(failure, "actual")), numberOf(factOf(failure, "expected"))];
  const relation = factOf(failure, "relation");
  if (expected === undefined || expected <= 0 || actual === undefined) return undefined;
  return relation?.kind === "string" && relation.value === "multiple"
    ? Math.ceil(actual / expected) * expected
    : expected;
}

/** Query blocks that one query stage takes, then two, as on SM100: multiples of the kernel's query tile. */
function widerQueries(failure: FailureCase, present: number | undefined): number[] {
  const tile = factOf(failure, "tile");
  const rows = tile?.kind === "tuple" ? numberOf(tile.items[0]) : usualQueryTile;
  if (present === undefined || rows === undefined || rows <= 0) return [];
  const sizes = [rows, 2 * rows].map((size) => Math.ceil(present / size) * size);
  return [...new Set(sizes)].filter((size) => size !== present);
}

/** The query tile that the kernel picks for a block that is no multiple of 192. */
const usualQueryTile = 128;

/** Changes a (queries, keys) pair where it is written; undefined if that place is not known. */
function setBlock(pair: Value, wanted: Wanted, source: FixSource): readonly TextEdit[] | undefined {
  if (pair.kind !== "tuple") return undefined;
  const [queries, keys] = pair.items;
  const [ofQueries, ofKeys] = [numberSite(queries, source), numberSite(keys, source)];
  const [q, kv] = [ofQueries, ofKeys].map((site) => (site === undefined ? undefined : source.location(site)));
  const shared = ofQueries !== undefined && ofKeys !== undefined && sameSite(ofQueries, ofKeys);
  if (!shared && kv !== undefined && (wanted.queries === undefined || q !== undefined)) {
    const ofFirst =
      wanted.queries === undefined || q === undefined ? [] : [{ location: q, newText: String(wanted.queries) }];
    return [...ofFirst, { location: kv, newText: String(wanted.keys) }];
  }
  return setDisplay(pair, wanted, source) ?? setArgument(queries, keys, wanted, source);
}

/** `(B, B)` becomes `(B, 64)`, and `B` stays what it is for everything else. */
function setDisplay(pair: Value, wanted: Wanted, source: FixSource): readonly TextEdit[] | undefined {
  const site = siteOf(
    pair,
    source,
    (origin, at) => origin.kind === "literal" && source.placed(at)?.node.kind === "tuple",
  );
  const placed = site === undefined ? undefined : source.placed(site);
  if (placed?.node.kind !== "tuple" || placed.node.elements.length !== 2) return undefined;
  const [first, second] = placed.node.elements;
  if (first === undefined || second === undefined) return undefined;
  const ofFirst = wanted.queries === undefined ? [] : [replaceIn(placed, first, String(wanted.queries))];
  return [...ofFirst, replaceIn(placed, second, String(wanted.keys))];
}

/** One number that is passed for both becomes a pair. */
function setArgument(
  queries: Value | undefined,
  keys: Value | undefined,
  wanted: Wanted,
  source: FixSource,
): readonly TextEdit[] | undefined {
  const isArgument = (origin: Origin): boolean => origin.kind === "argument";
  const [ofQueries, ofKeys] = [siteOf(queries, source, isArgument), siteOf(keys, source, isArgument)];
  const location = ofKeys === undefined ? undefined : source.location(ofKeys);
  if (ofQueries === undefined || ofKeys === undefined || location === undefined || !sameSite(ofQueries, ofKeys))
    return undefined;
  return [{ location, newText: `(${wanted.queries ?? source.text(ofKeys)}, ${wanted.keys})` }];
}

/** A mask built with the default block size gets an explicit one. */
function nameDefaultBlock(mask: Value, { queries, keys }: Wanted, source: FixSource): readonly TextEdit[] | undefined {
  if (queries === undefined) return undefined;
  for (const origin of ancestry(mask.origin)) {
    const call = origin.kind === "argument" && origin.site !== undefined ? source.callAround(origin.site) : undefined;
    if (call === undefined || argumentOf(call, "BLOCK_SIZE") !== undefined) continue;
    return [addArgument(call, `BLOCK_SIZE=(${queries}, ${keys})`)];
  }
  return undefined;
}

/** The number in source that a size is, handed on as it is. */
function numberSite(value: Value | undefined, source: FixSource): Site | undefined {
  let origin = value?.origin;
  while (origin?.kind === "argument" || origin?.kind === "default") [origin] = origin.inputs;
  const site = origin?.kind === "literal" ? origin.site : undefined;
  return site !== undefined && source.placed(site)?.node.kind === "int" ? site : undefined;
}

function siteOf(
  value: Value | undefined,
  source: FixSource,
  fits: (origin: Origin, site: Site) => boolean,
): Site | undefined {
  for (const origin of ancestry(value?.origin)) {
    if (origin.site !== undefined && source.location(origin.site) !== undefined && fits(origin, origin.site))
      return origin.site;
  }
  return undefined;
}

/** An explicit tile follows the mask, where kernels exist for that size. */
export function setTile(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const tile = main === undefined ? undefined : factOf(main, "tile");
  const actual = main === undefined ? undefined : numberOf(factOf(main, "actual"));
  if (tile?.kind !== "tuple" || actual === undefined || !kernelTiles.has(actual)) return [];
  const site = numberSite(tile.items[1], source);
  const location = site === undefined ? undefined : source.location(site);
  if (location === undefined) return [];
  return [
    {
      title: `Set the kernel's KV tile to ${actual}`,
      preferred: false,
      edits: [{ location, newText: String(actual) }],
    },
  ];
}

/** KV tiles that FlashAttention-4 picks itself on some GPU; other sizes are not known to compile. */
const kernelTiles = new Set([64, 80, 96, 112, 128, 144]);

/** Fails where both sizes are in sight, before the kernel is built. */
export function assertSameBlock(failure: Failure, source: FixSource): Proposal[] {
  const [main] = failure.cases;
  const sides = main === undefined ? undefined : sidesOf(main, source);
  if (main === undefined || sides === undefined || source.call === undefined) return [];
  const relation = factOf(main, "relation");
  const multiple = relation?.kind === "string" && relation.value === "multiple";
  const test = multiple ? `${sides.mask} % ${sides.tile} == 0` : `${sides.mask} == ${sides.tile}`;
  const message = `"the mask's KV block size must ${multiple ? "be a multiple of" : "equal"} the kernel's KV tile"`;
  const edit = insertBefore(source.call, [`assert ${test}, ${message}`]);
  return edit === undefined
    ? []
    : [{ title: "Assert the KV block size before the call", preferred: false, guards: true, edits: [edit] }];
}

/** The two sizes as expressions at the call; undefined where they cannot be repeated, or where both are numbers. */
function sidesOf(
  failure: FailureCase,
  source: FixSource,
): { readonly mask: string; readonly tile: string } | undefined {
  const { call } = source;
  if (call === undefined) return undefined;
  const text = (name: string): string | undefined => {
    const argument = argumentOf(call, name);
    return argument === undefined ? undefined : source.textIn(call, argument.value);
  };
  const [kv, block] = [text("sparse_block_size_kv"), text("n_block_size")];
  if (kv !== undefined && block !== undefined) {
    const [isName, isKnown] = [isRepeatable(kv) || isRepeatable(block), isSimple(kv) && isSimple(block)];
    return isName && isKnown ? { mask: kv, tile: block } : undefined;
  }
  const tensors = text("block_sparse_tensors");
  const tile = tileText(failure, call, source);
  if (tensors === undefined || tile === undefined || !isRepeatable(tensors)) return undefined;
  return { mask: `${tensors}.block_size[1]`, tile };
}

/** `TILE[1]`, or the number itself where the tile is written out at the call. */
function tileText(failure: FailureCase, call: PlacedCall, source: FixSource): string | undefined {
  const tile = argumentOf(call, "tile_mn")?.value;
  if (tile === undefined) return undefined;
  const written = source.textIn(call, tile);
  if (isRepeatable(written)) return `${written}[1]`;
  const keys = tile.kind === "tuple" ? tile.elements[1] : undefined;
  const part = keys === undefined ? "" : source.textIn(call, keys);
  return isSimple(part) ? part : numberOf(factOf(failure, "expected"))?.toString();
}

function isSimple(text: string): boolean {
  return isRepeatable(text) || /^\d[\d_]*$/.test(text);
}

function distinct(edits: readonly TextEdit[]): TextEdit[] {
  return [
    ...new Map(
      edits.map((edit) => [`${edit.location.path}:${edit.location.start}:${edit.location.end}`, edit]),
    ).values(),
  ];
}
