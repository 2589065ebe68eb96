/** Small scripts that assign, ask, loop and start programs. */
import * as fc from "fast-check";

const variable = fc.constantFrom("A", "B", "C");
const list = fc.constantFrom("L", "M");
const number = fc.integer({ min: 0, max: 9 }).map(String);
const literal = fc.oneof(number, fc.constantFrom("--x", "a.b", "'b c'", '"d  e"', "''", "f\\ g", "k=v"));

/** What stands in a `$(( … ))`. */
const sum = fc.oneof(
  fc
    .tuple(variable, fc.constantFrom("+", "*", "-", "<", "=="), fc.oneof(variable, number))
    .map((parts) => parts.join(" ")),
  fc.tuple(variable, fc.constantFrom("/ 2", "% 3", "++")).map((parts) => parts.join(" ")),
  fc.tuple(variable, number).map(([name, value]) => `${name} += ${value}`),
  fc.tuple(variable, number, variable).map(([name, value, other]) => `${name} > ${value} ? ${other} : 1`),
);

/** Expansions of one word each, which may be put in quotes. */
const expansion = fc.oneof(
  variable.map((name) => `$${name}`),
  fc
    .tuple(
      variable,
      fc.constantFrom(":-", "-", ":=", ":+", "+"),
      fc.oneof(
        number,
        variable.map((name) => `$${name}`),
      ),
    )
    .map(([name, sign, other]) => `\${${name}${sign}${other}}`),
  sum.map((text) => `$((${text}))`),
  fc.tuple(variable, fc.constantFrom("%.*", "#*.", "/a/b", "^^", ":0:2")).map(([name, sign]) => `\${${name}${sign}}`),
  variable.map((name) => `\${#${name}}`),
  fc.constantFrom("$1", "$2", "$#", "${1:-3}", "${2:-$A}", "$(ask1)", "${!A}"),
  fc.tuple(list, fc.constantFrom("0", "1", "-1", "A")).map(([name, index]) => `\${${name}[${index}]}`),
  list.map((name) => `\${#${name}[@]}`),
  list.map((name) => `\${${name}[*]}`),
);
const expanded = fc.oneof(
  { weight: 3, arbitrary: expansion },
  { weight: 3, arbitrary: expansion.map((text) => `"${text}"`) },
  { weight: 1, arbitrary: fc.constantFrom('"$@"', '"${@:2}"', "$*", '"$*"') },
  { weight: 2, arbitrary: list.map((name) => `"\${${name}[@]}"`) },
  { weight: 1, arbitrary: list.map((name) => `\${${name}[@]}`) },
  { weight: 1, arbitrary: expansion.map((text) => `--y="${text}"`) },
  { weight: 1, arbitrary: fc.tuple(expansion, expansion).map(([a, b]) => `"${a} ${b}"`) },
  { weight: 1, arbitrary: variable.map((name) => `\${${name}:+--z "$${name}"}`) },
);
const word = fc.oneof({ weight: 1, arbitrary: literal }, { weight: 2, arbitrary: expanded });
const words = fc.array(word, { maxLength: 3 }).map((all) => all.join(" "));

const assignment = fc.oneof(
  fc.tuple(variable, fc.constantFrom("=", "=", "=", "+="), word).map((parts) => parts.join("")),
  fc.tuple(list, fc.constantFrom("=", "+="), words).map(([name, sign, all]) => `${name}${sign}(${all})`),
  fc.tuple(list, fc.constantFrom("0", "1"), number).map(([name, index, value]) => `${name}[${index}]=${value}`),
);

