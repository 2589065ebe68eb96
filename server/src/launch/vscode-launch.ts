/** The debug configurations of .vscode/launch.json that start Python. */
import { findNodeAtLocation, parseTree, type Node, type ParseError } from "jsonc-parser";
import { directoryOf } from "../host.ts";
import { jsonProblem } from "./config-file.ts";
import { jsonWord, jsonWords } from "./json-words.ts";
import { noLaunches, type LaunchCommand, type Launches, type Word } from "./launch.ts";
import { launchOf } from "./programs.ts";
import { literal, splitPieces, wordOf } from "./shell/pieces.ts";

export function launchesOfVsCode(path: string, text: string): Launches {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const configurations = root === undefined ? undefined : findNodeAtLocation(root, ["configurations"]);
  const reader = new Configurations(text, directoryOf(directoryOf(path)));
  return {
    ...noLaunches,
    commands: (errors.length > 0 ? [] : (configurations?.children ?? [])).flatMap((node) => reader.launch(node) ?? []),
    problems: errors.slice(0, 1).map(jsonProblem),
  };
}

class Configurations {
  private readonly text: string;
  private readonly workspace: string;

  constructor(text: string, workspace: string) {
    this.text = text;
    this.workspace = workspace;
  }

  launch(node: Node): LaunchCommand | undefined {
    const part = (name: string): Node | undefined => findNodeAtLocation(node, [name]);
    const kind: unknown = part("type")?.value;
    if (kind !== "python" && kind !== "debugpy") return undefined;
    // Who attaches to a program does not start it.
    if (part("request")?.value === "attach") return undefined;
    const span = { start: node.offset, end: node.offset + node.length };
    const spoken = (text: string): Word => wordOf([literal(text, span.start)], span);
    const [program, module, directory] = [part("program"), part("module"), part("cwd")];
    const target = module !== undefined ? [spoken("-m"), this.word(module)] : program && [this.word(program)];
    if (target === undefined) return undefined;
    return launchOf([spoken("python"), ...target, ...this.words(part("args"))], {
      environment: new Map(this.environment(part("env"))),
      moreEnvironment: part("envFile") !== undefined,
      directory: directory && this.word(directory),
      ...span,
    });
  }

  /** A list, or one text that is split at blanks. */
  private words(node: Node | undefined): Word[] {
    if (node?.type !== "string") return jsonWords(node, this.text).map((word) => this.expanded(word));
    const whole = jsonWord(node, this.text);
    if (whole.text === undefined || whole.origins.length > 0 || /["'\\]/.test(whole.text))
      return [{ ...whole, text: undefined, count: "any" }];
    const pieces = splitPieces([{ ...literal(whole.text, whole.start), whole: false }]);
    return pieces.map((one) => this.expanded(wordOf(one, one[0]?.origins[0] ?? whole)));
  }

  private environment(node: Node | undefined): [string, Word][] {
    return (node?.children ?? []).flatMap((property): [string, Word][] => {
      const [key, value] = property.children ?? [];
      return key === undefined || value === undefined ? [] : [[String(key.value), this.word(value)]];
    });
  }

  private word(node: Node): Word {
    return this.expanded(jsonWord(node, this.text));
  }

  /** `${workspaceFolder}` is known; what is asked for or comes from the editor is not. */
  private expanded(word: Word): Word {
    if (word.text?.includes("${") !== true) return word;
    const text = word.text.replaceAll(/\$\{(workspaceFolder|workspaceRoot)\}/g, this.workspace);
    if (text.includes("${")) return { ...word, text: undefined, prefix: text.slice(0, text.indexOf("${")) };
    return { ...word, text, prefix: text, origins: [{ start: word.start, end: word.end }] };
  }
}
