/** Commands in YAML: services of a compose file, containers of a cluster, steps of a workflow. */
import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { ShellTools } from "./shell/tools.ts";
import { yamlProblem } from "./config-file.ts";
import { joinLaunches, launchesOfEmbedded, launchesOfWords, piecesOf, type EmbeddedShell } from "./embedded.ts";
import { noLaunches, type Launches, type LaunchProblem, type Word } from "./launch.ts";
import { type Interpolation, interpolated } from "./interpolation.ts";
import { valueAfter } from "./programs.ts";
import { computed, givenPiece, literal, manyPiece, splitPieces, unknownPiece, wordOf } from "./shell/pieces.ts";
import { noText } from "./shell/quoting.ts";

interface YamlText {
  readonly text: string;
  /** True for a file of services, in which variables are replaced before anything is started. */
  readonly isCompose: boolean;
  /** True for a file of jobs, whose variables are those of their steps. */
  readonly isWorkflow: boolean;
}

/** What the mappings around a command say about it. */
interface Around {
  readonly environment: readonly [string, Word][];
  readonly moreEnvironment: boolean;
  readonly directory: Word | undefined;
}

const maximumDepth = 40;

/** Keys whose text is a command, or whose list is the words of one. */
const commandKeys: ReadonlySet<string> = new Set(["command", "entrypoint", "run", "cmd", "script"]);

