import { beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../../syntax/index.ts";
import { literalPlace, type LaunchCommand, type Launches } from "../launch.ts";
import { createBashParser, spell } from "../test-support.ts";
import { launchesOfShell } from "./launches.ts";
import { scripts } from "./testing/scripts.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createBashParser();
});

function read(text: string): Launches {
  return launchesOfShell({ tools: { parser }, text, path: "/home/scripts/run.sh" });
}

function only(text: string): LaunchCommand {
  const { commands } = read(text);
  expect(commands).toHaveLength(1);
  const [command] = commands;
  if (command === undefined) throw new Error("no launch");
  return command;
}

describe("scripts", () => {
  test.each(scripts.map(([name, script, ...launches]) => ({ name, script, launches })))(
    "$name",
    ({ script, launches }) => {
      const { commands, problems } = read(script);
      expect(problems).toEqual([]);
      expect(commands.map(spell)).toEqual(launches);
    },
  );
});

test("a word knows the literal that its text is written in", () => {
  const text = 'GPUS=8\nSIZES="--ulysses 2 --ring 4"\ntorchrun --nproc_per_node=$GPUS a.py $SIZES --n ${N:-16}';
  const command = only(text);
  const place = (word = command.target.word): string | undefined => {
    const span = literalPlace(word, text);
    return span === undefined ? undefined : `${text.slice(span.start, span.end)}@${span.start}`;
  };
  expect(command.arguments.map((word) => place(word))).toEqual([
    "--ulysses@14",
    "2@24",
    "--ring@26",
    "4@33",
    "--n@80",
    "16@89",
  ]);
  expect(command.processes?.words.map((word) => place(word))).toEqual(["8@5"]);
  expect(text.slice(command.start, command.end)).toBe("torchrun --nproc_per_node=$GPUS a.py $SIZES --n ${N:-16}");
  expect(command.arguments.map(({ start, end }) => text.slice(start, end))[1]).toBe("$SIZES");
});

test("a computed word names all its literals", () => {
  const text = "A=2\nB=3\npython a.py $((A * B))";
  const [word] = only(text).arguments;
  expect(word?.origins.map(({ start, end }) => text.slice(start, end))).toEqual(["2", "3"]);
  expect(word === undefined ? undefined : literalPlace(word, text)).toBeUndefined();
});

test("the rest of a broken script is read", () => {
  const { commands, problems } = read("N=4\npython a.py --n $N\nif then fi (\npython b.py\n");
  expect(commands.map(spell)).toEqual(["a.py --n ?~", "b.py"]);
  expect(problems.length).toBeGreaterThan(0);
});

test.each([
  ["nested too deeply", "(".repeat(5_000)],
  ["many loops in each other", "for a in 1 2 3 4 5 6 7 8; do\n".repeat(12) + "python a.py\n" + "done\n".repeat(12)],
  ["functions that call each other", "a() { b; b; }\nb() { a; a; }\na"],
  ["not text", "\0\u0001\ufffd\ud800 python a.py"],
  ["a long line", `python a.py ${"--x 1 ".repeat(2_000)}`],
])("%s does no harm", (_, text) => {
  expect(() => read(text)).not.toThrow();
});
