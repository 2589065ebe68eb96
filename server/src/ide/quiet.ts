/** Statements of the top level that set variables and do nothing else: it can be told what a file is with them and without. */
import {
  childrenOf,
  type ClassStatement,
  type Expression,
  type FunctionStatement,
  type Node,
  nodesIn,
  pieceOf,
  type PlacedChunk,
  type Statement,
} from "../syntax/index.ts";
import { assignedNames } from "../interpreter/scope.ts";

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
  const content = importsLibraries(statement, libraries.isUnseen)
    ? { touches: [], bodies: [] }
    : contentOf([statement], pieceOf(placed, text).text, libraries);
  const binds = statement.kind === "invalid" ? statement.bound : [...assignedNames([statement])];
  return content && { ...content, binds };
}

/** True for an import of nothing but what libraries have. */
export function importsLibraries(statement: Statement, isUnseen: Libraries["isUnseen"]): boolean {
  if (statement.kind === "import") return statement.names.every(({ module }) => isUnseen(module));
  if (statement.kind !== "import-from") return false;
  const { level, module, names } = statement;
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

const literals: ReadonlySet<Node["kind"]> = new Set(["int", "float", "string", "bytes", "constant"] as const);

/** True for what is worked out without any code that was written here. */
function isPlain(e: Node, libraries: Libraries): boolean {
  switch (e.kind) {
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
      return e.kind === "name" || literals.has(e.kind);
  }
}
