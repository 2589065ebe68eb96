/** What `json.loads` makes of a text that is known. */
import { type Node as JsonNode, parseTree } from "jsonc-parser";
import { bool, none, number, text, unknown, type Value } from "../values/value.ts";
import { absent, newDict, newList } from "./containers.ts";
import { dictKey } from "./keys.ts";
import type { Machine } from "./machine.ts";

/** Undefined for a text that is no JSON. */
export function loadedJson(machine: Machine, source: string): Value | undefined {
  // The tree tells `1` from `1.0`; the strict parser says whether there is one.
  if (!isJson(source)) return undefined;
  const root = parseTree(source);
  return root === undefined ? undefined : valueOf(machine, root, source);
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function valueOf(machine: Machine, node: JsonNode, source: string): Value {
  const { children = [] } = node;
  switch (node.type) {
    case "object":
      return newDict(
        machine,
        new Map(children.flatMap((member) => entryOf(machine, member, source))),
        absent,
        undefined,
      );
    case "array":
      return newList(
        machine,
        children.map((child) => valueOf(machine, child, source)),
        undefined,
      );
    case "number": {
      const isFloat = /[.eE]/.test(source.slice(node.offset, node.offset + node.length));
      const value = Number(node.value);
      return isFloat ? { kind: "float", value } : number(value);
    }
    case "string":
      return text(String(node.value));
    case "boolean":
      return bool(node.value === true);
    case "null":
      return none;
    default:
      return unknown("JSON");
  }
}

function entryOf(machine: Machine, { children }: JsonNode, source: string): [string, Value][] {
  const [key, value] = children ?? [];
  const name = key === undefined ? undefined : dictKey(text(String(key.value)));
  return name === undefined || value === undefined ? [] : [[name, valueOf(machine, value, source)]];
}
