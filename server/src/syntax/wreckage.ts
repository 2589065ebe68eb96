/** Statements that are not whole: which they are, how far they reach, and what their text says of them. */
import type { InvalidStatement, Statement } from "./ast.ts";
import type { Lowering } from "./lowering.ts";
import { ERROR, MISSING, type RawNode, type RawTree } from "./raw-tree.ts";

/** The statement that a part of the text is, of which no more is known than the words in it. */
export function wreckage(raw: RawTree, start: number, end: number, recovered: readonly Statement[]): InvalidStatement {
  return { kind: "invalid", start, end, recovered, ...wordsOf(raw.slice(start, end), raw.indentation(start)) };
}

/** Whatever ends a function, a loop or the program. */
const leaving = /\b(?:return|raise|assert|break|continue|yield|await|exit|_exit|abort|quit|skip|skipTest|fail)\b/;

/** What is defined runs at another time. */
const definition = /^(?:@|(?:async\s+)?def\b|class\b)/;

/** A line at the margin that belongs to the definition above it. */
const ofHead = /^\s*(?:$|[#)\]}@]|(?:async\s+)?def\b|class\b)/;

const importing = /^(?:from|import)\b/;

/** A name, what stands before it and what follows. Text in strings counts: their quotes may not be where they should. */
const word = /(\.[ \t]*|\b(?:def|class|import)\s+)?([^\W\d]\w*)(?=\s*([([.])?)/gu;

function wordsOf(text: string, margin: number): Pick<InvalidStatement, "mentioned" | "bound" | "leaves" | "defines"> {
  const mentioned = new Set<string>();
  const bound = new Set<string>();
  for (const [, before = "", written = "", part] of text.matchAll(word)) {
    const name = written.normalize("NFKC");
    mentioned.add(name);
    if (before === "" ? part === undefined : !before.startsWith(".")) bound.add(name);
  }
  const isLater = isDefinition(text, margin);
  return {
    mentioned: [...mentioned],
    bound: [...bound],
    leaves: leaving.test(text) && !isLater,
    defines: isLater || importing.test(text),
  };
}

/** True if all that stands at the margin is the head of a definition. */
function isDefinition(text: string, margin: number): boolean {
  const [first = "", ...rest] = text.split(/\r\n?|\n/);
  return definition.test(first) && rest.every((line) => line.search(/\S/) > margin || ofHead.test(line));
}

/** True if the parser skipped or made up something in a statement outside of its blocks, each of whose statements is one itself. */
export function isTorn(raw: RawTree, statement: RawNode): boolean {
  const isMatch = raw.type(statement) === "match_statement";
  const end = raw.after(statement);
  for (let inner = statement + 1; inner < end;) {
    const type = raw.type(inner);
    if (type === MISSING) return true;
    if (type === ERROR && !opensBlock(raw, inner)) return true;
    const isCases = isMatch && raw.field(inner) === "body";
    inner = type === ERROR || (type === "block" && !isCases) ? raw.after(inner) : inner + 1;
  }
  return false;
}

/** True if what is between two statements ends the first. The grammar does without, as if `x = 1 y` were two statements. */
export function isSeparator(between: string): boolean {
  return /[\r\n;]/.test(between.replace(/#.*|\\(?:\r\n|\r|\n)/g, ""));
}

/** True for skipped text between a header and its block: most likely it was meant to be the first statement of the block. */
function opensBlock(raw: RawTree, error: RawNode): boolean {
  const header = error - 1;
  return (
    raw.type(header) === ":" &&
    raw.type(raw.after(error)) === "block" &&
    /[\r\n]/.test(raw.slice(raw.end(header), raw.start(error)))
  );
}

/** The complete statements in skipped text. */
export function recoverStatements(context: Lowering, node: RawNode): Statement[] {
  const { raw } = context;
  const recovered: Statement[] = [];
  const end = raw.after(node);
  for (let inner = node + 1; inner < end;) {
    if (context.isStatement(inner)) {
      recovered.push(context.statement(inner));
      inner = raw.after(inner);
    } else {
      inner = transparent.has(raw.type(inner)) ? inner + 1 : raw.after(inner);
    }
  }
  return recovered;
}

/** Nodes whose statements would have run in the scope of the skipped text. */
const transparent: ReadonlySet<string> = new Set([ERROR, "block", "module"]);
