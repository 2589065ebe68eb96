/** Lexical scopes, and which names a function body makes its own. */
import type { Expression, FunctionStatement, LambdaExpression, Pattern, Statement } from "../syntax/ast.ts";
import type { ClassValue, FunctionValue, Scope } from "../values/value.ts";

/** A module's, function's, class's or comprehension's names. The object itself owns the cells. */
export class LexicalScope implements Scope {
  readonly path: string;
  readonly kind: "module" | "function" | "class" | "comprehension";
  readonly parent: LexicalScope | undefined;
  /** Names that belong to this scope; undefined for a module, which owns whatever is not found further in. */
  readonly own: ReadonlySet<string> | undefined;
  readonly globals: ReadonlySet<string>;
  /** The class whose body this is, once it is defined. */
  defines: ClassValue | undefined = undefined;

  constructor(path: string, kind: LexicalScope["kind"], parent?: LexicalScope, names?: BoundNames) {
    this.path = path;
    this.kind = kind;
    this.parent = parent;
    this.own = names?.own;
    this.globals = names?.globals ?? new Set();
  }

  get module(): LexicalScope {
    return this.parent === undefined ? this : this.parent.module;
  }

  /** The scopes in which Python looks for a name, innermost first. */
  *lookup(name: string): Generator<LexicalScope> {
    if (this.globals.has(name)) {
      yield this.module;
      return;
    }
    yield this;
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) if (scope.kind !== "class") yield scope;
  }

  /** The scope that an assignment to the name writes to. */
  target(name: string): LexicalScope {
    if (this.globals.has(name)) return this.module;
    if (this.own === undefined || this.own.has(name)) return this;
    // An assignment expression in a comprehension binds in the function around it.
    if (this.kind === "comprehension" && this.parent !== undefined) return this.parent.target(name);
    for (const scope of this.lookup(name)) if (scope.own?.has(name) === true) return scope;
    return this;
  }
}

export interface BoundNames {
  readonly own: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
}

const known = new WeakMap<object, BoundNames>();

/** The names a function binds: parameters, assignment targets, imports, definitions; without `global`/`nonlocal`. */
export function boundNames(node: FunctionStatement | LambdaExpression): BoundNames {
  const cached = known.get(node);
  if (cached !== undefined) return cached;
  const collector = new Collector();
  for (const parameter of node.parameters) collector.own.add(parameter.name.id);
  if (node.kind === "function") collector.block(node.body);
  const result = collector.result();
  known.set(node, result);
  return result;
}

export function classNames(body: readonly Statement[]): BoundNames {
  const collector = new Collector();
  collector.block(body);
  return collector.result();
}

/** The names that statements bind in the scope they run in. */
export function assignedNames(body: readonly Statement[]): ReadonlySet<string> {
  const collector = new Collector();
  collector.block(body);
  return collector.own;
}

/** The names that targets such as `a, (b, *c)` bind. */
export function targetNames(targets: readonly Expression[]): ReadonlySet<string> {
  const collector = new Collector();
  for (const target of targets) collector.target(target);
  return collector.own;
}

class Collector {
  readonly own = new Set<string>();
  private readonly globals = new Set<string>();
  private readonly outer = new Set<string>();

  result(): BoundNames {
    for (const name of [...this.globals, ...this.outer]) this.own.delete(name);
    return { own: this.own, globals: this.globals };
  }

  block(body: readonly Statement[]): void {
    for (const statement of body) this.statement(statement);
  }

