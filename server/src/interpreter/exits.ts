/** Handlers that end the program and say that it failed: by an exit status, or by returning the one that the program exits with. */
import type { Argument, Expression, Node, Statement } from "../syntax/ast.ts";
import { nodesIn } from "../syntax/index.ts";
import { evaluate } from "./expressions.ts";
import type { Frame, Machine } from "./machine.ts";

/** True if the statement ends the program with a status that is not 0. */
export function exitsWithFailure(machine: Machine, frame: Frame, statement: Statement | undefined): boolean {
  if (statement?.kind === "return") return isFailure(statement.value) && givesStatus(machine, frame);
  if (statement?.kind !== "expression" || statement.value.kind !== "call") return false;
  const { callee, arguments: args } = statement.value;
  return isExit(callee) && isExternalExit(machine, frame, callee) && isFailure(only(args));
}

const exits = new Set(["sys.exit", "os._exit", "builtins.exit", "builtins.quit"]);

function isExternalExit(machine: Machine, frame: Frame, callee: Expression): boolean {
  const value = evaluate(machine, frame, callee);
  return value.kind === "external" && exits.has(value.name);
}

/** A number that is not 0, or a text, which is printed. */
function isFailure(status: Expression | undefined): boolean {
  if (status?.kind === "int") return status.value !== 0n;
  return status?.kind === "string" || status?.kind === "formatted";
}

/** True if the program exits with what the function that is running returns: `sys.exit(main())`. */
function givesStatus(machine: Machine, { function: callee }: Frame): boolean {
  if (callee?.node.kind !== "function") return false;
  const { id } = callee.node.name;
  const chunks = machine.modules.syntax(callee.site.path)?.chunks ?? [];
  return chunks.some(({ chunk }) =>
    nodesIn(chunk.statement).some(
      (node) => node.kind === "call" && isExit(node.callee) && node.arguments.some(({ value }) => calls(value, id)),
    ),
  );
}

function isExit(callee: Expression): boolean {
  return /^(_?exit|quit|SystemExit)$/.test(nameOf(callee));
}

function calls(e: Expression, name: string): boolean {
  return nodesIn(e).some((node: Node) => node.kind === "call" && nameOf(node.callee) === name);
}

function nameOf(callee: Expression): string {
  return callee.kind === "name" ? callee.id : callee.kind === "attribute" ? callee.attribute.id : "";
}

function only(args: readonly Argument[]): Expression | undefined {
  return args.length === 1 && args[0]?.stars === 0 ? args[0].value : undefined;
}
