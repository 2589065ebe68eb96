/** Reads a shell script without running it: follows its statements and hands on every command with the words it gets. */
import type { Parser } from "../../syntax/index.ts";
import type { LaunchProblem, Span } from "../launch.ts";
import { testHolds } from "./conditions.ts";
import { Expander, normalPath, type ShellSource } from "./expansion.ts";
import { after, computed, isOverridable, originsOf, splitPieces, textOf, unknownPiece, type Pieces } from "./pieces.ts";
import { mergeInto, overridableVariable, ShellState, unknownVariable, type Variable } from "./state.ts";
import { assignedIn, caseBranches, firstBroken, ifBranches, isTest, readsArguments, type Branch } from "./structure.ts";
import { childOf, childrenOf, parseShell, type ShellNode } from "./tree.ts";

/** A word of a command, before it is a `Word`. */
export interface ShellWord extends Span {
  readonly pieces: Pieces;
}

/** A command as it would be run. */
export interface ShellCommand extends Span {
  readonly words: readonly ShellWord[];
  /** Exported before, or assigned in front of the command. */
  readonly environment: ReadonlyMap<string, Pieces>;
  readonly directory: Pieces | undefined;
}

export interface ShellReading {
  readonly commands: readonly ShellCommand[];
  readonly problems: readonly LaunchProblem[];
}

const maximumSteps = 3_000;
const maximumCommands = 2_000;
const maximumCallDepth = 8;
/** Loops over more words than these are read once, for any word. */
const maximumUnrolled = 8;
const maximumProblems = 5;

/** What is set before a script starts. */
export interface ShellStart {
  readonly variables: ReadonlyMap<string, Pieces>;
  /** The variables that programs see. */
  readonly exported?: ReadonlySet<string>;
}

export function readShell(
  parser: Parser,
  source: ShellSource,
  start: ShellStart = { variables: new Map() },
): ShellReading {
  const text = readableText(source.text);
  const tree = parseShell(parser, text);
  if ("refused" in tree) return { commands: [], problems: [{ start: 0, end: 0, message: tree.refused }] };
  const state = new ShellState();
  for (const [name, scalar] of start.variables) state.variables.set(name, { scalar });
  for (const name of start.exported ?? []) state.exported.add(name);
  const script = new Script({ ...source, text });
  script.run(tree.root, state);
  script.runUncalled(state);
  return script;
}

/** The text as the grammar takes it, every character in its place: lines end in a line feed alone, the last one in no backslash. */
function readableText(text: string): string {
  return text
    .replace(/\\\r\n/g, " \\\n")
    .replace(/\r\n/g, " \n")
    .replace(/\\\s*$/, (ending) => ` ${ending.slice(1)}`);
}

class Script implements ShellReading {
  readonly commands: ShellCommand[] = [];
  readonly problems: LaunchProblem[] = [];
  private readonly source: ShellSource;
  private readonly called = new Set<ShellNode>();
  private steps = 0;
  private callDepth = 0;

  constructor(source: ShellSource) {
    this.source = source;
  }

  /** Functions that nothing here calls may be called by whoever sources the file. */
  runUncalled(state: ShellState): void {
    for (const body of state.functions.values()) {
      if (this.called.has(body)) continue;
      const inside = new ShellState(state);
      inside.ended = undefined;
      inside.positional = undefined;
      this.run(body, inside);
    }
  }

  run(node: ShellNode, state: ShellState): void {
    if (state.ended !== undefined) return;
    if (++this.steps > maximumSteps) {
      if (this.steps === maximumSteps + 1) this.problem(node, "The script does too much to be read to its end.");
      return;
    }
    if (node.type === "ERROR") {
      this.recover(node, state);
      return;
    }
    this.readers[node.type]?.(node, state);
  }

