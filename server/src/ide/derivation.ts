/** Where the numbers of a failure come from: the places to look at, and the way from them to the failing comparison. */
import type { DerivationStep, Location, Related } from "../finding.ts";
import type { Failure, FailureCase } from "../interpreter/surroundings.ts";
import { numberOf } from "../rules/words.ts";
import type { BinaryExpression, Node } from "../syntax/index.ts";
import { ancestry, isInside, type Origin, sameSite, type Site } from "../values/origin.ts";
import { describe, type Value } from "../values/value.ts";
import { findNode, locationOf, nodeAtSite, textAt, shorten } from "./places.ts";
import type { Sources } from "./sources.ts";

const maximumRelated = 6;

/** What is further away than so many steps explains nothing any more. */
const maximumWalked = 300;

/** So many places of the number that is wanted are kept if there are many of the wrong one. */
const keptOfWanted = 2;

/** The call that fails, the launch, then what made the wrong number, then what made the one that is wanted; each nearest first. */
export function relatedPlaces(failure: Failure, sources: Sources, blamed: Site): Related[] {
  const [main] = failure.cases;
  const call: Related[] = isInside(blamed, failure.call)
    ? []
    : related(locationOf(sources, failure.call), "the call that requires it");
  if (main === undefined) return call;
  const raised = main.exception?.raised;
  if (raised !== undefined) call.push(...related(locationOf(sources, raised.site), "the library raises it here"));
  const makers = new Makers(main, sources);
  const wrong = [...makers.of(main.facts.get("actual")), ...makers.constructorOf(failure.at)].filter(
    (maker) => !sameSite(maker.site, blamed),
  );
  const others = [...main.facts].flatMap(([name, value]) => (name === "actual" ? [] : makers.of(value)));
  const all = [...wrong, ...others];
  // The launch is what a reader cannot see from here.
  const isElsewhere = ({ what, site }: Maker): boolean => what === "world" && site.path !== failure.call.path;
  const launches = distinct(all.filter(isElsewhere).flatMap((maker) => placeOf(maker, all, sources)));
  const named = new Set(launches.map(keyOf));
  const ofWrong = distinct(wrong.flatMap((maker) => placeOf(maker, all, sources))).filter(
    (place) => !named.has(keyOf(place)),
  );
  const taken = new Set([...call, ...launches, ...ofWrong].map(keyOf));
  const ofWanted = distinct(others.flatMap((maker) => placeOf(maker, all, sources))).filter(
    (place) => !taken.has(keyOf(place)),
  );
  const before = [...call, ...launches];
  const room = Math.max(0, maximumRelated - before.length - Math.min(keptOfWanted, ofWanted.length));
  return [...before, ...ofWrong.slice(0, room), ...ofWanted].slice(0, maximumRelated);
}

function related(location: Location | undefined, message: string): Related[] {
  return location === undefined ? [] : [{ location, message }];
}

function keyOf({ location }: Related): string {
  return `${location.path}:${location.start}:${location.end}`;
}

function distinct(places: readonly Related[]): Related[] {
  return places.filter((place, i) => places.findIndex((other) => keyOf(other) === keyOf(place)) === i);
}

/** A place and how it is to be read. */
interface Maker {
  readonly origin: Origin;
  readonly site: Site;
  readonly what: "literal" | "world" | "division" | "cut" | "call";
}

function placeOf(maker: Maker, all: readonly Maker[], sources: Sources): Related[] {
  if (isShownAround(maker, all)) return [];
  const location = locationOf(sources, maker.site);
  const text = location === undefined ? "" : shorten(textAt(sources, location));
  switch (maker.what) {
    case "world": {
      const set = all.flatMap(({ what, site, origin }) =>
        what === "world" && sameSite(site, maker.site) ? (origin.name ?? []) : [],
      );
      const names = [...new Set(set)];
      return related(location, `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} set here`);
    }
    case "division":
      return related(location, `${withValue(text, numberOfOrigin(maker.origin, sources))} is computed here`);
    case "cut":
      return related(location, `${text} is cut here`);
    default:
      return related(location, `${text} is written here`);
  }
}

/** Finds what contributes to a failure among everything its values were made of. */
class Makers {
  private readonly sources: Sources;
  /** The numbers that the failure is about. A 1 is everywhere and explains nothing. */
  private readonly numbers: ReadonlySet<number>;

  constructor(main: FailureCase, sources: Sources) {
    this.sources = sources;
    const sides = ["actual", "expected"].map((name) => numberOf(main.facts.get(name)));
    const factors = [...main.facts.values()].map(numberOf).filter((number) => number !== 1);
    this.numbers = new Set([...sides, ...factors].filter((number) => number !== undefined));
  }

