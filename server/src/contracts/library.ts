/** The contract files: which module each describes, which words lead to them, which keywords bind without a name. */
import { type ClassStatement, type ModuleSyntax, perFile, perPiece, type Statement, type TextPiece, type TextPieces } from "../syntax/index.ts";

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

interface TriggerName {
  readonly name: string;
  /** A call is checked only if it passes one of these; empty if every call is. */
  readonly keywords: readonly string[];
}

/** `call(*arguments)`, `call(x, **options)`: what is passed need not be named. */
const splat = /[(,]\s*\*\*?[A-Za-z_]/;

/**
 * Where a text has one of the names as a value and not as what is called, such as `partial(name, …)` or `"fast": name`: whoever
 * has the value may pass anything.
 */
function handingOn(names: readonly string[]): RegExp {
  const before = String.raw`(?:[=:([{,]|\b(?:return|else|or|and)\b)\s*(?:\w+\.)*`;
  return new RegExp(String.raw`${before}(?:${names.join("|")})\b(?!\s*[(=.:])`);
}

/** What is only imported is not handed on. */
const imports = /\bimport\s*(?:\([^)]*\)|[^\n]*)/g;

/** The words by which a file can mean what contracts describe. */
export class Triggers {
  /** All words, whatever else a file has to mention. */
  readonly words: readonly string[];
  /** The words of a file that mean something in it. */
  readonly in: (pieces: TextPieces) => readonly string[];
  private readonly keywords: readonly string[];
  /** The keywords, and the words of packages, that a text has. */
  private readonly leadsIn: (piece: TextPiece) => readonly string[];
  /** What counts in a file that has the word of a package: names and keywords that a text has, and whether what is passed need not be named. */
  private readonly detailsIn: (piece: TextPiece) => readonly string[];
  /** Names, by a word of the package that they are imported from: the same names exist elsewhere. */
  private readonly byPackage: ReadonlyMap<string, readonly TriggerName[]>;

  constructor(keywords: readonly string[], byPackage: ReadonlyMap<string, readonly TriggerName[]>) {
    this.keywords = keywords;
    this.byPackage = byPackage;
    const names = [...byPackage.values()].flat();
    const leads = [...new Set([...keywords, ...byPackage.keys()])];
    const details = [...new Set(names.flatMap((one) => [one.name, ...one.keywords]))];
    const checked = [...new Set(names.flatMap(({ name, keywords: some }) => (some.length === 0 ? [] : name)))];
    const handsOn = checked.length === 0 ? undefined : handingOn(checked);
    this.leadsIn = perPiece((text) => leads.filter((word) => hasWord(text, word)));
    this.detailsIn = perPiece((text) => {
      const words = details.filter((word) => hasWord(text, word));
      const isNamed = words.some((word) => checked.includes(word));
      const isOpen = splat.test(text) || (isNamed && handsOn?.test(text.replace(imports, "")) === true);
      return isOpen ? [...words, anything] : words;
    });
    this.in = perFile((pieces) => this.find(pieces));
    this.words = [...new Set([...keywords, ...names.map(({ name }) => name)])];
  }

  private find(pieces: TextPieces): readonly string[] {
    const leads = new Set(pieces.flatMap(this.leadsIn));
    const keywords = this.keywords.filter((word) => leads.has(word));
    const named = [...this.byPackage].flatMap(([word, names]) => (leads.has(word) ? names : []));
    if (named.length === 0) return keywords;
    const details = new Set(pieces.flatMap(this.detailsIn));
    const mayPass = (wanted: readonly string[]): boolean =>
      wanted.length === 0 || details.has(anything) || wanted.some((keyword) => details.has(keyword));
    const checked = named.filter((one) => details.has(one.name) && mayPass(one.keywords));
    return [...keywords, ...checked.map(({ name }) => name)];
  }

  /** True if two texts have the same of these words, so that a file means the same by either. */
  areAlikeIn(a: TextPieces, b: TextPieces): boolean {
    return [this.leadsIn, this.detailsIn].every((wordsOf) => {
      const [words, others] = [new Set(a.flatMap(wordsOf)), new Set(b.flatMap(wordsOf))];
      return words.size === others.size && [...words].every((word) => others.has(word));
    });
  }
}

/** Stands among the words of a text for whatever else may be passed. */
const anything = "**";

/** True if a text has a word that is no part of a longer one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + word.length])) return true;
  return false;
}

function isPartOfWord(character = " "): boolean {
  return /\w/.test(character);
}

/** `flash_attn.cute.interface` and what re-exports it are imported with the word `cute`. */
function packageWord(module: string): string {
  const [first = "", second] = module.split(".");
  return second ?? first;
}

export class ContractLibrary {
  /** Text by path; the paths start with the root they were found in. */
  readonly files: ReadonlyMap<string, string>;
  private readonly roots: readonly string[];
  private readonly parse: (text: string) => ModuleSyntax;
  private readonly parsed = new Map<string, ModuleSyntax>();
  private bindings: readonly DistinctiveBinding[] | undefined;
  private readonly reaching = new Map<string, Triggers>();

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

  /** True if there is a contract for the module, or for one inside it. */
  hasPackage(name: string): boolean {
    const relative = name.replaceAll(".", "/");
    const folders = this.roots.map((root) => `${root}/${relative}/`);
    return this.find(name) !== undefined || [...this.files.keys()].some((path) => folders.some((folder) => path.startsWith(folder)));
  }

