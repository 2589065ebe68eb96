/** What a Python program makes of a process that it starts and that fails. */
import { childrenOf, type Expression, type Node, nodesIn, type Statement } from "../syntax/index.ts";

type Call = Expression & { readonly kind: "call" };

const starting: ReadonlySet<string> = new Set(["run", "Popen", "call", "check_call", "check_output"]);

/** True for a call of `subprocess`, or of `os.system`, that starts a process. */
export function startsProcess(node: Node): node is Call {
  if (node.kind !== "call" || node.callee.kind !== "attribute") return false;
  const { object, attribute } = node.callee;
  if (object.kind !== "name") return false;
  return object.id === "subprocess" ? starting.has(attribute.id) : object.id === "os" && attribute.id === "system";
}

export function isOfSystem({ callee }: Call): boolean {
  return nameOf(callee) === "system";
}

/** What such a call runs. */
export function processOf(call: Call): Expression | undefined {
  return call.arguments.find(({ name }, i) => name?.id === "args" || (name === undefined && i === 0))?.value;
}

/** The calls in a program that start a process whose failing is meant, or is an answer that the program goes on from. */
export function tentativeCalls(statements: readonly Node[]): ReadonlySet<Node> {
  const program = new Outcomes(statements);
  return new Set(program.nodes.filter((node) => startsProcess(node) && program.isTentative(node)));
}

class Outcomes {
  readonly nodes: readonly Node[];
  private readonly parents = new Map<Node, Node>();

  constructor(statements: readonly Node[]) {
    this.nodes = statements.flatMap(nodesIn);
    for (const node of this.nodes) for (const child of childrenOf(node)) this.parents.set(child, node);
  }

  isTentative(call: Call): boolean {
    return this.isCaught(call) || (!raises(call) && this.isAsked(call));
  }

  private isCaught(node: Node): boolean {
    for (let [inner, outer] = [node, this.parents.get(node)]; outer !== undefined; outer = this.parents.get(outer)) {
      if (outer.kind === "try" && outer.body.some((one) => one === inner)) {
        const handlers = outer.handlers.filter(({ type }) => mayCatch(type));
        if (handlers.length > 0 && !handlers.every(({ body }) => endsInFailure(body))) return true;
      }
      if (outer.kind === "with" && outer.items.some(({ context }) => expectsFailure(context))) return true;
      inner = outer;
    }
    return false;
  }

  /** True if the status of the process is looked at, and does not make the program fail. */
  private isAsked(call: Call): boolean {
    const parent = this.parents.get(call);
    if (parent?.kind === "expression") return false;
    const [target] = parent?.kind === "assign" && parent.value === call ? parent.targets : [];
    if (target === undefined) return this.isAnswer(call);
    if (target.kind !== "name") return true;
    const isTarget = (node: Node): boolean => node.kind === "name" && node.id === target.id;
    const scope = this.functionAround(call);
    const questions = (scope === undefined ? this.nodes : nodesIn(scope)).filter((node) => {
      if (node.kind === "attribute") return node.attribute.id === "returncode" && isTarget(node.object);
      if (node.kind === "name") return isStatus(call) && isTarget(node) && node !== target;
      const isWait = node.kind === "call" && node.callee.kind === "attribute" && isTarget(node.callee.object);
      return isWait && /^(wait|poll)$/.test(nameOf(node.callee)) && this.parents.get(node)?.kind !== "expression";
    });
    return questions.length > 0 && questions.every((question) => this.isAnswer(question));
  }

  private functionAround(node: Node): Node | undefined {
    let outer = this.parents.get(node);
    while (outer !== undefined && outer.kind !== "function") outer = this.parents.get(outer);
    return outer;
  }

  /** True unless what is done with a status makes the program fail where it is one of a failure. */
  private isAnswer(status: Node): boolean {
    let negated = false;
    for (
      let [inner, outer] = [status, this.parents.get(status)];
      outer !== undefined;
      outer = this.parents.get(outer)
    ) {
      if (outer.kind === "compare") negated = outer.operators[0] === "==" || outer.operators[0] === "is";
      if (outer.kind === "unary") negated = !negated;
      // What is only printed decides nothing.
      if (outer.kind === "call" && settling.test(nameOf(outer.callee))) return false;
      if (outer.kind === "assert") return !negated;
      if (outer.kind === "if") return outer.test !== inner || !endsInFailure(negated ? outer.otherwise : outer.body);
      inner = outer;
    }
    return true;
  }
}

const settling = /^(exit|_exit|SystemExit|print|assertEqual)$/;

/** True if a call raises an exception where its process fails. */
function raises({ callee, arguments: given }: Call): boolean {
  if (nameOf(callee).startsWith("check_")) return true;
  const check = given.find(({ name }) => name?.id === "check")?.value;
  return check?.kind === "constant" && check.value === true;
}

/** True if the value of a call is the status itself. */
function isStatus({ callee }: Call): boolean {
  return /^(call|system)$/.test(nameOf(callee));
}

function mayCatch(type: Expression | undefined): boolean {
  if (type === undefined) return true;
  if (type.kind === "tuple") return type.elements.some(mayCatch);
  return !/^(KeyboardInterrupt|FileNotFoundError|TimeoutExpired|PermissionError|OSError|SystemExit)$/.test(
    nameOf(type),
  );
}

/** `with pytest.raises(…)`, `with self.assertRaises(…)`, `with suppress(…)`. */
function expectsFailure(context: Expression): boolean {
  return context.kind === "call" && /^(raises|assertRaises(Regex)?|suppress)$/.test(nameOf(context.callee));
}

function endsInFailure(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (last?.kind === "raise") return true;
  if (last?.kind === "assert") return last.test.kind === "constant" && last.test.value === false;
  if (last?.kind !== "expression" || last.value.kind !== "call") return false;
  const [status] = last.value.arguments;
  const isSuccess = status === undefined || (status.value.kind === "int" && Number(status.value.value) === 0);
  return /^(exit|_exit|fail)$/.test(nameOf(last.value.callee)) && !isSuccess;
}

function nameOf(e: Expression): string {
  if (e.kind === "attribute") return e.attribute.id;
  return e.kind === "name" ? e.id : "";
}
