/** Calls: which function is meant, how arguments reach parameters, and what comes back. */
import type {
  CallExpression,
  Expression,
  FunctionStatement,
  LambdaExpression,
  Node,
  Parameter,
} from "../syntax/ast.ts";
import { childrenOf } from "../syntax/index.ts";
import type { Site } from "../values/origin.ts";
import {
  type FunctionValue,
  kindOf,
  none,
  type PassedArgument,
  tuple,
  unknown,
  type Value,
  withOrigin,
} from "../values/value.ts";
import { withinAllowance } from "./allowance.ts";
import { annotated, mayBeInstance, typesOfCallee } from "./annotations.ts";
import { getMethod } from "./attributes.ts";
import { applyEarlyWrites } from "./branches.ts";
import { callBuiltin } from "./builtins.ts";
import { callHandedOver, loopMethod } from "./callbacks.ts";
import { choose, distribute, settle } from "./choices.ts";
import { findMember, instantiate, ownerOf } from "./classes.ts";
import { forget, isOpen, itemsOf, knownEntries, newDict } from "./containers.ts";
import { evaluate } from "./expressions.ts";
import { collected, isGenerator } from "./generators.ts";
import { isExpectation } from "./handlers.ts";
import { forgetAssigned } from "./instances.ts";
import { type Frame, type Machine, maximumDepth } from "./machine.ts";
import { callMethod } from "./methods.ts";
import { isPatch } from "./mocks.ts";
import { assignTarget } from "./names.ts";
import { boundNames, LexicalScope } from "./scope.ts";
import { makesMark, mayPickVersion } from "./skips.ts";
import { runBlock } from "./statements.ts";
import { identified, tensorCall } from "./tensor-calls.ts";
import { shapeChanging, tensorFunctions } from "./tensors/index.ts";

