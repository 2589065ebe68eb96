import { describe, expect, test } from "vitest";
import { firstUnbalanced } from "./balance.ts";

/** The place and the first sentence of what is said. */
function said(text: string): string | undefined {
  const problem = firstUnbalanced(text);
  if (problem === undefined) return undefined;
  const line = text.slice(0, problem.start).split("\n").length;
  return `${line}: ${problem.message.slice(0, problem.message.indexOf(". ") + 1)}`;
}

describe("what has no end", () => {
  test.each([
    ["if a; then\n  b\n", '1: This "if" has no "fi".'],
    ["if a; then\n  for x in 1 2; do\n    b\n  done\n", '1: This "if" has no "fi".'],
    ["if a; then\n  for x in 1 2; do\n    b\nfi\n", '2: This "do" has no "done".'],
    ["while a\ndo\n  b\n", '2: This "do" has no "done".'],
    ["case $x in\n a) b ;;\n", '1: This "case" has no "esac".'],
    ["f() {\n  a\n", '1: This "{" has no "}".'],
    ["(\n  a\n", '1: This "(" has no ")".'],
    ["A=(\n  a\n", '1: This "(" has no ")".'],
    ["a $(b\n", '1: This "(" has no ")".'],
    ["a ${b\n", '1: This "${" has no "}".'],
    ["a $((1 + 2)\n", '1: "((" has no "))".'],
    ['a\nb "c\n', "2: The quote that begins here has no end."],
    ["a 'c\n", "1: The quote that begins here has no end."],
    ["a `c\n", "1: The quote that begins here has no end."],
  ])("%j", (text, message) => {
    expect(said(text)).toBe(message);
  });
});

describe("what did not begin", () => {
  test.each([
    ["a\nfi\n", '2: Nothing before this "fi" is open that it could end.'],
    ["a; done\n", '1: Nothing before this "done" is open that it could end.'],
    ["f() {\n a\n}\n}\n", '4: Nothing before this "}" is open that it could end.'],
    ["a)\n", '1: Nothing before this ")" is open that it could end.'],
    ["esac\n", '1: Nothing before this "esac" is open that it could end.'],
  ])("%j", (text, message) => {
    expect(said(text)).toBe(message);
  });
});

test.each([
  "if a; then b; elif c; then d; else e; fi",
  "if ! { a || b; }; then c; fi",
  "if a && \\\n   { b; }; then c; fi",
  "for i in 1 2; do a; done; for j do b; done; for ((i=0; i<2; i++)); do c; done",
  "select x in a b; do c; done < /dev/null",
  "until a; do b; done | while read -r x; do c; done",
  "case $x in a|'b)') c ;; (d) e ;;& *) f ;& esac",
  "case $x in\n  if) a ;;\n  do) b ;;\n  *) case $y in esac ;;\nesac",
  "f() { a; }; function g { b; }; function h() { c; }; k () (d)",
  "echo if then fi done esac } \"}\" '{' \\( \\)",
  "A=(if then { [a]=b); A+=(c)",
  'a ${b:-$(c "d)")} ${e%\\}} ${f//x/y} "${g:-\'}" $((1 + (2 * 3))) $(( (1) ))',
  "(( a < (b) )) && [[ $c =~ ^(d|e)$ && f ]] && [[ -n $g ]]",
  '[[ "$a" =~ (^|[[:space:]])-D${b}(=|$) ]]',
  "a <<EOF\nif ( { \" '\nEOF\nb <<-'X'\n\t(\n\tX\nc <<\"Y\" | d\n`\nY",
  "a <<< '('; b << 2; c <(d) >(e)",
  "# if ( { \" '\na # it's\necho a#'b'\n",
  "a=`if b; then c; fi`; d \"`e 'f'`\"",
  "a $'it\\'s' \"\\\"\" \\\" \\'",
  "shopt -s extglob; a !(b|c) @(d)",
  "time { a; }; coproc { b; }; ! { c; }",
  "eval 'exec perl -S $0 \"$@\"' if 0;\nif (1) {",
  "a && if b; then c; fi || d",
  "{ a; } 2>&1 >| b",
])("nothing is wrong with %j", (text) => {
  expect(said(text)).toBeUndefined();
});
