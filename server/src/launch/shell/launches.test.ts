import { beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../../syntax/index.ts";
import { literalPlace, type LaunchCommand, type Launches, type Span } from "../launch.ts";
import { createBashParser, spell } from "../test-support.ts";
import { launchesOfShell } from "./launches.ts";
import { findIn, otherScripts } from "./testing/other-scripts.ts";
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

describe("scripts that run others", () => {
  test.each(otherScripts)("$name", ({ script, others, launches }) => {
    const path = "/home/run.sh";
    const scripts = findIn(others, "/home");
    const { commands, problems } = launchesOfShell({ tools: { parser, scripts }, text: script, path });
    expect(problems).toEqual([]);
    expect(commands.map(spell)).toEqual(launches);
    for (const { start, end, arguments: words } of commands) {
      expect(end).toBeLessThanOrEqual(script.length);
      for (const place of words.flatMap((word) => [word, ...word.origins]))
        expect([place.start >= 0, place.end <= script.length, end > start]).toEqual([true, true, true]);
    }
  });
});

test("a word of another script is where that is run", () => {
  const text = "N=8\nsource env.sh\nbash run.sh $N $M";
  const scripts = findIn({ "env.sh": "M=4", "run.sh": "python a.py --n $1 --m $2" }, "/home");
  const [command] = launchesOfShell({ tools: { parser, scripts }, text, path: "/home/main.sh" }).commands;
  const written = ({ start, end }: Span): string => text.slice(start, end);
  expect(command && written(command)).toBe("bash run.sh $N $M");
  expect(command?.arguments.map((word) => written(word.origins[0] ?? word))).toEqual([
    ...["bash run.sh $N $M", "8"],
    ...["bash run.sh $N $M", "source env.sh"],
  ]);
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
