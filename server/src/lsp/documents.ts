/** The documents that the editor has open, as the editor has them. */
import type { TextDocumentContentChangeEvent, TextDocumentItem } from "vscode-languageserver";
import { LineIndex, type TextChange } from "../syntax/index.ts";
import { pathOf } from "./uris.ts";

export class OpenDocument {
  readonly uri: string;
  readonly path: string;
  version: number;
  text: string;
  lines: LineIndex;
  /** The version that was opened or saved last. */
  savedVersion: number;

  constructor({ uri, version, text }: TextDocumentItem) {
    this.uri = uri;
    this.path = pathOf(uri);
    this.version = version;
    this.savedVersion = version;
    this.text = text;
    this.lines = new LineIndex(text);
  }

  /** Applies changes in order, each to the text that the one before it left, and answers them in offsets. */
  edit(version: number, changes: readonly TextDocumentContentChangeEvent[]): readonly TextChange[] {
    const applied = changes.map((change) => this.#apply(change));
    this.version = version;
    return applied;
  }

  #apply(change: TextDocumentContentChangeEvent): TextChange {
    const { start, end } = "range" in change ? this.#offsets(change.range) : { start: 0, end: this.text.length };
    this.text = this.text.slice(0, start) + change.text + this.text.slice(end);
    this.lines = new LineIndex(this.text);
    return { start, end, newText: change.text };
  }

  /** A range that ends before it starts is read as the range between the two. */
  #offsets(range: { start: Position; end: Position }): { start: number; end: number } {
    const [one, other] = [this.lines.offsetAt(range.start), this.lines.offsetAt(range.end)];
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }
}

interface Position {
  readonly line: number;
  readonly character: number;
}

export class Documents {
  readonly #byUri = new Map<string, OpenDocument>();
  readonly #byPath = new Map<string, OpenDocument>();

  open(item: TextDocumentItem): OpenDocument {
    const document = new OpenDocument(item);
    this.#byUri.set(document.uri, document);
    this.#byPath.set(document.path, document);
    return document;
  }

  close(uri: string): OpenDocument | undefined {
    const document = this.#byUri.get(uri);
    if (document === undefined) return undefined;
    this.#byUri.delete(uri);
    this.#byPath.delete(document.path);
    return document;
  }

  get(uri: string): OpenDocument | undefined {
    return this.#byUri.get(uri);
  }

  at(path: string): OpenDocument | undefined {
    return this.#byPath.get(path);
  }

  all(): readonly OpenDocument[] {
    return [...this.#byUri.values()];
  }
}
