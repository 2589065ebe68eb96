/** Which commands of a script are meant to fail, or fail without a failure of the script. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../../syntax/index.ts";
import { createBashParser, spell } from "../test-support.ts";
import { launchesOfShell } from "./launches.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createBashParser();
});

function spelled(text: string): string[] {
  return launchesOfShell({ tools: { parser }, text, path: "/home/run.sh" }).commands.map(spell);
}

describe("nothing follows from the failing of", () => {
  test.each([
    "! python a.py",
    "if python a.py; then echo yes; fi",
    "if python a.py; then echo yes; else echo no; fi",
    "if ! python a.py; then echo rejected; fi",
    "if ! python a.py; then echo rejected; exit 0; fi",
    "if python a.py; then echo 'not rejected'; exit 1; fi",
    "if python a.py > log 2>&1; then echo 'not rejected'; exit 1; else grep -q equal log; fi",
    "if ! python a.py; then :; else exit 1; fi",
    "if false; then :; elif python a.py; then echo yes; fi",
    "if A=1 python a.py && true; then echo yes; fi",
    "python a.py || true",
    "python a.py || :",
    "python a.py || echo failed",
    "python a.py || { echo failed; FAILED=1; }",
    "python a.py || exit 0",
    "python a.py && echo fine || echo failed",
    "python a.py && exit 1",
    "python a.py && { echo 'not rejected'; exit 1; }",
    "fail() { echo $1; exit 1; }\npython a.py && fail 'not rejected'",
    "! python a.py || exit 1",
    "! python a.py && echo rejected",
    "for i in 1 2; do python a.py || continue; done",
    "run() { python a.py; }\nrun || true",
    "run() { python a.py || return 1; }\nif run; then echo yes; fi",
    "run() { python a.py; }",
    "(python a.py) || true",
    'expect_failure() { if "$@"; then exit 1; fi; }\nexpect_failure python a.py',
    'expect_failure() { ! "$@"; }\nexpect_failure python a.py',
    'expect_failure() { "$@" && return 1 || return 0; }\nexpect_failure python a.py',
    'expect_failure() { set +e; "$@"; local rc=$?; [ $rc -ne 0 ]; }\nexpect_failure python a.py',
    "python a.py 2>&1 | grep -q 'must equal'",
    "python a.py 2>&1 | grep --quiet x && echo found",
    "python a.py 2>&1 | grep -i ValueError",
    "if python a.py 2>&1 | tee log; then echo yes; fi",
    "set +e\npython a.py\nrc=$?\nset -e\necho $rc",
    "python a.py\nif [ $? -ne 0 ]; then echo rejected; fi",
    "python a.py\nif [ $? -eq 0 ]; then echo 'not rejected'; exit 1; fi",
    "python a.py\n[ $? -eq 0 ] && exit 1",
    "python a.py\nif (( $? )); then echo rejected; fi",
    "python a.py\ncase $? in 0) exit 1;; esac",
  ])("%s", (text) => {
    expect(spelled(text).filter((launch) => !launch.startsWith("TENTATIVE"))).toEqual([]);
    expect(spelled(text)).not.toEqual([]);
  });
});

describe("a failure remains one", () => {
  test.each([
    "python a.py",
    "set +e\npython a.py",
    "set -e; set +e; python a.py; set -e",
    "python a.py && echo fine",
    "cd x && python a.py",
    "true || python a.py\npython a.py",
    "python a.py || exit 1",
    "python a.py || exit",
    "python a.py || exit $?",
    "python a.py || { echo failed; exit 1; }",
    "python a.py && echo fine || exit 2",
    "die() { echo $1; exit 1; }\npython a.py || die failed",
    "die() { echo $1; exit 1; }\nif ! python a.py; then die failed; fi",
    "if ! python a.py; then echo failed; exit 1; fi",
    "if python a.py; then echo fine; else echo failed; exit 1; fi",
    "if gpu; then python a.py; fi",
    "run() { python a.py || return 1; }\nrun",
    'must() { "$@" || exit 1; }\nmust python a.py',
    "run() { python a.py; }\nrun || true\nrun",
    "python a.py | tee log",
    "python a.py 2>&1 | grep -v Warning",
    "python a.py | grep -E 'time|memory'",
    "python a.py & wait",
    "python a.py\nexit $?",
    "python a.py\necho status $?",
    "python a.py\nrc=$?\necho done\nexit $rc",
    "python a.py\nif [ $? -ne 0 ]; then echo failed; exit 1; fi",
    "python a.py\n[ $? -eq 0 ] || exit 1",
    "mkdir -p x || true\npython a.py",
    "! test -d x && python a.py",
    "if ! test -d x; then python a.py; fi",
    "trap 'echo failed' ERR\npython a.py",
  ])("%s", (text) => {
    expect([...new Set(spelled(text))].map((launch) => launch.replace(/^cd:x /, ""))).toEqual(["a.py"]);
  });
});

test("the right side of || is a command like any", () => {
  expect(spelled("python a.py || python b.py")).toEqual(["TENTATIVE a.py", "b.py"]);
  expect(spelled("if python a.py; then python b.py; else python c.py; fi")).toEqual(["TENTATIVE a.py", "b.py", "c.py"]);
});

test("what a program that is not known picks from a sweep is not certain", () => {
  expect(spelled("for U in 1 2; do check $U && python a.py $U; done")).toEqual([
    "TENTATIVE a.py 1",
    "TENTATIVE a.py 2",
  ]);
  expect(spelled("for U in 1 2; do cd /x && ./valid.sh $U && python a.py $U; done; python b.py")).toEqual([
    "TENTATIVE cd:/x a.py 1",
    "TENTATIVE cd:/x a.py 2",
    "cd:/x b.py",
  ]);
  expect(spelled("for U in 1 2; do mkdir -p out/$U && python a.py $U; done")).toEqual(["a.py 1", "a.py 2"]);
  expect(spelled("check $U && python a.py")).toEqual(["a.py"]);
});

test("a failure that is not meant does not end the reading", () => {
  expect(spelled("python a.py && exit 1\npython b.py")).toEqual(["TENTATIVE a.py", "b.py"]);
});

describe("a program that tells how it is used is not started", () => {
  test.each([
    "python a.py --help",
    "python a.py -h",
    "python a.py -h | head",
    "torchrun --nproc_per_node 2 a.py --size 3 -h --x",
    "python -m a --version",
    "sglang generate --help",
  ])("%s", (text) => {
    expect(spelled(text)).toEqual([]);
  });

  test("but options of these names have values", () => {
    expect(spelled("python a.py -h 480 --version 2")).toEqual(["a.py -h 480 --version 2"]);
  });
});

describe("files that a script may change", () => {
  test.each([
    ["sed -i 's/4/8/' conf/h3.yaml", "h3.yaml"],
    ["echo 'a: 1' > h3.yaml", "h3.yaml"],
    ["cat >> h3.yaml <<EOF\na: 1\nEOF", "h3.yaml"],
    ["cp a.yaml h3.yaml", "h3.yaml"],
    ["F=h3.yaml\npython make.py --out=$F", "h3.yaml"],
    ["python make.py | tee h3.yaml", "h3.yaml"],
    ["for f in *.yaml; do sed -i s/4/8/ $f; done", "*.yaml"],
    ["date > $LOG", "*"],
    ['date > "$DIR/$(date).log"', "*.log"],
  ])("%s", (text, file) => {
    expect(launchesOfShell({ tools: { parser }, text, path: "/home/run.sh" }).written).toContain(file);
  });

  test.each([
    "cat h3.yaml",
    "sglang serve --config h3.yaml",
    "grep x < h3.yaml",
    "sglang serve --config h3.yaml 2>&1 | tee log",
  ])("not by %s", (text) => {
    const { written } = launchesOfShell({ tools: { parser }, text, path: "/home/run.sh" });
    expect(written).not.toContain("h3.yaml");
    expect(written).not.toContain("*");
  });
});
