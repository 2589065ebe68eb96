/** Launches in Python: `subprocess.run([sys.executable, "main.py", "--ulysses-degree", "4"])`. */
import {
  childrenOf,
  type Expression,
  type FormattedHole,
  type ModuleSyntax,
  type Node,
  nodesIn,
  perFile,
  perPiece,
} from "../syntax/index.ts";
import { type EmbeddedShell, launchesOfEmbedded } from "./embedded.ts";
import type { LaunchCommand, Launches, Span, Word } from "./launch.ts";
import { isOfSystem, processOf, startsProcess, tentativeCalls } from "./python-outcomes.ts";
import { launchOf, type Surroundings } from "./programs.ts";
import { noText } from "./shell/quoting.ts";
import type { ShellTools } from "./shell/tools.ts";
import { baseName } from "./shell/file-names.ts";
import { filesTouched } from "./shell/written-files.ts";
import {
  computed,
  literal,
  manyPiece,
  type Piece,
  type Pieces,
  splitPieces,
  unknownPiece,
  wordOf,
} from "./shell/pieces.ts";

const namesProcesses = perPiece((text) => text.includes("subprocess") || text.includes("os.system"));

/** True for the text of a file that may start a program so, for a quick look at many files. */
export const mayStartProcesses = perFile((pieces) => pieces.some(namesProcesses));

/** The commands that are written out as lists or texts, in calls that start them or for them. */
export function launchesOfPython(tools: ShellTools, path: string, { chunks }: ModuleSyntax, text: string): Launches {
  const statements = chunks.map(({ chunk }) => chunk.statement);
  const reading: Reading = {
    constants: new Constants(statements),
    lists: listsBefore(chunks),
    changesEnvironment: /\benviron(\[[^\]]*\]\s*=[^=]|\.(update|setdefault))|\bputenv\b/.test(text),
    shell: (script, { moreEnvironment = false, tentative = false }) =>
      launchesOfEmbedded(tools, script, { path, moreVariables: moreEnvironment, tentative }).commands,
  };
  const tentative = tentativeCalls(statements);
  const commands = chunks.flatMap(({ chunk, offset }) => {
    const reader = new ListReader(reading, text, offset);
    return nodesIn(chunk.statement).flatMap((node) => reader.launches(node, tentative.has(node)));
  });
  return { commands, problems: [], written: filesNamed(statements) };
}

/** The files that a program may write: those it names outside of the commands it starts, and what these change. */
function filesNamed(statements: readonly Node[]): ReadonlySet<string> {
  const nodes = statements.flatMap(nodesIn);
  const processes = nodes.filter(startsProcess).flatMap((node) => processOf(node) ?? []);
  const inCommands = new Set(processes.flatMap(nodesIn));
  const touched = processes.flatMap((command) => {
    const words = command.kind === "list" || command.kind === "tuple" ? command.elements : [];
    return filesTouched(words.map((word) => (word.kind === "string" ? word.value : undefined)));
  });
  const texts = nodes.flatMap((node) => (node.kind === "string" && !inCommands.has(node) ? node.value : []));
  return new Set([...touched, ...texts.filter((text) => /\.\w+$/.test(text)).map(baseName)]);
}

interface PlacedList {
  readonly list: Expression;
  /** Of the chunk that it is in. */
  readonly offset: number;
  /** The function that it is made in, if it is made whenever that runs. */
  readonly block: Node | "maybe" | undefined;
}

/** A list, and what is added to it later, in order. */
type NamedList = readonly PlacedList[];

/** Lists that the file gives a name once, and that nothing is done with but to lengthen, to copy, to run and to print them. */
function listsBefore(chunks: ModuleSyntax["chunks"]): ReadonlyMap<string, NamedList> {
  const lists = new Map<string, PlacedList>();
  const added = new Map<string, PlacedList[]>();
  const uses = new Map<string, number>();
  const count = (name: string, by: number): unknown => uses.set(name, (uses.get(name) ?? 0) + by);
  const reads = (e: Expression): void => {
    if (e.kind === "name") count(e.id, -1);
  };
  const visit = (node: Node, offset: number, block: PlacedList["block"]): void => {
    if (node.kind === "name") count(node.id, 1);
    if (node.kind === "function" || node.kind === "lambda") for (const { name } of node.parameters) count(name.id, 1);
    if (node.kind === "call" && (startsProcess(node) || onlyShows(node)))
      for (const { value } of node.arguments) reads(value);
    if (node.kind === "starred") reads(node.value);
    if (node.kind === "binary" && node.operator === "+") [node.left, node.right].forEach(reads);
    const [target, ...others] = node.kind === "assign" ? node.targets : [];
    if (
      node.kind === "assign" &&
      target?.kind === "name" &&
      others.length === 0 &&
      /^(list|binary|call)$/.test(node.value.kind)
    ) {
      count(target.id, lists.has(target.id) ? 0 : -1);
      lists.set(target.id, { list: node.value, offset, block });
    }
    const addition = additionOf(node);
    if (addition !== undefined) {
      count(addition.name, -1);
      reads(addition.list);
      added.set(addition.name, [...(added.get(addition.name) ?? []), { list: addition.list, offset, block }]);
    }
    const inside = node.kind === "function" ? node : /^(expression|with)$/.test(node.kind) ? block : "maybe";
    for (const child of childrenOf(node)) visit(child, offset, inside);
  };
  for (const { chunk, offset } of chunks) visit(chunk.statement, offset, undefined);
  return new Map(
    [...lists].flatMap(([name, list]) => (uses.get(name) === 0 ? [[name, [list, ...(added.get(name) ?? [])]]] : [])),
  );
}

