/** The documented fixes for token tags of a wrong length. */
import type { Fix, TextEdit } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/surroundings.ts";
import type { CallExpression, Expression, Node, Span } from "../syntax/index.ts";
import { ancestry, type Site } from "../values/origin.ts";
import { atomsOf } from "../values/symbolic.ts";
import { asInt } from "../values/value.ts";
import { insertBefore, isRepeatable, removeArgument, replaceIn } from "./edits.ts";
import { argumentOf, factOf, type FixSource, type PlacedNode, type Proposal } from "./rule.ts";
import { sameSize } from "./words.ts";

const parallelState = "sglang.multimodal_gen.runtime.distributed.parallel_state";

/** Tell the values of degrees and ranks by their keys; that of a rank names the degree it lies below, too. */
const isDegree =
  (name: Axis) =>
  (key: string): boolean =>
    key === `int $world.${name}_degree`;
const isRank =
  (name: Axis) =>
  (key: string): boolean =>
    key.startsWith(`int $world.${name}_rank<`) && /^int [^ ]*$/.test(key);

type Axis = "ulysses" | "ring";

/** Global tags belong to `token_tags`: `forward` slices them itself. */
export function passAsTokenTags(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  if (main === undefined || !coversWhole(main)) return [];
  const edit = renamedKeyword(source);
  return edit === undefined ? [] : [{ title: "Pass the global tags as token_tags", preferred: true, edits: [edit] }];
}

/** `block_token_tags=tags` becomes `token_tags=tags`, or goes away where `token_tags` is passed already. */
function renamedKeyword(source: FixSource): TextEdit | undefined {
  const { call } = source;
  const own = call === undefined ? undefined : argumentOf(call, "block_token_tags");
  if (call !== undefined && own?.name !== undefined) {
    if (argumentOf(call, "token_tags") !== undefined) return removeArgument(call, call.node.arguments.indexOf(own));
    return replaceIn(call, own.name, "token_tags");
  }
  const key = source.entryKey(source.blamed);
  return key === undefined ? undefined : { location: key, newText: '"token_tags"' };
}

function coversWhole(failure: FailureCase): boolean {
  return sameSize(factOf(failure, "actual"), factOf(failure, "sequence"));
}

/** A length divided by one degree only is divided by both. */
export function repairDivisor(failure: Failure, source: FixSource): Fix[] {
  const site = divisionSite(failure, source);
  const division = site === undefined ? undefined : source.placed(site);
  if (site === undefined || division?.node.kind !== "binary" || isSharedLength(division, site, source)) return [];
  const { right } = division.node;
  const divisor = textOf(division, right, source);
  return [
    [divisor, degree("ring", site, source)],
    [degree("ulysses", site, source), divisor],
    [degree("ulysses", site, source), degree("ring", site, source)],
  ].flatMap((degrees): Fix[] => {
    const wanted = degrees.flatMap((one) => (typeof one === "string" ? [] : [one.context]));
    const imports = source.importing(division.path, parallelState, wanted);
    if (imports === undefined) return [];
    const called = imports.local.map((name) => `${name}()[0]`);
    const product = degrees.map((one) => (typeof one === "string" ? one : (called.shift() ?? ""))).join(" * ");
    return [
      {
        title: `Divide by ${product}`,
        preferred: true,
        edits: [...imports.edits, replaceIn(division, right, `(${product})`)],
      },
    ];
  });
}

/**
 * True if the length is used for more than one thing: an offset that is made of it would start at another rank's rows,
 * and other rows that are cut with it would no longer go with the tags.
 */
function isSharedLength(division: PlacedNode, site: Site, source: FixSource): boolean {
  const { statement } = division;
  const [target] = statement.kind === "assign" ? statement.targets : [];
  return target?.kind === "name" && source.occurrences(site, target.id) > 2;
}

/** The variable that holds a degree at a site, or the function of SGLang that returns it. */
function degree(name: Axis, site: Site, source: FixSource): string | { readonly context: string } {
  return source.nameFor(isDegree(name), site) ?? { context: `get_${name}_ctx` };
}

/** The floor division that made the wrong length. */
function divisionSite(failure: Failure, source: FixSource): Site | undefined {
  const actual = failure.cases[0] === undefined ? undefined : factOf(failure.cases[0], "actual");
  for (const origin of ancestry(actual?.origin)) {
    if (origin.kind !== "computed" || origin.site === undefined) continue;
    const placed = source.placed(origin.site);
    // Rows that are cut out by a rank start elsewhere too: another length alone would give other rows, which nobody notices.
    if (placed !== undefined && (placed.node.kind === "slice" || cutOf(placed, origin.site, source) !== undefined))
      return undefined;
    if (placed?.node.kind === "binary" && placed.node.operator === "//") return origin.site;
  }
  return undefined;
}

