/** Statements of the top level that set variables and do nothing else: it can be told what a file is with them and without. */
import {
  childrenOf,
  type ClassStatement,
  type Expression,
  type FunctionStatement,
  type ImportFromStatement,
  type Node,
  nodesIn,
  pieceOf,
  type PlacedChunk,
  type Statement,
} from "../syntax/index.ts";

export interface QuietStatement {
  /** The variables of the module that it sets. */
  readonly binds: readonly string[];
  /** The variables of which it may change what they hold. */
  readonly touches: readonly string[];
  /** What runs at another time. */
  readonly bodies: readonly Body[];
}

export interface Body {
  readonly text: string;
  readonly statements: readonly Statement[];
}

/** What is known of libraries, whose code has nothing to do with that of the file. */
export interface Libraries {
  /** True for a module that cannot be read, and so is nobody's here. */
  readonly isUnseen: (module: string) => boolean;
  /** True for a name of a library, or of Python itself. */
  readonly isForeign: (name: string) => boolean;
}

/** Undefined for what may do more: run code that was written here, or hand its functions on to it. */
export function quietStatement(placed: PlacedChunk, text: string, libraries: Libraries): QuietStatement | undefined {
  const { statement } = placed.chunk;
  const { text: whole } = pieceOf(placed, text);
  const bindsOnly = (binds: readonly string[]): QuietStatement => ({ binds, touches: [], bodies: [] });
  switch (statement.kind) {
    case "function":
    case "class": {
      const content = contentOf([statement], whole, libraries);
      return content && { ...content, binds: [statement.name.id] };
    }
    case "invalid": {
      const content = contentOf([statement], whole, libraries);
      return content && { ...content, binds: statement.bound };
    }
    case "import":
      if (!statement.names.every(({ module }) => libraries.isUnseen(module))) return undefined;
      return bindsOnly(statement.names.map(({ module, alias }) => alias?.id ?? module.split(".")[0] ?? module));
    case "import-from":
      return isUnseenImport(statement, libraries.isUnseen) && statement.names !== "*"
        ? bindsOnly(statement.names.map(({ name, alias }) => (alias ?? name).id))
        : undefined;
    case "assign": {
      const names = statement.targets.flatMap((target) => (target.kind === "name" ? target.id : []));
      return names.length === statement.targets.length && isPlain(statement.value, libraries)
        ? bindsOnly(names)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** True for an import of nothing but what a library has. */
export function isUnseenImport(
  { level, module, names }: ImportFromStatement,
  isUnseen: Libraries["isUnseen"],
): boolean {
  if (level > 0 || module === "__future__" || names === "*") return false;
  return isUnseen(module) && names.every(({ name }) => isUnseen(`${module}.${name.id}`));
}

type Content = Pick<QuietStatement, "touches" | "bodies">;

/** What is in definitions; undefined if something of it runs while they are made. */
function contentOf(statements: readonly Statement[], whole: string, libraries: Libraries): Content | undefined {
  const touches: string[] = [];
  const bodies: Body[] = [];
  for (const statement of statements) {
    switch (statement.kind) {
      case "function": {
        const [first] = statement.body;
        if (first === undefined || !isQuietHead(statement, libraries)) return undefined;
        bodies.push({ text: whole.slice(first.start, statement.end), statements: statement.body });
        break;
      }
      case "class": {
        const inner = isQuietClass(statement, libraries) ? contentOf(statement.body, whole, libraries) : undefined;
        if (inner === undefined) return undefined;
        touches.push(...inner.touches);
        bodies.push(...inner.bodies);
        break;
      }
      case "invalid":
        if (statement.leaves || !statement.defines) return undefined;
        touches.push(...statement.mentioned);
        bodies.push({ text: whole.slice(statement.start, statement.end), statements: statement.recovered });
        break;
      case "annotated":
        if (statement.target.kind !== "name" || !isQuietAnnotation(statement.annotation)) return undefined;
        if (statement.value !== undefined && !isPlain(statement.value, libraries)) return undefined;
        break;
      case "assign":
        if (!statement.targets.every(({ kind }) => kind === "name") || !isPlain(statement.value, libraries))
          return undefined;
        break;
      case "expression":
        if (statement.value.kind !== "string") return undefined;
        break;
      case "pass":
        break;
      default:
        return undefined;
    }
  }
  return { touches, bodies };
}

function isQuietHead({ decorators, parameters, returns }: FunctionStatement, libraries: Libraries): boolean {
  return (
    decorators.every((decorator) => isOfLibrary(decorator, libraries)) &&
    parameters.every(({ default: value }) => value === undefined || isPlain(value, libraries)) &&
    [returns, ...parameters.map(({ annotation }) => annotation)].every(isQuietAnnotation)
  );
}

function isQuietClass({ decorators, bases }: ClassStatement, libraries: Libraries): boolean {
  const all = [...decorators, ...bases.map(({ value }) => value)];
  return all.every((one) => isOfLibrary(one, libraries));
}

const active: ReadonlySet<Node["kind"]> = new Set([
  "call",
  "lambda",
  "comprehension",
  "named",
  "await",
  "yield",
  "invalid",
] as const);

function isQuietAnnotation(annotation: Expression | undefined): boolean {
  return annotation === undefined || nodesIn(annotation).every(({ kind }) => !active.has(kind));
}

/** A name of a library, something in it, or a call of that. */
function isOfLibrary(e: Expression, libraries: Libraries): boolean {
  switch (e.kind) {
    case "name":
      return libraries.isForeign(e.id);
    case "attribute":
      return isOfLibrary(e.object, libraries);
    case "call":
      return isOfLibrary(e.callee, libraries) && e.arguments.every(({ value }) => isPlain(value, libraries));
    default:
      return false;
  }
}

/** True for what is worked out without any code that was written here. */
function isPlain(e: Node, libraries: Libraries): boolean {
  switch (e.kind) {
    case "name":
    case "int":
    case "float":
    case "string":
    case "bytes":
    case "constant":
      return true;
    case "tuple":
    case "list":
    case "set":
    case "dict":
      return [...childrenOf(e)].every((part) => isPlain(part, libraries));
    case "unary":
    case "binary":
      return [...childrenOf(e)].every((part) => part.kind !== "name" && isPlain(part, libraries));
    case "attribute":
    case "call":
      return isOfLibrary(e, libraries);
    default:
      return false;
  }
}
