/** Options of the command line on their way into a call: through `vars`, filters, keywords, and with what a launch leaves open. */
import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const program = (keywords: string, line = ""): string => `
import argparse
from sglang.multimodal_gen import DiffGenerator

def build():
    parser = argparse.ArgumentParser(description=__doc__)
    group = parser.add_argument_group("parallel")
    group.add_argument("--num-gpus", type=int, default=1)
    group.add_argument("--ulysses", "--ulysses-degree", dest="ulysses_degree", type=int)
    group.add_argument("--ring", dest="ring_degree", type=int, default=None)
    group.add_argument("--tp", type=int, default=1)
    parser.add_argument("--model", required=True)
    return parser

def main(argv=None):
    args, rest = build().parse_known_args(argv)
    ${keywords}
    if args.tp > 1:
        kw["tp_size"] = args.tp
    with DiffGenerator.from_pretrained(model_path=args.model, num_gpus=args.num_gpus, **kw) as generator:${line}
        generator.generate()

if __name__ == "__main__":
    main()
`;

const filtered = 'kw = {k: v for k, v in vars(args).items() if k.endswith("degree") and v is not None}';
const line = "  # warning: [sp-degree-product]";
const model = "--model MiniMaxAI/MiniMax-H3";

const script = (ring: number): string => `#- launch.sh
#!/usr/bin/env bash
set -euo pipefail
GPUS=\${GPUS:-8}
RING=${ring}
ULYSSES=$((GPUS / RING))
ARGS=(--num-gpus "$GPUS" --ring "$RING")
ARGS+=(--ulysses "$ULYSSES")
[[ \${DEBUG:-0} == 1 ]] && set -x
for model in MiniMaxAI/MiniMax-H3; do
  python main.py "\${ARGS[@]}" --model "$model" "$@"
done
case "\${1:-}" in
  small) python main.py --num-gpus 2 --ulysses 2 ${model} ;;
esac
`;
const makefile = (ulysses: number): string =>
  `#- Makefile\nGPUS ?= 4\nTP := 2\nrun:\n\tCUDA_VISIBLE_DEVICES=0,1,2,3 python main.py --num-gpus $(GPUS) --tp $(TP) --ulysses-degree ${ulysses} \\\n\t    --ring 1 ${model}\n`;
const dockerfile = (ulysses: number): string =>
  `#- Dockerfile\nFROM python:3.12\nENV GPUS=4\nCMD ["python", "main.py", "--num-gpus", "4", "--ulysses", "${ulysses}", "--model", "MiniMaxAI/MiniMax-H3"]\n`;
const readme = (ulysses: number): string =>
  `#- README.md\n\`\`\`bash\n$ python main.py --num-gpus 8 --ulysses ${ulysses} --ring 1 \\\n    ${model}\n\`\`\`\n`;
const settings = (ring: number): string =>
  `#- .vscode/launch.json\n{ // comment\n  "configurations": [{"type": "debugpy", "request": "launch", "name": "x", "program": "\${workspaceFolder}/main.py",\n   "args": ["--num-gpus=2", "--ulysses=1", "--ring=${ring}", "--model", "MiniMaxAI/MiniMax-H3"],}]\n}\n`;
const launches = (ring = 2, tensor = 2, image = 4, written = 8, debugged = 2): string =>
  script(ring) + makefile(tensor) + dockerfile(image) + readme(written) + settings(debugged);

