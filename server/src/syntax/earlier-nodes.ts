import type { KnownNodes, RawNode, RawTree } from "./raw-tree.ts";
import type { TouchedRange } from "./touched-range.ts";

/**
 * The nodes of a chunk that an edit changed only in part. Away from the edit, the same type at the same place means the
 * same node. Asked in the order of the text.
 */
export class EarlierNodes implements KnownNodes {
  readonly #tree: RawTree;
  readonly #touched: TouchedRange;
  #next: RawNode;

  /** `touched` is relative to the start of the chunk. */
  constructor(tree: RawTree, touched: TouchedRange) {
    this.#tree = tree;
    this.#touched = touched;
    this.#next = tree.root;
  }

  copyTo(tree: RawTree, type: string, start: number, end: number): boolean {
    const shift = this.#shift(start, end);
    const node = shift === undefined ? undefined : this.#find(type, start - shift, end - shift);
    if (node === undefined || shift === undefined) {
      return false;
    }
    tree.copy(this.#tree, node, shift);
    return true;
  }

  /** How far the edit moved what is now at `start..end`, or undefined if it touched it. */
  #shift(start: number, end: number): number | undefined {
    if (end <= this.#touched.start) {
      return 0;
    }
    return start >= this.#touched.newEnd ? this.#touched.newEnd - this.#touched.oldEnd : undefined;
  }

  #find(type: string, start: number, end: number): RawNode | undefined {
    while (this.#next < this.#tree.size && this.#tree.start(this.#next) < start) {
      this.#next++;
    }
    for (let node = this.#next; node < this.#tree.size && this.#tree.start(node) === start; node++) {
      if (this.#tree.type(node) === type && this.#tree.end(node) === end && this.#tree.isIntact(node)) {
        return node;
      }
    }
    return undefined;
  }
}