/** `name += list`, `name.extend(list)`, `name.append(word)`. */
function additionOf(node: Node): { readonly name: string; readonly list: Expression } | undefined {
  if (node.kind === "augmented")
    return node.operator === "+" && node.target.kind === "name"
      ? { name: node.target.id, list: node.value }
      : undefined;
  if (node.kind !== "call" || node.callee.kind !== "attribute") return undefined;
  const { object, attribute } = node.callee;
  const [first, ...more] = node.arguments;
  if (object.kind !== "name" || first === undefined || more.length > 0) return undefined;
  if (attribute.id === "extend") return { name: object.id, list: first.value };
  return attribute.id === "append"
    ? { name: object.id, list: { kind: "list", elements: [first.value], start: first.start, end: first.end } }
    : undefined;
}

function onlyShows({ callee }: Expression & { readonly kind: "call" }): boolean {
  if (callee.kind === "name") return callee.id === "print";
  return callee.kind === "attribute" && /^(join|info|debug|warning)$/.test(callee.attribute.id);
}

function isConstant(e: Expression, value: boolean): boolean {
  return e.kind === "constant" && e.value === value;
}

/** Names that the whole file assigns once, to a text or a number. */
class Constants {
  private readonly values = new Map<string, string | undefined>();

  constructor(statements: readonly Node[]) {
    for (const node of statements.flatMap(nodesIn)) {
      if (node.kind === "assign") for (const target of node.targets) this.note(target, node.value);
      if (node.kind === "annotated" && node.value !== undefined) this.note(node.target, node.value);
      if (node.kind === "augmented" || node.kind === "for" || node.kind === "named") this.note(node.target, undefined);
      if (node.kind === "with") for (const { target } of node.items) this.note(target, undefined);
      if (node.kind === "function" || node.kind === "lambda")
        for (const { name } of node.parameters) this.values.set(name.id, undefined);
    }
  }

  of(name: string): string | undefined {
    return this.values.get(name);
  }

  private note(target: Expression | undefined, value: Expression | undefined): void {
    if (target?.kind !== "name") {
      for (const node of target === undefined ? [] : nodesIn(target))
        if (node.kind === "name") this.values.set(node.id, undefined);
      return;
    }
    const isFirst = !this.values.has(target.id);
    const text = value?.kind === "string" ? value.value : value?.kind === "int" ? String(value.value) : undefined;
    this.values.set(target.id, isFirst ? text : undefined);
  }
}

/** What is known of a file. */
interface Reading {
  readonly constants: Constants;
  readonly lists: ReadonlyMap<string, NamedList>;
  /** True if the program sets variables that what it starts sees. */
  readonly changesEnvironment: boolean;
  readonly shell: (script: EmbeddedShell, around: Surroundings) => readonly LaunchCommand[];
}

/** Lists of lists of lists. */
const maximumDepth = 8;

class ListReader {
  private readonly reading: Reading;
  private readonly text: string;
  private readonly offset: number;

  constructor(reading: Reading, text: string, offset: number) {
    this.reading = reading;
    this.text = text;
    this.offset = offset;
  }

  launches(node: Node, tentative: boolean): readonly LaunchCommand[] {
    if (!startsProcess(node)) return [];
    const started = processOf(node);
    const argument = (name: string): Expression | undefined =>
      node.arguments.find((one) => one.name?.id === name)?.value;
    const directory = argument("cwd");
    const around: Surroundings = {
      environment: new Map(),
      moreEnvironment:
        this.reading.changesEnvironment || node.arguments.some(({ name, stars }) => name?.id === "env" || stars > 0),
      directory: directory && this.word(directory),
      tentative,
      start: this.offset + node.start,
      end: this.offset + node.end,
    };
    const shell = argument("shell");
    if (isOfSystem(node) || (shell !== undefined && !isConstant(shell, false))) {
      const isKnown = directory === undefined && (shell === undefined || isConstant(shell, true));
      const script = isKnown && started !== undefined ? this.script(started) : undefined;
      return script === undefined ? [] : this.reading.shell(script, around);
    }
    const launch = started && launchOf(this.words(started, around.start), around);
    return launch === undefined ? [] : [launch];
  }