  /** By the type of a node. What is not listed does nothing that matters. */
  private readonly readers: Readonly<Record<string, (node: ShellNode, state: ShellState) => void>> = {
    program: this.runAll.bind(this),
    compound_statement: this.runAll.bind(this),
    do_group: this.runAll.bind(this),
    negated_command: this.runAll.bind(this),
    variable_assignments: this.runAll.bind(this),
    command: this.command.bind(this),
    variable_assignment: this.assign.bind(this),
    declaration_command: this.declare.bind(this),
    list: this.list.bind(this),
    for_statement: this.forEach.bind(this),
    while_statement: this.loop.bind(this),
    c_style_for_statement: this.loop.bind(this),
    // What runs in a shell of its own changes nothing here.
    pipeline: (node, state) => {
      this.runAll(node, new ShellState(state));
    },
    subshell: (node, state) => {
      this.runAll(node, new ShellState(state));
    },
    redirected_statement: (node, state) => {
      const body = childOf(node, "body");
      if (body !== undefined) this.run(body, state);
    },
    if_statement: (node, state) => {
      this.branches(ifBranches(node), state);
    },
    case_statement: (node, state) => {
      this.branches(caseBranches(node, this.source.text), state);
    },
    function_definition: (node, state) => {
      const [name, body] = [childOf(node, "name"), childOf(node, "body")];
      if (name !== undefined && body !== undefined) state.functions.set(this.text(name), body);
    },
    unset_command: (node, state) => {
      for (const name of node.children) if (name.named) state.set(this.text(name), { scalar: [] });
    },
  };

  /** What a broken part assigns, and when, is not known; its commands are. */
  private recover(node: ShellNode, state: ShellState): void {
    this.problem(firstBroken(node), "This is not shell, or uses syntax that is not supported.");
    const forget = (): void => {
      for (const name of assignedIn(node, this.source.text)) state.forget(name);
    };
    forget();
    for (const child of node.children) {
      if (!child.named) continue;
      this.run(child, state);
      forget();
      state.ended = undefined;
    }
  }

  private runAll(node: ShellNode, state: ShellState): void {
    const { children } = node;
    children.forEach((child, index) => {
      if (!child.named) return;
      // What runs in the background changes nothing here.
      const inBackground = children[index + 1]?.type === "&";
      this.run(child, inBackground ? new ShellState(state) : state);
    });
  }

  /** `read -r A B <<< "text"`: each name gets a word, and the last one all that is left. */
  private readWords(command: ShellNode, state: ShellState): void {
    const redirect = command.children.find((child) => child.type === "herestring_redirect");
    const fed = redirect?.children.find((child) => child.named);
    if (fed === undefined) return;
    const expander = new Expander(this.source, state);
    const names = childrenOf(command, "argument")
      .map((child) => this.text(child))
      .filter((text) => text !== "-r");
    const separator = command.children.find((child) => this.text(child).startsWith("IFS="));
    const words = splitPieces(expander.text(fed).map((piece) => ({ ...piece, whole: false })));
    const isPlain = separator === undefined || /^IFS=(' '|" ")?$/.test(this.text(separator));
    if (!isPlain || names.some((name) => !/^[A-Za-z_]\w*$/.test(name))) return;
    if (words.length > names.length || words.some((word) => textOf(word) === undefined)) return;
    names.forEach((name, index) => {
      state.set(name, { scalar: words[index] ?? [] });
    });
  }