  /** What made a number, nearest first. */
  of(value: Value | undefined): Maker[] {
    if (value?.kind !== "int" && value?.kind !== "opaque") return [];
    const makers: Maker[] = [];
    const divisors = new Set<Origin>();
    let walked = 0;
    for (const origin of ancestry(value.origin)) {
      const { site } = origin;
      if (++walked > maximumWalked) break;
      if (site === undefined || this.sources.isContract(site.path)) continue;
      const what = this.kindOf(origin, site, divisors);
      if (what === undefined || makers.some((maker) => sameSite(maker.site, site) && maker.origin.name === origin.name))
        continue;
      makers.push({ origin, site, what });
      if (what === "division") for (const input of origin.inputs) divisors.add(handedOver(input));
    }
    return makers;
  }

  /** The call that made an object. */
  constructorOf(value: Value): Maker[] {
    const origin = value.origin === undefined ? undefined : handedOver(value.origin);
    const site = origin?.site;
    if (origin === undefined || site === undefined || this.sources.isContract(site.path)) return [];
    return nodeAtSite(this.sources, site)?.node.kind === "call" ? [{ origin, site, what: "call" }] : [];
  }

  private kindOf(origin: Origin, site: Site, divisors: ReadonlySet<Origin>): Maker["what"] | undefined {
    if (origin.kind === "world") return "world";
    if (origin.kind !== "literal" && origin.kind !== "computed") return undefined;
    const placed = nodeAtSite(this.sources, site);
    if (placed === undefined) return undefined;
    const { node } = placed;
    if (origin.kind === "literal")
      return node.kind === "int" && (divisors.has(origin) || this.numbers.has(Number(node.value)))
        ? "literal"
        : undefined;
    if (node.kind === "binary") return node.operator === "//" ? "division" : undefined;
    if (node.kind === "subscript") return node.index.kind === "slice" ? "cut" : undefined;
    return node.kind === "call" ? kindOfCall(node) : undefined;
  }
}

/** The origin behind arguments that hand a value on as it is. */
function handedOver(origin: Origin): Origin {
  let current = origin;
  while (current.kind === "argument" && current.inputs[0] !== undefined)
    [current] = current.inputs as readonly [Origin];
  return current;
}

const cutting: ReadonlySet<string> = new Set([
  "narrow",
  "chunk",
  "split",
  "tensor_split",
  "index_select",
  "select",
  "unfold",
  "unbind",
]);

/** Operations on each element, or on where and how it is held, and what says where that is: lengths stay. */
const keeping =
  /^(device|dtype|Generator|to|type|cuda|cpu|npu|contiguous|detach|clone|float|half|double|bfloat16|long|int|bool|type_as|requires_grad_|pin_memory|clamp|clamp_|clip|clip_|clamp_min|clamp_max|abs|fill_|masked_fill|masked_fill_|where|add|sub|mul|div|size|dim|numel|item|max|min|len)$/;

function kindOfCall(node: Node & { kind: "call" }): "cut" | "call" | undefined {
  const name =
    node.callee.kind === "attribute" ? node.callee.attribute.id : node.callee.kind === "name" ? node.callee.id : "";
  if (cutting.has(name)) return "cut";
  return name === "" || keeping.test(name) ? undefined : "call";
}

/** From the launch and the literals to the failing comparison. */
export function derivationOf(failure: Failure, sources: Sources): DerivationStep[] {
  const [main] = failure.cases;
  if (main === undefined) return [];
  const makers = new Makers(main, sources);
  const found = new Map<Origin, Maker>();
  for (const value of main.facts.values()) for (const maker of makers.of(value)) found.set(maker.origin, maker);
  for (const maker of makers.constructorOf(failure.at)) found.set(maker.origin, maker);
  const blamed = failure.at.kind === "tensor" ? nearestSite(failure.at, sources) : undefined;
  const ordered = inOrder(main, failure.at)
    .flatMap((origin) => found.get(origin) ?? [])
    .filter((maker, _, all) => !isShownAround(maker, all) && (blamed === undefined || !sameSite(maker.site, blamed)));
  const given = [
    ...ordered.filter(({ what }) => what === "world"),
    ...ordered.filter(({ what }) => what === "literal"),
  ];
  const steps = [...given, ...ordered.filter((maker) => !given.includes(maker))].map((maker) => stepOf(maker, sources));
  const location = blamed === undefined ? undefined : locationOf(sources, blamed);
  const last =
    location === undefined
      ? []
      : [{ location, text: `${shorten(textAt(sources, location))} = ${describe(failure.at)}` }];
  return [...withoutDoubles([...steps, ...last]), ...comparison(main, locationOf(sources, failure.call))];
}

/** A literal inside an expression that is shown already says nothing more: `4096` in `torch.zeros(1, 4096, 96)`. */
function isShownAround(maker: Maker, all: readonly Maker[]): boolean {
  return (
    maker.what === "literal" &&
    all.some(({ what, site }) => what !== "literal" && what !== "cut" && isInside(maker.site, site))
  );
}

