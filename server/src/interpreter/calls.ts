/** Calls: which function is meant, what of it is worth following, and what comes back. */
import type {
  CallExpression,
  Expression,
  FunctionStatement,
  LambdaExpression,
  Node,
  Statement,
} from "../syntax/ast.ts";
import { childrenOf, remembered } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import {
  type FunctionValue,
  none,
  type PassedArgument,
  unknown,
  type UnknownValue,
  type Value,
} from "../values/value.ts";
import { withinAllowance } from "./allowance.ts";
import { annotated, mayBeInstance, typesOfCallee } from "./annotations.ts";
import { getMethod } from "./attributes.ts";
import { applyEarlyWrites } from "./branches.ts";
import { loopMethod } from "./callbacks.ts";
import { choose, distribute, settle } from "./choices.ts";
import { findMember, instantiate, ownerOf } from "./classes.ts";
import { forget, mayBeMissing } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import { collected, isGenerator } from "./generators.ts";
import { forgetAssigned } from "./instances.ts";
import { isCutOff, isLost, isLostCallee, lost } from "./lost.ts";
import { type Frame, type Machine, maximumDepth } from "./machine.ts";
import { callMethod } from "./methods.ts";
import { isPatch } from "./mocks.ts";
import { assignTarget } from "./names.ts";
import { asLexical, boundNames, LexicalScope } from "./scope.ts";
import { runBlock } from "./statements.ts";
import { shapeChanging } from "./tensors/index.ts";
import { argumentsOnDemand, bindParameters, evaluateArguments, isFurther } from "./passing.ts";
import { callExternal, havoc } from "./unmodelled-calls.ts";

/** What a call gives that never comes back. */
export const raised: UnknownValue = unknown("a call that never comes back");

/** True for the value of a call that never comes back: nothing that follows is run. */
export function isRaised(value: Value): boolean {
  return value.kind === "unknown" && value.cause === raised.cause;
}

export function evaluateCall(machine: Machine, frame: Frame, e: CallExpression): Value {
  const callee = evaluateCallee(machine, frame, e.callee);
  const { passed, complete } =
    callee.kind === "intrinsic" ? argumentsOnDemand(machine, frame, e) : evaluateArguments(machine, frame, e);
  const site = machine.site(frame, e);
  if (isPatch(e, callee, passed)) machine.mock();
  const result = distribute(machine, [callee], ([one = callee]) => {
    const said = isNameless(one, e.callee)
      ? (loopMethod(e) ?? distinctiveTarget(machine, frame, e, one, passed))
      : undefined;
    const target = isCutOff(machine, one) ? lost : (said ?? one);
    // What is called may be a guard.
    machine.selective ||= isLost(target);
    if (complete && callee.kind !== "choice")
      machine.models.beforeCall(machine, { callee: target, arguments: passed, frame, site });
    if (!complete) return havoc(machine, frame, target, passed, site);
    return call(machine, frame, target, passed, site);
  });
  // `x.unsqueeze_(0)` reshapes the tensor that `x` names.
  if (e.callee.kind === "attribute" && shapeChanging.has(e.callee.attribute.id))
    assignTarget(machine, frame, e.callee.object, result);
  return result;
}

function evaluateCallee(machine: Machine, frame: Frame, e: Expression): Value {
  if (e.kind !== "attribute") return evaluate(machine, frame, e);
  return settle(machine, getMethod(machine, frame, evaluate(machine, frame, e.object), e.attribute.id, e));
}

/** True if nothing is known of the callee but how it is called: an object that was handed in, or a name nobody defines. */
function isNameless(callee: Value, e: Expression): boolean {
  if (e.kind === "attribute" && /^(update|setdefault|append|add|assert_.*)$/.test(e.attribute.id)) return false;
  return callee.kind === "unknown" || callee.kind === "opaque";
}

