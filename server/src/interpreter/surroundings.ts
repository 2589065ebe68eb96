/** What the interpreter asks of the layers around it, and what it tells them. */
import type { Expression, ModuleSyntax } from "../syntax/ast.ts";
import type { Condition } from "../values/condition.ts";
import type { Formula } from "../values/logic.ts";
import type { Site } from "../values/origin.ts";
import { type FunctionValue, type PassedArgument, type Value } from "../values/value.ts";
import type { Frame, Machine } from "./machine.ts";

/** Where modules and their text come from. */
export interface Modules {
  syntax(path: string): ModuleSyntax | undefined;
  text(path: string): string | undefined;
  /** The file of a dotted module name seen from a file; contracts before the workspace. */
  resolve(name: string, from: string): string | undefined;
  /** The workspace's own file of a module for which there is also a contract. */
  resolveSource(name: string, from: string): string | undefined;
  isContract(path: string): boolean;
  /** The workspace's own file of a name that a contract file describes. */
  sourceOfContract(path: string, name: string, from: string): string | undefined;
  /** False if a file of the workspace, and what it imports of its own package, has no statement that raises what is said. */
  mayRaise(path: string, said: string): boolean;
  /** As `resolve`, for library code that is followed: of installed packages, only its own is looked into. */
  resolveForLibrary(name: string, from: string): string | undefined;
  /** The file of a module that is installed in the environment the user selected. */
  resolveInstalled(name: string, from: string): string | undefined;
  /** True if a file belongs to another package than the file it is used from. */
  isLibrary(path: string, from: string): boolean;
  /** The absolute dotted name a relative import means. */
  absoluteName(level: number, module: string, from: string): string;
}

/** What contracts add to the interpreter. */
export interface Models {
  /** The contract that a call with such arguments means although its callee is not known. */
  distinctive(machine: Machine, keywords: ReadonlySet<string>, positional: number): FunctionValue | undefined;
  /** A name of the `shardlint` module. */
  intrinsic(machine: Machine, name: string): Value | undefined;
  callIntrinsic(machine: Machine, call: IntrinsicCall): Value;
  /** A variable of the environment; the fallback is what the program takes where it is not set. */
  environment(name: string, fallback: Value | undefined): Value;
  /** Does all that a statement of a contract does if it does no more than make demands; false for any other statement. */
  makeDemands(machine: Machine, frame: Frame, statement: Expression): boolean;
  /** `left operator right` where one of them is a value of the analysis itself, such as a library's version. */
  compareIntrinsic(left: Value, operator: string, right: Value): Formula | undefined;
  /** Runs a contract's function path by path and reports what its requirements say. */
  callContract(machine: Machine, call: ContractCall): Value;
  /** Called before each call that is evaluated, with what it is known to pass. */
  beforeCall(machine: Machine, call: LibraryCall): void;
}

/** A call that may be one of a library whose source can be read. */
export interface LibraryCall {
  readonly callee: Value;
  readonly arguments: readonly PassedArgument[];
  /** The activation that makes the call. */
  readonly frame: Frame;
  readonly site: Site;
}

export interface IntrinsicCall {
  readonly name: string;
  readonly arguments: readonly PassedArgument[];
  readonly frame: Frame;
  readonly site: Site;
}

export interface ContractCall {
  readonly function: FunctionValue;
  /** The activation that makes the call. */
  readonly frame: Frame;
  /** The receiver of a method first. */
  readonly arguments: readonly PassedArgument[];
  /** Evaluates the body on the current path. */
  readonly run: () => Value;
  readonly site: Site;
}

/** A requirement that fails, and where: one of a contract, or what library source raises. */
export interface Failure {
  readonly rule: string;
  /** The modelled call. */
  readonly call: Site;
  /** The calls that led to it from the entry under analysis, outermost first. */
  readonly stack: readonly Site[];
  /** The value that is wrong. */
  readonly at: Value;
  /** The runs in which it fails; a run is described by the configurations it needs, and always fails if there are none. */
  readonly cases: readonly FailureCase[];
  /** True if the call stands in a branch whose test could not be decided. */
  readonly undecided: boolean;
  /** True if the call may run in some worlds only, and nobody knows in which. */
  readonly selective: boolean;
  /** True if it was found by following a library's source, which says what is raised but not what is meant. */
  readonly followed?: boolean;
}

export interface FailureCase {
  readonly condition: Condition;
  /** The exception's class and text; undefined where nothing is raised. */
  readonly exception: FailureException | undefined;
  /** The named values the rule's message and fixes read. */
  readonly facts: ReadonlyMap<string, Value>;
  readonly at: Value;
}

export interface FailureException {
  readonly name: string;
  readonly text: string;
  /** Of an exception that library source raises: the statement, and the names of all classes it can be caught by. */
  readonly raised?: { readonly site: Site; readonly ancestors: ReadonlySet<string> | undefined };
  /** True if a handler raises another one for it, which may be caught by anything. */
  readonly replaced?: true;
}
