/** The workspace's own source of what a contract describes. Where they disagree, the source is right. */
import { findMember, ownerOf } from "../interpreter/classes.ts";
import { call as callValue } from "../interpreter/calls.ts";
import { libraryName } from "../interpreter/library-names.ts";
import type { Machine } from "../interpreter/machine.ts";
import type { ContractCall, Failure, FailureCase, FailureException } from "../interpreter/surroundings.ts";
import { type FunctionValue, type PassedArgument, unknown, type Value } from "../values/value.ts";
import { casesOf, followAside, withoutImports } from "./library-guard.ts";

/** What the workspace's own source of a function does that a contract describes. */
export interface SourceVerdict {
  /** The cases in which it raises. */
  readonly raises: readonly FailureCase[];
  /** True if it returns on every path, so that it raises nothing. */
  readonly passes: boolean;
  /** False if none of its statements raises this, whatever is not known of them. */
  readonly mayRaise: (exception: FailureException) => boolean;
}

/** Undefined if the workspace does not hold the function. */
export function followSource(machine: Machine, call: ContractCall): SourceVerdict | undefined {
  if (machine.probe !== undefined || !machine.isNoting) return undefined;
  const { function: contract, frame, site } = call;
  if (contract.node.kind !== "function") return undefined;
  const name = contract.node.name.id;
  const owner = ownerOf(contract)?.node.name.id;
  const source = machine.modules.sourceOfContract(contract.site.path, owner ?? name, frame.scope.path);
  if (source === undefined || source === frame.scope.path) return undefined;
  const paths = followAside(machine, () => {
    const found = nameIn(machine, source, owner ?? name);
    const target = owner === undefined ? functionIn(found, call) : methodIn(machine, found, name, call);
    if (target === undefined) machine.giveUp("a function that the source does not have");
    else callValue(machine, frame, target.callee, target.arguments, site);
  });
  return {
    raises: casesOf(paths ?? [], frame),
    passes: paths?.every((path) => path.result.outcome === "returned") === true,
    mayRaise: ({ text }) => machine.modules.mayRaise(source, text),
  };
}

/** Undefined for what is only known by a contract. */
function nameIn(machine: Machine, source: string, name: string): Value | undefined {
  const bound = libraryName(machine, source, name);
  const found = bound === undefined ? undefined : withoutImports(machine, bound);
  const isOwn = (found?.kind === "function" || found?.kind === "class") && !machine.modules.isContract(found.site.path);
  return isOwn ? found : undefined;
}

/** A call of what the source has; its arguments are those of the call of the contract, but for the receiver. */
interface SourceCall {
  readonly callee: Value;
  readonly arguments: readonly PassedArgument[];
}

function functionIn(found: Value | undefined, { arguments: passed }: ContractCall): SourceCall | undefined {
  return found?.kind === "function" ? { callee: found, arguments: passed } : undefined;
}

function methodIn(machine: Machine, found: Value | undefined, name: string, call: ContractCall): SourceCall | undefined {
  if (found?.kind !== "class") return undefined;
  const { function: contract, arguments: passed } = call;
  const behindReceiver = passed.slice(1);
  if (name === "__init__") return { callee: found, arguments: behindReceiver };
  const member = findMember(machine, found, name).value;
  if (member?.kind !== "function" || member.form !== contract.form) return undefined;
  if (member.form === "classmethod") return { callee: { kind: "bound", function: member, receiver: found }, arguments: behindReceiver };
  return { callee: isWithoutReceiver(contract) ? withoutReceiver(member) : member, arguments: passed };
}

/** A method called through something whose class nobody knows: `self` is whatever it is. */
export function withoutReceiver(method: FunctionValue): FunctionValue {
  return { ...method, defaults: new Map([...method.defaults, ["self", unknown("the receiver")]]) };
}

function isWithoutReceiver(method: FunctionValue): boolean {
  return method.defaults.has("self");
}

/**
 * Where the source is known to raise nothing, or has nothing that raises what the contract says, the contract is wrong about
 * it; where it raises in every case, its text is the one that is seen.
 */
export function asSourceSays(failures: readonly Failure[], source: SourceVerdict | undefined): readonly Failure[] {
  if (source === undefined) return failures;
  if (source.passes) return [];
  const [raised, ...others] = source.raises;
  const exception = others.length === 0 && raised?.condition.size === 0 ? raised.exception : undefined;
  if (exception !== undefined)
    return failures.map((failure) => ({ ...failure, cases: failure.cases.map((one) => ({ ...one, exception })) }));
  return failures.filter(({ cases }) => cases.some((one) => !isRaisedByStatement(one.exception) || source.mayRaise(one.exception)));
}

/** What libraries raise by a statement of their own; other exceptions come from operations, and nobody writes them down. */
const raisedByStatements = new Set(["AssertionError", "NotImplementedError", "ValueError"]);

function isRaisedByStatement(exception: FailureException | undefined): exception is FailureException {
  return exception !== undefined && raisedByStatements.has(exception.name);
}
