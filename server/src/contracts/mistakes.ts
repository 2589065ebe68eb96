/** What is wrong with a contract, as far as its text tells. A contract is read, never run, so nothing else would say it. */
import { isBuiltin } from "../interpreter/builtins.ts";
import { assignedNames, boundNames, classNames } from "../interpreter/scope.ts";
import { type CallExpression, type FunctionStatement, LineIndex, type Node, nodesIn, type Span, type Statement } from "../syntax/index.ts";
import { languageNames } from "./intrinsics.ts";
import type { ContractLibrary } from "./library.ts";

export interface ContractMistake {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** One or two sentences. */
  readonly message: string;
  /** True if Python could not load the file: nothing of it is used. */
  readonly fatal: boolean;
}

/** The mistakes in one file of a library, in order. `rules` are the ids of the rules that there are. */
export function mistakesIn(path: string, library: ContractLibrary, rules: ReadonlySet<string>): ContractMistake[] {
  const reader = new Reader(path, library, rules);
  for (const { chunk, offset } of library.syntax(path)?.chunks ?? []) reader.read(chunk.statement, chunk.broken, offset);
  return reader.found.sort((a, b) => a.line - b.line);
}

class Reader {
  readonly found: ContractMistake[] = [];
  private readonly path: string;
  private readonly library: ContractLibrary;
  private readonly rules: ReadonlySet<string>;
  private readonly lines: LineIndex;
  private readonly bound: ReadonlySet<string>;
  /** Where the chunk that is read stands in the file. */
  private offset = 0;

  constructor(path: string, library: ContractLibrary, rules: ReadonlySet<string>) {
    this.path = path;
    this.library = library;
    this.rules = rules;
    this.lines = new LineIndex(library.files.get(path) ?? "");
    this.bound = namesBoundIn(statementsOf(library, path));
  }

  read(statement: Statement, broken: boolean, offset: number): void {
    this.offset = offset;
    if (broken) {
      const place = nodesIn(statement).find((node) => node.kind === "invalid") ?? statement;
      this.fatal(place, "This is no valid Python.");
      return;
    }
    if (statement.kind === "raise") this.fatal(statement, "This raises when the contract is loaded.");
    if (statement.kind === "expression" && isCallOf(statement.value, "require"))
      this.say(statement, "A requirement outside of a function is never asked. Move it into the function that has it.");
    const nodes = nodesIn(statement);
    const labels = new Set<Node | undefined>(nodes.flatMap(labelsOf));
    for (const node of nodes) if (!labels.has(node)) this.node(node);
  }

  private node(node: Node): void {
    switch (node.kind) {
      case "import":
        for (const { module, start, end } of node.names) this.moduleExists(module, { start, end });
        return;
      case "import-from":
        this.importFrom(node);
        return;
      case "name":
        if (!this.isDefined(node.id)) this.say(node, `The name ${node.id} is not defined.`);
        return;
      case "call":
        if (isCallOf(node, "require")) this.requirement(node);
        return;
      case "function":
        for (const decorator of node.decorators) {
          if (isCallOf(decorator, "distinctive")) this.parametersExist(node, decorator, "no call is ever bound by it");
          else if (isCallOf(decorator, "checked_with") && !node.parameters.some(({ form }) => form === "double-star"))
            this.parametersExist(node, decorator, "no call ever passes it");
        }
        return;
      default:
    }
  }

  private parametersExist(node: FunctionStatement, decorator: CallExpression, consequence: string): void {
    const parameters = new Set(node.parameters.map(({ name }) => name.id));
    for (const { value } of decorator.arguments)
      if (value.kind === "string" && !parameters.has(value.value))
        this.say(value, `${node.name.id} has no parameter "${value.value}", so ${consequence}.`);
  }

  private importFrom(statement: Node & { kind: "import-from" }): void {
    const { level, module, names } = statement;
    const name = this.library.absoluteName(level, module, this.path) ?? module;
    if (!this.moduleExists(name, statement) || names === "*") return;
    const source = this.library.find(name);
    const known = name === "shardlint" ? languageNames : source === undefined ? undefined : this.definedIn(source);
    for (const { name: imported } of names) {
      if (known === undefined || known.has(imported.id)) continue;
      if (this.library.find(`${name}.${imported.id}`) === undefined)
        this.fatal(imported, `${name} has no ${imported.id}.`);
    }
  }

