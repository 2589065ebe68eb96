import type { ImportedModule, ImportedName, Statement } from "./ast.ts";
import type { Lowering, StatementLowerer } from "./lowering.ts";
import { lowerIdentifier } from "./names.ts";
import type { RawNode } from "./raw-tree.ts";
import { onOneLine } from "./simple-statements.ts";

export const importLowerers: ReadonlyMap<string, StatementLowerer> = new Map<string, StatementLowerer>([
  ["import_statement", onOneLine(lowerImport)],
  ["import_from_statement", onOneLine(lowerImportFrom)],
  ["future_import_statement", onOneLine(lowerFutureImport)],
]);

function lowerImport(context: Lowering, node: RawNode): Statement {
  const names = context.raw.childrenInField(node, "name").map((name) => lowerModule(context, name));
  return { kind: "import", start: context.start(node), end: context.end(node), names };
}

function lowerModule(context: Lowering, node: RawNode): ImportedModule {
  const { raw } = context;
  const path = raw.type(node) === "aliased_import" ? raw.child(node, "name") : node;
  const alias = lowerIdentifier(context, raw.child(node, "alias"));
  return {
    start: context.start(node),
    end: context.end(node),
    module: path === undefined ? "" : dottedName(context, path),
    alias,
  };
}

function lowerImportFrom(context: Lowering, node: RawNode): Statement {
  const { raw } = context;
  const from = raw.child(node, "module_name");
  if (from === undefined) {
    return context.invalidStatement(node, []);
  }
  const relative = raw.type(from) === "relative_import";
  const path = relative ? raw.childOfType(from, "dotted_name") : from;
  const prefix = raw.childOfType(from, "import_prefix");
  return {
    kind: "import-from",
    start: context.start(node),
    end: context.end(node),
    level: prefix === undefined ? 0 : raw.text(prefix).replace(/[^.]/g, "").length,
    module: path === undefined ? "" : dottedName(context, path),
    names: raw.childOfType(node, "wildcard_import") === undefined ? lowerNames(context, node) : "*",
  };
}

/** `from __future__ import ...` has a node type of its own. */
function lowerFutureImport(context: Lowering, node: RawNode): Statement {
  const names = lowerNames(context, node);
  return {
    kind: "import-from",
    start: context.start(node),
    end: context.end(node),
    level: 0,
    module: "__future__",
    names,
  };
}

function lowerNames(context: Lowering, node: RawNode): ImportedName[] {
  const names: ImportedName[] = [];
  for (const child of context.raw.childrenInField(node, "name")) {
    const name = lowerImportedName(context, child);
    if (name === undefined) {
      context.broken = true;
    } else {
      names.push(name);
    }
  }
  return names;
}

function lowerImportedName(context: Lowering, node: RawNode): ImportedName | undefined {
  const { raw } = context;
  const path = raw.type(node) === "aliased_import" ? raw.child(node, "name") : node;
  const [identifier, ...more] = path === undefined ? [] : raw.namedChildren(path);
  const name = lowerIdentifier(context, identifier);
  if (name === undefined || more.length > 0) {
    return undefined;
  }
  return {
    start: context.start(node),
    end: context.end(node),
    name,
    alias: lowerIdentifier(context, raw.child(node, "alias")),
  };
}

/** Python allows spaces and line continuations around the dots. */
function dottedName(context: Lowering, node: RawNode): string {
  return context.raw
    .namedChildren(node)
    .map((part) => context.raw.text(part))
    .join(".");
}
