/** What a script makes of a command that fails: nothing, an answer, or a failure of its own. */
import { childOf, textAt, type ShellNode } from "./tree.ts";
import { ifBranches } from "./structure.ts";

/** A command, and whether a `!` in front of it turns its answer round. */
export interface Question {
  readonly asked: readonly ShellNode[];
  readonly negated: boolean;
}

export function questionOf(node: ShellNode): Question {
  if (node.type !== "negated_command") return { asked: [node], negated: false };
  return { asked: node.children.filter((child) => child.named), negated: true };
}

/** Commands that do something, so that their failing is a failure and no answer. */
const doers =
  /^(cd|pushd|mkdir|rm|cp|mv|ln|touch|echo|printf|export|set|source|\.|sleep|wait|module|conda|pip3?|git|python[\d.]*|torchrun|accelerate|deepspeed|sglang|srun|mpirun|uv|poetry|env|nohup|time|timeout)$/;

/** True if something in a command may be there to say no: a program, or a function, that is not known to do anything else. */
export function mayRefuse(node: ShellNode, text: string): boolean {
  if (node.type !== "command") return node.children.some((child) => mayRefuse(child, text));
  const name = childOf(node, "name");
  return name !== undefined && !doers.test(textAt(name, text));
}

/** True for `exit`, `exit $?` and the like right after a failure, which end with the status of what failed. */
export function passesStatusOn(node: ShellNode, text: string): boolean {
  return /^(exit|return)(\s+"?\$(\?|\{\?\})"?)?$/.test(textAt(node, text));
}

/**
 * True for a pipeline whose end only asks what was printed: `| grep -q`, or a search for the words of a failure. `| tee` and
 * `| grep -v` hand on what they are given.
 */
export function asksForOutput(pipeline: ShellNode, text: string): boolean {
  const last = pipeline.children.at(-1);
  const written = last === undefined ? "" : textAt(last, text);
  if (!/^[ef]?grep\b/.test(written)) return false;
  const flags = [...written.matchAll(/\s-(\w+|-\w[\w-]*)/g)].map(([, flag = ""]) => flag);
  if (flags.some((flag) => /^[A-Za-z]*q[A-Za-z]*$/.test(flag) || /^-(quiet|silent)$/.test(flag))) return true;
  const leavesOut = flags.some((flag) => /^[A-Za-z]*v[A-Za-z]*$/.test(flag) || flag === "-invert-match");
  return !leavesOut && /error|exception|fail|assert|traceback|must|invalid/i.test(written);
}

const status = /\$(\?|\{\?\}|\{PIPESTATUS\[\d+\]\})/;

/** True for a statement that asks how the command before it ended, unless a failure of that fails the script. */
export function asksForStatus(node: ShellNode, text: string): boolean {
  const written = textAt(node, text);
  if (!status.test(written)) return false;
  switch (node.type) {
    case "variable_assignment":
    case "declaration_command": {
      const name = /(\w+)="?\$/.exec(written)?.[1] ?? "";
      return !new RegExp(`\\b(exit|return)\\s+"?\\$\\{?${name}\\b`).test(text.slice(node.end));
    }
    case "if_statement": {
      const [own, ...others] = ifBranches(node);
      const condition = own?.condition.map((part) => textAt(part, text)).join(" ") ?? "";
      if (!status.test(condition)) return false;
      const onFailure = asksForFailure(condition) ? own?.body : others.at(-1)?.body;
      return onFailure === undefined || !endsInFailure(onFailure, text);
    }
    case "list": {
      const [left, operator, right] = node.children.filter((child) => child.named || /^(&&|\|\|)$/.test(child.type));
      if (left === undefined || operator === undefined || right === undefined) return false;
      const test = textAt(left, text);
      const reachesRight = asksForFailure(test) === (operator.type === "&&");
      const fails = endsInFailure(right.type === "compound_statement" ? right.children : [right], text);
      return status.test(test) && !(reachesRight && fails);
    }
    case "case_statement":
      return status.test(text.slice(node.start, childOf(node, "value")?.end ?? node.start));
    default:
      return false;
  }
}

/** `[ $? -ne 0 ]`, as against `[ $? -eq 0 ]`. */
function asksForFailure(condition: string): boolean {
  return /-ne|!=|-gt|-ge|>/.test(condition) !== /^\s*!/.test(condition);
}

function endsInFailure(body: readonly ShellNode[], text: string): boolean {
  const last = body.findLast((child) => child.named && child.type !== "comment");
  return last !== undefined && /^(exit|return)\s+([1-9]|"?\$\{?\w)/.test(textAt(last, text));
}
