/** Launches in Python: `subprocess.run([sys.executable, "main.py", "--ulysses-degree", "4"])`. */
import { type Expression, type ModuleSyntax, type Node, nodesIn } from "../syntax/index.ts";
import type { LaunchCommand, Launches, Word } from "./launch.ts";
import { processOf, startsProcess, tentativeCalls } from "./python-outcomes.ts";
import { launchOf } from "./programs.ts";
import { baseName, filesTouched } from "./shell/written-files.ts";
import { computed, literal, manyPiece, type Pieces, unknownPiece, wordOf } from "./shell/pieces.ts";

/** True for a text that may start a program so, for a quick look at many files. */
export function mayStartProcesses(text: string): boolean {
  return text.includes("subprocess");
}

/** The commands that are written out as lists in calls of `subprocess`; other commands are not read. */
export function launchesOfPython({ chunks }: ModuleSyntax, text: string): Launches {
  const statements = chunks.map(({ chunk }) => chunk.statement);
  const constants = new Constants(statements);
  const tentative = tentativeCalls(statements);
  const commands = chunks.flatMap(({ chunk, offset }) => {
    const reader = new ListReader(constants, text, offset);
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
  private readonly text: string;
  private readonly offset: number;

  constructor(constants: Constants, text: string, offset: number) {
    this.constants = constants;
    this.text = text;
    this.offset = offset;
  }

  launch(node: Node, tentative: boolean): LaunchCommand | undefined {
    if (!startsProcess(node)) return undefined;
    const list = processOf(node);
    if (list?.kind !== "list" && list?.kind !== "tuple") return undefined;
    const directory = node.arguments.find(({ name }) => name?.id === "cwd")?.value;
    return launchOf(
      list.elements.map((element) => this.word(element)),
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
    const text = this.constantText(e);
    return [text === undefined ? unknownPiece : computed(text, [span], false)];
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