function distinctiveTarget(
  machine: Machine,
  frame: Frame,
  e: CallExpression,
  callee: Value,
  passed: readonly PassedArgument[],
): Value | undefined {
  if (e.arguments.some((argument) => argument.stars === 1)) return undefined;
  const keywords = new Set(passed.flatMap((argument) => (isFurther(argument) ? [] : (argument.name ?? []))));
  const positional = passed.filter((argument) => argument.name === undefined).length;
  const target = keywords.size === 0 ? undefined : machine.models.distinctive(machine, keywords, positional);
  const declared = target === undefined ? undefined : typesOfCallee(machine, frame, e.callee, callee);
  if (target === undefined) return undefined;
  if (isLostCallee(machine, frame, callee) || declared?.some(isLost) === true) return lost;
  if (declared === undefined) return target;
  const owner = ownerOf(target);
  return owner === undefined || mayBeInstance(declared, owner) ? target : undefined;
}

/** Calls a value with evaluated arguments. */
export function call(
  machine: Machine,
  frame: Frame,
  callee: Value,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  switch (callee.kind) {
    case "function":
      return callFunction(machine, frame, callee, undefined, args, site);
    case "bound":
      if (callee.function.kind === "intrinsic")
        return callMethod(machine, frame, callee.function.name, callee.receiver, args, site);
      return callFunction(machine, frame, callee.function, callee.receiver, args, site);
    case "class":
      return instantiate(machine, frame, callee, args, site);
    case "partial":
      if (callee.role !== undefined) return havoc(machine, frame, callee, args, site);
      return call(
        machine,
        frame,
        callee.function,
        [
          ...callee.arguments.filter(
            ({ name }) =>
              name === undefined || !args.some((later) => later.name === name && !mayBeMissing(later.value)),
          ),
          ...args.filter((argument) => argument.name === undefined),
          ...args.filter((argument) => argument.name !== undefined),
        ],
        site,
      );
    case "intrinsic":
      return machine.models.callIntrinsic(machine, { name: callee.name, arguments: args, frame, site });
    case "external":
      return callExternal(machine, frame, callee.name, args, site);
    case "object": {
      const method = callableMethod(machine, callee);
      return method === undefined
        ? havoc(machine, frame, callee, args, site)
        : callFunction(machine, frame, method, callee, args, site);
    }
    case "choice":
      return distribute(machine, [callee], ([one = callee]) => call(machine, frame, one, args, site));
    default:
      return havoc(machine, frame, callee, args, site);
  }
}

/** A cell of a module whose calls a hook may change. */
const hooked = " hooked";

/** Calling an instance calls `__call__`, or a module's `forward`. */
function callableMethod(machine: Machine, callee: Value & { kind: "object" }): FunctionValue | undefined {
  if (callee.identity.class === undefined) return undefined;
  const own = findMember(machine, callee.identity.class, "__call__").value;
  if (own?.kind === "function") return own;
  // Whatever was put in its place is called instead; a hook may change the arguments.
  const isChanged = ["forward", hooked].some((name) => machine.store.get(callee.identity, name) !== undefined);
  const member = isChanged ? undefined : findMember(machine, callee.identity.class, "forward").value;
  return member?.kind === "function" ? member : undefined;
}

function callFunction(
  machine: Machine,
  frame: Frame,
  callee: FunctionValue,
  receiver: Value | undefined,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  if (callee.form === "context") return contextOf(callee, receiver, args);
  const all = receiver === undefined ? args : [{ name: undefined, value: receiver, site: undefined }, ...args];
  if (machine.depth >= maximumDepth || isRecursive(machine, frame, callee))
    return havoc(machine, frame, callee, all, site);
  const isWorthIt = machine.probe !== undefined || isSmall(callee.node) || machine.mayMatter(callee);
  if (!isWorthIt) return passBy(machine, frame, callee, receiver, args, site);
  const run = (): Value => invoke(machine, frame, callee, receiver, all, site);
  const entersContract = machine.paths === undefined && machine.modules.isContract(callee.site.path);
  const isForAll = standsForAll(machine, frame, callee, all) && isSureIn(frame.chunk.statement, site);
  const { givenUp } = machine;
  const value = withinAllowance(
    machine,
    callee,
    () =>
      entersContract
        ? machine.models.callContract(machine, { function: callee, arguments: all, frame, run, site })
        : run(),
    () => passBy(machine, frame, callee, receiver, args, site),
  );
  if (isForAll && machine.givenUp === givenUp) machine.ranForAll(callee);
  return value;
}

