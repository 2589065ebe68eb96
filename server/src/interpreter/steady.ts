/**
 * Tells where the iterations of a loop come to do the same, such as the steps of a denoising loop: each writes what the
 * one before it wrote and learns what that learned, of things that are named anew. What further iterations do is known
 * then without running them.
 */
import { conditionKey } from "../values/condition.ts";
import { identityNumber } from "../values/identity.ts";
import { type Value, valueKey } from "../values/value.ts";
import type { Completion } from "./branches.ts";
import type { Frame, Machine } from "./machine.ts";
import type { Layer, Reads } from "./store.ts";

interface Ran {
  readonly completion: Completion;
  /** True if every further iteration does the same, whatever it writes to the targets. */
  readonly isSteady: boolean;
}

export class Iterations {
  private readonly machine: Machine;
  private readonly frame: Frame;
  /** How many names were given when each iteration began. */
  private readonly starts: number[] = [];
  private last: string | undefined;

  constructor(machine: Machine, frame: Frame) {
    this.machine = machine;
    this.frame = frame;
  }

  /** Runs one more iteration, for which `targets` were written; where it may have left the loop it adds to `left`. */
  run(targets: Layer, left: readonly Layer[], iteration: () => Completion): Ran {
    const { machine, frame } = this;
    const ways = (): string =>
      [left, frame.returns, frame.earlyWrites, frame.yielded?.items ?? []].map(({ length }) => length).join(" ");
    if (machine.paths !== undefined || machine.probe !== undefined) return { completion: iteration(), isSteady: false };
    this.starts.push(machine.namesGiven.count);
    const { launch, facts } = machine;
    const waysBefore = ways();
    let completion = "next" as Completion;
    const { layer, reads } = machine.store.record(() => {
      completion = iteration();
    });
    const isPlain = completion === "next" && waysBefore === ways() && launch === machine.launch;
    const described = isPlain && !readsAny(reads, targets) ? this.describe(layer, facts.statements) : undefined;
    machine.store.apply(layer);
    const isSteady = described !== undefined && described === this.last;
    this.last = described;
    return { completion, isSteady };
  }

  /** What an iteration wrote and learned, with names and new objects by where it made them; undefined if that cannot be told. */
  private describe(layer: Layer, known: readonly string[]): string | undefined {
    const { store, facts } = this.machine;
    const made = new Map<object, number>();
    for (const owner of layer.keys()) if (!store.knows(owner)) made.set(owner, made.size);
    const lines: string[] = [];
    for (const [owner, cells] of layer) {
      for (const [name, value] of cells) {
        const described = describeValue(value, made);
        if (described === undefined) return undefined;
        lines.push(`${made.get(owner) ?? `${identityNumber(owner)} before`} ${name} ${described}`);
      }
    }
    const before = new Set(known);
    const learned = facts.statements.filter((one) => !before.has(one)).map((one) => this.relative(one));
    // What ties an iteration to the one before it may add up.
    return learned.some(isOfSeveral)
      ? undefined
      : [...lines.map((line) => this.relative(line)), ...learned.sort()].join("\n");
  }

  /** The same with each name of this loop by how many iterations ago it was given. */
  private relative(description: string): string {
    const { code } = this.machine.namesGiven;
    return description.replace(new RegExp(`#${code}\\.(\\d+)`, "g"), (name, digits: string) => {
      const count = Number(digits);
      const index = this.starts.findLastIndex((start) => start <= count);
      return index < 0 ? name : `#${this.starts.length - 1 - index} ago.${count - (this.starts[index] ?? 0)}`;
    });
  }
}

function isOfSeveral(description: string): boolean {
  return new Set([...description.matchAll(/#(\d+) ago/g)].map(([, ago]) => ago)).size > 1;
}

function readsAny(reads: Reads, targets: Layer): boolean {
  return [...targets].some(([owner, cells]) => [...cells.keys()].some((name) => reads.get(owner)?.has(name) === true));
}

function describeValue(value: Value, made: ReadonlyMap<object, number>): string | undefined {
  const all = (values: readonly Value[]): string | undefined => {
    const described = values.map((one) => describeValue(one, made));
    return described.includes(undefined) ? undefined : described.join(", ");
  };
  switch (value.kind) {
    case "unknown":
      return "unknown";
    case "object": {
      const number = made.get(value.identity);
      return number === undefined ? valueKey(value) : `new ${number}`;
    }
    case "tuple":
      return all(value.items);
    case "tensor": {
      const { shape, open, rest, name, dtype, device, marks = new Map<string, Value>() } = value;
      const marked = all([...marks.values()]);
      const sizes = shape.map((size) => size?.key ?? "?").join(" x ");
      const told = [name, rest?.key, rest?.offset, dtype, device, ...marks.keys()].join(" ");
      return marked === undefined ? undefined : `tensor ${sizes}${open ? " x ..." : ""} ${told} ${marked}`;
    }
    case "choice": {
      const conditions = value.alternatives.map(({ condition }) => conditionKey(condition)).join(", ");
      const values = all(value.alternatives.map((one) => one.value));
      return values === undefined ? undefined : `${conditions} ? ${values}`;
    }
    default:
      return valueKey(value);
  }
}
