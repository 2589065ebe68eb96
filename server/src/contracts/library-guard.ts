/**
 * What a call of a library raises, read off the library's source. The source is followed from the call of the user's code;
 * only an exception that is reached whatever is not known counts.
 */
import { isExact } from "../interpreter/attributes.ts";
import { call as callValue } from "../interpreter/calls.ts";
import { isTransparent, ownerOf } from "../interpreter/classes.ts";
import { libraryAttribute } from "../interpreter/imports.ts";
import { libraryName } from "../interpreter/library-names.ts";
import type { FailureCase, LibraryCall } from "../interpreter/surroundings.ts";
import type { Frame, Machine } from "../interpreter/machine.ts";
import { conditionsWhere, type Path } from "../interpreter/paths.ts";
import { isChoice, isUsual } from "../interpreter/usual.ts";
import { followPaths, type PathEnd, type RaisedException } from "../interpreter/probe.ts";
import type { Expression, Node } from "../syntax/index.ts";
import { both, type Decision } from "../values/condition.ts";
import { ancestry, type Site } from "../values/origin.ts";
import { type ClassValue, type FunctionValue, none, type Value } from "../values/value.ts";
import { callSites, outermost } from "./call-sites.ts";
import { architectureKey } from "./world.ts";

/** The rule for what libraries' own source raises. */
export const libraryGuard = "library-guard";

/** So many steps one call may take. */
const stepsPerCall = 2_000;

/** Follows a call of user code into the source of a library, and reports what it raises. */
export function followCall(machine: Machine, call: LibraryCall): void {
  if (machine.probe !== undefined || machine.paths !== undefined || !machine.isNoting || machine.undecided > 0) return;
  const { callee, frame } = call;
  const start = outermost(frame).scope.path;
  if (machine.modules.isContract(frame.scope.path) || machine.modules.isLibrary(frame.scope.path, start)) return;
  if (!mayBeLibrary(machine, callee, frame) || !isOrdinary(machine, frame)) return;
  const paths = followAside(machine, () => {
    const target = libraryTarget(machine, callee, frame);
    if (target === undefined) machine.giveUp("a callee whose source is not known");
    else callValue(machine, frame, target, call.arguments, call.site);
  });
  const cases = paths === undefined ? [] : casesOf(paths, frame);
  const [first] = cases;
  if (first === undefined) return;
  machine.report({
    rule: libraryGuard,
    call: call.site,
    stack: [...callSites(frame), call.site],
    at: first.at,
    cases,
    undecided: false,
    selective: machine.selective,
    followed: true,
  });
}

/** What comes of some code of a library, path by path; undefined if it takes too long. Nothing of it is kept. */
export function followAside(machine: Machine, body: () => void): readonly Path<PathEnd>[] | undefined {
  let paths: readonly Path<PathEnd>[] | undefined;
  machine.silently(() => {
    const finished = machine.aside(stepsPerCall, () => {
      paths = followPaths(machine, body);
    });
    if (!finished) paths = undefined;
  });
  return paths;
}

// ----------------------------------------------------------------------------------------------------- callees

/** True if the callee is written in another package than the caller. */
function mayBeLibrary(machine: Machine, callee: Value, frame: Frame): boolean {
  const from = frame.scope.path;
  switch (callee.kind) {
    case "function":
    case "class":
      return machine.modules.isLibrary(callee.site.path, from);
    case "bound":
      return callee.function.kind === "function" && machine.modules.isLibrary(callee.function.site.path, from);
    case "object":
      return callee.identity.class !== undefined && machine.modules.isLibrary(callee.identity.class.site.path, from);
    case "external":
      return /^\w+\./.test(callee.name) && machine.modules.resolveInstalled(callee.name.split(".")[0] ?? "", from) !== undefined;
    default:
      return false;
  }
}

/** What is called, as the source has it; undefined where that is not certain. */
function libraryTarget(machine: Machine, callee: Value, frame: Frame): Value | undefined {
  switch (callee.kind) {
    case "external":
      return installed(machine, callee.name, frame.scope.path);
    case "function":
      return sameInSource(machine, callee);
    case "class":
      return callee.open === true ? undefined : sameInSource(machine, callee);
    case "bound": {
      const { receiver } = callee;
      if (receiver.kind === "class") {
        if (receiver.open === true) return undefined;
        const owner = sameInSource(machine, receiver);
        return owner === undefined || !isTransparent(owner) ? undefined : { ...callee, receiver: owner };
      }
      return receiver.kind === "object" && isExact(machine, receiver) ? callee : undefined;
    }
    case "object":
      return isExact(machine, callee) && callee.identity.class?.scope !== frame.scope ? callee : undefined;
    default:
      return undefined;
  }
}

/** A name below an installed package. */
function installed(machine: Machine, name: string, from: string): Value | undefined {
  const [first = "", ...rest] = name.split(".");
  const path = machine.modules.resolveInstalled(first, from);
  let value: Value | undefined = path === undefined ? undefined : { kind: "module", name: first, path };
  for (const part of rest) {
    if (value?.kind === "class") {
      value = machine.isPatched(part) ? undefined : memberOf(value, part);
      continue;
    }
    if (value?.kind !== "module") return undefined;
    value = withoutImports(machine, libraryAttribute(machine, value, part));
  }
  return value?.kind === "function" || value?.kind === "class" || value?.kind === "bound" ? value : undefined;
}