  private command(node: ShellNode, state: ShellState): void {
    if (node.broken) {
      this.problem(node, "This command is not complete, or uses syntax that is not supported.");
      return;
    }
    const expander = new Expander(this.source, state);
    const assignments = node.children.filter((child) => child.type === "variable_assignment");
    const own = childOf(node, "name");
    if (own !== undefined && this.isSeparate(assignments.at(-1), own)) {
      // The grammar takes assignments on a line of their own for the beginning of the next line.
      for (const assignment of assignments.splice(0)) this.assign(assignment, state);
    }
    const words = node.children
      .filter((child) => child.field === "name" || child.field === "argument")
      .flatMap((child) =>
        expander.words(child).map((pieces): ShellWord => ({ pieces, start: child.start, end: child.end })),
      );
    const [name, ...rest] = words.map(({ pieces }) => textOf(pieces));
    if (name !== undefined && this.builtin(name, rest, words, state)) {
      if (name === "read") this.readWords(node, state);
      return;
    }
    const body = name === undefined ? undefined : state.functions.get(name);
    if (body !== undefined) {
      this.call(body, words.slice(1), state);
      return;
    }
    if (this.commands.length >= maximumCommands) return;
    const environment = new Map<string, Pieces>();
    for (const exported of state.exported) {
      const value = expander.variable(exported);
      if (value !== undefined) environment.set(exported, value);
    }
    for (const assignment of assignments) {
      const assigned = childOf(assignment, "name");
      if (assigned !== undefined) environment.set(this.text(assigned), expander.text(childOf(assignment, "value")));
    }
    const { start, end, directory } = { ...node, directory: state.directory };
    this.commands.push({ words, environment, directory, start, end });
  }

  private isSeparate(assignment: ShellNode | undefined, name: ShellNode): boolean {
    return assignment !== undefined && /(^|[^\\])\n/.test(this.source.text.slice(assignment.end, name.start));
  }

  /** Commands of the shell itself, as far as they change what follows. True if it was one. */
  private builtin(
    name: string,
    rest: readonly (string | undefined)[],
    words: readonly ShellWord[],
    state: ShellState,
  ): boolean {
    switch (name) {
      case "cd":
      case "pushd":
        this.enter(
          words.slice(1).find((word) => textOf(word.pieces)?.startsWith("-") !== true),
          state,
        );
        return true;
      case "popd":
        state.directory = [unknownPiece];
        return true;
      case "exit":
        state.ended = "script";
        return true;
      case "return":
        state.ended = "function";
        return true;
      case "break":
      case "continue":
        state.ended = "loop";
        return true;
      case "shift": {
        const count = rest.length === 0 ? 1 : Number(rest[0]);
        state.positional = Number.isInteger(count) ? state.positional?.slice(count) : undefined;
        return true;
      }
      case "set": {
        const separator = rest.indexOf("--");
        if (separator >= 0) state.positional = words.slice(separator + 2).map((word) => word.pieces);
        return true;
      }
      case "eval":
        state.forgetAll();
        return true;
      case "source":
      case ".":
        if (!isEnvironmentScript(rest[0])) state.forgetAll();
        return true;
      case "read":
      case "mapfile":
      case "readarray":
      case "getopts":
      case "let":
        for (const word of rest) {
          const assigned = /^[A-Za-z_]\w*/.exec(word ?? "")?.[0];
          if (assigned !== undefined) state.forget(assigned);
        }
        return true;
      case "printf":
        if (rest[0] === "-v" && rest[1] !== undefined) state.forget(rest[1]);
        return true;
      default:
        return false;
    }
  }

  private enter(word: ShellWord | undefined, state: ShellState): void {
    const path = word === undefined ? undefined : textOf(word.pieces);
    if (word === undefined || path === undefined) {
      state.directory = [unknownPiece];
      return;
    }
    const before = state.directory === undefined ? "" : textOf(state.directory);
    if (path.startsWith("/") || before === "") state.directory = word.pieces;
    else if (before === undefined) state.directory = [unknownPiece];
    else
      state.directory = [computed(normalPath(`${before}/${path}`), originsOf(word.pieces), isOverridable(word.pieces))];
  }

  private call(body: ShellNode, words: readonly ShellWord[], state: ShellState): void {
    this.called.add(body);
    if (this.callDepth >= maximumCallDepth) return;
    const before = state.positional;
    state.positional = words.map((word) => word.pieces);
    this.callDepth++;
    this.run(body, state);
    this.callDepth--;
    state.positional = before;
    if (state.ended === "function") state.ended = undefined;
  }