export function evaluateCall(machine: Machine, frame: Frame, e: CallExpression): Value {
  const callee = evaluateCallee(machine, frame, e.callee);
  const { passed, complete } =
    callee.kind === "intrinsic" ? argumentsOnDemand(machine, frame, e) : evaluateArguments(machine, frame, e);
  const site = machine.site(frame, e);
  if (isPatch(e, callee, passed)) machine.mock();
  const result = distribute(machine, [callee], ([one = callee]) => {
    const target = isNameless(one, e.callee)
      ? (loopMethod(e) ?? distinctiveTarget(machine, frame, e, one, passed) ?? one)
      : one;
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
  const keywords = new Set(passed.flatMap((argument) => (argument === furtherArguments ? [] : (argument.name ?? []))));
  const positional = passed.filter((argument) => argument.name === undefined).length;
  const target = keywords.size === 0 ? undefined : machine.models.distinctive(machine, keywords, positional);
  const declared = target === undefined ? undefined : typesOfCallee(machine, frame, e.callee, callee);
  if (target === undefined || declared === undefined) return target;
  const owner = ownerOf(target);
  return owner === undefined || mayBeInstance(declared, owner) ? target : undefined;
}

interface Arguments {
  readonly passed: readonly PassedArgument[];
  /** False if a `*splat` of unknown length was among them. */
  readonly complete: boolean;
}

function evaluateArguments(machine: Machine, frame: Frame, e: CallExpression): Arguments {
  const passed: PassedArgument[] = [];
  let complete = true;
  for (const argument of e.arguments) {
    const value = evaluate(machine, frame, argument.value);
    const site = machine.site(frame, argument.value);
    if (argument.stars === 0) passed.push({ name: argument.name?.id, value, site });
    else if (argument.stars === 1) {
      const items = itemsOf(machine, value);
      if (items === undefined) complete = false;
      else passed.push(...items.map((item) => ({ name: undefined, value: item, site: undefined })));
    } else if (value.kind === "object" && value.identity.type === "dict") {
      // Entries that nobody knows may be there too; what is known to be passed is.
      for (const [name, item] of knownEntries(machine, value)) passed.push({ name, value: item, site: undefined });
      if (isOpen(machine, value)) passed.push(furtherArguments);
    } else passed.push(furtherArguments);
  }
  return { passed, complete };
}

/** A requirement that holds asks for nothing but its condition: its message and what is put into it cost nothing then. */
function argumentsOnDemand(machine: Machine, frame: Frame, e: CallExpression): Arguments {
  if (e.arguments.some(({ stars }) => stars > 0)) return evaluateArguments(machine, frame, e);
  const passed = e.arguments.map(({ name, value: node }): PassedArgument => {
    let known: Value | undefined;
    return {
      name: name?.id,
      site: machine.site(frame, node),
      get value() {
        return (known ??= evaluate(machine, frame, node));
      },
    };
  });
  return { passed, complete: true };
}

/** Stands for keyword arguments that nobody knows: whatever is not passed may have been. */
export const furtherArguments: PassedArgument = {
  name: "**",
  value: unknown("arguments passed through **"),
  site: undefined,
};

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
          ...callee.arguments.filter(({ name }) => name === undefined || !args.some((later) => later.name === name)),
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

function callExternal(
  machine: Machine,
  frame: Frame,
  name: string,
  args: readonly PassedArgument[],
  site: Site,
): Value {
  if (makesMark(name)) return { kind: "partial", function: { kind: "external", name }, arguments: args, role: "mark" };
  if (mayPickVersion(name, args)) machine.selective = true;
  // A mock takes any call; nobody's requirements are checked by it.
  // So does a logger, and changes nothing.
  if (name.startsWith("unittest.mock.") || name.startsWith("logging.")) return { kind: "external", name: `${name}()` };
  if (isExpectation(name)) {
    havoc(machine, frame, { kind: "external", name }, args, site);
    return { kind: "external", name: `${name}()` };
  }
  const handedOver = callHandedOver(machine, frame, name, args, site);
  if (handedOver !== undefined) return handedOver;
  const ofArrays = name.startsWith("numpy.") && args.some(({ value }) => value.kind === "tensor");
  const result = ofArrays ? undefined : callBuiltin(machine, frame, name, args, site);
  if (result !== undefined) return result;
  const model = tensorFunctions.get(name);
  if (model !== undefined) {
    const values = args.map((argument) => argument.value);
    return distribute(machine, values, (settled) => {
      const chosen = args.map((argument, i) => ({ ...argument, value: settled[i] ?? argument.value }));
      const made = identified(machine, frame, model(tensorCall(machine, frame, chosen, site)), site);
      const origin = machine.origin(
        "computed",
        frame,
        site,
        settled.map((value) => value.origin),
      );
      return made === undefined
        ? machine.result(
            frame,
            site,
            settled.map((value) => value.origin),
            `call of ${name} with such arguments`,
          )
        : withOrigin(made, origin);
    });
  }
  return isHarmless(name)
    ? machine.result(
        frame,
        site,
        args.map((argument) => argument.value.origin),
        `call of ${name}`,
      )
    : havoc(machine, frame, { kind: "external", name }, args, site);
}

/** Libraries whose functions do not change the containers they are given. */
function isHarmless(name: string): boolean {
  return /^(builtins|torch|numpy|math|einops|logging|warnings|time|json|os|sys|re|typing|dataclasses|transformers|diffusers)\./.test(
    name,
  );
}

/** A call of code that is not modelled: what it was given may have changed. */
function havoc(machine: Machine, frame: Frame, callee: Value, args: readonly PassedArgument[], site: Site): Value {
  machine.giveUp("a call that is not modelled");
  for (const argument of args) forget(machine, argument.value);
  if (callee.kind === "bound") forget(machine, callee.receiver);
  const origins = [callee.origin, ...args.map((argument) => argument.value.origin)];
  return machine.result(frame, site, origins, `call of ${calledName(callee)}`);
}

/** What is called, for statistics: the receivers of a method are as many as there are programs. */
function calledName(callee: Value): string {
  switch (callee.kind) {
    case "external":
      return callee.name;
    case "unknown":
      return "an unknown object";
    case "opaque":
      return /\.\w+$/.exec(callee.name)?.[0] ?? "an unknown object";
    case "function":
    case "bound":
      return "a function that is not entered";
    default:
      return kindOf(callee);
  }
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
  return withinAllowance(
    machine,
    () =>
      entersContract
        ? machine.models.callContract(machine, { function: callee, arguments: all, frame, run, site })
        : run(),
    () => passBy(machine, frame, callee, receiver, args, site),
  );
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

const sizes = new WeakMap<object, number>();

function isSmall(node: FunctionStatement | LambdaExpression): boolean {
  let size = sizes.get(node);
  if (size === undefined) sizes.set(node, (size = statementCount(node)));
  return size <= smallBody;
}

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
  const value = returns.length === 0 ? unknown("a call that raises") : choose(returns);
  return node.returns === undefined ? value : annotated(machine, frame, value, node.returns);
}

function asLexical(callee: FunctionValue): LexicalScope | undefined {
  return callee.scope instanceof LexicalScope ? callee.scope : undefined;
}

/** Puts arguments, defaults and splats into a function's parameters. What is missing is unknown: the call raises. */
export function bindParameters(
  machine: Machine,
  frame: Frame,
  parameters: readonly Parameter[],
  defaults: ReadonlyMap<string, Value>,
  args: readonly PassedArgument[],
): void {
  const positional = args.filter((argument) => argument.name === undefined);
  const further = args.includes(furtherArguments);
  const named = new Map(
    args.flatMap((argument) =>
      argument.name === undefined || argument === furtherArguments ? [] : [[argument.name, argument]],
    ),
  );
  let next = 0;
  for (const parameter of parameters) {
    const name = parameter.name.id;
    if (parameter.form === "star") {
      machine.store.set(
        frame.scope,
        name,
        tuple(positional.slice(next).map((argument) => passedValue(argument, name))),
      );
      next = positional.length;
      continue;
    }
    if (parameter.form === "double-star") {
      const entries = new Map([...named].map(([key, argument]) => [key, passedValue(argument, key)]));
      machine.store.set(frame.scope, name, newDict(machine, entries, further, undefined));
      continue;
    }
    const byPosition = parameter.form === "keyword-only" ? undefined : positional[next];
    if (byPosition !== undefined) next++;
    const argument = byPosition ?? (parameter.form === "positional-only" ? undefined : named.get(name));
    if (argument !== undefined) named.delete(name);
    const missing = further ? furtherArguments.value : defaults.get(name);
    const value = argument === undefined ? missing : passedValue(argument, name);
    machine.store.set(frame.scope, name, value ?? unknown("a missing argument"));
  }
}

/** An argument's value remembers the expression it was written as. */
function passedValue(argument: PassedArgument, name: string): Value {
  const { value, site } = argument;
  if (site === undefined) return value;
  return withOrigin(value, { kind: "argument", site, name, inputs: value.origin === undefined ? [] : [value.origin] });
}
