/**
 * Whether what was found in a file still holds after an edit of it: most keystrokes are in functions that no modelled
 * call has to do with, and then nothing has to be evaluated. It may say no too often.
 */
import type { Triggers } from "../contracts/library.ts";
import type { Memory } from "../interpreter/memory.ts";
import { assignedNames } from "../interpreter/scope.ts";
import {
  type Chunk,
  type ModuleSyntax,
  type Node,
  nodesIn,
  perPiece,
  pieceOf,
  type PlacedChunk,
  type Statement,
  type TextPiece,
} from "../syntax/index.ts";

/** A file as it was evaluated, and what the evaluation made use of in it. */
export interface Basis {
  readonly syntax: ModuleSyntax;
  readonly text: string;
  /** The variables of the module that something read. */
  readonly read: ReadonlySet<string>;
  /** The statements from which a modelled call can be reached. */
  readonly relevant: ReadonlySet<Chunk>;
}

/** What a file read of its own variables in an evaluation that was just made; undefined if other files read them, too. */
export function variablesRead(
  memory: Memory,
  path: string,
  { chunks }: ModuleSyntax,
  entered: Iterable<object>,
): ReadonlySet<string> | undefined {
  const scope = memory.scopes.get(path);
  if (scope === undefined || memory.modules.has(path)) return undefined;
  const records = [
    ...chunks.map(({ chunk }) => memory.statements.get(chunk)),
    ...[...entered].map((node) => memory.entries.get(node)),
  ];
  const names = new Set<string>();
  for (const record of records) for (const name of record?.reads.get(scope)?.keys() ?? []) names.add(name);
  return names;
}

/** True if the file differs at most in functions that the evaluation had nothing to do with, and still has not. */
export function isUnaffected(
  { syntax, text, read, relevant }: Basis,
  now: { readonly syntax: ModuleSyntax; readonly text: string },
  triggers: readonly Triggers[],
): boolean {
  if (syntax.chunks.length !== now.syntax.chunks.length) return false;
  const at = syntax.chunks.findIndex(({ chunk }, i) => chunk !== now.syntax.chunks[i]?.chunk);
  if (at < 0) return true;
  const [before, after] = [syntax.chunks[at], now.syntax.chunks[at]];
  const others = now.syntax.chunks.filter((_, i) => i !== at);
  if (before === undefined || after === undefined) return false;
  if (others.some(({ chunk }, i) => chunk !== syntax.chunks[i < at ? i : i + 1]?.chunk)) return false;
  const [old, edited] = [plainDefinition(before, text), plainDefinition(after, now.text)];
  return (
    old !== undefined &&
    edited !== undefined &&
    differInBodies(old, edited) &&
    !read.has(old.name) &&
    !relevant.has(before.chunk) &&
    triggers.every((some) => some.areAlikeIn(old.piece, edited.piece)) &&
    meanNothing(wordsOfDifference(old.piece, edited.piece), others)
  );
}

/** A function or class that does nothing but define what it is named. */
interface PlainDefinition {
  readonly name: string;
  readonly piece: TextPiece;
  /** The text before, between and behind the bodies of its functions. */
  readonly frame: readonly string[];
  readonly bodies: readonly Body[];
}

interface Body {
  readonly text: string;
  readonly statements: readonly Statement[];
}

/** Undefined for what may hand its functions on: to a decorator, or to a base. */
function plainDefinition(placed: PlacedChunk, text: string): PlainDefinition | undefined {
  const { statement } = placed.chunk;
  if (statement.kind !== "function" && statement.kind !== "class") return undefined;
  if (statement.decorators.length > 0 || (statement.kind === "class" && statement.bases.length > 0)) return undefined;
  const piece = pieceOf(placed, text);
  const frame: string[] = [];
  const bodies: Body[] = [];
  let end = 0;
  for (const member of statement.kind === "class" ? statement.body : [statement]) {
    const [first] = member.kind === "function" ? member.body : [];
    if (member.kind !== "function" || first === undefined || member.decorators.length > 0) continue;
    frame.push(piece.text.slice(end, first.start).trimEnd());
    bodies.push({ text: piece.text.slice(first.start, member.end), statements: member.body });
    end = member.end;
  }
  frame.push(piece.text.slice(end).trimEnd());
  return { name: statement.name.id, piece, frame, bodies };
}

/** True if two versions of a definition differ in the bodies of functions alone, and those act on nothing else. */
function differInBodies(old: PlainDefinition, edited: PlainDefinition): boolean {
  return (
    old.frame.length === edited.frame.length &&
    old.frame.every((part, i) => part === edited.frame[i]) &&
    old.bodies.every((body, i) => {
      const other = edited.bodies[i];
      return other !== undefined && (body.text === other.text || !(reachesOut(body) || reachesOut(other)));
    })
  );
}

/** Code that acts on more than its own variables, or may; of damaged code there is the text alone. */
const outside =
  /\b(?:import|global|nonlocal|setattr|delattr|globals|locals|vars|exec|eval|subprocess|system)\b|__\w+__|(?<!\bself)\.\w+[ \t]*(?:[-+*/|&%@^]|\/\/|\*\*|<<|>>)?=(?!=)/;

function reachesOut({ text, statements }: Body): boolean {
  return outside.test(text) || statements.some((statement) => nodesIn(statement).some(setsAttributes));
}

/** True if attributes of anything but the function's own object are set. */
function setsAttributes(node: Node): boolean {
  switch (node.kind) {
    case "assign":
      return node.targets.some(isOutside);
    case "augmented":
    case "annotated":
    case "for":
      return isOutside(node.target);
    default:
      return false;
  }
}

function isOutside(target: Node): boolean {
  return nodesIn(target).some(
    (part) => part.kind === "attribute" && !(part.object.kind === "name" && part.object.id === "self"),
  );
}

/** Names and dotted names: what stands behind a dot counts only with what is before it. */
const termsIn = perPiece((text): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)));

function wordsOfDifference(a: TextPiece, b: TextPiece): ReadonlySet<string> {
  const [x, y] = [termsIn(a), termsIn(b)];
  const terms = [...[...x].filter((term) => !y.has(term)), ...[...y].filter((term) => !x.has(term))];
  return new Set(terms.flatMap((term) => term.split(".")));
}

/** True if none of the words is the name of anything that the statements define. */
function meanNothing(words: ReadonlySet<string>, chunks: readonly PlacedChunk[]): boolean {
  return chunks.every(({ chunk }) => {
    const names = namesDefinedIn(chunk);
    for (const word of words) if (names.has(word)) return false;
    return true;
  });
}

const defined = new WeakMap<Chunk, ReadonlySet<string>>();

function namesDefinedIn(chunk: Chunk): ReadonlySet<string> {
  let names = defined.get(chunk);
  if (names === undefined) defined.set(chunk, (names = findNames(chunk.statement)));
  return names;
}

/** The variables of the module, all functions and classes, and whatever is imported. */
function findNames(statement: Statement): ReadonlySet<string> {
  const names = new Set(assignedNames([statement]));
  for (const node of nodesIn(statement)) {
    if (node.kind === "function" || node.kind === "class") names.add(node.name.id);
    if (node.kind === "import" || node.kind === "import-from")
      for (const name of assignedNames([node])) names.add(name);
  }
  return names;
}
