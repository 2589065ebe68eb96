/** The documented fixes for a mask whose KV block does not fit the kernel's tile. */
import type { Fix, TextEdit } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/machine.ts";
import { ancestry, type Origin, sameSite, type Site } from "../values/origin.ts";
import type { Value } from "../values/value.ts";
import { addArgument, insertBefore, isRepeatable, replaceIn } from "./edits.ts";
import { argumentOf, factOf, type FixSource } from "./rule.ts";
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

/** The mask and the `block_size` that is declared for it get the KV block that the kernel needs, together. */
export function rebuildMask(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const wanted = main === undefined ? undefined : wantedBlock(main);
  if (main === undefined || wanted === undefined) return [];
  const [declared, mask, built] = ["declared", "mask", "built"].map((name) => factOf(main, name));
  // Without the mask in sight only half of the repair could be made, which would be silently wrong.
  if (built === undefined || mask === undefined) return [];
  const edits = [setBlock(built, wanted, source) ?? nameDefaultBlock(built, mask, wanted, source)];
  if (declared !== undefined) edits.push(setBlock(declared, wanted, source));
  const known = distinct(edits.filter((edit) => edit !== undefined));
  return known.length === 0 ? [] : [{ title: `Rebuild the mask with KV block size ${wanted}`, preferred: true, edits: known }];
}

/** The smallest KV block at or above the present one that the kernel takes. */
function wantedBlock(failure: FailureCase): number | undefined {
  const [actual, expected] = [numberOf(factOf(failure, "actual")), numberOf(factOf(failure, "expected"))];
  const relation = factOf(failure, "relation");
  if (expected === undefined || expected <= 0 || actual === undefined) return undefined;
  return relation?.kind === "string" && relation.value === "multiple" ? Math.ceil(actual / expected) * expected : expected;
}

/** Changes the KV half of a (queries, keys) pair where it is written. */
function setBlock(pair: Value, wanted: number, source: FixSource): TextEdit | undefined {
  if (pair.kind !== "tuple") return undefined;
  const [queries, keys] = pair.items;
  const [q, kv] = [literalSite(queries, source), literalSite(keys, source)];
  if (kv === undefined) return undefined;
  const location = source.location(kv);
  if (location === undefined) return undefined;
  if (q === undefined || !sameSite(q, kv)) return { location, newText: String(wanted) };
  // One number stands for both: the argument that passes it becomes a pair.
  const argument = argumentSite(keys, source) ?? kv;
  const place = source.location(argument);
  const node = source.placed(argument)?.node;
  if (place === undefined || node === undefined || node.kind === "tuple") return undefined;
  return { location: place, newText: `(${source.text(argument)}, ${wanted})` };
}

/** A mask built with the default block size gets an explicit one. */
function nameDefaultBlock(built: Value, mask: Value, wanted: number, source: FixSource): TextEdit | undefined {
  const queries = built.kind === "tuple" ? numberOf(built.items[0]) : undefined;
  if (queries === undefined) return undefined;
  for (const origin of ancestry(mask.origin)) {
    const call = origin.kind === "argument" && origin.site !== undefined ? source.callAround(origin.site) : undefined;
    if (call === undefined || argumentOf(call, "BLOCK_SIZE") !== undefined) continue;
    return addArgument(call, `BLOCK_SIZE=(${queries}, ${wanted})`);
  }
  return undefined;
}

/** The number in source that a size comes from. */
function literalSite(value: Value | undefined, source: FixSource): Site | undefined {
  return siteOf(value, source, (origin, site) => origin.kind === "literal" && source.placed(site)?.node.kind === "int");
}

function argumentSite(value: Value | undefined, source: FixSource): Site | undefined {
  return siteOf(value, source, (origin) => origin.kind === "argument");
}

function siteOf(value: Value | undefined, source: FixSource, fits: (origin: Origin, site: Site) => boolean): Site | undefined {
  for (const origin of ancestry(value?.origin)) {
    if (origin.site !== undefined && source.location(origin.site) !== undefined && fits(origin, origin.site)) return origin.site;
  }
  return undefined;
}

/** An explicit tile follows the mask, where kernels exist for that size. */
export function setTile(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const tile = main === undefined ? undefined : factOf(main, "tile");
  const actual = main === undefined ? undefined : numberOf(factOf(main, "actual"));
  if (tile?.kind !== "tuple" || actual === undefined || !kernelTiles.has(actual)) return [];
  const site = literalSite(tile.items[1], source);
  const location = site === undefined ? undefined : source.location(site);
  if (location === undefined) return [];
  return [{ title: `Set the kernel's KV tile to ${actual}`, preferred: false, edits: [{ location, newText: String(actual) }] }];
}

/** KV tiles that FlashAttention-4 picks itself on some GPU; other sizes are not known to compile. */
const kernelTiles = new Set([64, 80, 96, 112, 128, 144]);

/** Fails where both sizes are in sight, before the kernel is built. */
export function assertSameBlock(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const sides = sidesOf(source);
  if (main === undefined || sides === undefined || source.call === undefined) return [];
  const relation = factOf(main, "relation");
  const multiple = relation?.kind === "string" && relation.value === "multiple";
  const test = multiple ? `${sides.mask} % ${sides.tile} == 0` : `${sides.mask} == ${sides.tile}`;
  const message = `"the mask's KV block size must ${multiple ? "be a multiple of" : "equal"} the kernel's KV tile"`;
  const title = `Assert the KV block size before the call`;
  return [{ title, preferred: false, edits: [insertBefore(source.call, [`assert ${test}, ${message}`])] }];
}

/** The two sizes as expressions at the call. */
function sidesOf(source: FixSource): { readonly mask: string; readonly tile: string } | undefined {
  const { call } = source;
  if (call === undefined) return undefined;
  const text = (name: string): string | undefined => {
    const argument = argumentOf(call, name);
    return argument === undefined ? undefined : source.textIn(call, argument.value);
  };
  const [kv, block] = [text("sparse_block_size_kv"), text("n_block_size")];
  if (kv !== undefined && block !== undefined) return { mask: kv, tile: block };
  const [tensors, tile] = [text("block_sparse_tensors"), text("tile_mn")];
  if (tensors === undefined || tile === undefined || !isRepeatable(tensors)) return undefined;
  return { mask: `${tensors}.block_size[1]`, tile: `${isRepeatable(tile) ? tile : `(${tile})`}[1]` };
}

function distinct(edits: readonly TextEdit[]): TextEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.location.path}:${edit.location.start}:${edit.location.end}`, edit])).values()];
}
