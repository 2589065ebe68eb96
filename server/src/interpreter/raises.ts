/** Exceptions: what a `raise` or a failing `assert` makes. */
import type { AssertStatement, Expression, RaiseStatement } from "../syntax/ast.ts";
import { type ClassValue, describe, type Value } from "../values/value.ts";
import { findMember } from "./classes.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { Raised, unfollowable, Unfollowable } from "./probe.ts";

/** Python's exceptions, each behind the one above it. */
const hierarchy: Readonly<Record<string, string>> = {
  BaseException: "Exception GeneratorExit KeyboardInterrupt SystemExit",
  Exception:
    "ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning",
  ArithmeticError: "FloatingPointError OverflowError ZeroDivisionError",
  ImportError: "ModuleNotFoundError",
  LookupError: "IndexError KeyError",
  NameError: "UnboundLocalError",
  OSError:
    "BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError",
  ConnectionError: "BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError",
  RuntimeError: "NotImplementedError RecursionError",
  SyntaxError: "IndentationError",
  ValueError: "UnicodeError",
  UnicodeError: "UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError",
  Warning: "DeprecationWarning FutureWarning RuntimeWarning UserWarning",
};

const parents: ReadonlyMap<string, string> = new Map(
  Object.entries(hierarchy).flatMap(([parent, children]) =>
    children.split(" ").map((child) => [child, parent] as const),
  ),
);

/** Follows a `raise` of library code: the path ends here. */
export function followRaise(machine: Machine, frame: Frame, s: RaiseStatement): never {
  const test = machine.probe?.test;
  if (s.exception === undefined) throw unfollowable("an exception that is raised again");
  const { callee, args } = parts(s.exception);
  let type = evaluate(machine, frame, callee);
  let said = args?.map((argument) => valueInText(machine, frame, argument));
  if (type.kind === "partial" && args === undefined) {
    // An exception that was made before.
    said = type.arguments.map((argument) => argument.value);
    type = type.function;
  }
  const named = classOf(machine, type);
  if (named === undefined || said === undefined) throw unfollowable("an exception that is not known");
  if (isNoMistake(named)) throw unfollowable("an exception that ends something on purpose");
  const text = named.saysArguments ? textOf(named.name, said) : "";
  throw new Raised({ name: named.name, text, ancestors: named.ancestors, site: machine.site(frame, s), test, said });
}

/** Follows an `assert` that fails. */
export function followFailure(machine: Machine, frame: Frame, s: AssertStatement): never {
  const test = machine.probe?.test;
  const said = s.message === undefined ? [] : [valueInText(machine, frame, s.message)];
  const name = "AssertionError";
  const ancestors = ancestorsOf(name);
  throw new Raised({ name, text: textOf(name, said), ancestors, site: machine.site(frame, s), test, said });
}

function parts(e: Expression): { readonly callee: Expression; readonly args: readonly Expression[] | undefined } {
  if (e.kind !== "call") return { callee: e, args: e.kind === "name" && !/^[A-Z]/.test(e.id) ? undefined : [] };
  const plain = e.arguments.every((argument) => argument.stars === 0);
  return { callee: e.callee, args: plain ? e.arguments.map((argument) => argument.value) : undefined };
}

/** What is put into a text does not decide anything: where it is not known, its expression stands for it. */
function valueInText(machine: Machine, frame: Frame, e: Expression): Value {
  const value = orUnknown(machine, () => evaluate(machine, frame, e)) ?? machine.result(frame, e);
  if (value.kind === "string") return value;
  const content = orUnknown(machine, () => joinedText(machine, frame, e));
  return content === undefined ? value : { kind: "string", value: content, exact: false, origin: value.origin };
}

function orUnknown<T>(machine: Machine, evaluation: () => T): T | undefined {
  const { depth } = machine;
  try {
    return evaluation();
  } catch (error) {
    if (!(error instanceof Unfollowable)) throw error;
    machine.depth = depth;
    return undefined;
  }
}

