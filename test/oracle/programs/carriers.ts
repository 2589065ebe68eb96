/** The many ways in which Python code hands a value on without changing it. Each returns the expression of the result. */
import type { Writer } from "./program.ts";
import { anyTemplates, fill, numberTemplates, type Template } from "./templates.ts";

type Carrier = (w: Writer, value: string) => string;

const anyValue: Readonly<Record<string, Carrier>> = {
  local: (w, value) => assigned(w, value),
  chained: (w, value) => {
    const [a, b] = [w.fresh("a"), w.fresh("b")];
    w.line(`${a} = ${b} = ${value}`);
    return w.random.pick([a, b]);
  },
  annotated: (w, value) => {
    const name = w.fresh("v");
    w.line(`${name}: object = ${value}`);
    return name;
  },
  unpacked: (w, value) => {
    const [a, b] = [w.fresh("a"), w.fresh("b")];
    w.line(
      w.random.pick([
        `${a}, ${b} = ${value}, 1`,
        `(${a}, ${b}) = (${value}, None)`,
        `${a}, *${b} = [${value}, 2, 3]`,
        `*${b}, ${a} = (7, 8, ${value})`,
        `(${b}, ${a}), _ = (1, ${value}), 2`,
      ]),
    );
    return a;
  },
  walrus: (w, value) => {
    const name = w.fresh("w");
    const kept = w.fresh("k");
    w.line(`${kept} = [(${name} := ${value}), 1]`);
    return w.random.pick([name, `${kept}[0]`, `${kept}[-2]`]);
  },
  function: (w, value) => {
    const name = w.fresh("same");
    const shape = w.random.whole(0, 5);
    w.define(() => {
      const parameters = [
        "value",
        "value, scale=1",
        "*values",
        "**named",
        "first, value=None",
        "value, /, *, flag=False",
      ][shape];
      w.block(`def ${name}(${parameters ?? "value"}):`, () => {
        if (shape === 4) {
          w.block("if value is None:", () => {
            w.line("return first");
          });
        }
        const found = ["value", "value", "values[0]", 'named["value"]', "value", "value"][shape] ?? "value";
        if (w.random.chance(0.3)) w.line(`result = ${found}`);
        else {
          w.line(`return ${found}`);
          return;
        }
        w.line("return result");
      });
    });
    const calls = [
      [`${name}(${value})`, `${name}(value=${value})`, `${name}(*[${value}])`, `${name}(**{"value": ${value}})`],
      [`${name}(${value}, 2)`, `${name}(scale=3, value=${value})`, `${name}(${value})`],
      [`${name}(${value})`, `${name}(${value}, 1, 2)`, `${name}(*(${value}, 5))`],
      [`${name}(value=${value})`, `${name}(other=1, **dict(value=${value}))`],
      [`${name}(${value})`, `${name}(1, ${value})`, `${name}(1, value=${value})`],
      [`${name}(${value})`, `${name}(${value}, flag=True)`],
    ];
    return w.random.pick(calls[shape] ?? []);
  },
  closure: (w, value) => {
    const make = w.fresh("make");
    w.define(() => {
      w.block(`def ${make}(value):`, () => {
        const inner = w.fresh("inner");
        w.block(`def ${inner}():`, () => {
          w.line("return value");
        });
        w.line(`return ${inner}`);
      });
    });
    return `${make}(${value})()`;
  },
  lambda: (w, value) =>
    w.random.pick([`(lambda value: value)(${value})`, `(lambda value, other=2: value)(${value}, other=5)`]),
  localFunction: (w, value) => {
    const [name, kept] = [w.fresh("inner"), w.fresh("kept")];
    w.line(`${kept} = ${value}`);
    w.block(`def ${name}(use=True):`, () => {
      if (w.random.chance(0.4)) {
        w.block("if not use:", () => {
          w.line("return None");
        });
      }
      w.line(`return ${kept}`);
    });
    return `${name}()`;
  },
  partial: (w, value) => {
    w.import("from functools import partial");
    const name = w.fresh("get");
    w.define(() => {
      w.block(`def ${name}(value, other=0):`, () => {
        w.line("return value");
      });
    });
    return w.random.pick([`partial(${name}, ${value})()`, `partial(${name}, other=3)(${value})`]);
  },
  dict: (w, value) => {
    const name = w.fresh("d");
    w.line(`${name} = ${w.random.pick([`{"k": ${value}, "other": 1}`, `dict(k=${value})`, `{**{"k": ${value}}}`])}`);
    if (w.random.chance(0.3)) w.line(`${name}.update(more=2)`);
    if (w.random.chance(0.2)) w.line(`${name} = ${name} | {"x": 3}`);
    if (w.random.chance(0.2)) w.line(`${name}.setdefault("k", 11)`);
    return w.random.pick([`${name}["k"]`, `${name}.get("k")`, `${name}.get("k", 5)`, `${name}.pop("k")`]);
  },
  dictWrite: (w, value) => {
    const name = w.fresh("d");
    w.line(`${name} = {"k": None}`);
    w.line(w.random.pick([`${name}["k"] = ${value}`, `${name}.update(k=${value})`, `${name}.update({"k": ${value}})`]));
    return `${name}["k"]`;
  },
  list: (w, value) => {
    const name = w.fresh("l");
    const way = w.random.whole(0, 4);
    if (way === 0) w.line(`${name} = [${value}, 1]`);
    else if (way === 4) w.line(`${name} = [${value}] + [1]`);
    else {
      w.line(`${name} = []`);
      w.line(
        [`${name}.append(${value})`, `${name} += [${value}]`, `${name}.extend((${value},))`][way - 1] ??
          `${name}.append(${value})`,
      );
      if (w.random.chance(0.3)) w.line(`${name}.append(0)`);
    }
    return w.random.pick([`${name}[0]`, `next(iter(${name}))`, `${name}[:1][0]`]);
  },
  instance: (w, value) => {
    const name = w.fresh("Holder");
    const shape = w.random.whole(0, 6);
    w.define(() => {
      if (shape === 5) {
        w.block(`class ${name}Base:`, () => {
          w.block("def __init__(self, value):", () => {
            w.line("self.value = value");
          });
        });
      }
      w.block(`class ${name}${shape === 5 ? `(${name}Base)` : ""}:`, () => {
        if (shape === 6) w.line("value = None");
        w.block("def __init__(self, value, flag=False):", () => {
          if (shape === 5) w.line("super().__init__(value)");
          else if (shape === 6) {
            w.block("if not flag:", () => {
              w.line("self.value = value");
            });
          } else w.line(shape === 1 ? "self._value = value" : "self.value = value");
        });
        if (shape === 1) {
          w.line("@property");
          w.block("def value(self):", () => {
            w.line("return self._value");
          });
        }
        if (shape === 2) {
          w.block("def read(self):", () => {
            w.line("return self.value");
          });
        }
        if (shape === 3) {
          w.line("@classmethod");
          w.block("def make(cls, value):", () => {
            w.line("return cls(value)");
          });
        }
        if (shape === 4) {
          w.block("def __call__(self):", () => {
            w.line("return self.value");
          });
        }
      });
    });
    const made = shape === 3 ? `${name}.make(${value})` : `${name}(${value})`;
    const kept = w.random.chance(0.5) ? assigned(w, made) : made;
    return shape === 2 ? `${kept}.read()` : shape === 4 ? `${kept}()` : `${kept}.value`;
  },
  staticMethod: (w, value) => {
    const name = w.fresh("Tools");
    w.define(() => {
      w.block(`class ${name}:`, () => {
        w.line("@staticmethod");
        w.block("def same(value):", () => {
          w.line("return value");
        });
      });
    });
    return w.random.pick([`${name}.same(${value})`, `${name}().same(${value})`]);
  },
  dataclass: (w, value) => {
    w.import("from dataclasses import dataclass, field, replace");
    const name = w.fresh("Config");
    w.define(() => {
      w.line(w.random.pick(["@dataclass", "@dataclass(frozen=True)", "@dataclass()"]));
      w.block(`class ${name}:`, () => {
        w.line("size: int = 4");
        w.line("value: object = None");
        w.line("extra: dict = field(default_factory=dict)");
      });
    });
    const made = w.random.pick([
      `${name}(value=${value})`,
      `${name}(3, ${value})`,
      `replace(${name}(), value=${value})`,
      `${name}(**{"value": ${value}})`,
    ]);
    return `${w.random.chance(0.5) ? assigned(w, made) : made}.value`;
  },
  namedTuple: (w, value) => {
    w.import("from typing import NamedTuple");
    const name = w.fresh("Pair");
    w.define(() => {
      w.block(`class ${name}(NamedTuple):`, () => {
        w.line("value: object");
        w.line("other: int = 0");
      });
    });
    return `${name}(${value})${w.random.pick([".value", "[0]"])}`;
  },
  namespace: (w, value) => {
    w.import("from types import SimpleNamespace");
    const name = w.fresh("ns");
    w.line(`${name} = SimpleNamespace(k=${value}, other=1)`);
    return w.random.pick([`${name}.k`, `getattr(${name}, "k")`, `getattr(${name}, "k", 3)`]);
  },
  attributeWrite: (w, value) => {
    const name = w.fresh("Bag");
    w.define(() => {
      w.block(`class ${name}:`, () => {
        w.line("k = None");
      });
    });
    const bag = assigned(w, `${name}()`);
    w.line(w.random.pick([`${bag}.k = ${value}`, `setattr(${bag}, "k", ${value})`]));
    return w.random.pick([`${bag}.k`, `getattr(${bag}, "k", None)`]);
  },
  ifElse: (w, value) => {
    const name = w.fresh("v");
    const [test, truth] = w.random.pick<[string, boolean]>([
      ["True", true],
      ["1 > 2", false],
      ["not []", true],
      ['"a" in {"a": 1}', true],
      ["isinstance(3, int)", true],
      ["None is not None", false],
      ['"x".startswith("y")', false],
      ["2 in (1, 2) and 3 not in [4]", true],
      ["len([1, 2]) == 3 or 0", false],
    ]);
    w.block(`if ${test}:`, () => {
      w.line(`${name} = ${truth ? value : "5"}`);
    });
    if (truth && w.random.chance(0.5)) {
      w.block("elif 0:", () => {
        w.line(`${name} = 9`);
      });
    }
    w.block("else:", () => {
      w.line(`${name} = ${truth ? "6" : value}`);
    });
    return name;
  },
  conditional: (w, value) =>
    w.random.pick([
      `(${value} if True else 3)`,
      `(2 if not 1 else ${value})`,
      `(None or ${value})`,
      `(True and ${value})`,
    ]),
  loop: (w, value) => {
    const [name, index] = [w.fresh("v"), w.fresh("i")];
    w.line(`${name} = None`);
    const header = w.random.pick([
      `for ${index} in range(2):`,
      `for ${index} in (4, 5, 6):`,
      `for ${index}, _ in enumerate("ab"):`,
      `for ${index}, _ in zip([1, 2], [3, 4]):`,
      `for ${index} in {"a": 1}.values():`,
    ]);
    w.block(header, () => {
      w.line(`${name} = ${value}`);
      if (w.random.chance(0.3)) w.line("break");
      else if (w.random.chance(0.2)) w.line("continue");
    });
    if (w.random.chance(0.2)) {
      w.block("else:", () => {
        w.line("pass");
      });
    }
    return name;
  },
  whileLoop: (w, value) => {
    const [name, count] = [w.fresh("v"), w.fresh("count")];
    w.line(`${name}, ${count} = 0, 0`);
    w.block(`while ${count} < 2:`, () => {
      w.line(`${name} = ${value}`);
      w.line(`${count} += 1`);
    });
    return name;
  },
  comprehension: (w, value) =>
    w.random.pick([
      `[item for item in [${value}]][0]`,
      `[item for item in (${value}, 1) if item is not None][0]`,
      `{key: item for key, item in [("k", ${value})]}["k"]`,
      `next(item for item in [${value}])`,
      `list(map(lambda item: item, [${value}]))[0]`,
    ]),
  tryBlock: (w, value) => {
    const name = w.fresh("v");
    w.block("try:", () => {
      w.line(`${name} = ${value}`);
    });
    w.block(
      w.random.pick(["except KeyError:", "except Exception as error:", "except (ImportError, KeyError):"]),
      () => {
        w.line(w.random.pick(["raise", 'raise RuntimeError("no value")', "raise SystemExit(1)"]));
      },
    );
    finallyBlock(w);
    return name;
  },
  tryFallback: (w, value) => {
    const name = w.fresh("v");
    w.block("try:", () => {
      w.line(`${name} = ${value}`);
    });
    w.block(w.random.pick(["except KeyError:", "except (ImportError, KeyError) as error:"]), () => {
      w.line(`${name} = 8`);
    });
    finallyBlock(w);
    return name;
  },
  withBlock: (w, value) => {
    w.import("import torch");
    const name = w.fresh("v");
    w.block("with torch.no_grad():", () => {
      w.line(`${name} = ${value}`);
    });
    return name;
  },
  match: (w, value) => {
    const name = w.fresh("v");
    w.block(`match ("use", 3):`, () => {
      w.block('case ("skip", _):', () => {
        w.line(`${name} = 7`);
      });
      w.block('case ("use", 3):', () => {
        w.line(`${name} = ${value}`);
      });
      w.block("case _:", () => {
        w.line(`${name} = 8`);
      });
    });
    return name;
  },
  global: (w, value) => {
    const [name, write, read] = [w.fresh("STATE"), w.fresh("write"), w.fresh("read")];
    w.define(() => {
      w.line(`${name} = None`);
      w.block(`def ${write}(value):`, () => {
        w.line(`global ${name}`);
        w.line(`${name} = value`);
      });
      w.block(`def ${read}():`, () => {
        w.line(`return ${name}`);
      });
    });
    w.line(`${write}(${value})`);
    return w.random.pick([name, `${read}()`]);
  },
  nonlocal: (w, value) => {
    const [outer, inner, cell] = [w.fresh("outer"), w.fresh("inner"), w.fresh("cell")];
    w.define(() => {
      w.block(`def ${outer}(value):`, () => {
        w.line(`${cell} = None`);
        w.block(`def ${inner}():`, () => {
          w.line(`nonlocal ${cell}`);
          w.line(`${cell} = value`);
        });
        w.line(`${inner}()`);
        w.line(`return ${cell}`);
      });
    });
    return `${outer}(${value})`;
  },
  decorated: (w, value) => {
    w.import("import functools");
    const [decorate, name] = [w.fresh("decorate"), w.fresh("same")];
    w.define(() => {
      w.block(`def ${decorate}(function):`, () => {
        w.line("@functools.wraps(function)");
        w.block("def wrapper(*args, **kwargs):", () => {
          w.line("return function(*args, **kwargs)");
        });
        w.line("return wrapper");
      });
      w.line(`@${decorate}`);
      w.block(`def ${name}(value):`, () => {
        w.line("return value");
      });
    });
    return `${name}(${value})`;
  },
  earlyReturn: (w, value) => {
    const name = w.fresh("choose");
    w.define(() => {
      w.block(`def ${name}(value, kind="a"):`, () => {
        w.block('if kind == "b":', () => {
          w.line("return 1");
        });
        w.block('for known in ("x", "a"):', () => {
          w.block("if known == kind:", () => {
            w.line("return value");
          });
        });
        w.line("return 2");
      });
    });
    return `${name}(${value})`;
  },
  helperModule: (w, value) => {
    const name = w.fresh("shared");
    w.helpers.push(`def ${name}(value):`, "    return value", "");
    if (w.random.chance(0.5)) {
      w.import(`from helpers import ${name}`);
      return `${name}(${value})`;
    }
    w.import("import helpers");
    return `helpers.${name}(${value})`;
  },
};