/** True if a call at the top level says no more of a function than anybody does who calls it. */
function standsForAll(machine: Machine, frame: Frame, callee: FunctionValue, args: readonly PassedArgument[]): boolean {
  const { node, form } = callee;
  return (
    frame.function === undefined &&
    node.kind === "function" &&
    form === "function" &&
    !node.async &&
    !isGenerator(node) &&
    node.parameters.length + args.length === 0 &&
    machine.undecided === 0 &&
    machine.condition.size === 0 &&
    machine.mayMatter(callee)
  );
}

/** True if a call in a statement is made wherever that is run, and nothing around it handles what it raises. */
function isSureIn(statement: Statement, site: Site): boolean {
  if (statement.kind === "if") return [...statement.body, ...statement.otherwise].some((one) => isSureIn(one, site));
  const isPlain = statement.kind === "expression" || statement.kind === "assign" || statement.kind === "raise";
  return isPlain && statement.start <= site.start && site.end <= statement.end;
}

/** What calling a function under `@contextmanager` gives: nothing runs before `with` enters it. */
function contextOf(callee: FunctionValue, receiver: Value | undefined, args: readonly PassedArgument[]): Value {
  const plain: FunctionValue = { ...callee, form: "function" };
  const target: Value = receiver === undefined ? plain : { kind: "bound", function: plain, receiver };
  return { kind: "partial", function: target, arguments: args, role: "context" };
}

/** Runs a context manager that is written as a generator, with `body` where it yields; false if it is not known. */
export function runContext(
  machine: Machine,
  frame: Frame,
  context: Value & { kind: "partial" },
  site: Site,
  body: (entered: Value) => void,
): boolean {
  const target = context.function;
  const callee = target.kind === "bound" ? target.function : target;
  if (callee.kind === "external") {
    body(context.arguments[0]?.value ?? none);
    return true;
  }
  if (callee.kind !== "function" || machine.depth >= maximumDepth || isRecursive(machine, frame, callee)) return false;
  const receiver = target.kind === "bound" ? target.receiver : undefined;
  const own: readonly PassedArgument[] =
    receiver === undefined ? [] : [{ name: undefined, value: receiver, site: undefined }];
  let entered = false as boolean;
  invoke(machine, frame, callee, receiver, [...own, ...context.arguments], site, (value) => {
    entered = true;
    body(value);
  });
  if (!entered) body(unknown("a context manager that does not yield"));
  return true;
}

/** Helpers that compute sizes are short; what is longer and reaches no modelled call is not worth its time. */
const smallBody = 30;

const isSmall = remembered((node: FunctionStatement | LambdaExpression): boolean => statementCount(node) <= smallBody);

function statementCount(node: FunctionStatement | LambdaExpression): number {
  let count = 0;
  const pending: Node[] = node.kind === "lambda" ? [] : [...node.body];
  for (let current = pending.pop(); current !== undefined && count <= smallBody; current = pending.pop()) {
    count++;
    if ("body" in current && Array.isArray(current.body)) pending.push(...childrenOf(current));
  }
  return count;
}

/** A known function that is not entered: of its receiver it may change what methods assign, of the rest anything. */
function passBy(
  machine: Machine,
  frame: Frame,
  callee: FunctionValue,
  receiver: Value | undefined,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  if (receiver?.kind === "object") forgetAssigned(machine, receiver);
  else if (receiver !== undefined) forget(machine, receiver);
  return havoc(machine, frame, callee, args, site);
}

/** How deep a function calls itself where each call is sure to be made, and where it may not be. */
const [certainActivations, activations] = [8, 2];

