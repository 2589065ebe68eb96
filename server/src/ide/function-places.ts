/**
 * Where a function is in its file, in words that stay the same while it is edited: what was proved of the sizes in it then
 * need not be proved again.
 */
import type { Site } from "../values/origin.ts";
import { type Chunk, type Node, nodesIn } from "../syntax/index.ts";

/** Undefined for functions of statements that define nothing, which have no name to find them by. */
export function placeIn({ path, chunk }: Site, node: Node): string | undefined {
  const { statement } = chunk;
  if (statement.kind !== "function" && statement.kind !== "class") return undefined;
  const number = functionsIn(chunk).get(node);
  return number === undefined ? undefined : `${path} ${statement.name.id} ${number}`;
}

const found = new WeakMap<Chunk, ReadonlyMap<Node, number>>();

/** The functions in a statement with their numbers, in an order that only functions have to do with. */
function functionsIn(chunk: Chunk): ReadonlyMap<Node, number> {
  let functions = found.get(chunk);
  if (functions === undefined) {
    const nodes = nodesIn(chunk.statement).filter(({ kind }) => kind === "function" || kind === "lambda");
    found.set(chunk, (functions = new Map(nodes.map((node, number) => [node, number]))));
  }
  return functions;
}
