/** Exceptions: what a `raise` or a failing `assert` makes. */
import type { Argument, AssertStatement, Expression, RaiseStatement } from "../syntax/ast.ts";
import type { ClassValue, PassedArgument, Value } from "../values/value.ts";
import { argumentsKept, exceptionText, ownText, valueInText } from "./exception-texts.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";
import { Raised, unfollowable } from "./probe.ts";

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
  let passed = args?.map(({ name, value }): PassedArgument => {
    return { name: name?.id, value: valueInText(machine, frame, value), site: machine.site(frame, value) };
  });
  if (type.kind === "partial" && args === undefined) {
    // An exception that was made before.
    passed = [...type.arguments];
    type = type.function;
  }
  const named = classOf(type);
  if (named === undefined || passed === undefined) throw unfollowable("an exception that is not known");
  if (isNoMistake(named)) throw unfollowable("an exception that ends something on purpose");
  const said = passed.map((argument) => argument.value);
  const kept = type.kind === "class" ? argumentsKept(machine, frame, type, passed) : said;
  const isKeyError = named.name === "KeyError" || named.ancestors?.has("KeyError") === true;
  const own = type.kind === "class" ? ownText(machine, frame, type, passed) : undefined;
  const text = own ?? (kept === undefined ? "" : exceptionText(machine, isKeyError, kept));
  throw new Raised({ name: named.name, text, ancestors: named.ancestors, site: machine.site(frame, s), test, said });
}

/** Follows an `assert` that fails. */
export function followFailure(machine: Machine, frame: Frame, s: AssertStatement): never {
  const test = machine.probe?.test;
  const said = s.message === undefined ? [] : [valueInText(machine, frame, s.message)];
  const name = "AssertionError";
  const text = exceptionText(machine, false, said);
  throw new Raised({ name, text, ancestors: ancestorsOf(name), site: machine.site(frame, s), test, said });
}

interface Parts {
  readonly callee: Expression;
  /** Undefined for an exception that was made before, or with arguments that nobody knows. */
  readonly args: readonly Argument[] | undefined;
}

function parts(e: Expression): Parts {
  if (e.kind !== "call") return { callee: e, args: e.kind === "name" && !/^[A-Z]/.test(e.id) ? undefined : [] };
  return { callee: e.callee, args: e.arguments.every((argument) => argument.stars === 0) ? e.arguments : undefined };
}

/** Exceptions by which a program ends or an iterator is done. */
const endings = ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration", "StopAsyncIteration"];

function isNoMistake({ name, ancestors }: ExceptionClass): boolean {
  return endings.some((ending) => name === ending || ancestors?.has(ending) === true);
}

interface ExceptionClass {
  readonly name: string;
  readonly ancestors: ReadonlySet<string> | undefined;
}

function classOf(type: Value): ExceptionClass | undefined {
  if (type.kind === "external") {
    const name = type.name.split(".").at(-1) ?? type.name;
    if (type.name.startsWith("builtins.")) return { name, ancestors: ancestorsOf(name) };
    return /(Error|Exception)$/.test(name) ? { name, ancestors: undefined } : undefined;
  }
  if (type.kind !== "class") return undefined;
  return { name: type.node.name.id, ancestors: classAncestors(type) };
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

export function isExceptionName(name: string): boolean {
  return name === "BaseException" || parents.has(name);
}
