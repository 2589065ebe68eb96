/**
 * Everything Python can change: variables, attributes, list and dict contents. A cell is a name of an owner (a scope
 * or an object). Branches write into layers of their own, which are then joined or dropped.
 */
import type { Value } from "../values/value.ts";

export type Layer = Map<object, Map<string, Value>>;

/** What lies below all branches; weak, so that the cells of a forgotten object go with it. */
export type Base = WeakMap<object, Map<string, Value>>;

/** Cells and the values that were read from them; undefined for one that did not exist. */
export type Reads = Map<object, Map<string, Value | undefined>>;

export class Store {
  private layers: Layer[] = [];
  private readonly base: Base;
  /** Reads from below the layer `from` are noted: they are what a computation depended on. */
  private recording: { readonly from: number; readonly reads: Reads } | undefined;

  constructor(base: Base) {
    this.base = base;
  }

  get(owner: object, name: string): Value | undefined {
    for (let i = this.layers.length - 1; i >= 0; i--) {
      const value = this.layers[i]?.get(owner)?.get(name);
      if (value === undefined) continue;
      if (this.recording !== undefined && i < this.recording.from) this.note(owner, name, value);
      return value;
    }
    const value = this.base.get(owner)?.get(name);
    // What is missing can appear later, unless the owner was made by the same computation.
    if (this.recording !== undefined && (value !== undefined || isModule(owner) || this.knowsBelow(owner)))
      this.note(owner, name, value);
    return value;
  }

  set(owner: object, name: string, value: Value): void {
    const layer: {
      get(owner: object): Map<string, Value> | undefined;
      set(owner: object, cells: Map<string, Value>): unknown;
    } = this.layers.at(-1) ?? this.base;
    let cells = layer.get(owner);
    if (cells === undefined) layer.set(owner, (cells = new Map<string, Value>()));
    cells.set(name, value);
  }

  /** All names an owner has, the latest value of each. */
  entries(owner: object): Map<string, Value> {
    const result = new Map<string, Value>(this.base.get(owner) ?? []);
    for (const layer of this.layers) {
      for (const [name, value] of layer.get(owner) ?? []) result.set(name, value);
    }
    if (this.recording !== undefined) for (const name of result.keys()) this.get(owner, name);
    return result;
  }

  /** How many layers there are. */
  get depth(): number {
    return this.layers.length;
  }

  /** True if a cell was written in one of the layers from a depth up. */
  isWritten(owner: object, name: string, depth: number): boolean {
    return this.layers.some((layer, i) => i >= depth && layer.get(owner)?.has(name) === true);
  }

  /** True if an owner has cells. */
  knows(owner: object): boolean {
    return this.base.has(owner) || this.layers.some((layer) => layer.has(owner));
  }

  /** Runs `body` with its writes kept apart, and returns them. */
  isolate(body: () => void): Layer {
    const depth = this.layers.length;
    const layer: Layer = new Map();
    this.layers.push(layer);
    try {
      body();
    } finally {
      this.layers.length = depth;
    }
    return layer;
  }

  /** As `isolate`, and returns also what `body` read of what was there before. */
  record(body: () => void): { readonly layer: Layer; readonly reads: Reads } {
    const { recording } = this;
    const reads: Reads = new Map();
    try {
      const layer = this.isolate(() => {
        this.recording = { from: this.layers.length - 1, reads };
        body();
      });
      return { layer, reads };
    } finally {
      this.recording = recording;
      this.readAgain(reads);
    }
  }

  /** True if every cell still has the value that was read from it. */
  unchanged(reads: Reads): boolean {
    for (const [owner, names] of reads)
      for (const [name, value] of names) if (this.get(owner, name) !== value) return false;
    return true;
  }

  /** Notes reads that were made earlier as made now. */
  readAgain(reads: Reads): void {
    if (this.recording === undefined) return;
    for (const [owner, names] of reads) for (const name of names.keys()) this.get(owner, name);
  }

  /** Keeps, below all branches, the cells of objects that nothing there knows yet. */
  keepNew(layer: Layer): void {
    for (const [owner, cells] of layer) if (!this.base.has(owner)) this.base.set(owner, cells);
  }

  /** Makes the writes of a layer unknown: nobody knows what else would have been written. */
  blur(layer: Layer, value: Value): void {
    for (const [owner, cells] of layer) for (const name of cells.keys()) this.set(owner, name, value);
  }

  /** Applies the writes of a layer. */
  apply(layer: Layer): void {
    for (const [owner, cells] of layer) for (const [name, value] of cells) this.set(owner, name, value);
  }

  /** Runs `body` as if outside of every branch: what a module defines does not depend on who imported it. */
  atBase<T>(body: () => T): T {
    const { layers, recording } = this;
    this.layers = [];
    this.recording = undefined;
    try {
      return body();
    } finally {
      this.layers = layers;
      this.recording = recording;
    }
  }

  /** Drops what lies at the base for an owner. */
  drop(owner: object): void {
    this.base.delete(owner);
  }

  private knowsBelow(owner: object): boolean {
    const from = this.recording?.from ?? 0;
    return this.base.has(owner) || this.layers.some((layer, i) => i < from && layer.has(owner));
  }

  private note(owner: object, name: string, value: Value | undefined): void {
    const reads = this.recording?.reads;
    let names = reads?.get(owner);
    if (names === undefined) reads?.set(owner, (names = new Map<string, Value | undefined>()));
    // The first read counts: what comes later may be the computation's own doing.
    if (names?.has(name) === false) names.set(name, value);
  }
}

function isModule(owner: object): boolean {
  return "kind" in owner && owner.kind === "module";
}