  private assign(node: ShellNode, state: ShellState): void {
    const [target, value] = [childOf(node, "name"), childOf(node, "value")];
    if (target === undefined) return;
    if (target.type !== "variable_name" || node.broken) {
      const name = target.type === "subscript" ? childOf(target, "name") : target;
      if (name !== undefined) state.forget(this.text(name));
      return;
    }
    const name = this.text(target);
    const added = this.value(value, state);
    const appends = this.source.text.startsWith("+=", target.end);
    const before = state.variables.get(name) ?? (appends ? unknownVariable : undefined);
    state.set(name, appends && before !== undefined ? append(before, added) : added);
  }

  private value(node: ShellNode | undefined, state: ShellState): Variable {
    const expander = new Expander(this.source, state);
    if (node?.type !== "array") return { scalar: expander.text(node) };
    if (node.children.some((child) => this.text(child).startsWith("["))) return this.table(node, expander);
    return { array: node.children.filter((child) => child.named).flatMap((child) => expander.words(child)) };
  }

  /** `(["key"]="text" …)`, in which the grammar sees words. */
  private table(node: ShellNode, expander: Expander): Variable {
    const table = new Map<string, Pieces>();
    for (const child of node.children) {
      if (!child.named) continue;
      const [key, value] = entryOf(expander.words(child)) ?? [];
      if (key === undefined || value === undefined) return unknownVariable;
      table.set(key, value);
    }
    return { table };
  }

  private declare(node: ShellNode, state: ShellState): void {
    const exports =
      node.children[0]?.type === "export" || node.children.some((child) => /^-\w*x/.test(this.text(child)));
    for (const child of node.children) {
      const name = child.type === "variable_assignment" ? childOf(child, "name") : child;
      if (child.type === "variable_assignment") this.assign(child, state);
      if (exports && name?.type === "variable_name") state.exported.add(this.text(name));
    }
  }

  /** `a && b` and `a || b`: the second runs or not, unless the first is a test with a known answer. */
  private list(node: ShellNode, state: ShellState): void {
    const [left, operator, right] = node.children.filter((child) => child.named || /^(&&|\|\|)$/.test(child.type));
    if (left === undefined || operator === undefined || right === undefined) {
      this.runAll(node, state);
      return;
    }
    this.run(left, state);
    const answer = testHolds(left, this.source.text, new Expander(this.source, state));
    const runs = answer === undefined ? undefined : answer.holds === (operator.type === "&&");
    // A command that succeeds is what a script is written for: the right side of `||` is for failures.
    if (answer === undefined && operator.type === "&&" && !isTest(left)) {
      this.run(right, state);
      return;
    }
    this.choose(
      [
        { runs, byDefault: answer?.byDefault ?? false, body: [right] },
        { runs: runs === undefined ? undefined : !runs, byDefault: answer?.byDefault ?? false, body: [] },
      ],
      state,
    );
  }

  private branches(branches: readonly Branch[], state: ShellState): void {
    const outcomes: Outcome[] = [];
    /** True while an earlier branch is certain to be passed over. */
    let reached: boolean | undefined = true;
    let byDefault = false;
    for (const { condition, body } of branches) {
      for (const test of condition) this.run(test, state);
      const answer = this.answer(condition, state);
      byDefault ||= answer?.byDefault ?? false;
      const runs: boolean | undefined = reached === false || answer?.holds === false ? false : reached && answer?.holds;
      outcomes.push({ runs, byDefault, body });
      reached = answer?.holds === true ? false : answer === undefined ? undefined : reached;
    }
    if (!branches.some((branch) => branch.condition.length === 0))
      outcomes.push({ runs: reached, byDefault, body: [] });
    this.choose(outcomes, state);
  }

  private answer(condition: readonly ShellNode[], state: ShellState): ReturnType<typeof testHolds> {
    const [test, ...more] = condition;
    if (test === undefined) return { holds: true, byDefault: false };
    return more.length > 0 ? undefined : testHolds(test, this.source.text, new Expander(this.source, state));
  }