  private moduleExists(name: string, place: Span): boolean {
    if (name === "shardlint" || ofPython.test(name) || this.library.hasPackage(name)) return true;
    this.fatal(place, `There is no contract for ${name}, which is imported here.`);
    return false;
  }

  /** The names of another contract; undefined if they cannot be told. */
  private definedIn(path: string): ReadonlySet<string> | undefined {
    const statements = statementsOf(this.library, path);
    const star = statements.some((one) => one.kind === "import-from" && one.names === "*");
    return star ? undefined : assignedNames(statements);
  }

  private requirement(call: CallExpression): void {
    if (call.arguments.some(({ stars }) => stars > 0)) return;
    const byPosition = call.arguments.filter(({ name }) => name === undefined);
    const named = new Set(call.arguments.map(({ name }) => name?.id));
    const missing = ["condition", "rule", "exception"].filter((name, i) => i >= byPosition.length && !named.has(name));
    if (byPosition.length > 3)
      this.say(call, `require takes 3 arguments by position, not ${byPosition.length}. It is never asked.`);
    for (const name of [...missing, ...(named.has("at") ? [] : ["at"])])
      this.say(call, `require needs the argument "${name}". It is never asked.`);
    const rule = byPosition[1]?.value;
    if (rule?.kind === "string" && !this.rules.has(rule.value))
      this.say(rule, `There is no rule "${rule.value}", so this is never reported. "shardlint rules" lists the rules.`);
  }

  private isDefined(name: string): boolean {
    return this.bound.has(name) || isBuiltin(name) || /^__\w+__$|(Error|Exception|Warning)$/.test(name);
  }

  private say(place: Span, message: string, fatal = false): void {
    const line = this.lines.positionAt(this.offset + place.start).line + 1;
    this.found.push({ path: this.path, line, message, fatal });
  }

  private fatal(place: Span, message: string): void {
    this.say(place, `${message} The file is not used.`, true);
  }
}

/** What may be imported although no contract describes it: modules of Python, and tensors for annotations. */
const ofPython =
  /^(__future__|abc|collections|contextlib|copy|dataclasses|enum|functools|itertools|math|operator|os|re|sys|types|typing|typing_extensions|einops|numpy|torch)(\.|$)/;

function statementsOf(library: ContractLibrary, path: string): readonly Statement[] {
  return library.syntax(path)?.chunks.map(({ chunk }) => chunk.statement) ?? [];
}

/** Every name that is bound anywhere in the statements, whatever its scope: what is not among them is misspelt. */
function namesBoundIn(statements: readonly Statement[]): ReadonlySet<string> {
  const bound = new Set(assignedNames(statements));
  const add = (names: Iterable<string>): void => {
    for (const name of names) bound.add(name);
  };
  for (const node of statements.flatMap(nodesIn)) {
    if (node.kind === "function" || node.kind === "lambda") add(boundNames(node).own);
    else if (node.kind === "class") add(classNames(node.body).own);
    else if (node.kind === "comprehension")
      add(node.clauses.flatMap(({ target }) => nodesIn(target).flatMap((one) => (one.kind === "name" ? one.id : []))));
  }
  return bound;
}

/** Names that are read from no scope: those of keywords, attributes and imports. */
function labelsOf(node: Node): readonly (Node | undefined)[] {
  if (node.kind === "call") return node.arguments.map(({ name }) => name);
  if (node.kind === "class") return node.bases.map(({ name }) => name);
  if (node.kind === "import-from" && node.names !== "*") return node.names.map(({ name }) => name);
  return node.kind === "attribute" ? [node.attribute] : [];
}

function isCallOf(node: Node, name: string): node is CallExpression {
  return node.kind === "call" && node.callee.kind === "name" && node.callee.id === name;
}