const simple = fc.oneof(
  { weight: 5, arbitrary: assignment },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("export", "readonly R; export", "declare -x"), variable, number)
      .map(([how, name, value]) => `${how} ${name}=${value}`),
  },
  { weight: 1, arbitrary: variable.map((name) => `export ${name}`) },
  { weight: 1, arbitrary: variable.map((name) => `unset ${name}`) },
  { weight: 1, arbitrary: sum.map((text) => `(( ${text} ))`) },
  { weight: 1, arbitrary: sum.map((text) => `let "${text}"`) },
  { weight: 1, arbitrary: words.map((all) => `set -- ${all}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "shift",
      "shift 2",
      ": ${A:=8}",
      'eval "B=4"',
      "eval $A",
      "cd a",
      "printf -v A 5",
      "read -r A B <<< '4 5'",
      "f",
      "return",
      "break",
      "continue",
      "break 2",
      "declare -i B",
      "A=$(expr $A + 2)",
      "set -e",
    ),
  },
  { weight: 1, arbitrary: words.map((all) => `f ${all}`) },
  { weight: 1, arbitrary: fc.tuple(variable, number).map(([name, value]) => `${name}=${value} f 1`) },
);

const start = fc.tuple(
  fc.oneof(
    fc.constant(""),
    fc.tuple(variable, expansion).map(([name, value]) => `${name}=${value} `),
  ),
  fc.constantFrom(
    "python NAME",
    'torchrun --nproc_per_node "$A" NAME',
    "env C=3 python NAME",
    "torchrun --nproc_per_node=2 \\\n  NAME",
  ),
  words,
);
const launch = start.map(([own, program, all]) => `${own}${program} ${all}`);

const test = fc.oneof(
  fc
    .tuple(expansion, fc.constantFrom("=", "!=", "-gt", "-eq"), number)
    .map(([text, sign, value]) => `[ "${text}" ${sign} ${value} ]`),
  fc
    .tuple(variable, fc.constantFrom("==", "!="), fc.constantFrom("3", "[0-4]", "*"))
    .map(([name, sign, value]) => `[[ $${name} ${sign} ${value} ]]`),
  fc.tuple(fc.constantFrom("-z", "-n"), expansion).map(([sign, text]) => `[ ${sign} "${text}" ]`),
  sum.map((text) => `(( ${text} ))`),
  fc.constantFrom("ask1", "ask2", "! ask1", "true", "false"),
);

const { statement } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  block: fc.array(tie("statement"), { minLength: 1, maxLength: 3 }).map((all) => all.join("\n")),
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 6, arbitrary: simple },
    { weight: 5, arbitrary: launch },
    {
      weight: 2,
      arbitrary: fc
        .tuple(test, tie("block"), tie("block"))
        .map(([on, yes, no]) => `if ${on}; then\n${yes}\nelse\n${no}\nfi`),
    },
    { weight: 1, arbitrary: fc.tuple(test, tie("block")).map(([on, yes]) => `if ${on}; then\n${yes}\nfi`) },
    {
      weight: 2,
      arbitrary: fc.tuple(test, fc.constantFrom("&&", "||"), fc.oneof(simple, launch)).map((parts) => parts.join(" ")),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(variable, words, tie("block"))
        .map(([name, all, block]) => `for ${name} in 1 ${all}; do\n${block}\ndone`),
    },
    { weight: 1, arbitrary: tie("block").map((block) => `while ask2; do\n${block}\ndone`) },
    { weight: 1, arbitrary: tie("block").map((block) => `(\n${block}\n)`) },
    { weight: 1, arbitrary: tie("block").map((block) => `{\n${block}\n} > log`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(expansion, tie("block"), tie("block"))
        .map(([on, one, other]) => `case "${on}" in\n3) ${one} ;;\n[0-2]|"") ${other} ;;\nesac`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("bash <<EOF", "bash <<'EOF'"), launch)
        .map(([head, one]) => `${head}\n${one.replaceAll(/"?\$([@*]|\{@:2\})"?/g, "1")}\nEOF`),
    },
  ),
}));

export interface GeneratedScript {
  readonly text: string;
  /** True if nothing that the caller gives has a meaning in it. */
  readonly isClosed: boolean;
}

const assignsAll = fc
  .tuple(literal, literal, number, words, words)
  .map(([a, b, c, l, args]) => `A=${a} B=${b}; C=${c}\nL=(2 4) M=(${l})\nset -- ${args}`);

/** Programs get names of their own, by which one is told from another. */
export const generatedScript: fc.Arbitrary<GeneratedScript> = fc
  .tuple(
    fc.option(assignsAll, { freq: 1, nil: "" }),
    fc.array(fc.oneof(simple, launch, fc.constantFrom("local A=3", "local A", "local B=$1")), { maxLength: 3 }),
    fc.array(statement, { minLength: 2, maxLength: 7 }),
  )
  .map(([before, inFunction, statements]) => {
    const text = [before, `f() {\n:\n${inFunction.join("\n")}\n}`, ...statements].join("\n");
    // What is assigned in front of a function that exports it stays, which nobody means.
    const plain = /\b(export|declare)\b/.test(inFunction.join()) ? text.replace(/^[A-C]=\d f/gm, "f") : text;
    let count = 0;
    return { text: `${plain}\n`.replace(/\bNAME\b/g, () => `p${++count}.py`), isClosed: before !== "" };
  });
