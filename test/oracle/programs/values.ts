/** Programs of plain Python that `reveal` what they compute: numbers, containers, classes, control flow, shapes. */
import type { Random } from "../../lib/random.ts";
import { carried } from "./carriers.ts";
import { finished } from "./launches.ts";
import { type Program, Writer } from "./program.ts";

/** What a variable holds. */
type Kind = "int" | "bool" | "str" | "ints" | "dict" | "tuple" | "tensor";

class Scope {
  private readonly names = new Map<Kind, string[]>();

  add(kind: Kind, name: string): void {
    this.names.set(kind, [...(this.names.get(kind) ?? []), name]);
  }

  of(kind: Kind): readonly string[] {
    return this.names.get(kind) ?? [];
  }

  copy(): Scope {
    const made = new Scope();
    for (const [kind, names] of this.names) made.names.set(kind, [...names]);
    return made;
  }
}

export function valuesProgram(random: Random): Program {
  const w = new Writer(random);
  const maker = new Maker(w);
  const style = random.pick(["module", "module", "main", "parameters"]);
  if (style === "parameters") {
    const name = w.fresh("run");
    const parameters = ["a", "b"].map(
      (parameter) => ({ kind: "parameter", name: parameter, candidates: [0, 1, 2, 3, 7, 12] }) as const,
    );
    w.inputs.push(...parameters);
    w.entries.push({ name, parameters });
    w.block(`def ${name}(a, b):`, () => {
      const scope = new Scope();
      scope.add("int", "a");
      scope.add("int", "b");
      maker.statements(scope, random.whole(3, 10), 0);
    });
  } else if (style === "main") {
    const name = w.fresh("main");
    w.block(`def ${name}():`, () => {
      maker.statements(new Scope(), random.whole(3, 12), 0);
    });
    w.line(`${name}()`);
  } else maker.statements(new Scope(), random.whole(3, 14), 0);
  const known = { launch: { ulysses: 1, ring: 1 }, architectures: [90], libraries: { "flash-attn-4": "4.0.0b27" } };
  const start = { kind: "configured", layout: known.launch, known: known.launch } as const;
  return finished(w, start, known);
}

class Maker {
  private readonly w: Writer;
  private readonly random: Random;

  constructor(w: Writer) {
    this.w = w;
    this.random = w.random;
  }

  statements(scope: Scope, count: number, depth: number): void {
    for (let i = 0; i < count; i++) this.statement(scope, depth);
  }

  private statement(scope: Scope, depth: number): void {
    const { random, w } = this;
    const roll = random.next();
    if (roll < 0.35) this.assignment(scope);
    else if (roll < 0.5) this.reveal(scope);
    else if (roll < 0.6) this.change(scope);
    else if (depth >= 3) this.reveal(scope);
    else if (roll < 0.72) this.branch(scope, depth);
    else if (roll < 0.84) this.loop(scope, depth);
    else if (roll < 0.92) this.call(scope);
    else if (roll < 0.96) {
      w.block("try:", () => {
        this.statements(scope.copy(), random.whole(1, 2), depth + 1);
        if (random.chance(0.3)) w.line(random.pick(['raise ValueError("x")', "[][1]", '{}["k"]', 'int("x")']));
      });
      w.block(random.pick(["except Exception:", "except (ValueError, IndexError, KeyError) as error:"]), () => {
        this.statements(scope.copy(), 1, depth + 1);
      });
    } else this.assignment(scope);
  }

  private reveal(scope: Scope): void {
    const names = this.allNames(scope);
    const shown =
      names.length > 0 && this.random.chance(0.7) ? this.random.pick(names) : this.value(this.kind(), scope, 2);
    this.w.line(`reveal(${shown})`);
  }

  private allNames(scope: Scope): string[] {
    return (["int", "bool", "str", "tuple", "tensor", "ints"] as const).flatMap((kind) => scope.of(kind));
  }

  private kind(): Kind {
    return this.random.pick<Kind>(["int", "int", "int", "int", "bool", "str", "ints", "dict", "tuple", "tensor"]);
  }

  private assignment(scope: Scope): void {
    const { random, w } = this;
    const kind = this.kind();
    // Mostly a new name; now and then one that exists gets another value of its kind.
    const known = scope.of(kind);
    const value = this.value(kind, scope, 2);
    if (known.length > 0 && random.chance(0.35)) {
      w.line(`${random.pick(known)} = ${value}`);
      return;
    }
    const name = w.fresh("x");
    w.line(`${name} = ${random.chance(0.15) ? carried(w, value, "any") : value}`);
    scope.add(kind, name);
  }

