/**
 * Everything Python can change: variables, attributes, list and dict contents. A cell is a name of an owner (a scope
 * or an object). Branches write into layers of their own, which are then joined or dropped.
 */
import type { Value } from "../values/value.ts";

export type Layer = Map<object, Map<string, Value>>;

export class Store {
  private layers: Layer[] = [new Map()];

  get(owner: object, name: string): Value | undefined {
    for (let i = this.layers.length - 1; i >= 0; i--) {
      const value = this.layers[i]?.get(owner)?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(owner: object, name: string, value: Value): void {
    const layer = this.top();
    let cells = layer.get(owner);
    if (cells === undefined) layer.set(owner, (cells = new Map()));
    cells.set(name, value);
  }

  /** All names an owner has, the latest value of each. */
  entries(owner: object): Map<string, Value> {
    const result = new Map<string, Value>();
    for (const layer of this.layers) {
      for (const [name, value] of layer.get(owner) ?? []) result.set(name, value);
    }
    return result;
  }

  /** Runs `body` with its writes kept apart, and returns them. */
  isolate(body: () => void): Layer {
    const depth = this.layers.length;
    this.layers.push(new Map());
    try {
      body();
    } finally {
      // An abandoned body may have left layers of its own behind.
      this.layers.length = depth + 1;
    }
    return this.layers.pop() ?? new Map();
  }

  /** Applies the writes of a layer. */
  apply(layer: Layer): void {
    for (const [owner, cells] of layer) for (const [name, value] of cells) this.set(owner, name, value);
  }

  /** Runs `body` as if outside of every branch: what a module defines does not depend on who imported it. */
  atBase<T>(body: () => T): T {
    const saved = this.layers;
    this.layers = saved.slice(0, 1);
    try {
      return body();
    } finally {
      this.layers = saved;
    }
  }

  private top(): Layer {
    const layer = this.layers.at(-1);
    if (layer === undefined) throw new Error("the store has no layer");
    return layer;
  }
}
