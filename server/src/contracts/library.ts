/** The contract files: which module each describes, which words lead to them, which keywords bind without a name. */
import type { ClassStatement, ModuleSyntax, Statement } from "../syntax/index.ts";

export interface DistinctiveBinding {
  /** All of these must be passed. */
  readonly keywords: readonly string[];
  /** No other keyword may be passed. */
  readonly allowed: ReadonlySet<string>;
  /** How many arguments may be passed by position. */
  readonly positional: number;
  readonly path: string;
  readonly owner: string | undefined;
  readonly name: string;
}

export class ContractLibrary {
  /** Text by path; the paths start with the root they were found in. */
  readonly files: ReadonlyMap<string, string>;
  private readonly roots: readonly string[];
  private readonly parse: (text: string) => ModuleSyntax;
  private readonly parsed = new Map<string, ModuleSyntax>();
  private bindings: readonly DistinctiveBinding[] | undefined;
  private words: readonly string[] | undefined;
  private launchWords: readonly string[] | undefined;

  /** Earlier roots win, so that a user's contract can replace one that ships with the product. */
  constructor(roots: readonly string[], files: ReadonlyMap<string, string>, parse: (text: string) => ModuleSyntax) {
    this.roots = roots;
    this.files = files;
    this.parse = parse;
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  syntax(path: string): ModuleSyntax | undefined {
    const text = this.files.get(path);
    if (text === undefined) return undefined;
    let syntax = this.parsed.get(path);
    if (syntax === undefined) this.parsed.set(path, (syntax = this.parse(text)));
    return syntax;
  }

  /** The contract for a dotted module name. */
  find(name: string): string | undefined {
    const relative = name.replaceAll(".", "/");
    for (const root of this.roots) {
      for (const path of [`${root}/${relative}.py`, `${root}/${relative}/__init__.py`]) if (this.files.has(path)) return path;
    }
    return undefined;
  }

  /** The dotted name of a contract file, and whether it is a package. */
  moduleName(path: string): { readonly name: string; readonly package: boolean } | undefined {
    const root = this.roots.find((candidate) => path.startsWith(`${candidate}/`));
    if (root === undefined) return undefined;
    const relative = path.slice(root.length + 1).replace(/\.py$/, "");
    const isPackage = relative.endsWith("/__init__");
    return { name: relative.replace(/\/__init__$/, "").replaceAll("/", "."), package: isPackage };
  }

  /** The binding that a call with such arguments means; undefined if there is none or more than one. */
  distinctive(keywords: ReadonlySet<string>, positional: number): DistinctiveBinding | undefined {
    this.bindings ??= [...this.files].flatMap(([path, text]) => (text.includes("@distinctive(") ? this.bindingsOf(path) : []));
    const fitting = this.bindings.filter(
      (binding) =>
        positional <= binding.positional &&
        binding.keywords.every((word) => keywords.has(word)) &&
        [...keywords].every((word) => binding.allowed.has(word)),
    );
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  /** A file that has none of these words cannot have a finding of its own. */
  triggers(): readonly string[] {
    this.words ??= this.wordsOf(/\brequire\(|\blaunch\(|from _fa4|from \.+_fa4/);
    return this.words;
  }

  /** A file that has none of these words says nothing about its launch. */
  launchTriggers(): readonly string[] {
    this.launchWords ??= this.wordsOf(/\blaunch\(|server_args|diffusion_generator/);
    return this.launchWords;
  }

  /** What the contract files that match define, and the keywords that stand for them. */
  private wordsOf(pattern: RegExp): readonly string[] {
    const files = [...this.files].filter(([path, text]) => !this.isInternal(path) && pattern.test(text));
    const words = files.flatMap(([path, text]) => {
      const defined = [...text.matchAll(/^(?:def|class) (\w+)/gm)].flatMap((match) => match[1] ?? []);
      const keywords = text.includes("@distinctive(") ? this.bindingsOf(path).map((binding) => binding.keywords[0] ?? "") : [];
      return [...defined, ...keywords];
    });
    return [...new Set(words)].filter((word) => word.length > 4);
  }

  /** Helpers of the contracts themselves, which no program imports. */
  private isInternal(path: string): boolean {
    const name = this.moduleName(path)?.name ?? "";
    return name.startsWith("_") || name.startsWith("shardlint");
  }

  private bindingsOf(path: string): DistinctiveBinding[] {
    const statements = this.syntax(path)?.chunks.map((placed) => placed.chunk.statement) ?? [];
    return statements.flatMap((statement) =>
      statement.kind === "class" ? statement.body.flatMap((member) => bindings(path, member, statement)) : bindings(path, statement, undefined),
    );
  }
}

function bindings(path: string, statement: Statement, owner: ClassStatement | undefined): DistinctiveBinding[] {
  if (statement.kind !== "function") return [];
  return statement.decorators.flatMap((decorator) => {
    if (decorator.kind !== "call" || decorator.callee.kind !== "name" || decorator.callee.id !== "distinctive") return [];
    const keywords = decorator.arguments.flatMap((argument) => (argument.value.kind === "string" ? [argument.value.value] : []));
    const parameters = statement.parameters.slice(owner === undefined ? 0 : 1);
    const byPosition = parameters.filter((parameter) => parameter.form === "ordinary" || parameter.form === "positional-only");
    const byName = parameters.filter((parameter) => parameter.form === "ordinary" || parameter.form === "keyword-only");
    const allowed = new Set(byName.map((parameter) => parameter.name.id));
    return [{ keywords, allowed, positional: byPosition.length, path, owner: owner?.name.id, name: statement.name.id }];
  });
}
