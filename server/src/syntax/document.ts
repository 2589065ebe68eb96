import { readAroundEdit } from "./around-edit.ts";
import type { ModuleSyntax } from "./ast.ts";
import { EarlierReading } from "./earlier-reading.ts";
import {
  nothingEarlier,
  parsedModule,
  readModule,
  readSegments,
  settledBySegments,
  unparsedModule,
  type EarlierModule,
  type ModuleOutcome,
  type ModuleReading,
} from "./module.ts";
import type { Parser, Refusal, SyntaxTree } from "./parser.ts";
import { applyChange, LineIndex, parseableText, type TextChange } from "./text.ts";
import { joinRanges, type TouchedRange } from "./touched-range.ts";

/**
 * A text that changes, and its syntax at the current revision. A chunk whose text an edit did not touch stays the same
 * object, so whatever was computed from it stays valid.
 */
export class SourceDocument {
  readonly #parser: Parser;
  #text: string;
  #lines: LineIndex;
  #tree: SyntaxTree | undefined;
  #reading: ModuleReading = nothingRead;
  #syntax: ModuleSyntax = unparsedModule;
  #refused: Refusal | undefined;

  /** `known` is the syntax of the same text, if it was parsed before: its chunks stay the same objects. */
  constructor(parser: Parser, text: string, known: ModuleSyntax | SourceDocument = unparsedModule) {
    this.#parser = parser;
    this.#text = text;
    this.#lines = new LineIndex(text);
    if (known instanceof SourceDocument) {
      this.#reading = known.#reading;
      this.#syntax = known.#syntax;
      this.#refused = known.#refused;
      return;
    }
    this.#parse(undefined, nothingEarlier);
    if (known.chunks.length === this.#syntax.chunks.length) this.#keepChunks(known);
  }

  /** A document with the same chunks, to be edited on its own. It has no tree before an edit needs one. */
  copy(): SourceDocument {
    return new SourceDocument(this.#parser, this.#text, this);
  }

  #keepChunks({ chunks }: ModuleSyntax): void {
    const reading = this.#reading;
    const kept = reading.chunks.map((read, i) => ({ ...read, chunk: chunks[i]?.chunk ?? read.chunk }));
    this.#keep({ ...reading, chunks: kept });
  }

  get text(): string {
    return this.#text;
  }

  get syntax(): ModuleSyntax {
    return this.#syntax;
  }

  get lines(): LineIndex {
    return this.#lines;
  }

  /** Why the current text was not parsed; its syntax is then empty. */
  get refused(): Refusal | undefined {
    return this.#refused;
  }

  /** Applies changes one after another: each refers to the text that the one before it left. */
  edit(changes: readonly TextChange[]): void {
    if (changes.length === 0) {
      return;
    }
    const previousText = this.#text;
    const touched = changes.map((change) => this.#apply(change)).reduce(joinRanges);
    this.#lines = new LineIndex(this.#text);
    const before = this.#reading;
    // What is taken from an earlier reading is taken once, so each attempt has its own.
    const earlier = (): EarlierReading => new EarlierReading(before, previousText, this.#text, touched);
    const stretch = readAroundEdit(this.#parser, before, previousText, this.#text, touched, earlier());
    const isRead = typeof stretch === "object";
    const canBeRead = before !== nothingRead && this.#text.length <= this.#parser.maximumLength;
    const segmented = isRead || !canBeRead ? undefined : readSegments(this.#parser, this.#text, earlier());
    const settled = segmented === undefined ? stretch : settledBySegments(segmented, this.#text);
    // The tree has been told of the edit, and serves again when an edit reaches further.
    if (settled === undefined || settled === "error") this.#parse(this.#tree, earlier(), segmented);
    else this.#keep(settled);
  }

  /** Frees the tree. The document must not be edited afterwards; syntax already handed out stays valid. */
  dispose(): void {
    this.#tree?.dispose();
    this.#tree = undefined;
  }

  #apply(change: TextChange): TouchedRange {
    const newEnd = change.start + change.newText.length;
    this.#text = applyChange(this.#text, change);
    // One unit more on each side, because a \r or half a surrogate pair is read differently when its neighbour changes.
    this.#tree?.edit({ start: Math.max(0, change.start - 1), oldEnd: change.end + 1, newEnd: newEnd + 1 });
    return { start: change.start, oldEnd: change.end, newEnd };
  }

  #parse(previous: SyntaxTree | undefined, earlier: EarlierModule, segmented?: ModuleOutcome): void {
    const outcome = this.#parser.parse(parseableText(this.#text), previous);
    previous?.dispose();
    this.#tree = "tree" in outcome ? outcome.tree : undefined;
    this.#keep("tree" in outcome ? readModule(this.#parser, outcome.tree, this.#text, earlier, segmented) : outcome);
  }

  #keep(reading: ModuleOutcome): void {
    this.#reading = "refused" in reading ? nothingRead : reading;
    const { syntax, refused } = parsedModule(reading);
    this.#syntax = syntax;
    this.#refused = refused;
  }
}

const nothingRead: ModuleReading = { chunks: [], comments: [], broken: true, segments: [] };
