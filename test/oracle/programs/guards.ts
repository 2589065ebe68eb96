/** Programs that call a library whose source is there, and which refuses some of what it is given. */
import type { Random } from "../../lib/random.ts";
import { carried, named } from "./carriers.ts";
import { finished } from "./launches.ts";
import { type Program, Writer } from "./program.ts";

/** A parameter of a library function: what it may be given, and texts of tests under which it is refused. */
interface Parameter {
  readonly values: readonly string[];
  readonly refusals: readonly string[];
  readonly default?: string;
}

const parameters: Readonly<Record<string, Parameter>> = {
  heads: {
    values: ["1", "2", "3", "4", "6", "8", "16", "0", "-1"],
    refusals: ["heads < 1", "heads % 2 != 0", "heads not in (1, 2, 4, 8)", "heads & (heads - 1)", "not heads"],
  },
  degree: {
    values: ["1", "2", "3", "4", "8"],
    refusals: ["degree > LIMIT", "degree == 3", "degree not in ALLOWED", "not 1 <= degree <= 4"],
    default: "1",
  },
  mode: {
    values: ['"full"', '"ring"', '"ulysses"', '"Ring"', "None"],
    refusals: ["mode not in MODES", 'mode == "ring"', "mode is None", 'mode and mode.startswith("u")', "not mode"],
    default: '"full"',
  },
  sizes: {
    values: ["(1, 2)", "(4, 4)", "[8, 3]", "(16,)", "()", "(128, 64)"],
    refusals: ["len(sizes) != 2", "sizes and sizes[0] < 4", "any(size % 4 for size in sizes)", "sum(sizes) > 100"],
  },
  x: {
    values: ["torch.zeros(4, 6)", "torch.zeros(1, 8, 2)", "torch.ones(12)", "torch.zeros(2, 3).long()"],
    refusals: ["x.ndim != 2", "x.shape[0] % 4", "x.shape[-1] > 6", "x.dtype != torch.float32", "x.dim() < 2"],
  },
};

/** Ways of refusing when a test holds; `%` stands for the test, `{}` for an f-string's value. */
const refusing: readonly ((w: Writer, test: string, shown: string) => void)[] = [
  raising,
  raising,
  raising,
  (w, test, shown) => {
    w.line(`assert not (${test}), f"got {${shown}}"`);
  },
  (w, test) => {
    w.line(`assert not (${test})`);
  },
  (w, test, shown) => {
    w.block(`if not (${test}):`, () => {
      w.line("pass");
    });
    w.block("else:", () => {
      w.line(exception(w, shown));
    });
  },
  (w, test, shown) => {
    const name = w.fresh("bad");
    w.line(`${name} = ${test}`);
    w.block(`if ${name}:`, () => {
      w.line(exception(w, shown));
    });
  },
  (w, test, shown) => {
    const [name, argument] = [w.fresh("_check"), shown.split(/\W/)[0] ?? shown];
    // A helper that is given what it looks at.
    w.define(() => {
      w.block(`def ${name}(${argument}):`, () => {
        raising(w, test, shown);
        w.line(`return ${argument}`);
      });
    });
    w.line(
      w.random.pick([`${name}(${argument})`, `${argument} = ${name}(${argument})`, `${name}(${argument}=${argument})`]),
    );
  },
  (w, test, shown) => {
    w.block("try:", () => {
      raising(w, test, shown);
    });
    w.block(w.random.pick(["except KeyError as error:", "except ValueError as error:"]), () => {
      w.line(w.random.pick(["raise", 'raise RuntimeError("no") from error', "pass"]));
    });
  },
  (w, test, shown) => {
    const item = w.fresh("step");
    w.block(`for ${item} in range(${w.random.whole(1, 3)}):`, () => {
      raising(w, test, shown);
    });
  },
];

function raising(w: Writer, test: string, shown: string): void {
  w.block(`if ${test}:`, () => {
    w.line(exception(w, shown));
  });
}

function exception(w: Writer, shown: string): string {
  const kind = w.random.pick([
    "ValueError",
    "ValueError",
    "RuntimeError",
    "TypeError",
    "KeyError",
    "LibraryError",
    "NotImplementedError",
  ]);
  const text = w.random.pick([
    `f"{${shown}} is not possible"`,
    `f"got {${shown}!r}"`,
    `"got %s" % (${shown},)`,
    `"got {}".format(${shown})`,
    `"no", ${shown}`,
    `"This is not supported."`,
    `f"{LIMIT:>4}: " + str(${shown})`,
    "",
  ]);
  return `raise ${kind}(${text})`;
}

interface LibraryFunction {
  readonly name: string;
  /** The expression by which it is called, with `%` for the arguments. */
  readonly call: string;
  readonly given: readonly string[];
}

export function guardProgram(random: Random): Program {
  const library = new Writer(random);
  library.line("import torch");
  library.line("from dataclasses import dataclass");
  library.line(`LIMIT = ${random.pick([2, 4])}`);
  library.line(`ALLOWED = ${random.pick(["(1, 2, 4)", "[1, 2]", "{1, 2, 8}"])}`);
  library.line(`MODES = ${random.pick(['("full", "ring")', '{"full": 1, "ulysses": 2}', '["full"]'])}`);
  library.block(`class LibraryError(${random.pick(["ValueError", "Exception", "RuntimeError"])}):`, () => undefined);
  const functions = Array.from({ length: random.whole(1, 3) }, () => libraryFunction(library));
  const [lines = ""] = Object.values(library.files());
  const w = new Writer(random);
  w.import("import torch");
  const calls = (): void => {
    for (let i = random.whole(1, 3); i > 0; i--) call(w, random.pick(functions));
  };
  if (random.chance(0.5)) calls();
  else {
    const name = w.fresh("main");
    w.block(`def ${name}():`, calls);
    w.line(`${name}()`);
  }
  const known = { launch: { ulysses: 1, ring: 1 }, architectures: [90], libraries: { "flash-attn-4": "4.0.0b27" } };
  const program = finished(w, { kind: "configured", layout: known.launch, known: known.launch }, known);
  const files = { ...program.files, "lib/__init__.py": "from .checks import *\n", "lib/checks.py": ordered(lines) };
  return { ...program, files, runs: program.runs.slice(0, 1) };
}