  /** The absolute dotted name that an import in a contract means; undefined if the file is no contract. */
  absoluteName(level: number, module: string, from: string): string | undefined {
    if (level === 0) return module;
    const contract = this.moduleName(from);
    if (contract === undefined) return undefined;
    const parts = contract.name.split(".");
    const kept = parts.slice(0, parts.length - level + (contract.package ? 1 : 0));
    return [...kept, ...(module === "" ? [] : [module])].join(".");
  }

  /** The dotted name of a contract file, and whether it is a package. */
  moduleName(path: string): { readonly name: string; readonly package: boolean } | undefined {
    const root = this.roots.find((candidate) => path.startsWith(`${candidate}/`));
    if (root === undefined) return undefined;
    const relative = path.slice(root.length + 1).replace(/\.py$/, "");
    const isPackage = relative.endsWith("/__init__");
    return { name: relative.replace(/\/__init__$/, "").replaceAll("/", "."), package: isPackage };
  }

  /** The modules that have a name which a contract file defines: its own, and the packages around it that import the name. */
  modulesWith(path: string, name: string): readonly string[] {
    const own = this.moduleName(path);
    if (own === undefined) return [];
    const parts = own.name.split(".");
    const around = parts.map((_, i) => parts.slice(0, parts.length - 1 - i).join("."));
    const importing = around.filter((module) => importedNames(this.files.get(this.find(module) ?? "") ?? "").has(name));
    return [own.name, ...importing];
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

  /** What a file has to mention to have a finding of these rules. */
  triggers(rules: readonly string[]): Triggers {
    return this.namesReaching(rules.map((rule) => `"${rule}"`));
  }

  /** What a file has to mention to say anything about its launch. */
  launchTriggers(): Triggers {
    return this.namesReaching(["launch("]);
  }

  /** What a function has to mention to give values of the command line. */
  commandTriggers(): Triggers {
    return this.namesReaching(["command_line("]);
  }

  /** The public names whose definitions have one of the texts in them, or a name that reaches one; read off the text. */
  private namesReaching(seeds: readonly string[]): Triggers {
    const key = seeds.join();
    let names = this.reaching.get(key);
    if (names === undefined) this.reaching.set(key, (names = this.findReaching(seeds)));
    return names;
  }

  private findReaching(seeds: readonly string[]): Triggers {
    const pending = new Set([...this.files].flatMap(([path, text]) => definitionsIn(path, text)));
    const importers = this.importersByName();
    const reached: Definition[] = [];
    const usable = new Map<string, Set<string>>();
    for (let size = -1; size !== reached.length; ) {
      size = reached.length;
      for (const definition of pending) {
        const names = usable.get(definition.path);
        const reaches = seeds.some((seed) => definition.text.includes(seed)) || definition.words.some((word) => names?.has(word) === true);
        if (!reaches) continue;
        pending.delete(definition);
        reached.push(definition);
        for (const path of [definition.path, ...(importers.get(definition.name) ?? [])])
          usable.set(path, (usable.get(path) ?? new Set()).add(definition.name));
      }
    }
    const open = reached.filter(({ path }) => !this.isInternal(path));
    const keywords = open.flatMap(({ text }) => [...text.matchAll(/@distinctive\("(\w+)"/g)].flatMap((match) => match[1] ?? []));
    const byPackage = new Map<string, TriggerName[]>();
    for (const { path, name, text } of open) {
      const word = packageWord(this.moduleName(path)?.name ?? "");
      byPackage.set(word, [...(byPackage.get(word) ?? []), { name, keywords: checkedWith(text) }]);
    }
    return new Triggers(keywords, byPackage);
  }

  /** The files that import each name from some other contract. */
  private importersByName(): ReadonlyMap<string, readonly string[]> {
    const importers = new Map<string, string[]>();
    for (const [path, text] of this.files)
      for (const name of importedNames(text)) importers.set(name, [...(importers.get(name) ?? []), path]);
    return importers;
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

interface Definition {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** Without its own name. */
  readonly words: readonly string[];
}

/** The functions and classes at the top level of a file, by its text: nothing is parsed before it is needed. */
function definitionsIn(path: string, text: string): Definition[] {
  const starts = [...text.matchAll(/^(?:@|def |class )/gm)].map((match) => match.index);
  return starts.flatMap((start, i) => {
    const body = text.slice(start, starts[i + 1]);
    const name = /^(?:def|class) (\w+)/m.exec(body)?.[1];
    if (name === undefined) return [];
    // A decorator stands before the definition that it belongs to.
    const before = text.startsWith("@", starts[i - 1]) ? text.slice(starts[i - 1], start) : "";
    return [{ path, name, text: before + body, words: [...new Set(body.match(/\w+/g))].filter((word) => word !== name) }];
  });
}

/** The keywords in `@checked_with(…)` above a definition. */
function checkedWith(text: string): readonly string[] {
  const [, keywords = ""] = /@checked_with\(([^)]*)\)/.exec(text) ?? [];
  return [...keywords.matchAll(/"(\w+)"/g)].flatMap(([, keyword]) => keyword ?? []);
}

/** What a file imports from other contracts, by the names that it has there. */
function importedNames(text: string): ReadonlySet<string> {
  const lists = [...text.matchAll(/^from [\w.]+ import (?:\(([^)]*)\)|([^\n]*))/gm)];
  return new Set(lists.flatMap(([, inBrackets, onLine]) => (inBrackets ?? onLine)?.match(/\w+/g) ?? []));
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