  /** Changes a variable or an object in place. */
  private change(scope: Scope): void {
    const { random, w } = this;
    const kind = random.pick<Kind>(["int", "ints", "dict"]);
    const known = scope.of(kind);
    if (known.length === 0) {
      this.assignment(scope);
      return;
    }
    const name = random.pick(known);
    const value = this.value("int", scope, 1);
    if (kind === "int") w.line(`${name} ${random.pick(["+=", "-=", "*="])} ${value}`);
    else if (kind === "ints") {
      w.line(
        random.pick([
          `${name}.append(${value})`,
          `${name} += [${value}]`,
          `${name}[0] = ${value}`,
          `${name}.extend([1, ${value}])`,
          `${name}.insert(0, ${value})`,
          `${name}.reverse()`,
          `${name} = ${name} + [${value}]`,
        ]),
      );
    } else {
      w.line(
        random.pick([
          `${name}["a"] = ${value}`,
          `${name}["b"] = ${value}`,
          `${name}.update(a=${value})`,
          `${name}.setdefault("c", ${value})`,
          `${name} |= {"d": ${value}}`,
          `${name}["a"] += 1`,
        ]),
      );
    }
  }

  private branch(scope: Scope, depth: number): void {
    const { random, w } = this;
    w.block(`if ${this.value("bool", scope, 2)}:`, () => {
      this.statements(scope.copy(), random.whole(1, 3), depth + 1);
    });
    if (random.chance(0.3)) {
      w.block(`elif ${this.value("bool", scope, 1)}:`, () => {
        this.statements(scope.copy(), random.whole(1, 2), depth + 1);
      });
    }
    if (random.chance(0.6)) {
      w.block("else:", () => {
        this.statements(scope.copy(), random.whole(1, 2), depth + 1);
      });
    }
  }

  private loop(scope: Scope, depth: number): void {
    const { random, w } = this;
    const inner = scope.copy();
    const name = w.fresh("i");
    const lists = scope.of("ints");
    const headers = [
      `for ${name} in range(${random.whole(0, 4)}):`,
      `for ${name} in range(1, ${random.whole(1, 8)}, 2):`,
      `for ${name} in (1, 5, 3):`,
      `for ${name}, _ in enumerate("abc"[:${random.whole(0, 3)}]):`,
      `for ${name}, _ in zip([1, 2], (3, 4, 5)):`,
      ...lists.map((list) => `for ${name} in list(${list}):`),
      `for ${name} in reversed([1, 2, 3]):`,
      `for ${name} in sorted([3, 1, 2]):`,
      `for ${name} in {"a": 4, "b": 2}.values():`,
    ];
    inner.add("int", name);
    if (random.chance(0.2)) {
      const counter = w.fresh("n");
      w.line(`${counter} = ${random.whole(0, 5)}`);
      w.block(`while ${counter} > 0:`, () => {
        w.line(`${counter} -= ${random.whole(1, 2)}`);
        this.statements(scope.copy(), random.whole(1, 2), depth + 1);
        if (random.chance(0.3)) {
          w.block(`if ${this.value("bool", scope, 1)}:`, () => {
            w.line("break");
          });
        }
      });
      w.line(`reveal(${counter})`);
      return;
    }
    w.block(random.pick(headers), () => {
      this.statements(inner, random.whole(1, 3), depth + 1);
      if (random.chance(0.25)) {
        w.block(`if ${this.value("bool", inner, 1)}:`, () => {
          w.line(random.pick(["break", "continue"]));
        });
        this.statements(inner.copy(), 1, depth + 1);
      }
    });
    if (random.chance(0.15)) {
      w.block("else:", () => {
        this.statements(scope.copy(), 1, depth + 1);
      });
    }
  }

  /** Defines a function or class and uses it. */
  private call(scope: Scope): void {
    const { random, w } = this;
    const name = w.fresh("f");
    const result = w.fresh("r");
    const [first, second] = [this.value("int", scope, 1), this.value("int", scope, 1)];
    w.define(() => {
      const inner = new Scope();
      inner.add("int", "p");
      inner.add("int", "q");
      w.block(`def ${name}(p, q=${random.whole(0, 3)}):`, () => {
        if (random.chance(0.5)) {
          w.block(`if ${this.value("bool", inner, 1)}:`, () => {
            w.line(`return ${this.value("int", inner, 1)}`);
          });
        }
        this.simple(inner, random.whole(0, 2));
        w.line(`return ${this.value("int", inner, 2)}`);
      });
    });
    w.line(
      `${result} = ${random.pick([`${name}(${first})`, `${name}(${first}, ${second})`, `${name}(q=${first}, p=2)`])}`,
    );
    w.line(`reveal(${result})`);
    scope.add("int", result);
  }

