/** What assignments make of the variables of a script. */
import { Expander } from "./expansion.ts";
import type { ShellSource } from "./tools.ts";
import {
  after,
  computed,
  givenMany,
  givenPiece,
  isGiven,
  manyPiece,
  textOf,
  unknownPiece,
  type Pieces,
} from "./pieces.ts";
import { unknownVariable, type ShellState, type Variable } from "./state.ts";
import { childOf, textAt, type ShellNode } from "./tree.ts";

/** `NAME=value`, `NAME+=value`, `NAME[key]=value`. */
export function assign(node: ShellNode, source: ShellSource, state: ShellState): void {
  const [target, value] = [childOf(node, "name"), childOf(node, "value")];
  if (target === undefined) return;
  if (target.type !== "variable_name" || node.broken) {
    const name = target.type === "subscript" ? childOf(target, "name") : target;
    if (name === undefined) return;
    const set = node.broken ? undefined : withElement(node, textAt(name, source.text), source, state);
    if (set === undefined) state.forget(textAt(name, source.text));
    else state.set(textAt(name, source.text), set);
    return;
  }
  const name = textAt(target, source.text);
  const added = valueOf(value, source, state);
  const appends = source.text.startsWith("+=", target.end);
  if (state.integers.has(name)) {
    const sum = new Expander(source, state).computedText(sumOf(appends ? state.get(name) : undefined, added));
    if (sum === undefined) state.forget(name);
    else state.set(name, { scalar: [sum] });
    return;
  }
  state.set(name, appends ? append(state.get(name) ?? { scalar: [givenPiece] }, added) : added);
}

/** What is computed for a variable of `declare -i`, which adds what others append. */
function sumOf(before: Variable | undefined, added: Variable): Pieces {
  if (!("scalar" in added) || (before !== undefined && !("scalar" in before))) return [unknownPiece];
  return before === undefined ? added.scalar : [...before.scalar, computed("+", [], false), ...added.scalar];
}

/** A table or an array with one element set; undefined where it is not known which. */
function withElement(node: ShellNode, name: string, source: ShellSource, state: ShellState): Variable | undefined {
  const before = state.get(name);
  const [target, value] = [childOf(node, "name"), childOf(node, "value")];
  const index = target === undefined ? undefined : childOf(target, "index");
  const expander = new Expander(source, state);
  const key = index === undefined ? undefined : textOf(expander.text(index));
  if (before === undefined || key === undefined || state.byDefault || source.text[target?.end ?? 0] !== "=")
    return undefined;
  const text = expander.text(value);
  if ("table" in before) return { table: new Map([...before.table, [key, text]]) };
  const isInside = "array" in before && /^\d{1,4}$/.test(key) && Number(key) <= before.array.length;
  if (!isInside || before.array.some((word) => word.some(({ many }) => many))) return undefined;
  const words = [...before.array];
  words[Number(key)] = text;
  return { array: words };
}

/** `NAME=value` in front of a function's name: while it runs, the variable is one of its environment. */
export function assignFor(node: ShellNode, source: ShellSource, state: ShellState): void {
  const target = childOf(node, "name");
  if (target?.type !== "variable_name") return;
  state.hide(textAt(target, source.text));
  assign(node, source, state);
  state.export(textAt(target, source.text), true);
}

/** `export`, `local`, `declare` and their kin. What a function declares is its own, but for `export`, `readonly` and `-g`. */
export function declare(node: ShellNode, source: ShellSource, state: ShellState): void {
  const has = (flag: RegExp): boolean => node.children.some((child) => flag.test(textAt(child, source.text)));
  const ofExport = node.children[0]?.type === "export";
  const unexports = ofExport && has(/^-\w*n/);
  const exports = ofExport ? !unexports : has(/^-\w*x/);
  const computes = has(/^-\w*i/);
  const ofFunction = /^(local|declare|typeset)$/.test(node.children[0]?.type ?? "");
  const isLocal = ofFunction && !has(/^-\w*g/);
  const refers = ofFunction && has(/^-\w*n/);
  for (const child of node.children) {
    const name = child.type === "variable_assignment" ? childOf(child, "name") : child;
    if (isLocal && name?.type === "variable_name") {
      state.hide(textAt(name, source.text));
      // Without a value it is empty in bash, and in dash what it is outside.
      if (name === child && state.isInFunction) state.forget(textAt(name, source.text));
    }
    if (ofFunction && has(/^-\w*A/) && name === child && name.type === "variable_name")
      state.set(textAt(name, source.text), { table: new Map() });
    if (computes && name?.type === "variable_name") state.integers.add(textAt(name, source.text));
    if (child.type === "variable_assignment") assign(child, source, state);
    else if (isComputedName(child, source)) {
      const named = forgetNamed(child, source, state);
      if (exports && named !== undefined) state.export(named, true);
    }
    if (refers && name !== child) {
      // What is assigned to the one is assigned to the other.
      forgetNamed(childOf(child, "value"), source, state);
      if (name !== undefined) state.forget(textAt(name, source.text));
    }
    if (name?.type !== "variable_name") continue;
    if (exports || unexports) state.export(textAt(name, source.text), exports);
  }
}

/** `"$NAME=value"`, `$(cat variables)`: names that the script computes. */
function isComputedName(node: ShellNode, source: ShellSource): boolean {
  return node.named && node.type !== "variable_name" && !/^[-+]/.test(textAt(node, source.text));
}

/** The variable whose name is computed may be another one from here on; if the name is not known, any variable may. */
function forgetNamed(node: ShellNode | undefined, source: ShellSource, state: ShellState): string | undefined {
  const word = textOf(new Expander(source, state).text(node));
  state.forgetNamed(word);
  return /^[A-Za-z_]\w*/.exec(word ?? "")?.[0];
}

function valueOf(node: ShellNode | undefined, source: ShellSource, state: ShellState): Variable {
  const expander = new Expander(source, state);
  if (node?.type !== "array") return { scalar: expander.text(node) };
  const written = node.children.filter((child) => child.named && child.type !== "comment");
  if (written.some((child) => textAt(child, source.text).startsWith("["))) return tableOf(written, expander);
  return { array: written.flatMap((child) => expander.words(child)) };
}

/** `(["key"]="text" …)`, in which the grammar sees words. */
function tableOf(written: readonly ShellNode[], expander: Expander): Variable {
  const table = new Map<string, Pieces>();
  for (const child of written) {
    const [key, value] = entryOf(expander.words(child)) ?? [];
    if (key === undefined || value === undefined) return unknownVariable;
    table.set(key, value);
  }
  return { table };
}

/** A key in brackets, with or without quotes, and what follows the equals sign. */
function entryOf(words: readonly Pieces[]): [key: string, value: Pieces] | undefined {
  const [pieces, ...more] = words;
  const text = pieces === undefined || more.length > 0 ? undefined : textOf(pieces);
  const close = text?.indexOf("]=") ?? -1;
  if (pieces === undefined || text === undefined || close < 0) return undefined;
  return [text.slice(1, close), after(pieces, close + 2)];
}

/** What is not known may be an array of any length. */
function elementsOf(scalar: Pieces): Pieces {
  if (textOf(scalar) !== undefined) return scalar;
  return [isGiven(scalar) ? givenMany : manyPiece];
}

function append(before: Variable, added: Variable): Variable {
  if ("table" in before || "table" in added) return unknownVariable;
  if ("array" in before) return { array: [...before.array, ...("array" in added ? added.array : [added.scalar])] };
  if ("array" in added) return { array: [elementsOf(before.scalar), ...added.array] };
  return { scalar: [...before.scalar, ...added.scalar] };
}