/** Definitions stand in front of the code in a writer; here the constants come first. */
function ordered(text: string): string {
  const lines = text.split("\n");
  const at = lines.indexOf("import torch");
  return [...lines.slice(at), ...lines.slice(0, at)].join("\n").trimEnd() + "\n";
}

function libraryFunction(w: Writer): LibraryFunction {
  const { random } = w;
  const given = Object.keys(parameters).filter(() => random.chance(0.45));
  if (given.length === 0) given.push("heads");
  // Parameters with a default come last.
  given.sort((a, b) => Number(parameters[a]?.default !== undefined) - Number(parameters[b]?.default !== undefined));
  const head = given.map((name) => {
    const usual = parameters[name]?.default;
    return usual === undefined ? name : `${name}=${usual}`;
  });
  const guard = (prefix = ""): void => {
    for (const name of given) {
      const parameter = parameters[name];
      if (parameter === undefined || !random.chance(0.7)) continue;
      const test = random.pick(parameter.refusals).replaceAll(new RegExp(`\\b${name}\\b`, "g"), prefix + name);
      const shown = prefix + (name === "x" ? "x.shape" : name);
      if (prefix === "") random.pick(refusing)(w, test, shown);
      else raising(w, test, shown);
    }
  };
  const shape = random.pick([
    "function",
    "function",
    "function",
    "class",
    "dataclass",
    "method",
    "classmethod",
  ] as const);
  const name = w.fresh(shape === "function" ? "take" : "Taker");
  const result = given[0] ?? "None";
  switch (shape) {
    case "function":
      w.block(`def ${name}(${head.join(", ")}):`, () => {
        if (random.chance(0.2)) {
          w.block(`if ${random.pick(parameters[result]?.refusals ?? ["False"])}:`, () => {
            w.line(`return ${result}`);
          });
        }
        guard();
        w.line(`return ${result}`);
      });
      return { name, call: `${name}(%)`, given };
    case "dataclass":
      w.line("@dataclass");
      w.block(`class ${name}:`, () => {
        for (const one of head) w.line(one.replace(/^(\w+)/, "$1: object").replace("=", " = "));
        w.block("def __post_init__(self):", () => {
          guard("self.");
        });
      });
      return { name, call: `${name}(%)`, given };
    case "class":
      w.block(`class ${name}:`, () => {
        w.block(`def __init__(self, ${head.join(", ")}):`, () => {
          guard();
          w.line(`self.${result} = ${result}`);
        });
      });
      return { name, call: `${name}(%)`, given };
    case "method":
      w.block(`class ${name}:`, () => {
        w.block("def __init__(self, limit=2):", () => {
          w.line("self.limit = limit");
        });
        w.block(`def run(self, ${head.join(", ")}):`, () => {
          guard();
          if (given.includes("heads")) raising(w, "heads > 4 * self.limit", "self.limit");
          w.line(`return ${result}`);
        });
      });
      return { name, call: `${name}(${random.pick(["", "1", "limit=2"])}).run(%)`, given };
    case "classmethod":
      w.block(`class ${name}:`, () => {
        w.line(random.pick(["@classmethod"]));
        w.block(`def make(cls, ${head.join(", ")}):`, () => {
          guard();
          w.line("return cls()");
        });
      });
      return { name, call: `${name}.make(%)`, given };
  }
}

function call(w: Writer, { name, call: form, given }: LibraryFunction): void {
  const { random } = w;
  const byModule = random.chance(0.3);
  w.import(byModule ? "import lib" : `from ${random.pick(["lib", "lib.checks"])} import ${name}`);
  let positional = true;
  const written = given.flatMap((parameter): string[] => {
    const { values = [], default: usual } = parameters[parameter] ?? {};
    if (usual !== undefined && random.chance(0.4)) {
      positional = false;
      return [];
    }
    const value = carried(w, random.pick(values));
    positional &&= random.chance(0.6);
    return [positional ? value : `${parameter}=${value}`];
  });
  const made = (byModule ? "lib." : "") + form.replace("%", () => written.join(", "));
  const way = random.whole(0, 7);
  if (way === 0) {
    w.block("try:", () => {
      w.line(made);
    });
    w.block(
      random.pick([
        "except ValueError:",
        "except KeyError as error:",
        "except Exception:",
        "except (TypeError, RuntimeError):",
      ]),
      () => {
        w.line(random.pick(["pass", "raise", 'print("no")', "raise SystemExit(1)"]));
      },
    );
  } else if (way === 1) {
    w.block(`if ${random.pick(["True", "len([1]) == 1", "1 > 2"])}:`, () => {
      w.line(`out = ${made}`);
    });
  } else if (way === 2) {
    w.block(`for _ in range(${random.whole(0, 2)}):`, () => {
      w.line(made);
    });
  } else w.line(random.chance(0.3) ? `reveal(${named(w, made)})` : `out = ${made}`);
}
