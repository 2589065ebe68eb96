/** The documented fixes for token tags of a wrong length. */
import type { Fix, TextEdit } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/machine.ts";
import { ancestry } from "../values/origin.ts";
import { insertBefore, isRepeatable, removeArgument, replaceIn } from "./edits.ts";
import { argumentOf, factOf, type FixSource, type PlacedNode } from "./rule.ts";
import { sameSize } from "./words.ts";

const parallelState = "sglang.multimodal_gen.runtime.distributed.parallel_state";
const ulyssesKey = "int $world.ulysses_degree";
const ringKey = "int $world.ring_degree";

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
  const division = divisionIn(failure, source);
  if (division === undefined || division.node.kind !== "binary") return [];
  const { right } = division.node;
  const divisor = textOf(division, right, source);
  const ring = source.nameFor(ringKey) ?? "get_ring_ctx()[0]";
  const ulysses = source.nameFor(ulyssesKey) ?? "get_ulysses_ctx()[0]";
  return [
    { divisor: `(${divisor} * ${ring})`, names: ring.startsWith("get_") ? ["get_ring_ctx"] : [] },
    { divisor: `(${ulysses} * ${divisor})`, names: ulysses.startsWith("get_") ? ["get_ulysses_ctx"] : [] },
    { divisor: "(get_ulysses_ctx()[0] * get_ring_ctx()[0])", names: ["get_ulysses_ctx", "get_ring_ctx"] },
  ].flatMap((candidate): Fix[] => {
    const imports = source.importing(division.path, parallelState, candidate.names);
    if (imports === undefined) return [];
    const edits = [...imports, replaceIn(division, right, candidate.divisor)];
    return [{ title: `Divide by ${candidate.divisor.slice(1, -1)}`, preferred: true, edits }];
  });
}

/** The floor division that made the wrong length. */
function divisionIn(failure: Failure, source: FixSource): PlacedNode | undefined {
  const actual = failure.cases[0] === undefined ? undefined : factOf(failure.cases[0], "actual");
  for (const origin of ancestry(actual?.origin)) {
    if (origin.kind !== "computed" || origin.site === undefined) continue;
    const placed = source.placed(origin.site);
    // Rows that are cut out by a rank start elsewhere too: another length alone would give other rows, which nobody notices.
    if (placed?.node.kind === "slice") return undefined;
    if (placed?.node.kind === "binary" && placed.node.operator === "//") return placed;
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
  if (main === undefined || blamed === undefined || !coversWhole(main)) return [];
  const imports = source.importing(blamed.path, parallelState, ["get_ring_ctx", "get_ulysses_ctx"]);
  const tags = source.text(source.blamed);
  if (imports === undefined || !isRepeatable(tags)) return [];
  const name = (base: string): string => freshName(source, blamed.path, base);
  const [ulyssesDegree, ulyssesRank] = [name("ulysses_ws"), name("ulysses_rank")];
  const [ringDegree, ringRank] = [name("ring_ws"), name("ring_rank")];
  const [local, start, stop] = [name("local_seq_len"), name("row_start"), name("row_stop")];
  const lines = [
    `${ulyssesDegree}, ${ulyssesRank} = get_ulysses_ctx()`,
    `${ringDegree}, ${ringRank} = get_ring_ctx()`,
    `${local} = ${tags}.shape[0] // (${ulyssesDegree} * ${ringDegree})`,
    `${start} = (${ringRank} * ${ulyssesDegree} + ${ulyssesRank}) * ${local}`,
    `${stop} = ${start} + ${local}`,
  ];
  const sliced = replaceIn(blamed, blamed.node, `${tags}[${start}:${stop}].clamp(min=0)`);
  return [{ title: "Slice the tags to this rank's rows", preferred: false, edits: [...imports, insertBefore(blamed, lines), sliced] }];
}

function freshName(source: FixSource, path: string, base: string): string {
  let name = base;
  for (let i = 2; source.isUsed(path, name); i++) name = `${base}_${i}`;
  return name;
}

/** Fails where the tags are made, with a text that says what is wrong, instead of inside the model. */
export function assertLocalLength(_failure: Failure, source: FixSource): Fix[] {
  const { call } = source;
  const [own, x] = call === undefined ? [] : [argumentOf(call, "block_token_tags"), argumentOf(call, "x")];
  if (call === undefined || own === undefined || x === undefined) return [];
  const [tags, sequence] = [source.textIn(call, own.value), source.textIn(call, x.value)];
  const imports = source.importing(call.path, parallelState, ["get_ring_ctx", "get_ulysses_ctx"]);
  if (imports === undefined || !isRepeatable(tags) || !isRepeatable(sequence)) return [];
  const assertion = [
    `assert ${tags}.shape[0] == ${sequence}.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0]), (`,
    `    "block_token_tags must cover this rank's rows of the packed sequence"`,
    `)`,
  ];
  return [{ title: "Assert the rank-local length before the call", preferred: false, edits: [...imports, insertBefore(call, assertion)] }];
}