  /** Follows the branches that may run. One that runs unless the caller says otherwise decides what holds afterwards. */
  private choose(outcomes: readonly Outcome[], state: ShellState): void {
    const ends: ShellState[] = [];
    let chosen: ShellState | undefined;
    for (const { runs, byDefault, body } of outcomes) {
      if (runs === false && !byDefault) continue;
      const inside = new ShellState(state);
      // There, what the caller gives is not what is taken here if nothing is given.
      if (runs === false) inside.forgetOverridable();
      inside.byDefault ||= byDefault;
      for (const statement of body) this.run(statement, inside);
      inside.byDefault = state.byDefault;
      ends.push(inside);
      // A branch that gives up because nothing was given says that something must be.
      if (runs === true && inside.ended !== "script") chosen = inside;
    }
    mergeInto(state, chosen === undefined ? ends : [chosen]);
  }

  private forEach(node: ShellNode, state: ShellState): void {
    const [variable, body] = [childOf(node, "variable"), childOf(node, "body")];
    if (variable === undefined || body === undefined) return;
    const name = this.text(variable);
    const expander = new Expander(this.source, state);
    const values = childrenOf(node, "value").filter((child) => child.named);
    const words = values.flatMap((child) => expander.words(child));
    const isKnown = values.length > 0 && words.every((word) => textOf(word) !== undefined);
    if (!isKnown || words.length > maximumUnrolled) {
      this.loop(node, state, name);
      return;
    }
    for (const word of words) {
      state.set(name, { scalar: word });
      this.run(body, state);
      if (state.ended === "loop") state.ended = undefined;
    }
  }

  /** A loop that runs any number of times: what it assigns is unknown in it and after it. */
  private loop(node: ShellNode, state: ShellState, variable?: string): void {
    const body = childOf(node, "body");
    const before = new ShellState(state);
    const names = assignedIn(node, this.source.text);
    if (variable !== undefined) names.add(variable);
    for (const name of names) state.forget(name);
    const inside = new ShellState(state);
    if (body !== undefined) this.run(body, inside);
    if (!readsArguments(node, this.source.text)) return;
    // A loop over the script's own arguments does nothing if there are none.
    for (const name of names) {
      const value = before.variables.get(name);
      if (value === undefined) state.variables.delete(name);
      else state.variables.set(name, overridableVariable(value));
    }
  }

  private problem(node: ShellNode, message: string): void {
    if (this.problems.length < maximumProblems) this.problems.push({ start: node.start, end: node.end, message });
  }

  private text(node: ShellNode): string {
    return this.source.text.slice(node.start, node.end);
  }
}

interface Outcome {
  /** Undefined where it is not known. */
  readonly runs: boolean | undefined;
  readonly byDefault: boolean;
  readonly body: readonly ShellNode[];
}

/** A key in brackets, with or without quotes, and what follows the equals sign. */
function entryOf(words: readonly Pieces[]): [key: string, value: Pieces] | undefined {
  const [pieces, ...more] = words;
  const text = pieces === undefined || more.length > 0 ? undefined : textOf(pieces);
  const close = text?.indexOf("]=") ?? -1;
  if (pieces === undefined || text === undefined || close < 0) return undefined;
  return [text.slice(1, close), after(pieces, close + 2)];
}

function append(before: Variable, added: Variable): Variable {
  if ("table" in before || "table" in added) return unknownVariable;
  if ("array" in before) return { array: [...before.array, ...("array" in added ? added.array : [added.scalar])] };
  if ("array" in added) return { array: [before.scalar, ...added.array] };
  return { scalar: [...before.scalar, ...added.scalar] };
}

/** Scripts that set up a Python environment, and touch no variable of the program. */
function isEnvironmentScript(path: string | undefined): boolean {
  return /(^|\/)(activate|conda\.sh|\.?bashrc|\.bash_profile|\.?profile)$/.test(path ?? "");
}