  /** A text for a shell as it is written, with `$!` for what is put into it. */
  private script(e: Expression): EmbeddedShell | undefined {
    if (e.kind !== "string" && e.kind !== "formatted") return undefined;
    const start = this.offset + e.start;
    const written = this.text.slice(start, this.offset + e.end);
    const [, before = "", quote = ""] = /^([fF]?)("""|'''|"|')/.exec(written) ?? [];
    const opening = before.length + quote.length;
    let text = written.slice(opening, -quote.length);
    // What is written in several pieces, or with other escapes than of line breaks, is something else.
    if (quote === "" || text.includes(quote) || /\\(?!\r?\n)|\{\{|\}\}/.test(text)) return undefined;
    const holes = e.kind === "formatted" ? e.parts.filter((part) => typeof part !== "string") : [];
    for (const hole of holes) {
      const from = this.offset + hole.start - start - opening;
      const length = hole.end - hole.start;
      text = text.slice(0, from) + "$!".padEnd(length, noText) + text.slice(from + length);
    }
    return { text, offset: start + opening };
  }

  /** The words of a list, of lists that are joined, of a text that is divided; `at` is where they are used. */
  private words(e: Expression, at: number, depth = 0): readonly Word[] {
    const inner = (part: Expression): readonly Word[] => this.words(part, at, depth + 1);
    if (depth < maximumDepth) {
      if (e.kind === "list" || e.kind === "tuple")
        return e.elements.flatMap((element) =>
          element.kind === "starred" ? inner(element.value) : this.word(element),
        );
      if (e.kind === "binary" && e.operator === "+") return [...inner(e.left), ...inner(e.right)];
      if (e.kind === "call") return this.divided(e) ?? [this.many(e)];
      const [list, ...added] = (e.kind === "name" ? this.reading.lists.get(e.id) : undefined) ?? [];
      if (list !== undefined)
        return [list, ...added].flatMap((part) => {
          const reader = new ListReader(this.reading, this.text, part.offset);
          const isSure =
            part === list || (part.block !== "maybe" && part.block === list.block && part.offset + part.list.end <= at);
          return isSure ? reader.words(part.list, at, depth + 1) : reader.many(part.list);
        });
    }
    return [this.many(e)];
  }

  private many(e: Expression): Word {
    return wordOf([manyPiece], { start: this.offset + e.start, end: this.offset + e.end });
  }

  /** `"a b".split()`, `shlex.split("a b")`. */
  private divided({ callee, arguments: given }: Expression & { readonly kind: "call" }): Word[] | undefined {
    if (callee.kind !== "attribute" || callee.attribute.id !== "split") return undefined;
    const { object } = callee;
    const isOwn = object.kind === "string";
    const text = isOwn ? object : object.kind === "name" && object.id === "shlex" ? given[0]?.value : undefined;
    if (text?.kind !== "string" || given.length !== (isOwn ? 0 : 1) || /["'\\]/.test(text.value)) return undefined;
    const word = this.word(text);
    return splitPieces(this.pieces(text, word).map((piece) => ({ ...piece, whole: false }))).map((pieces) =>
      wordOf(pieces, pieces[0]?.origins[0] ?? word),
    );
  }

  private word(e: Expression): Word {
    const span = { start: this.offset + e.start, end: this.offset + e.end };
    return wordOf(this.pieces(e, span), span);
  }

  private pieces(e: Expression, span: { readonly start: number; readonly end: number }): Pieces {
    if (e.kind === "string") {
      const at = this.text.indexOf(e.value, span.start);
      const isWritten = at >= 0 && at + e.value.length <= span.end;
      return [isWritten ? literal(e.value, at) : computed(e.value, [span], false)];
    }
    if (e.kind === "attribute" && e.object.kind === "name" && `${e.object.id}.${e.attribute.id}` === "sys.executable")
      return [computed("python", [span], false)];
    if (e.kind === "formatted") return e.parts.map((part) => this.partOf(part, span));
    const text = this.constantText(e);
    return [text === undefined ? unknownPiece : computed(text, [span], false)];
  }

  private partOf(part: string | FormattedHole, span: Span): Piece {
    if (typeof part === "string") return computed(part, [span], false);
    const text = part.conversion === undefined && part.spec === undefined ? this.constantText(part.value) : undefined;
    return text === undefined ? unknownPiece : computed(text, [span], false);
  }

  /** A name of a constant, or `str(…)` of one. */
  private constantText(e: Expression): string | undefined {
    if (e.kind === "name") return this.reading.constants.of(e.id);
    if (e.kind === "int") return String(e.value);
    const isText = e.kind === "call" && e.callee.kind === "name" && e.callee.id === "str" && e.arguments.length === 1;
    const [argument] = e.kind === "call" ? e.arguments : [];
    return isText && argument !== undefined ? this.constantText(argument.value) : undefined;
  }
}