/** What the values were made of, each behind what it was made of itself. */
function inOrder(main: FailureCase, at: Value): Origin[] {
  const ordered = new Set<Origin>();
  const pending: { readonly origin: Origin; readonly isEntered: boolean }[] = [];
  const push = (origin: Origin, isEntered = false): void => void pending.push({ origin, isEntered });
  for (const value of [at, ...[...main.facts.values()].reverse()]) if (value.origin !== undefined) push(value.origin);
  // Long sums are deep: walking them without recursion keeps the stack flat.
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const { origin, isEntered } = one;
    if (isEntered) ordered.add(origin);
    if (isEntered || ordered.has(origin)) continue;
    push(origin, true);
    for (const input of [...origin.inputs].reverse()) push(input);
  }
  return [...ordered];
}

function stepOf({ origin, site, what }: Maker, sources: Sources): DerivationStep {
  const location = locationOf(sources, site);
  const text = location === undefined ? "" : shorten(textAt(sources, location));
  if (what === "world") return { location, text: origin.name ?? "the launch" };
  if (what === "literal") return { location, text: literalText(site, sources) ?? text };
  return { location, text: what === "division" ? withValue(text, numberOfOrigin(origin, sources)) : text };
}

/** A literal with what it is given to: `SEQ_LEN = 4096`, `block_size=(128, 128)`. */
function literalText(site: Site, sources: Sources): string | undefined {
  const placed = nodeAtSite(sources, site);
  if (placed === undefined) return undefined;
  const { statement, path, offset } = placed;
  const textOf = (start: number, end: number): string =>
    textAt(sources, { path, start: offset + start, end: offset + end }).replace(/\s+/g, " ");
  const isInside = (one: Node): boolean => one.start <= site.start && one.end >= site.end;
  const call = findNode(
    sources,
    site,
    (one) => one.kind === "call" && one.arguments.some((argument) => isInside(argument.value)),
  )?.node;
  if (call?.kind === "call") {
    const argument = call.arguments.find(({ value }) => isInside(value));
    return argument?.name === undefined ? undefined : short(textOf(argument.start, argument.end));
  }
  if ((statement.kind !== "assign" && statement.kind !== "annotated") || statement.value === undefined)
    return undefined;
  const target = statement.kind === "assign" ? statement.targets[0] : statement.target;
  return target === undefined
    ? undefined
    : short(`${textOf(target.start, target.end)} = ${textOf(statement.value.start, statement.value.end)}`);
}

/** What is too long to be read at a glance is not shown at all. */
function short(text: string): string | undefined {
  return text.length <= 60 ? text : undefined;
}

function withoutDoubles(steps: readonly DerivationStep[]): DerivationStep[] {
  return steps.filter((step, i) => steps.findIndex((other) => other.text === step.text) === i);
}

function comparison(main: FailureCase, location: Location | undefined): DerivationStep[] {
  const [actual, expected, relation] = ["actual", "expected", "relation"].map((name) => main.facts.get(name));
  if (actual === undefined || expected === undefined) return [];
  const multiple = relation?.kind === "string" && relation.value === "multiple" ? "a multiple of " : "";
  return [{ location, text: `${describe(actual)} is not ${multiple}${describe(expected)}` }];
}

/** Where a value was last written down in the user's code. */
function nearestSite(value: Value, sources: Sources): Site | undefined {
  for (const { site } of ancestry(value.origin)) if (site !== undefined && !sources.isContract(site.path)) return site;
  return undefined;
}

function withValue(text: string, value: number | undefined): string {
  return value === undefined ? text : `${text} = ${value}`;
}

/** The number an origin stands for, where literals, the launch and arithmetic alone made it. */
function numberOfOrigin(origin: Origin, sources: Sources, depth = 0): number | undefined {
  if (depth > 16) return undefined;
  const [left, right] = origin.inputs;
  if (origin.kind === "argument" || origin.kind === "default")
    return left === undefined ? undefined : numberOfOrigin(left, sources, depth + 1);
  if (origin.kind === "world") return Number(/=(\d+)$/.exec(origin.name ?? "")?.[1] ?? Number.NaN) || undefined;
  const node = origin.site === undefined ? undefined : nodeAtSite(sources, origin.site)?.node;
  if (node?.kind === "int") return Number(node.value);
  if (node?.kind !== "binary" || left === undefined || right === undefined) return undefined;
  const [a, b] = [left, right].map((input) => numberOfOrigin(input, sources, depth + 1));
  return a === undefined || b === undefined ? undefined : arithmetic(node.operator, a, b);
}

function arithmetic(operator: BinaryExpression["operator"], a: number, b: number): number | undefined {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "//":
      return b === 0 ? undefined : Math.floor(a / b);
    case "%":
      return b === 0 ? undefined : a - b * Math.floor(a / b);
    default:
      return undefined;
  }
}
