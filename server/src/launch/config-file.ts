/** Configuration files that a command names, as with `--config run.yaml`. */
import { parseTree, printParseErrorCode, type Node as JsonNode, type ParseError } from "jsonc-parser";
import { isMap, isScalar, isSeq, parseDocument, type YAMLParseError } from "yaml";
import type { LaunchProblem, Span } from "./launch.ts";

/** A value, and where it is written. */
export type ConfigValue = Span &
  (
    | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
    | { readonly kind: "list"; readonly items: readonly ConfigValue[] }
    | { readonly kind: "table"; readonly entries: ReadonlyMap<string, ConfigValue> }
    /** Something that has no plain value, such as an alias or a tag. */
    | { readonly kind: "unknown" }
  );

export interface ConfigFile {
  /** By key; empty if the file holds no table. */
  readonly entries: ReadonlyMap<string, ConfigValue>;
  readonly problems: readonly LaunchProblem[];
}

const maximumLength = 300_000;
const maximumDepth = 40;

/** Reads `.json`, `.yaml` and `.yml`; undefined for any other name. */
export function readConfigFile(path: string, text: string): ConfigFile | undefined {
  if (!/\.(json|ya?ml)$/i.test(path)) return undefined;
  if (text.length > maximumLength) return refused("The file is too big to be read.");
  return /\.json$/i.test(path) ? readJson(text) : readYaml(text);
}

function refused(message: string): ConfigFile {
  return { entries: new Map(), problems: [{ start: 0, end: 0, message }] };
}

function readJson(text: string): ConfigFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const value = root === undefined ? undefined : jsonValue(root, 0);
  return {
    entries: value?.kind === "table" ? value.entries : new Map(),
    problems: errors.slice(0, 1).map(jsonProblem),
  };
}

function readYaml(text: string): ConfigFile {
  const document = parseDocument(text, { logLevel: "silent" });
  const value = yamlValue(document.contents, 0);
  return {
    entries: value.kind === "table" ? value.entries : new Map(),
    problems: document.errors.slice(0, 1).map(yamlProblem),
  };
}

export function yamlProblem({ pos: [start, end], message }: Pick<YAMLParseError, "pos" | "message">): LaunchProblem {
  const reason = message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "";
  return { start, end, message: `This is not YAML: ${reason}. ${whatToDo}` };
}

export function jsonProblem({ error, offset, length }: ParseError): LaunchProblem {
  const reason = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { start: offset, end: offset + length, message: `This is not JSON: ${reason}. ${whatToDo}` };
}

const whatToDo = "Until it is mended, what the file says is not used.";

function jsonValue(node: JsonNode, depth: number): ConfigValue {
  const span = { start: node.offset, end: node.offset + node.length };
  const children = node.children ?? [];
  if (depth > maximumDepth) return { ...span, kind: "unknown" };
  switch (node.type) {
    case "object": {
      const entries = new Map<string, ConfigValue>();
      for (const property of children) {
        const [key, value] = property.children ?? [];
        if (key !== undefined && value !== undefined) entries.set(String(key.value), jsonValue(value, depth + 1));
      }
      return { ...span, kind: "table", entries };
    }
    case "array":
      return { ...span, kind: "list", items: children.map((child) => jsonValue(child, depth + 1)) };
    case "property":
      return { ...span, kind: "unknown" };
    default:
      return scalar(node.value, span);
  }
}

function yamlValue(node: unknown, depth: number): ConfigValue {
  const range = rangeOf(node);
  const span = { start: range[0], end: range[1] };
  if (depth > maximumDepth) return { ...span, kind: "unknown" };
  if (isScalar(node)) return scalar(node.value, span);
  if (isSeq(node)) return { ...span, kind: "list", items: node.items.map((item) => yamlValue(item, depth + 1)) };
  if (!isMap(node)) return { ...span, kind: "unknown" };
  const entries = new Map<string, ConfigValue>();
  for (const { key, value } of node.items) {
    // Another file or an anchor may say more.
    if (!isScalar(key) || key.value === "<<") return { ...span, kind: "unknown" };
    entries.set(String(key.value), yamlValue(value, depth + 1));
  }
  return { ...span, kind: "table", entries };
}

function rangeOf(node: unknown): readonly [number, number] {
  if (!isScalar(node) && !isSeq(node) && !isMap(node)) return [0, 0];
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
}

function scalar(value: unknown, span: Span): ConfigValue {
  const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
  return isPlain
    ? { ...span, kind: "scalar", value: value as string | number | boolean | null }
    : { ...span, kind: "unknown" };
}