export function launchesOfYaml(tools: ShellTools, path: string, text: string): Launches {
  const found: Launches[] = [];
  const problems: LaunchProblem[] = [];
  let file: YamlText = { text, isCompose: false, isWorkflow: false };
  const visit = (node: unknown, depth: number, around: Around): void => {
    if (depth > maximumDepth) return;
    if (isSeq(node)) for (const item of node.items) visit(item, depth + 1, around);
    if (!isMap(node)) return;
    const command = commandOf(node);
    if (command !== undefined) found.push(launchesOfNode(tools, path, file, node, around, command));
    const inner = insideOf(node, file, around);
    for (const { value } of node.items) visit(value, depth + 1, inner);
  };
  const hasCommands = /^[ \t-]*(command|entrypoint|run|cmd|script)[ \t]*:/m.test(text);
  const documents = parseAllDocuments(text, { lineCounter: new LineCounter(), logLevel: "silent", uniqueKeys: false });
  for (const document of documents) {
    const [error] = document.errors;
    // A template becomes YAML when something is put into it.
    if (error !== undefined && hasCommands && !/\{\{|\{%|<%/.test(text)) problems.push(yamlProblem(error));
    if (error !== undefined) continue;
    const has = (key: string): boolean => isMap(document.contents) && document.contents.has(key);
    file = { text, isCompose: has("services"), isWorkflow: has("jobs") };
    visit(document.contents, 0, {
      environment: [],
      moreEnvironment: text.includes("GITHUB_ENV"),
      directory: undefined,
    });
  }
  return joinLaunches([...found, { commands: [], problems: problems.slice(0, 1), written: new Set() }]);
}

/** True if a workflow goes on when the step or job fails, or may. */
function mayFail(map: YAMLMap): boolean {
  const said = [map.get("continue-on-error"), map.get("allow_failure")];
  return said.some((value) => value !== undefined && value !== null && value !== false);
}

/** `entrypoint: [python]` gets the words of `command`, and `command: [python]` those of `args`. */
function commandOf(map: YAMLMap): { main: Node; added: Node | undefined } | undefined {
  const values = new Map<unknown, Node>();
  for (const pair of map.items) {
    if (isPair(pair) && isScalar(pair.key) && (isScalar(pair.value) || isSeq(pair.value)))
      values.set(pair.key.value, pair.value);
  }
  const key = ["entrypoint", ...commandKeys].find((name) => values.has(name));
  const main = values.get(key);
  if (main === undefined) return undefined;
  if (key === "entrypoint") return { main, added: values.get("command") };
  // Only a list of words has arguments beside it.
  return { main, added: isSeq(main) ? values.get("args") : undefined };
}

function launchesOfNode(
  tools: ShellTools,
  path: string,
  file: YamlText,
  map: YAMLMap,
  around: Around,
  { main, added }: { main: Node; added: Node | undefined },
): Launches {
  const own = environmentOf(map.get("environment", true) ?? map.get("env", true), file);
  const environment = [...around.environment, ...(own ?? [])];
  const moreEnvironment = around.moreEnvironment || map.has("env_file") || map.has("envFrom") || own === undefined;
  const directory = directoryOf(map, file) ?? around.directory;
  if (isScalar(main) && added === undefined) {
    const shell = shellOf(main, file.text);
    if (shell === undefined) return noLaunches;
    // What runs a workflow puts something in place of ${{ … }} first.
    const filled = shell.text.replace(/\$\{\{.*?\}\}/g, (hole) => `$(:${" ".repeat(hole.length - 4)})`);
    const readable = file.isCompose ? forContainer(filled) : filled;
    const isReplaced = (name: string): boolean => file.isCompose && usesOfCaller(shell.text).has(name);
    const found = launchesOfEmbedded(
      tools,
      { ...shell, text: readable },
      {
        path,
        variables: new Map(
          environment.map(([name, word]) => [name, isReplaced(name) ? [unknownPiece] : piecesOf(word)]),
        ),
        exported: new Set(environment.map(([name]) => name)),
        directory: directory && piecesOf(directory),
        moreVariables: moreEnvironment,
        tentative: mayFail(map),
      },
    );
    // Such a text need not be shell, so that a mistake in it says nothing.
    return { ...found, problems: [] };
  }
  const words = [...wordsOf(main, file), ...wordsOf(added, file)];
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return noLaunches;
  return launchesOfWords(tools, words, path, {
    environment: new Map(environment),
    moreEnvironment,
    directory,
    tentative: mayFail(map),
    start: first.start,
    end: last.end,
  });
}

/** What holds for what stands in a mapping. */
function insideOf(map: YAMLMap, file: YamlText, around: Around): Around {
  const said = ["env", "environment", "variables"].map((key) => environmentOf(map.get(key, true), file));
  const environment = said.flatMap((entries) => entries ?? []);
  const defaults = map.getIn(["defaults", "run"]);
  return {
    environment: [
      ...around.environment,
      // In other files than workflows, what they are for is not known.
      ...environment.map(([name, word]): [string, Word] => [
        name,
        file.isWorkflow ? word : wordOf([unknownPiece], word),
      ]),
    ],
    moreEnvironment: around.moreEnvironment || said.includes(undefined),
    directory: (isMap(defaults) ? directoryOf(defaults, file) : undefined) ?? around.directory,
  };
}

/** Where a step of a workflow runs. */
function directoryOf(map: YAMLMap, file: YamlText): Word | undefined {
  const said = map.get("working-directory", true);
  return isScalar(said) ? yamlWord(said, file) : undefined;
}

/** A text that is written as it is, apart from indentation and line breaks. */
function shellOf(node: Scalar, text: string): EmbeddedShell | undefined {
  const range = node.range;
  if (typeof node.value !== "string" || range === null || range === undefined) return undefined;
  const written = text.slice(range[0], range[1]);
  switch (node.type) {
    case "BLOCK_LITERAL":
    case "BLOCK_FOLDED": {
      const header = written.indexOf("\n") + 1;
      const body = written.slice(header);
      // Folded lines are one line, unless one is empty.
      const shell = node.type === "BLOCK_LITERAL" ? body : body.replace(/\n(?=[ \t]*\S)/g, " ");
      return { text: shell, offset: range[0] + header };
    }
    case "PLAIN":
      return { text: written.replace(/\r?\n/g, (lines) => " ".repeat(lines.length)), offset: range[0] };
    default: {
      const inside = written.slice(1, -1);
      return inside === node.value ? { text: inside, offset: range[0] + 1 } : undefined;
    }
  }
}

/** The words of a list; those of a text where nothing in it is quoted or replaced, else any. */
function wordsOf(node: unknown, file: YamlText): Word[] {
  if (isScalar(node)) {
    const shell = shellOf(node, file.text);
    const span = { start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
    if (shell === undefined || /["'\\$]/.test(shell.text)) return [wordOf([manyPiece], span)];
    return splitPieces([{ ...literal(shell.text, shell.offset), whole: false }]).map((pieces) =>
      wordOf(pieces, pieces[0]?.origins[0] ?? span),
    );
  }
  return isSeq(node) ? node.items.flatMap((item) => (isScalar(item) ? [yamlWord(item, file)] : [])) : [];
}

function yamlWord(node: Scalar, { text, isCompose }: YamlText): Word {
  const [from, to] = node.range ?? [0, 0];
  const written = text.slice(from, to);
  const quote = /^["']/.test(written) ? 1 : 0;
  const span = { start: from + quote, end: to - quote };
  const { value } = node;
  const known =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  const isWritten = known !== undefined && text.slice(span.start, span.end) === known;
  if (isWritten && isCompose) return wordOf(interpolated(known, span.start, ofCaller), span);
  // What replaces variables in other files is not known.
  const isKnown = known !== undefined && !known.includes("$");
  return wordOf(
    [isKnown && isWritten ? literal(known, span.start) : computed(isKnown ? known : undefined, [span], false)],
    span,
  );
}

/** A compose file is filled in from the variables of whoever starts it, not from those of the container. */
const ofCaller: Interpolation = { escape: "$", variable: () => [givenPiece] };

/** The variables of the caller that the text of a command has. */
function usesOfCaller(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\$\$|\$\{?(\w+)/g)].flatMap(([, name]) => name ?? []));
}

/** `$$NAME` is a variable of the container, if there is a shell to see it. */
function forContainer(text: string): string {
  return /sh\s+-\w*c\s/.test(text) ? text.replaceAll("$$", () => `${noText}$`) : text;
}

/** A mapping, or a list of `NAME=value` or of names and values; undefined if some of it is not read. */
function environmentOf(node: unknown, file: YamlText): [string, Word][] | undefined {
  if (node === undefined || node === null) return [];
  if (!isMap(node) && !isSeq(node)) return undefined;
  const found: [string, Word][] = [];
  for (const item of node.items) {
    const entry = isPair(item)
      ? scalars(item.key, item.value)
      : isMap(item)
        ? scalars(item.get("name", true), item.get("value", true))
        : undefined;
    const word = isScalar(item) ? yamlWord(item, file) : undefined;
    const name = /^([A-Za-z_]\w*)=/.exec(word?.text ?? "");
    if (entry !== undefined) found.push([String(entry[0].value), yamlWord(entry[1], file)]);
    else if (word !== undefined && name?.[1] !== undefined) found.push([name[1], valueAfter(word, name[0].length)]);
    else return undefined;
  }
  return found;
}

function scalars(key: unknown, value: unknown): [Scalar, Scalar] | undefined {
  return isScalar(key) && isScalar(value) ? [key, value] : undefined;
}
