import type { NameExpression } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import type { RawNode } from "./raw-tree.ts";

export function lowerIdentifier(context: Lowering, node: RawNode | undefined): NameExpression | undefined {
  return node !== undefined && context.raw.type(node) === "identifier" ? lowerName(context, node) : undefined;
}

export function lowerName(context: Lowering, node: RawNode): NameExpression {
  return {
    kind: "name",
    start: context.start(node),
    end: context.end(node),
    id: normalized(context.raw.text(node)),
  };
}

/** To Python two spellings of a name are one if they are compatible in the sense of Unicode. */
function normalized(name: string): string {
  return /^\w*$/.test(name) ? name : name.normalize("NFKC");
}