/** The text of `"…" + "…"`, `"{}…".format(…)` and `"%s…" % …`, with the parts that are known put in. */
function joinedText(machine: Machine, frame: Frame, e: Expression): string | undefined {
  const printed = (part: Expression): string => printedText(evaluate(machine, frame, part));
  if (e.kind === "binary" && e.operator === "+") {
    const [left, right] = [e.left, e.right].map((part) => {
      const value = evaluate(machine, frame, part);
      return value.kind === "string" ? value.value : joinedText(machine, frame, part);
    });
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (e.kind === "binary" && e.operator === "%") {
    const pattern = evaluate(machine, frame, e.left);
    const parts = (e.right.kind === "tuple" ? e.right.elements : [e.right]).map(printed);
    return pattern.kind === "string" ? pattern.value.replace(/%[sdrif]/g, (mark) => parts.shift() ?? mark) : undefined;
  }
  if (e.kind !== "call" || e.callee.kind !== "attribute" || e.callee.attribute.id !== "format") return undefined;
  const pattern = evaluate(machine, frame, e.callee.object);
  const named = new Map(e.arguments.map(({ name, value }, i) => [name?.id ?? String(i), printed(value)]));
  let next = 0;
  return pattern.kind === "string"
    ? pattern.value.replace(
        /\{(\w*)\}/g,
        (mark, name: string) => named.get(name === "" ? String(next++) : name) ?? mark,
      )
    : undefined;
}

function printedText(value: Value): string {
  return value.kind === "string" ? value.value : describe(value);
}

/** Exceptions by which a program ends or an iterator is done. */
const endings = ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration", "StopAsyncIteration"];

function isNoMistake({ name, ancestors }: ExceptionClass): boolean {
  return endings.some((ending) => name === ending || ancestors?.has(ending) === true);
}

interface ExceptionClass {
  readonly name: string;
  readonly ancestors: ReadonlySet<string> | undefined;
  /** True if its text is made of its arguments. */
  readonly saysArguments: boolean;
}

function classOf(machine: Machine, type: Value): ExceptionClass | undefined {
  if (type.kind === "external") {
    const name = type.name.split(".").at(-1) ?? type.name;
    if (type.name.startsWith("builtins.")) return { name, ancestors: ancestorsOf(name), saysArguments: true };
    return /(Error|Exception)$/.test(name) ? { name, ancestors: undefined, saysArguments: true } : undefined;
  }
  if (type.kind !== "class") return undefined;
  const own = ["__init__", "__str__", "__new__"].some((name) => findMember(machine, type, name).value !== undefined);
  return { name: type.node.name.id, ancestors: classAncestors(type), saysArguments: !own };
}

/** The classes above one of Python's exceptions and itself; undefined for any other. */
export function ancestorsOf(builtin: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (let name: string | undefined = builtin; name !== undefined; name = parents.get(name)) names.add(name);
  return names.has("BaseException") ? names : undefined;
}

/** The classes above an exception's class and itself; undefined if they are not all known. */
export function classAncestors(type: ClassValue): ReadonlySet<string> | undefined {
  const names = new Set([type.node.name.id]);
  for (const base of type.bases) {
    const above =
      base.kind === "class"
        ? classAncestors(base)
        : base.kind === "external" && base.name.startsWith("builtins.")
          ? ancestorsOf(base.name.slice("builtins.".length))
          : undefined;
    if (above === undefined) return undefined;
    for (const name of above) names.add(name);
  }
  return names;
}

/** What Python prints for an exception with such arguments. */
function textOf(name: string, said: readonly Value[]): string {
  const [only, ...others] = said;
  if (only === undefined) return "";
  if (others.length > 0) return `(${said.map(quoted).join(", ")})`;
  // The text of a KeyError is its key as it would be written.
  return only.kind === "string" && name !== "KeyError" ? only.value : quoted(only);
}

function quoted(value: Value): string {
  if (value.kind !== "string") return describe(value);
  return value.value.includes("'") && !value.value.includes('"')
    ? `"${value.value}"`
    : `'${value.value.replaceAll("'", "\\'")}'`;
}

export function isExceptionName(name: string): boolean {
  return name === "BaseException" || parents.has(name);
}
