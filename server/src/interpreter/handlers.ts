/** Who may catch an exception: the handlers of a `try`, a context, a decorator. What is not known may catch everything. */
import type {
  Argument,
  ExceptHandler,
  Expression,
  FunctionStatement,
  Node,
  Statement,
  TryStatement,
} from "../syntax/ast.ts";
import { ownNodesIn } from "../syntax/index.ts";
import type { FunctionValue, Value } from "../values/value.ts";
import { decideHere } from "./choices.ts";
import { findMember } from "./classes.ts";
import { exitsWithFailure } from "./exits.ts";
import { evaluate, testOf } from "./expressions.ts";
import { entryFrame } from "./instances.ts";
import type { Failure, FailureCase, FailureException } from "./surroundings.ts";
import type { Frame, Machine } from "./machine.ts";
import { ancestorsOf, classAncestors } from "./raises.ts";

/** The names of the classes by which an exception can be caught; undefined if they are not all known. */
export type CaughtBy = ReadonlySet<string> | undefined;

/** What is left of a failure outside of a `try` statement; undefined if each exception of it may be caught there. */
export function outsideOf(machine: Machine, frame: Frame, s: TryStatement, failure: Failure): Failure | undefined {
  const isCaught = ({ exception }: FailureCase): boolean =>
    exception !== undefined && mayCatch(machine, frame, s, caughtBy(exception));
  if (failure.cases.every(isCaught)) return undefined;
  const cases = failure.cases.map((one): FailureCase => {
    const { exception } = one;
    const isReplaced = exception !== undefined && isReplacedBy(machine, frame, s, caughtBy(exception));
    return isReplaced ? { ...one, exception: { ...exception, replaced: true } } : one;
  });
  return { ...failure, cases };
}

function caughtBy({ name, raised, replaced }: FailureException): CaughtBy {
  if (replaced === true) return undefined;
  return raised === undefined ? ancestorsOf(name) : raised.ancestors;
}

/** True if a handler raises another exception for it. */
function isReplacedBy(machine: Machine, frame: Frame, s: TryStatement, ancestors: CaughtBy): boolean {
  return s.handlers.some(({ type, name, body }) => {
    const last = body.at(-1);
    if (last?.kind !== "raise" || last.exception === undefined) return false;
    const isItself = last.exception.kind === "name" && last.exception.id === name?.id;
    return !isItself && isFor(machine, frame, type, ancestors);
  });
}

/** True unless no handler of the statement can be one for the exception. */
export function mayCatch(machine: Machine, frame: Frame, s: TryStatement, ancestors: CaughtBy): boolean {
  if (s.final.some(leaves)) return true;
  return s.handlers.some(
    (handler) => !endsInFailure(machine, frame, handler) && isFor(machine, frame, handler.type, ancestors),
  );
}

/** True if the handler ends in a `raise`, or ends the program, whatever happens in it. */
function endsInFailure(machine: Machine, frame: Frame, { name, body }: ExceptHandler): boolean {
  const [last, others] = [body.at(-1), body.slice(0, -1)];
  if (others.some(leaves) || last === undefined) return false;
  if (last.kind !== "if") return last.kind === "raise" || exitsWithFailure(machine, frame, last);
  // In the last round of those that try again, the exception goes on. What the handler itself changes is not looked at.
  const changed = new Set([name?.id, ...others.flatMap(ownNodesIn).flatMap(namesOf)]);
  if (
    ownNodesIn(last.test)
      .flatMap(namesOf)
      .some((one) => changed.has(one))
  )
    return false;
  const holds = decideHere(machine, testOf(machine, frame, last.test));
  const [only, ...more] = holds === undefined ? [] : holds ? last.body : last.otherwise;
  return only?.kind === "raise" && more.length === 0;
}

function namesOf(node: Node): readonly string[] {
  return node.kind === "name" ? [node.id] : [];
}

/** True if a statement may end the block it is in without an exception. */
function leaves(statement: Statement): boolean {
  return ownNodesIn(statement).some(({ kind }) => kind === "return" || kind === "break" || kind === "continue");
}

function isFor(machine: Machine, frame: Frame, type: Expression | undefined, ancestors: CaughtBy): boolean {
  if (type === undefined || ancestors === undefined) return true;
  return includes(evaluate(machine, frame, type), ancestors);
}

/** Libraries whose exceptions are classes of their own, so that none of Python's is one of them. */
const withOwnExceptions =
  /^(torch|subprocess|json|queue|concurrent|requests|urllib|pickle|zipfile|configparser|argparse)\./;