/** Whether a call goes deeper than is followed: nobody may know where such calls end. */
function isRecursive(machine: Machine, frame: Frame, callee: FunctionValue): boolean {
  let active = 0;
  let certain = true;
  for (let current: Frame | undefined = frame; current !== undefined; current = current.caller) {
    if (current.function?.node !== callee.node) continue;
    active++;
    certain &&= current.undecided === machine.undecided && current.returns.length === 0;
  }
  return active >= (certain ? certainActivations : activations);
}

function invoke(
  machine: Machine,
  caller: Frame,
  callee: FunctionValue,
  receiver: Value | undefined,
  args: readonly PassedArgument[],
  site: Site,
  resume?: (value: Value) => void,
): Value {
  const { node } = callee;
  const scope = new LexicalScope(callee.scope.path, "function", asLexical(callee), boundNames(node));
  const frame: Frame = {
    scope,
    chunk: callee.site.chunk,
    function: callee,
    receiver,
    caller,
    callSite: site,
    undecided: machine.undecided,
    returns: [],
    earlyWrites: [],
    escapes: [],
    ...(resume === undefined ? {} : { resume }),
    ...(node.kind === "function" && isGenerator(node) ? { yielded: { items: [], exact: true } } : {}),
  };
  bindParameters(machine, frame, node.parameters, callee.defaults, args);
  machine.depth++;
  const { known, undecided } = machine;
  const test = machine.probe?.test;
  if (machine.probe !== undefined) machine.probe.test = undefined;
  let lasting = known;
  try {
    const value = runBody(machine, frame, node, site, caller);
    // What holds wherever the call returns holds after it: a guard in a helper is a guard.
    if (returnsOneWay(frame)) lasting = machine.known;
    return value;
  } finally {
    machine.depth--;
    if (machine.probe !== undefined) machine.probe.test = test;
    machine.undecided = undecided;
    // On a contract's path, what was found out on the way stays known.
    const { selective } = machine;
    machine.known = machine.paths === undefined ? { ...lasting, selective } : { ...lasting, facts: machine.facts };
  }
}

/** True if no branch of the body returned early, so that whatever held at its end held for every return. */
function returnsOneWay(frame: Frame): boolean {
  return frame.earlyWrites.length === 0 && frame.returns.length <= 1;
}

function runBody(
  machine: Machine,
  frame: Frame,
  node: FunctionStatement | LambdaExpression,
  site: Site,
  caller: Frame,
): Value {
  if (node.kind === "lambda") return evaluate(machine, frame, node.body);
  // A generator's body runs later, if at all.
  if (machine.probe !== undefined && frame.resume === undefined && (node.async || isGenerator(node)))
    return machine.result(caller, site);
  if (frame.yielded !== undefined && frame.resume === undefined) {
    const made = collected(machine, frame, () => {
      runBlock(machine, frame, node.body);
      applyEarlyWrites(machine, frame);
    });
    return made !== undefined && !node.async ? made : machine.result(caller, site);
  }
  const completion = runBlock(machine, frame, node.body);
  applyEarlyWrites(machine, frame);
  const returns =
    completion === "next" ? [...frame.returns, { condition: machine.condition, value: none }] : frame.returns;
  if (returns.length === 0) return mayBeOverridden(node, frame.receiver) || node.async ? unknown(stub) : raised;
  const value = choose(returns);
  return node.returns === undefined ? value : annotated(machine, frame, value, node.returns);
}

const stub = "a method that subclasses define";

/** True for a method that only says that it is missing, of an object that may be of a class that has it. */
function mayBeOverridden({ body }: FunctionStatement, receiver: Value | undefined): boolean {
  const isKnown = receiver === undefined || (receiver.kind === "object" && !receiver.identity.symbolic);
  const last = body.at(-1);
  return !isKnown && last?.kind === "raise" && body.slice(0, -1).every(isInert);
}

/** True for a docstring, and for `pass`. */
function isInert(statement: Statement): boolean {
  return statement.kind === "pass" || (statement.kind === "expression" && statement.value.kind === "string");
}