describe("of many launches the one that fails is told", () => {
  test("none", async () => {
    const made = await check(program(filtered) + launches());
    expect(made.project.check("/project/main.py")?.unfinished).toBe(0);
  });

  test.each([
    [
      "a script that whoever starts it may add options to",
      launches(3),
      "This fails when --ring is 3, as in launch.sh:10 and when --num-gpus is 8, as in launch.sh:10 and when --tp is 1, its default and when started by launch.sh:10.",
    ],
    [
      "a variable of a Makefile that may be set",
      launches(2, 4),
      "The SP degree is 2 with num_gpus=4, but ulysses 4 * ring 1 is 4. Make them equal, or leave one of them out. This fails when --num-gpus is 4, as in Makefile:4 and when --tp is 2, as in Makefile:4 and when started by Makefile:4.",
    ],
    [
      "the command of an image",
      launches(2, 2, 3),
      "The SP degree is 4 with num_gpus=4, but ulysses 3 * ring 1 is 3. Make them equal, or leave one of them out. This fails when started by Dockerfile:3.",
    ],
    [
      "a README",
      launches(2, 2, 4, 4),
      "The SP degree is 8 with num_gpus=8, but ulysses 4 * ring 1 is 4. Make them equal, or leave one of them out. This fails when started by README.md:2.",
    ],
    [
      "the editor's configuration",
      launches(2, 2, 4, 8, 3),
      "The SP degree is 2 with num_gpus=2, but ulysses 1 * ring 3 is 3. Make them equal, or leave one of them out. This fails when started by .vscode/launch.json:2.",
    ],
  ])("%s", async (_, files, message) => {
    const made = await check(program(filtered, line) + files);
    expect(onlyFinding(made).message).toContain(message);
  });

  test("the places are those of that launch, though others pass the same numbers", async () => {
    const made = await check(program(filtered, line) + launches(2, 2, 4, 4));
    const places = onlyFinding(made).related.map(({ location, message }) => [location.path, message]);
    expect(places).toEqual([
      ["/project/README.md", "--num-gpus=8 is set here"],
      ["/project/README.md", "--ulysses=4 is set here"],
      ["/project/README.md", "--ring=1 is set here"],
    ]);
  });
});

describe("keywords made of options", () => {
  const start = (ulysses: number): string =>
    `#- run.sh\npython main.py --num-gpus 8 --ulysses ${ulysses} --tp 2 ${model}\n`;
  test.each([
    ["a filter of the namespace", filtered],
    ["a filter by names", 'kw = {k: getattr(args, k) for k in ("ulysses_degree", "ring_degree") if getattr(args, k)}'],
    [
      "a filter of a dict",
      "kw = dict(ulysses_degree=args.ulysses_degree, ring_degree=args.ring_degree)\n    kw = {k: v for k, v in kw.items() if v}",
    ],
  ])("%s", async (_, keywords) => {
    const closed = line.replace("warning", "error");
    await check(program(keywords) + start(4));
    const made = await check(program(keywords, closed) + start(2));
    expect(onlyFinding(made).message).toBe(
      "The SP degree is 4 with num_gpus=8, but ulysses 2 * ring 1 is 2. Make them equal, or leave one of them out.",
    );
  });

  test("tests one by one, where the wrong number is put in", async () => {
    const tests = (found: string): string => `kw = {}
    if args.ulysses_degree is not None:
        kw["ulysses_degree"] = args.ulysses_degree${found}
    if args.ring_degree:
        kw.update(ring_degree=args.ring_degree)`;
    await check(program(tests("")) + start(4));
    const made = await check(program(tests(line.replace("warning", "error"))) + start(2));
    expect(onlyFinding(made).message).toBe(
      "The SP degree is 4 with num_gpus=8, but ulysses 2 * ring 1 is 2. Make them equal, or leave one of them out.",
    );
  });

  test.each([
    ["a parser that other code adds to", "import extra\nextra.add(parser)"],
    ["a group that other code adds to", "import extra\nextra.add(group)"],
    [
      "an option that is not there if it is not given",
      'parser.add_argument("--ring_degree", type=int, default=argparse.SUPPRESS)',
    ],
    ["sub-commands", 'parser.add_subparsers(dest="command").add_parser("run").add_argument("--ring_degree", type=int)'],
    ["an action of one's own", 'import extra\nparser.add_argument("--mesh", action=extra.Mesh)'],
  ])("are not all that is passed with %s", async (_, more) => {
    const text = program("kw = dict(vars(args))")
      .replace('    group.add_argument("--ring", dest="ring_degree", type=int, default=None)\n', "")
      .replace("    return parser", `    ${more.replace("\n", "\n    ")}\n    return parser`);
    await check(text + start(2));
  });
});

test("a number that nobody gives tells no runs apart", async () => {
  await check(`
import argparse
from sglang.multimodal_gen.runtime.server_args import ServerArgs

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tp", type=int, required=True)
    parser.add_argument("--gpus", type=int, required=True)
    args = parser.parse_args()
    if args.tp > 1:
        ServerArgs(model_path="x", num_gpus=args.gpus, tp_size=args.tp)
    ServerArgs(model_path="x", num_gpus=args.gpus, tp_size=args.tp)
    ServerArgs(model_path="x", num_gpus=8, tp_size=args.tp, sp_degree=3)  # error: [gpu-count-not-divisible]
`);
});