function includes(type: Value, ancestors: ReadonlySet<string>): boolean {
  if (type.kind === "tuple") return type.items.some((one) => includes(one, ancestors));
  if (type.kind === "choice") return type.alternatives.some(({ value }) => includes(value, ancestors));
  if (type.kind === "class") return ancestors.has(type.node.name.id) || classAncestors(type) === undefined;
  if (type.kind !== "external") return true;
  if (type.name.startsWith("builtins.")) return ancestors.has(type.name.slice("builtins.".length));
  return !withOwnExceptions.test(type.name);
}

/** True for an exception's class, or several: what is told of one may be there to catch it. */
function isExceptionType(value: Value): boolean {
  if (value.kind === "tuple") return value.items.some(isExceptionType);
  if (value.kind === "class") return classAncestors(value)?.has("BaseException") === true;
  return value.kind === "external" && /(Error|Exception|Warning)$/.test(value.name);
}

/** True if a call is told of an exception by name: what is called may be there to catch it. */
export function isToldOfException(machine: Machine, frame: Frame, args: readonly Argument[]): boolean {
  // What has effects is evaluated by the call itself.
  const isName = (e: Expression): boolean =>
    e.kind === "name" || e.kind === "attribute" || (e.kind === "tuple" && e.elements.every(isName));
  return args.some(({ value }) => isName(value) && isExceptionType(evaluate(machine, frame, value)));
}

/** Contexts that want an exception, that end what they are told to, or that change what nobody knows. */
const expectations =
  /^(pytest\.(raises|RaisesGroup)|contextlib\.(suppress|(Async)?ExitStack)|unittest\.mock\.patch\b.*)(\(\))?$/;

/** True for the name of such a context, or of the function that makes it. */
export function isExpectation(name: string): boolean {
  return expectations.test(name);
}

/** True if the `__exit__` of a context's class may return something true, which ends the exception. */
export function mayEnd(machine: Machine, context: Value): boolean {
  if (context.kind === "choice") return context.alternatives.some(({ value }) => mayEnd(machine, value));
  if (context.kind === "external") return isExpectation(context.name);
  if (context.kind !== "object" || context.identity.class === undefined) return false;
  const { value, complete } = findMember(machine, context.identity.class, "__exit__");
  if (value === undefined) return !complete;
  if (value.kind !== "function" || value.node.kind === "lambda") return true;
  return value.node.body.some((statement) => ownNodesIn(statement).some(returnsSomething));
}

function returnsSomething(node: Node): boolean {
  if (node.kind !== "return" || node.value === undefined) return false;
  return node.value.kind !== "constant" || (node.value.value !== false && node.value.value !== null);
}

/** The cell of a decorated function that holds what a decorator made of it; unknown if that may catch what the function raises. */
const decoratedCell = " decorated";

export function noteDecorated(machine: Machine, target: Value, made: Value): void {
  if (target.kind !== "function") return;
  const isSame = made.kind === "function" && made.node === target.node;
  if (!isSame) machine.store.set(target.identity, decoratedCell, made);
}

/**
 * True if what a function raises may end in one of its decorators: it is analysed as it is written, and called through them.
 */
export function mayEndInDecorator(machine: Machine, callee: FunctionValue, exception: FailureException): boolean {
  const made = machine.store.get(callee.identity, decoratedCell);
  if (made === undefined || made.kind === "unknown") return made !== undefined;
  const wrapper = made.kind === "object" ? calledMethod(machine, made) : made;
  if (wrapper?.kind !== "function" || wrapper.node.kind === "lambda") return false;
  const frame = entryFrame(wrapper, undefined);
  const isCaught = triesAroundCalls(wrapper.node).some((s) => mayCatch(machine, frame, s, caughtBy(exception)));
  return isCaught || mayEndInDecorator(machine, wrapper, exception);
}

function calledMethod(machine: Machine, made: Value & { kind: "object" }): Value | undefined {
  const owner = made.identity.class;
  return owner === undefined ? undefined : findMember(machine, owner, "__call__").value;
}

/** The `try` statements of the function that is running in which a method of one of these names is called. */
export function triesThatCall(frame: Frame, methods: readonly string[]): readonly TryStatement[] {
  const body = frame.function?.node.kind === "function" ? frame.function.node.body : [frame.chunk.statement];
  const calls = (node: Node): boolean =>
    node.kind === "call" && node.callee.kind === "attribute" && methods.includes(node.callee.attribute.id);
  return body.flatMap((statement) =>
    ownNodesIn(statement).flatMap((node) =>
      node.kind === "try" && node.body.some((part) => ownNodesIn(part).some(calls)) ? [node] : [],
    ),
  );
}

function triesAroundCalls(node: FunctionStatement): TryStatement[] {
  return node.body.flatMap((statement) =>
    ownNodesIn(statement).flatMap((inner) =>
      inner.kind === "try" && inner.body.some((part) => ownNodesIn(part).some(({ kind }) => kind === "call"))
        ? [inner]
        : [],
    ),
  );
}