/** What a name stands for that a module imports from another. */
export function withoutImports(machine: Machine, value: Value): Value {
  let found = value;
  for (let hops = 0; found.kind === "imported" && hops < 16; hops++) found = libraryAttribute(machine, found.module, found.name);
  return found;
}

function memberOf(owner: ClassValue, name: string): Value | undefined {
  const member = isTransparent(owner) ? owner.members.get(name) : undefined;
  if (member?.kind !== "function") return undefined;
  return member.form === "classmethod" ? { kind: "bound", function: member, receiver: owner } : member;
}

/** The function or class under its name in its module, if that is what the name means for good. */
function sameInSource<V extends FunctionValue | ClassValue>(machine: Machine, value: V): V | undefined {
  const owner = value.kind === "function" ? ownerOf(value) : undefined;
  if (owner !== undefined) {
    const member = sameInSource(machine, owner)?.members.get(nameOf(value));
    return member?.kind === value.kind && member.node === value.node ? (member as V) : undefined;
  }
  const found = libraryName(machine, value.site.path, nameOf(value));
  return found?.kind === value.kind && found.node === value.node ? (found as V) : undefined;
}

function nameOf({ node }: FunctionValue | ClassValue): string {
  return node.kind === "lambda" ? "" : node.name.id;
}

// ------------------------------------------------------------------------------------------------------ callers

/** Decorators under which a function is called as it is written, and what it raises goes to its caller. */
const plainDecorators =
  /^(staticmethod|classmethod|property|cached_property|no_grad|inference_mode|enable_grad|compile|lru_cache|cache|wraps|fixture|parametrize|usefixtures|override|final|main|record)$/;

/**
 * True if no decorator of an active function may expect what it raises. The marks of a whole test module say where it
 * runs at all; they are not looked into.
 */
function isOrdinary(machine: Machine, frame: Frame): boolean {
  if (machine.store.get(outermost(frame).scope.module, "pytestmark") !== undefined) return false;
  for (let current: Frame | undefined = frame; current !== undefined; current = current.caller) {
    const node = current.function?.node;
    if (node?.kind === "function" && !node.decorators.every((decorator) => plainDecorators.test(lastName(decorator))))
      return false;
  }
  return true;
}

function lastName(e: Expression): string {
  if (e.kind === "call") return lastName(e.callee);
  return e.kind === "name" ? e.id : e.kind === "attribute" ? e.attribute.id : "";
}

// ------------------------------------------------------------------------------------------------------ outcomes

/** The cases in which one `raise` is reached. */
export function casesOf(followed: readonly Path<PathEnd>[], frame: Frame): FailureCase[] {
  const paths = followed.map(certainOnly);
  const raising = paths.flatMap(({ result: { outcome } }) => (typeof outcome === "string" ? [] : [outcome]));
  for (const { site } of raising) {
    const isHere = ({ outcome }: PathEnd): boolean => typeof outcome !== "string" && isSame(outcome.site, site);
    const cases = conditionsWhere(paths, isHere).flatMap((condition): FailureCase[] => {
      const path = paths.find(({ result, condition: own }) => isHere(result) && both(condition, own) !== undefined);
      const outcome = path?.result.outcome;
      if (outcome === undefined || typeof outcome === "string" || !isMeant(outcome, frame)) return [];
      const { name, text, ancestors } = outcome;
      const at = outcome.test ?? none;
      return [{ condition, exception: { name, text, raised: { site, ancestors } }, facts: new Map(), at }];
    });
    if (cases.length > 0) return cases;
  }
  return [];
}

/**
 * What nobody sets, what somebody passes to the program, and the GPU that it runs on are cases that contracts name; here
 * nothing is certain that hangs on them.
 */
function certainOnly<T>(path: Path<T>): Path<T> {
  const steps = path.steps.map((step) =>
    isUsual(step.decision) || isChoice(step.decision) || hangsOnOptions(step.decision) || step.decision.key === architectureKey ? { ...step, decision: { ...step.decision, kind: "unknown" as const } } : step,
  );
  return { ...path, steps };
}

/** True for a test of what the command line or the environment says. */
function hangsOnOptions({ key }: Decision): boolean {
  return /\$(argument|environment)\./.test(key);
}

function isSame(a: Site, b: Site): boolean {
  return a.chunk === b.chunk && a.start === b.start;
}

/**
 * False where the exception may be what the call is for: a function that raises what it is told to. And false where a value
 * comes from an object that may be of another class than it seems, which may have another value.
 */
function isMeant({ test, said }: RaisedException, frame: Frame): boolean {
  const origins = [...ancestry(test?.origin)];
  if (test === undefined && said.some((value) => [...ancestry(value.origin)].some((origin) => origin.kind === "argument")))
    return false;
  return origins.every(({ site }) => site === undefined || !isElsewhereInClass(site, frame));
}

function isElsewhereInClass(site: Site, frame: Frame): boolean {
  if (site.chunk.statement.kind !== "class") return false;
  for (let current: Frame | undefined = frame; current !== undefined; current = current.caller) {
    const node: Node | undefined = current.function?.node;
    if (current.chunk !== site.chunk) continue;
    if (node === undefined || (node.start <= site.start && site.end <= node.end)) return false;
  }
  return outermost(frame).scope.path === site.path;
}
