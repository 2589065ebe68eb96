/**
 * Whether what was found in a file still holds after an edit of it: most keystrokes are in functions that no modelled
 * call has to do with, and then nothing has to be evaluated. It may say no too often.
 */
import type { Triggers } from "../contracts/library.ts";
import { damageCell, mayLoseNames } from "../interpreter/lost.ts";
import { assignedAttributes } from "../interpreter/instances.ts";
import type { Memory } from "../interpreter/memory.ts";
import {
  type Chunk,
  type ModuleSyntax,
  perPiece,
  pieceOf,
  piecesOf,
  type PlacedChunk,
  type TextPieces,
} from "../syntax/index.ts";
import { type ChunkIndex, type Chunks, differing } from "./chunk-index.ts";
import { type Body, importsLibraries, type Libraries, quietStatement, type QuietStatement } from "./quiet.ts";

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

/**
 * True if the file differs at most in statements that the evaluation had nothing to do with, and still has not. `definitions`
 * are those of the file as it is now.
 */
export function isUnaffected(
  { syntax, text, read, relevant }: Basis,
  now: { readonly syntax: ModuleSyntax; readonly text: string },
  triggers: readonly Triggers[],
  definitions: ChunkIndex,
  isUnseen: Libraries["isUnseen"],
): boolean {
  const { before, after } = differing(syntax.chunks, now.syntax.chunks);
  if (before.length + after.length === 0) return true;
  if (before.some(({ chunk }) => relevant.has(chunk))) return false;
  const others = new Others(after, definitions);
  const isOfLibrary = ({ statement }: Chunk): boolean => importsLibraries(statement, isUnseen);
  const isForeign = (name: string): boolean => others.defining(name).every(isOfLibrary);
  const libraries = { isUnseen, isForeign };
  const [old, edited] = [quietOnes(before, text, libraries), quietOnes(after, now.text, libraries)];
  if (old === undefined || edited === undefined) return false;
  const pieces = [piecesOf({ chunks: before }, text), piecesOf({ chunks: after }, now.text)] as const;
  return (
    [...old.binds, ...edited.binds].every((name) => !read.has(name)) &&
    !changesWhatIsRead([...old.touches, ...edited.touches], read, others) &&
    bodiesOfDifference(old, edited).every((body) => !reachesOut(body)) &&
    (inOneOnly(old.binds, edited.binds).size === 0 || !others.in(now.syntax).some(listNames(now.text))) &&
    triggers.every((some) => some.areAlikeIn(...pieces)) &&
    [...wordsOfDifference(...pieces)].every(isForeign)
  );
}

/** The statements of a file that are in it before and after an edit. */
class Others {
  private readonly edited: ReadonlySet<Chunk>;
  private readonly definitions: ChunkIndex;

  constructor(edited: Chunks, definitions: ChunkIndex) {
    this.edited = new Set(edited.map(({ chunk }) => chunk));
    this.definitions = definitions;
  }

  /** Those that define a name. */
  defining(name: string): readonly Chunk[] {
    return [...this.definitions.chunksWith(name)].filter((chunk) => !this.edited.has(chunk));
  }

  in({ chunks }: ModuleSyntax): Chunks {
    return chunks.filter(({ chunk }) => !this.edited.has(chunk));
  }
}

/** What several statements do together; undefined if one of them does more. */
function quietOnes(chunks: Chunks, text: string, libraries: Libraries): QuietStatement | undefined {
  const all: QuietStatement[] = [];
  for (const placed of chunks) {
    const quiet = quietStatement(placed, text, libraries);
    if (quiet === undefined) return undefined;
    all.push(quiet);
  }
  const damage = chunks.some(({ chunk }) => mayLoseNames(chunk)) ? [damageCell] : [];
  return {
    binds: [...damage, ...all.flatMap(({ binds }) => binds)],
    touches: all.flatMap(({ touches }) => touches),
    bodies: all.flatMap(({ bodies }) => bodies),
  };
}

/** Whatever asks for all variables there are. */
const listsNames = perPiece((text) => /\b(?:globals|locals|vars|dir|__dict__)\b/.test(text));

const listNames =
  (text: string) =>
  (placed: PlacedChunk): boolean =>
    listsNames(pieceOf(placed, text));

function bodiesOfDifference(a: QuietStatement, b: QuietStatement): readonly Body[] {
  const texts = inOneOnly(
    a.bodies.map(({ text }) => text),
    b.bodies.map(({ text }) => text),
  );
  return [...a.bodies, ...b.bodies].filter(({ text }) => texts.has(text));
}

/** What is in one of two and not in the other. */
function inOneOnly(a: Iterable<string>, b: Iterable<string>): ReadonlySet<string> {
  const [x, y] = [new Set(a), new Set(b)];
  return new Set([...[...x].filter((one) => !y.has(one)), ...[...y].filter((one) => !x.has(one))]);
}

/** True if variables that were read may hold what changes: functions, classes and modules do not. */
function changesWhatIsRead(touches: readonly string[], read: ReadonlySet<string>, others: Others): boolean {
  const isFixed = ({ statement: { kind } }: Chunk): boolean =>
    kind === "function" || kind === "class" || kind === "import";
  return touches.some((name) => read.has(name) && !others.defining(name).every(isFixed));
}

/** Code that acts on more than its own variables, or may; of damaged code there is the text alone. */
const outside =
  /\b(?:import|global|nonlocal|setattr|delattr|globals|locals|vars|exec|eval|subprocess|system)\b|__\w+__|(?<!\bself)\.\w+[ \t]*(?:[-+*/|&%@^]|\/\/|\*\*|<<|>>)?=(?!=)/;

function reachesOut({ text, statements }: Body): boolean {
  return outside.test(text.replace(/\bdef\s+__\w+__/g, "")) || assignedAttributes(statements, false).length > 0;
}

/** Names and dotted names: what stands behind a dot counts only with what is before it. */
const termsIn = perPiece((text): ReadonlySet<string> => new Set(text.match(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)));

function wordsOfDifference(a: TextPieces, b: TextPieces): ReadonlySet<string> {
  const termsOf = (pieces: TextPieces): string[] => pieces.flatMap((piece) => [...termsIn(piece)]);
  return new Set([...inOneOnly(termsOf(a), termsOf(b))].flatMap((term) => term.split(".")));
}
