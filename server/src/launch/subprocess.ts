/** Launches in Python: `subprocess.run([sys.executable, "main.py", "--ulysses-degree", "4"])`. */
import { type Expression, type FormattedHole, type ModuleSyntax, type Node, nodesIn } from "../syntax/index.ts";
import type { LaunchCommand, Launches, Span, Word } from "./launch.ts";
import { processOf, startsProcess, tentativeCalls } from "./python-outcomes.ts";
import { launchOf } from "./programs.ts";
import { baseName, filesTouched } from "./shell/written-files.ts";
import { computed, literal, manyPiece, type Piece, type Pieces, unknownPiece, wordOf } from "./shell/pieces.ts";

/** True for a text that may start a program so, for a quick look at many files. */
export function mayStartProcesses(text: string): boolean {
  return text.includes("subprocess");
}

/** The commands that are written out as lists, in calls of `subprocess` or for them; other commands are not read. */
export function launchesOfPython({ chunks }: ModuleSyntax, text: string): Launches {
  const statements = chunks.map(({ chunk }) => chunk.statement);
  const lists = listsBefore(chunks);
  const constants = new Constants(statements);
  const tentative = tentativeCalls(statements);
  const commands = chunks.flatMap(({ chunk, offset }) => {
    const reader = new ListReader(constants, lists, text, offset);
    return nodesIn(chunk.statement).flatMap((node) => reader.launch(node, tentative.has(node)) ?? []);
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
}

/** Lists that the file gives a name once, and that nothing is done with but to run and to print them. */
function listsBefore(chunks: ModuleSyntax["chunks"]): ReadonlyMap<string, PlacedList> {
  const lists = new Map<string, PlacedList>();
  const uses = new Map<string, number>();
  const count = (name: string, by: number): unknown => uses.set(name, (uses.get(name) ?? 0) + by);
  for (const { chunk, offset } of chunks) {
    for (const node of nodesIn(chunk.statement)) {
      if (node.kind === "name") count(node.id, 1);
      if (node.kind === "function" || node.kind === "lambda") for (const { name } of node.parameters) count(name.id, 1);
      if (node.kind === "call" && (startsProcess(node) || onlyShows(node)))
        for (const { value } of node.arguments) if (value.kind === "name") count(value.id, -1);
      const [target] = node.kind === "assign" ? node.targets : [];
      if (node.kind !== "assign" || target?.kind !== "name" || node.value.kind !== "list") continue;
      count(target.id, lists.has(target.id) ? 0 : -1);
      lists.set(target.id, { list: node.value, offset });
    }
  }
  return new Map([...lists].filter(([name]) => uses.get(name) === 0));
}

function onlyShows({ callee }: Expression & { readonly kind: "call" }): boolean {
  if (callee.kind === "name") return callee.id === "print";
  return callee.kind === "attribute" && /^(join|info|debug|warning)$/.test(callee.attribute.id);
}

/** Names that the whole file assigns once, to a text or a number. */
class Constants {
  private readonly values = new Map<string, string | undefined>();

  constructor(statements: readonly Node[]) {
    for (const node of statements.flatMap(nodesIn)) {
      if (node.kind === "assign") for (const target of node.targets) this.note(target, node.value);
      else if (node.kind === "annotated" && node.value !== undefined) this.note(node.target, node.value);
      else if (node.kind === "augmented" || node.kind === "for") this.note(node.target, undefined);
      else if (node.kind === "function" || node.kind === "lambda")
        for (const { name } of node.parameters) this.values.set(name.id, undefined);
    }
  }

  of(name: string): string | undefined {
    return this.values.get(name);
  }

  private note(target: Expression, value: Expression | undefined): void {
    if (target.kind !== "name") return;
    const isFirst = !this.values.has(target.id);
    const text = value?.kind === "string" ? value.value : value?.kind === "int" ? String(value.value) : undefined;
    this.values.set(target.id, isFirst ? text : undefined);
  }
}

class ListReader {
  private readonly constants: Constants;
  private readonly lists: ReadonlyMap<string, PlacedList>;
  private readonly text: string;
  private readonly offset: number;

  constructor(constants: Constants, lists: ReadonlyMap<string, PlacedList>, text: string, offset: number) {
    this.constants = constants;
    this.lists = lists;
    this.text = text;
    this.offset = offset;
  }

  launch(node: Node, tentative: boolean): LaunchCommand | undefined {
    if (!startsProcess(node)) return undefined;
    const started = processOf(node);
    const named = started?.kind === "name" ? this.lists.get(started.id) : undefined;
    const { list, offset } = named ?? { list: started, offset: this.offset };
    if (list?.kind !== "list" && list?.kind !== "tuple") return undefined;
    const reader = new ListReader(this.constants, this.lists, this.text, offset);
    const directory = node.arguments.find(({ name }) => name?.id === "cwd")?.value;
    return launchOf(
      list.elements.map((element) => reader.word(element)),
      {
        environment: new Map(),
        moreEnvironment: node.arguments.some(({ name }) => name === undefined || name.id === "env"),
        directory: directory && this.word(directory),
        tentative,
        start: this.offset + node.start,
        end: this.offset + node.end,
      },
    );
  }

  private word(e: Expression): Word {
    const span = { start: this.offset + e.start, end: this.offset + e.end };
    return wordOf(this.pieces(e, span), span);
  }

  private pieces(e: Expression, span: { readonly start: number; readonly end: number }): Pieces {
    if (e.kind === "starred") return [manyPiece];
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
    if (e.kind === "name") return this.constants.of(e.id);
    if (e.kind === "int") return String(e.value);
    const isText = e.kind === "call" && e.callee.kind === "name" && e.callee.id === "str" && e.arguments.length === 1;
    const [argument] = e.kind === "call" ? e.arguments : [];
    return isText && argument !== undefined ? this.constantText(argument.value) : undefined;
  }
}