  /** Assignments without definitions, for bodies of functions. */
  private simple(scope: Scope, count: number): void {
    for (let i = 0; i < count; i++) {
      const name = this.w.fresh("y");
      this.w.line(`${name} = ${this.value("int", scope, 2)}`);
      scope.add("int", name);
    }
  }

  private value(kind: Kind, scope: Scope, depth: number): string {
    const { random } = this;
    const known = scope.of(kind);
    if (known.length > 0 && random.chance(depth <= 0 ? 0.8 : 0.4)) return random.pick(known);
    const smaller = (one: Kind): string => this.value(one, scope, depth - 1);
    if (depth <= 0) return this.literal(kind);
    const texts: Record<Kind, readonly (() => string)[]> = {
      int: [
        () => this.literal("int"),
        () => `(${smaller("int")} ${random.pick(["+", "-", "*"])} ${smaller("int")})`,
        () => `(${smaller("int")} ${random.pick(["//", "%"])} ${random.pick([2, 3, 4, -3, 7])})`,
        () => `${random.pick(["min", "max"])}(${smaller("int")}, ${smaller("int")})`,
        () => `(${smaller("int")} if ${smaller("bool")} else ${smaller("int")})`,
        () => `(${smaller("int")} ${random.pick(["or", "and"])} ${smaller("int")})`,
        () => `-${smaller("int")}`,
        () => `abs(${smaller("int")})`,
        () => `len(${smaller(random.pick<Kind>(["ints", "str", "tuple"]))})`,
        () => `sum(${smaller("ints")})`,
        () => `(${smaller("ints")} + [1])[${random.pick([0, -1])}]`,
        () => `${smaller("tuple")}[0]`,
        () => `${smaller("dict")}.get("${random.pick(["a", "b", "z"])}", ${smaller("int")})`,
        () => `${smaller("dict")}["a"]`,
        () => `divmod(${smaller("int")}, ${random.pick([2, 5])})[${random.pick([0, 1])}]`,
        () => `int(${smaller("bool")})`,
        () => `int(${smaller("int")} / 4)`,
        () => `(${smaller("int")} ${random.pick(["<<", ">>"])} ${random.whole(0, 3)})`,
        () => `(${smaller("int")} ${random.pick(["&", "|", "^"])} ${random.whole(0, 7)})`,
        () => `sum(i for i in ${smaller("ints")} if i ${random.pick(["> 1", "!= 2", "% 2 == 0"])})`,
        () => `(lambda p: p ${random.pick(["+ 1", "* 2"])})(${smaller("int")})`,
        () => `${smaller("tensor")}.shape[${random.pick([0, -1])}]`,
        () => `${smaller("tensor")}.numel()`,
        () => `${smaller("ints")}.index(${smaller("ints")}[0]) if False else ${smaller("int")}`,
        () => `max(${smaller("ints")}, default=0)`,
        () => `${smaller("str")}.count("a")`,
        () => `round(${smaller("int")} / 2)`,
        () => `${smaller("int")} ** ${random.pick([0, 1, 2])}`,
        () => `~${smaller("int")}`,
      ],
      bool: [
        () => this.literal("bool"),
        () => `(${smaller("int")} ${random.pick(["<", "<=", "==", "!=", ">", ">="])} ${smaller("int")})`,
        () => `not ${smaller("bool")}`,
        () => `(${smaller("bool")} ${random.pick(["and", "or"])} ${smaller("bool")})`,
        () => `(${smaller("int")} ${random.pick(["in", "not in"])} ${smaller("ints")})`,
        () => `(0 <= ${smaller("int")} < 5)`,
        () => `bool(${smaller(random.pick<Kind>(["int", "ints", "str", "dict"]))})`,
        () => `isinstance(${smaller("int")}, ${random.pick(["int", "str", "(int, str)", "bool"])})`,
        () => `("${random.pick(["a", "q"])}" in ${smaller("dict")})`,
        () => `(${smaller("str")} == ${smaller("str")})`,
        () => `(${smaller("tuple")} == ${smaller("tuple")})`,
        () => `(${smaller("ints")} == ${smaller("ints")})`,
        () => `any(i > 1 for i in ${smaller("ints")})`,
        () => `all(i > 0 for i in ${smaller("ints")})`,
        () => `(${smaller("int")} is None)`,
        () => `${smaller("str")}.startswith("a")`,
        () => `(${smaller("dict")}.get("q") is not None)`,
      ],
      str: [
        () => this.literal("str"),
        () => `(${smaller("str")} + ${smaller("str")})`,
        () => `f"{${smaller("int")}}-x"`,
        () => `${smaller("str")}.upper()`,
        () => `str(${smaller("int")})`,
        () => `(${smaller("str")} * 2)`,
        () => `${smaller("str")}.replace("a", "bb")`,
        () => `"-".join([${smaller("str")}, ${smaller("str")}])`,
        () => `${smaller("str")}[:2]`,
        () => `${smaller("str")}.strip("a")`,
      ],
      ints: [
        () => this.literal("ints"),
        () => `[${smaller("int")}, ${smaller("int")}]`,
        () => `(${smaller("ints")} + ${smaller("ints")})`,
        () => `[i ${random.pick(["+ 1", "* 2", "% 2"])} for i in ${smaller("ints")}]`,
        () => `[i for i in range(${random.whole(0, 4)}) if i != 1]`,
        () => `(${smaller("ints")} * 2)`,
        () => `([0] + ${smaller("ints")})[${random.pick(["1:", ":1", "::2", "::-1", "-2:", ":-1"])}]`,
        () => `sorted(${smaller("ints")})`,
        () => `list(range(${random.whole(0, 3)}))`,
        () => `list(${smaller("tuple")})`,
        () => `list(reversed(${smaller("ints")}))`,
        () => `[*${smaller("ints")}, ${smaller("int")}]`,
        () => `${smaller("ints")}.copy()`,
        () => `list(map(lambda i: i + 1, ${smaller("ints")}))`,
        () => `list(filter(lambda i: i > 0, ${smaller("ints")}))`,
        () => `list(dict(a=1, b=${smaller("int")}).values())`,
      ],
      dict: [
        () => this.literal("dict"),
        () => `{"a": ${smaller("int")}, "b": ${smaller("int")}}`,
        () => `{**${smaller("dict")}, "c": ${smaller("int")}}`,
        () => `(${smaller("dict")} | {"b": ${smaller("int")}})`,
        () => `dict(a=${smaller("int")})`,
        () => `{**${smaller("dict")}}`,
        () => `dict(${smaller("dict")})`,
        () => `dict(zip(("a", "b"), (1, ${smaller("int")})))`,
        () => `{k: v + 1 for k, v in ${smaller("dict")}.items()}`,
        () => `{k: i for i, k in enumerate("ab")}`,
        () => `dict.fromkeys(["a", "b"], ${smaller("int")})`,
      ],
      tuple: [
        () => this.literal("tuple"),
        () => `(${smaller("int")}, ${smaller("int")})`,
        () => `(${smaller("tuple")} + (${smaller("int")},))`,
        () => `tuple(${smaller("ints")} + [1])`,
        () => `((${smaller("int")}, 2) * 2)`,
        () => `tuple(i * 2 for i in (1, ${smaller("int")}))`,
        () => `(1, *${smaller("ints")})`,
        () => `${smaller("tensor")}.shape`,
        () => `divmod(${smaller("int")}, 3)`,
      ],
      tensor: [
        () => this.literal("tensor"),
        () => {
          this.w.import("import torch");
          return `torch.zeros(abs(${smaller("int")}) % 9 + 1, ${random.whole(1, 4)})`;
        },
        () => `${smaller("tensor")}[:${random.whole(1, 3)}]`,
        () => `${smaller("tensor")}.unsqueeze(0)`,
        () => `${smaller("tensor")}.flatten()`,
        () => `${smaller("tensor")}.reshape(-1)`,
        () => `${smaller("tensor")}.transpose(0, -1)`,
        () => `${smaller("tensor")}.repeat_interleave(2, dim=0)`,
        () => `${smaller("tensor")}.long()`,
        () => `${smaller("tensor")}[None]`,
        () => `${smaller("tensor")}[..., -1:]`,
        () => `${smaller("tensor")}.sum(dim=0, keepdim=True)`,
        () => {
          const part = smaller("tensor");
          return `torch.cat([${part}, ${part}])`;
        },
      ],
    };
    return random.pick(texts[kind])();
  }

  private literal(kind: Kind): string {
    const { random, w } = this;
    if (kind === "tensor") {
      w.import("import torch");
      return random.pick(["torch.zeros(4, 6)", "torch.ones(3, 1, 2)", "torch.arange(5)", "torch.empty((2, 8))"]);
    }
    const texts: Record<Exclude<Kind, "tensor">, readonly string[]> = {
      int: ["0", "1", "2", "3", "5", "8", "-1", "-4", "100"],
      bool: ["True", "False"],
      str: ['"a"', '"abc"', '""', '"x"'],
      ints: ["[1, 2, 3]", "[0]", "[2, 2]", "[5, 1]"],
      dict: ['{"a": 1, "b": 2}', '{"a": 0}'],
      tuple: ["(1, 2)", "(3,)", "(0, 0, 1)"],
    };
    return random.pick(texts[kind]);
  }
}
