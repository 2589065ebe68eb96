/** A text that is not Python, such as a shell script: one chunk, so that places in it are named like all others. */
import { applyChange, type Chunk, type ModuleSyntax, type TextChange } from "../syntax/index.ts";

export class PlainDocument {
  readonly refused = undefined;
  text: string;
  syntax: ModuleSyntax;

  constructor(text: string) {
    this.text = text;
    this.syntax = syntaxOf(text);
  }

  copy(): PlainDocument {
    return new PlainDocument(this.text);
  }

  edit(changes: readonly TextChange[]): void {
    for (const change of changes) this.text = applyChange(this.text, change);
    this.syntax = syntaxOf(this.text);
  }

  dispose(): void {
    // There is no tree to free.
  }
}

function syntaxOf(text: string): ModuleSyntax {
  const chunk: Chunk = {
    statement: { kind: "pass", start: 0, end: text.length },
    comments: [],
    broken: false,
    length: text.length,
  };
  return { chunks: [{ chunk, offset: 0 }], comments: [], broken: false };
}
