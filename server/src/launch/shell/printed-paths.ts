/** Commands that only compute a path or a number, so that what they print is known. */
import { directoryOf, fileNameOf } from "../../host.ts";
import { computed, isOverridable, originsOf, textOf, withBlanks, type Pieces } from "./pieces.ts";
import { childOf, type ShellNode } from "./tree.ts";

type WordsOf = (node: ShellNode) => readonly Pieces[];

/** The arithmetic of `expr 8 / 2`; undefined for another command, or other operators. */
export function expressionOf([command, ...more]: readonly ShellNode[], wordsOf: WordsOf): Pieces | undefined {
  if (command?.type !== "command" || more.length > 0) return undefined;
  const [name, ...words] = command.children.filter((child) => child.named).flatMap(wordsOf);
  const isPlain = words.every((word) => /^(\d+|[-+*/%])$/.test(textOf(word) ?? ""));
  return name !== undefined && textOf(name) === "expr" && isPlain ? withBlanks(words) : undefined;
}

/** `cd X && pwd`, `dirname X`, `basename X`, `realpath X`. */
export function pathPrinted(commands: readonly ShellNode[], wordsOf: WordsOf): Pieces | undefined {
  const parts = commands.flatMap((command) =>
    command.type === "list" && command.children.every((child) => child.named || child.type === "&&")
      ? command.children.filter((child) => child.named)
      : [command],
  );
  const [first, second, ...more] = parts.map((part) => simpleCommand(part, wordsOf));
  if (first === undefined || more.length > 0) return undefined;
  const [name, path] = first;
  const known = path === undefined ? undefined : textOf(path);
  if (path === undefined || known === undefined) return undefined;
  const result = (text: string): Pieces => [computed(text, originsOf(path), isOverridable(path))];
  if (parts.length === 2) {
    return name === "cd" && second?.[0] === "pwd" && known.startsWith("/") ? result(normalPath(known)) : undefined;
  }
  switch (name) {
    case "dirname":
      return result(directoryOf(known) === "" ? "." : directoryOf(known));
    case "basename":
      return result(fileNameOf(known));
    case "realpath":
    case "readlink":
      return known.startsWith("/") ? result(normalPath(known)) : undefined;
    default:
      return undefined;
  }
}

/** The name and the one argument of a command, options aside. */
function simpleCommand(
  node: ShellNode,
  wordsOf: WordsOf,
): [name: string | undefined, path: Pieces | undefined] | undefined {
  const command = node.type === "redirected_statement" ? childOf(node, "body") : node;
  if (command?.type !== "command") return undefined;
  const words = command.children.filter((child) => child.named).flatMap((child) => wordsOf(child));
  const [name, ...rest] = words.filter((word, index) => index === 0 || textOf(word)?.startsWith("-") !== true);
  return rest.length > 1 ? undefined : [name === undefined ? undefined : textOf(name), rest[0]];
}

/** A path without `.` and `..` in it. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}`;
}