  private statement(s: Statement): void {
    switch (s.kind) {
      case "assign":
        s.targets.forEach((target) => {
          this.target(target);
        });
        this.walrus(s.value);
        break;
      case "annotated":
        if (s.value !== undefined) this.target(s.target);
        break;
      case "augmented":
        this.target(s.target);
        break;
      case "expression":
        this.walrus(s.value);
        break;
      case "global":
        s.names.forEach((name) => this.globals.add(name));
        break;
      case "nonlocal":
        s.names.forEach((name) => this.outer.add(name));
        break;
      case "if":
      case "while":
        this.walrus(s.test);
        this.block(s.body);
        this.block(s.otherwise);
        break;
      case "for":
        this.target(s.target);
        this.block(s.body);
        this.block(s.otherwise);
        break;
      case "with":
        for (const item of s.items) if (item.target !== undefined) this.target(item.target);
        this.block(s.body);
        break;
      case "try":
        this.block(s.body);
        for (const handler of s.handlers) {
          if (handler.name !== undefined) this.own.add(handler.name.id);
          this.block(handler.body);
        }
        this.block(s.otherwise);
        this.block(s.final);
        break;
      case "match":
        for (const branch of s.cases) {
          this.pattern(branch.pattern);
          this.block(branch.body);
        }
        break;
      case "function":
      case "class":
        this.own.add(s.name.id);
        break;
      case "import":
        for (const item of s.names) this.own.add(item.alias?.id ?? item.module.split(".")[0] ?? item.module);
        break;
      case "import-from":
        if (s.names !== "*") for (const item of s.names) this.own.add((item.alias ?? item.name).id);
        break;
      case "invalid":
        for (const name of s.bound) this.own.add(name);
        break;
      case "return":
        if (s.value !== undefined) this.walrus(s.value);
        break;
      default:
    }
  }

  target(target: Expression): void {
    if (target.kind === "name") this.own.add(target.id);
    else if (target.kind === "starred") this.target(target.value);
    else if (target.kind === "tuple" || target.kind === "list")
      target.elements.forEach((e) => {
        this.target(e);
      });
  }

  /** Assignment expressions bind in the enclosing function; only the common places are searched. */
  private walrus(e: Expression): void {
    if (e.kind === "named") {
      this.own.add(e.target.id);
      this.walrus(e.value);
    } else if (e.kind === "compare")
      [e.left, ...e.comparators].forEach((part) => {
        this.walrus(part);
      });
    else if (e.kind === "logical" || e.kind === "binary")
      [e.left, e.right].forEach((part) => {
        this.walrus(part);
      });
    else if (e.kind === "unary") this.walrus(e.operand);
    else if (e.kind === "call")
      e.arguments.forEach((argument) => {
        this.walrus(argument.value);
      });
    else if (e.kind === "comprehension")
      [e.element, ...e.clauses.flatMap((clause) => [clause.iterable, ...clause.conditions])].forEach((part) => {
        this.walrus(part);
      });
    else if (e.kind === "subscript") this.walrus(e.object);
    else if (e.kind === "attribute") this.walrus(e.object);
    else if (e.kind === "tuple" || e.kind === "list" || e.kind === "set")
      e.elements.forEach((part) => {
        this.walrus(part);
      });
    else if (e.kind === "conditional")
      [e.test, e.body, e.otherwise].forEach((part) => {
        this.walrus(part);
      });
  }

  private pattern(pattern: Pattern): void {
    if (pattern.kind === "capture") this.own.add(pattern.name.id);
    else if (pattern.kind === "as") {
      this.own.add(pattern.name.id);
      this.pattern(pattern.pattern);
    } else if (pattern.kind === "alternatives" || pattern.kind === "sequence")
      (pattern.kind === "sequence" ? pattern.items : pattern.patterns).forEach((p) => {
        this.pattern(p);
      });
    else if (pattern.kind === "class")
      [...pattern.items, ...pattern.attributes.map((attribute) => attribute.pattern)].forEach((p) => {
        this.pattern(p);
      });
    else if (pattern.kind === "mapping") {
      pattern.entries.forEach((entry) => {
        this.pattern(entry.pattern);
      });
      if (pattern.rest !== undefined) this.own.add(pattern.rest.id);
    } else if (pattern.kind === "structure") pattern.captures.forEach((name) => this.own.add(name.id));
  }
}

/** The scope in which a function was defined. */
export function asLexical(callee: FunctionValue): LexicalScope | undefined {
  return callee.scope instanceof LexicalScope ? callee.scope : undefined;
}