/** What only numbers go through, and come out of unchanged. They are at least 1. */
const number: Readonly<Record<string, Carrier>> = {
  or: (w, value) => w.random.pick([`(${value} or 1)`, `(0 or ${value})`]),
  arithmetic: (w, given) => {
    // Some forms name the value twice, and making it may have effects.
    const value = assigned(w, given);
    return w.random.pick([
      `(${value} + 1 - 1)`,
      `(${value} * 3 // 3)`,
      `(2 * ${value} - ${value})`,
      `(${value} << 0)`,
      `-(-${value} // 1)`,
      `int(${value})`,
      `abs(-${value})`,
      `max(${value}, 0)`,
      `min(${value}, 10**9)`,
      `sum([${value}, 0])`,
      `divmod(${value}, 1)[0]`,
      `(${value} % 1000003)`,
      `int(${value} / 1)`,
      `pow(${value}, 1)`,
      `round(${value})`,
      `len(range(${value}))`,
      `(${value} // 7 * 7 + ${value} % 7)`,
      `-(${value} - 2 * ${value})`,
      `(${value} & 0xFFFFFF)`,
      `((${value} + 3) // 4 * 4 - (-${value}) % 4)`,
    ]);
  },
  math: (w, value) => {
    w.import("import math");
    return w.random.pick([
      `math.ceil(${value} / 1)`,
      `math.prod([${value}, 1])`,
      `math.floor(${value})`,
      `math.gcd(${value}, 0)`,
      `math.prod((${value},))`,
    ]);
  },
  shape: (w, value) => {
    w.import("import torch");
    return w.random.pick([
      `torch.zeros(${value}).shape[0]`,
      `torch.empty(2, ${value}).size(1)`,
      `torch.arange(${value}).numel()`,
      `len(torch.ones(${value}, 3))`,
      `torch.zeros(1, ${value}, 2).shape[-2]`,
      `torch.zeros((${value},)).size()[0]`,
      `torch.zeros(3, ${value}).flatten().shape[0] // 3`,
    ]);
  },
  augmented: (w, value) => {
    const name = assigned(w, value);
    w.line(w.random.pick([`${name} += 0`, `${name} *= 1`, `${name} //= 1`, `${name} -= 0`]));
    return name;
  },
  accumulated: (w, value) => {
    const [total, part] = [w.fresh("total"), w.fresh("part")];
    w.line(`${total} = 0`);
    w.block(`for ${part} in (${value}, 1, 2):`, () => {
      w.line(`${total} += ${part}`);
    });
    return `(${total} - 3)`;
  },
  guarded: (w, value) => {
    const name = assigned(w, value);
    w.line(w.random.pick([`assert ${name} > 0`, `assert ${name} >= 1, "positive"`, `assert isinstance(${name}, int)`]));
    return name;
  },
  raising: (w, value) => {
    const name = assigned(w, value);
    w.block(w.random.pick([`if ${name} < 1:`, `if not ${name}:`, `if ${name} is None:`, `if ${name} == 0:`]), () => {
      w.line('raise ValueError("bad")');
    });
    return name;
  },
  recursion: (w, value) => {
    const name = w.fresh("down");
    w.define(() => {
      w.block(`def ${name}(value, depth=2):`, () => {
        w.line(`return value if depth == 0 else ${name}(value, depth - 1)`);
      });
    });
    return `${name}(${value})`;
  },
  text: (w, value) => w.random.pick([`int(str(${value}))`, `int(f"{${value}}")`]),
};

