/**
 * Whether what was found in a file still holds after an edit of it: most keystrokes are in functions that no modelled
 * call has to do with, and then nothing has to be evaluated. It may say no too often.
 */
import type { Triggers } from "../contracts/library.ts";
import { damageCell, mayLoseNames } from "../interpreter/lost.ts";
import type { Memory } from "../interpreter/memory.ts";
import { assignedNames } from "../interpreter/scope.ts";
import {
  type Chunk,
  type ModuleSyntax,
  type Node,
  nodesIn,
  perPiece,
  piecesOf,
  type PlacedChunk,
  type Statement,
  type TextPiece,
} from "../syntax/index.ts";
import { type Body, isUnseenImport, type Libraries, quietStatement, type QuietStatement } from "./quiet.ts";

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

/** True if the file differs at most in statements that the evaluation had nothing to do with, and still has not. */
export function isUnaffected(
  { syntax, text, read, relevant }: Basis,
  now: { readonly syntax: ModuleSyntax; readonly text: string },
  triggers: readonly Triggers[],
  isUnseen: Libraries["isUnseen"],
): boolean {
  const [before, after, others] = differing(syntax.chunks, now.syntax.chunks);
  if (before.length + after.length === 0) return true;
  if (before.some(({ chunk }) => relevant.has(chunk))) return false;
  const libraries = { isUnseen, isForeign: (name: string) => isForeign(name, others, isUnseen) };
  const [old, edited] = [quietOnes(before, text, libraries), quietOnes(after, now.text, libraries)];
  if (old === undefined || edited === undefined) return false;
  const pieces = [piecesOf({ chunks: before }, text), piecesOf({ chunks: after }, now.text)] as const;
  return (
    [...old.binds, ...edited.binds].every((name) => !read.has(name)) &&
    !changesWhatIsRead([...old.touches, ...edited.touches], read, others) &&
    bodiesOfDifference(old, edited).every((body) => !reachesOut(body)) &&
    (haveSameNames(old, edited) || !piecesOf({ chunks: others }, now.text).some(listsNames)) &&
    triggers.every((some) => some.areAlikeIn(...pieces)) &&
    meanNothing(
      wordsOfDifference(...pieces),
      others.filter(({ chunk }) => !importsLibraries(chunk, isUnseen)),
    )
  );
}

type Chunks = readonly PlacedChunk[];

/** The statements that are only in the one, those that are only in the other, and all that are in both. */
function differing(a: Chunks, b: Chunks): readonly [Chunks, Chunks, Chunks] {
  const shorter = Math.min(a.length, b.length);
  let first = 0;
  while (first < shorter && a[first]?.chunk === b[first]?.chunk) first++;
  let last = 0;
  while (last < shorter - first && a.at(-1 - last)?.chunk === b.at(-1 - last)?.chunk) last++;
  const [from, to] = [a.length - last, b.length - last];
  return [a.slice(first, from), b.slice(first, to), [...b.slice(0, first), ...b.slice(to)]];
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

function haveSameNames(a: QuietStatement, b: QuietStatement): boolean {
  return new Set([...a.binds, ...b.binds]).size === new Set(a.binds).size && a.binds.length === b.binds.length;
}

/** Whatever asks for all variables there are. */
const listsNames = perPiece((text) => /\b(?:globals|locals|vars|dir|__dict__)\b/.test(text));

function bodiesOfDifference(a: QuietStatement, b: QuietStatement): readonly Body[] {
  const [x, y] = [a, b].map(({ bodies }) => new Map(bodies.map((body) => [body.text, body])));
  const onlyIn = (one = new Map<string, Body>(), other = one): Body[] =>
    [...one].flatMap(([text, body]) => (other.has(text) ? [] : body));
  return [...onlyIn(x, y), ...onlyIn(y, x)];
}

/** True if variables that were read may hold what changes: functions, classes and modules do not. */
function changesWhatIsRead(touches: readonly string[], read: ReadonlySet<string>, others: Chunks): boolean {
  const touched = touches.filter((name) => read.has(name));
  return (
    touched.length > 0 &&
    others.some(({ chunk }) => {
      const { kind } = chunk.statement;
      const names = kind === "function" || kind === "class" || kind === "import" ? noNames : namesDefinedIn(chunk);
      return touched.some((name) => names.has(name));
    })
  );
}

const noNames: ReadonlySet<string> = new Set();

/** True for a name that nothing but imports of libraries gives, or nothing at all. */
function isForeign(name: string, others: Chunks, isUnseen: Libraries["isUnseen"]): boolean {
  return others.every(({ chunk }) => !namesDefinedIn(chunk).has(name) || importsLibraries(chunk, isUnseen));
}

function importsLibraries({ statement }: Chunk, isUnseen: Libraries["isUnseen"]): boolean {
  if (statement.kind === "import") return statement.names.every(({ module }) => isUnseen(module));
  return statement.kind === "import-from" && isUnseenImport(statement, isUnseen);
}

/** Code that acts on more than its own variables, or may; of damaged code there is the text alone. */
const outside =
  /\b(?:import|global|nonlocal|setattr|delattr|globals|locals|vars|exec|eval|subprocess|system)\b|__\w+__|(?<!\bself)\.\w+[ \t]*(?:[-+*/|&%@^]|\/\/|\*\*|<<|>>)?=(?!=)/;

function reachesOut({ text, statements }: Body): boolean {
  return (
    outside.test(text.replace(/\bdef\s+__\w+__/g, "")) ||
    statements.some((statement) => nodesIn(statement).some(setsAttributes))
  );
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

function wordsOfDifference(a: readonly TextPiece[], b: readonly TextPiece[]): ReadonlySet<string> {
  const [x, y] = [a, b].map((pieces) => new Set(pieces.flatMap((piece) => [...termsIn(piece)]))) as [
    Set<string>,
    Set<string>,
  ];
  const terms = [...[...x].filter((term) => !y.has(term)), ...[...y].filter((term) => !x.has(term))];
  return new Set(terms.flatMap((term) => term.split(".")));
}

/** True if none of the words is the name of anything that the statements define. */
function meanNothing(words: ReadonlySet<string>, chunks: Chunks): boolean {
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