function textOf(placed: PlacedNode, span: { readonly start: number; readonly end: number }, source: FixSource): string {
  const text = source.textIn(placed, span);
  return /^[\w.()[\]]+$/.test(text) ? text : `(${text})`;
}

/** Cuts this rank's rows out of global tags: ring outer, Ulysses inner, padding clamped. */
export function sliceToRank(failure: Failure, source: FixSource): Fix[] {
  const [main] = failure.cases;
  const blamed = source.placed(source.blamed);
  const tags = source.text(source.blamed);
  if (main === undefined || blamed === undefined || !coversWhole(main) || !isRepeatable(tags)) return [];
  const rows = rankRows(blamed, source.blamed, tags, source);
  if (rows === undefined) return [];
  const sliced = replaceIn(blamed, blamed.node, `${tags}[${rows.start}:${rows.stop}].clamp(min=0)`);
  return [{ title: "Slice the tags to this rank's rows", preferred: false, edits: [...rows.edits, sliced] }];
}

/** Rows that were cut by the Ulysses rank alone are cut by both ranks. */
export function sliceByBothRanks(failure: Failure, source: FixSource): Fix[] {
  const actual = failure.cases[0] === undefined ? undefined : factOf(failure.cases[0], "actual");
  for (const origin of ancestry(actual?.origin)) {
    const { site } = origin;
    const placed = site === undefined || origin.kind !== "computed" ? undefined : source.placed(site);
    const cut = site === undefined || placed === undefined ? undefined : cutOf(placed, site, source);
    if (site === undefined || placed === undefined || cut === undefined) continue;
    // A helper that cuts whatever rows it is told is right; its callers are not.
    if (!isInCaller(placed, source) && !knowsRank(cut.start, site, source)) return [];
    const rows = isRepeatable(cut.tags) ? rankRows(placed, site, cut.tags, source) : undefined;
    if (rows === undefined) return [];
    const edits = cut.replaced.map(([span, text]) => replaceIn(placed, span, text(rows)));
    return [{ title: "Slice by ring and Ulysses ranks", preferred: true, edits: [...rows.edits, ...edits] }];
  }
  return [];
}

interface Cut {
  readonly tags: string;
  /** The expression that says where the rows start. */
  readonly start: Expression;
  /** What is replaced, and what by. */
  readonly replaced: readonly (readonly [Span, (rows: Rows) => string])[];
}

/** `tags[start:stop]`, `tags.narrow(0, start, length)`, `tags.chunk(degree)[rank]`, or the same by a function of torch. */
function cutOf(placed: PlacedNode, site: Site, source: FixSource): Cut | undefined {
  const { node } = placed;
  const operandsOf = (e: Node, methods: readonly string[]): Expression[] =>
    e.kind === "call" ? operands(e, methods, site, source) : [];
  if (node.kind === "subscript") {
    const { object, index } = node;
    if (index.kind !== "slice")
      return pieceOf(placed, operandsOf(object, ["chunk", "split", "tensor_split"]), index, source);
    if (index.lower === undefined || index.step !== undefined) return undefined;
    const bounds = ({ start, stop }: Rows): string => `${start}:${stop}`;
    return { tags: source.textIn(placed, object), start: index.lower, replaced: [[index, bounds]] };
  }
  const [tags, dim, start, length, ...others] = operandsOf(node, ["narrow"]);
  if (!isZero(dim) || tags === undefined || start === undefined || length === undefined || others.length > 0)
    return undefined;
  const replaced = [
    [start, (rows: Rows) => rows.start],
    [length, (rows: Rows) => rows.length],
  ] as const;
  return { tags: source.textIn(placed, tags), start, replaced };
}

/** One of the pieces that a call cuts rows into. */
function pieceOf(
  placed: PlacedNode,
  cut: readonly Expression[],
  index: Expression,
  source: FixSource,
): Cut | undefined {
  const [rows, size, dim, ...others] = cut;
  if (rows === undefined || size === undefined || others.length > 0 || (dim !== undefined && !isZero(dim)))
    return undefined;
  const tags = source.textIn(placed, rows);
  return { tags, start: index, replaced: [[placed.node, ({ start, stop }) => `${tags}[${start}:${stop}]`]] };
}