function finallyBlock(w: Writer): void {
  if (!w.random.chance(0.3)) return;
  w.block("finally:", () => {
    w.line("done = True");
  });
}

function assigned(w: Writer, value: string): string {
  const name = w.fresh("v");
  w.line(`${name} = ${value}`);
  return name;
}

function withTemplates(
  carriers: Readonly<Record<string, Carrier>>,
  templates: Readonly<Record<string, Template>>,
): Readonly<Record<string, Carrier>> {
  const filled = Object.entries(templates).map(([name, template]): [string, Carrier] => [
    name,
    (w, value) => fill(w, template, assigned(w, value)),
  ]);
  return { ...carriers, ...Object.fromEntries(filled) };
}

const allAny = withTemplates(anyValue, anyTemplates);
const allNumber = withTemplates(number, numberTemplates);

/** Hands a value on zero or more times. */
export function carried(w: Writer, value: string, kind: "any" | "number" = "any"): string {
  let result = value;
  while (w.random.chance(0.4)) {
    const table = kind === "number" && w.random.chance(0.4) ? allNumber : allAny;
    const [name, carrier] = w.random.pick(Object.entries(table));
    w.carriers.add(name);
    result = carrier(w, result);
  }
  return result;
}

/** The value under a new name. */
export function named(w: Writer, value: string, kind: "any" | "number" = "any"): string {
  return assigned(w, carried(w, value, kind));
}