/** The tensor and the arguments of a method, or of torch's function of the same name; none if the call is another one. */
function operands(call: CallExpression, methods: readonly string[], site: Site, source: FixSource): Expression[] {
  const { callee, arguments: given } = call;
  if (callee.kind !== "attribute" || !methods.includes(callee.attribute.id)) return [];
  if (given.some(({ name, stars }) => stars > 0 || (name !== undefined && name.id !== "dim"))) return [];
  const values = given.map(({ value }) => value);
  const { object } = callee;
  const owner = source.valueFor({ ...site, start: object.start, end: object.end })?.kind;
  return owner === "module" || owner === "external" ? values : [object, ...values];
}

function isZero(e: Expression | undefined): boolean {
  return e?.kind === "int" && e.value === 0n;
}

function isInCaller(placed: PlacedNode, source: FixSource): boolean {
  const [own, caller] = [placed, source.call].map((one) =>
    one === undefined ? undefined : source.functionAround(one),
  );
  return placed.path === source.call?.path && own?.offset === caller?.offset && own?.start === caller?.start;
}

/** True if the rows start at a multiple of a rank whoever calls the function. */
function knowsRank(start: Span, cut: Site, source: FixSource): boolean {
  const value = source.valueFor({ ...cut, start: start.start, end: start.end });
  const whole = value === undefined ? undefined : asInt(value);
  return whole !== undefined && [...atomsOf(whole).keys()].some((key) => key.startsWith("$world.ulysses_rank<"));
}

interface Rows {
  readonly start: string;
  readonly stop: string;
  readonly length: string;
  readonly edits: readonly TextEdit[];
}

/** Lines before a statement that compute this rank's rows of global tags, with the variables that are there. */
function rankRows(placed: PlacedNode, site: Site, tags: string, source: FixSource): Rows | undefined {
  const name = (base: string): string => freshName(source, placed.path, base);
  const contexts = (["ulysses", "ring"] as const).map((one) => {
    const [size, rank] = [source.nameFor(isDegree(one), site), source.nameFor(isRank(one), site)];
    const isThere = size !== undefined && rank !== undefined;
    return {
      isThere,
      get: `get_${one}_ctx`,
      size: isThere ? size : name(`${one}_ws`),
      rank: isThere ? rank : name(`${one}_rank`),
    };
  });
  const [ulysses, ring] = contexts;
  const absent = contexts.filter((one) => !one.isThere);
  const imports = source.importing(
    placed.path,
    parallelState,
    absent.map((one) => one.get),
  );
  if (imports === undefined || ulysses === undefined || ring === undefined) return undefined;
  const [length, start, stop] = [name("local_seq_len"), name("row_start"), name("row_stop")];
  const inserted = insertBefore(placed, [
    ...absent.map((one, i) => `${one.size}, ${one.rank} = ${imports.local[i] ?? one.get}()`),
    `${length} = ${tags}.shape[0] // (${ulysses.size} * ${ring.size})`,
    `${start} = (${ring.rank} * ${ulysses.size} + ${ulysses.rank}) * ${length}`,
    `${stop} = ${start} + ${length}`,
  ]);
  return inserted === undefined ? undefined : { start, stop, length, edits: [...imports.edits, inserted] };
}

function freshName(source: FixSource, path: string, base: string): string {
  let name = base;
  for (let i = 2; source.isUsed(path, name); i++) name = `${base}_${i}`;
  return name;
}

/** Fails where the tags are made, with a text that says what is wrong, instead of inside the model. */
export function assertLocalLength(_failure: Failure, source: FixSource): Proposal[] {
  const { call } = source;
  const [own, x] = call === undefined ? [] : [argumentOf(call, "block_token_tags"), argumentOf(call, "x")];
  if (call === undefined || own === undefined || x === undefined) return [];
  const [tags, sequence] = [source.textIn(call, own.value), source.textIn(call, x.value)];
  const imports = source.importing(call.path, parallelState, ["get_ulysses_ctx", "get_ring_ctx"]);
  if (imports === undefined || !isRepeatable(tags) || !isRepeatable(sequence)) return [];
  const [ulysses = "", ring = ""] = imports.local;
  const edit = insertBefore(call, [
    `assert ${tags}.shape[0] == ${sequence}.shape[1] // (${ulysses}()[0] * ${ring}()[0]), (`,
    `    "block_token_tags must cover this rank's rows of the packed sequence"`,
    `)`,
  ]);
  return edit === undefined
    ? []
    : [
        {
          title: "Assert the rank-local length before the call",
          preferred: false,
          guards: true,
          edits: [...imports.edits, edit],
        },
      ];
}
