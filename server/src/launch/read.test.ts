import { beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../syntax/index.ts";
import { literalPlace, type Launches } from "./launch.ts";
import { launchesIn, mayBeLaunchFile, mayLaunch } from "./read.ts";
import { createBashParser, spell } from "./test-support.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createBashParser();
});

function read(path: string, text: string): Launches {
  return launchesIn({ parser }, path, text);
}

/** Path, text, launches. */
const files: readonly [name: string, path: string, text: string, ...launches: string[]][] = [
  ["a script without an extension", "/w/run", "#!/usr/bin/env bash\npython a.py", "a.py"],
  ["a program without an extension", "/w/run", "#!/usr/bin/env python\npython a.py"],
  ["a batch job", "/w/job.slurm", "#!/bin/bash\n#SBATCH -N 1\nsrun python a.py", "srun[?] a.py"],
  ["another file", "/w/notes.txt", "python a.py"],

  ["a fenced block", "/w/README.md", "Run\n\n```bash\npython a.py --x 1\n```\n\n    python b.py\n", "a.py --x 1"],
  [
    "variables of a block stay in it",
    "/w/a.md",
    "```sh\nN=4\npython a.py --n=$N\n```\n~~~shell\npython b.py --n=$N\n~~~\n",
    "a.py --n=4",
    "b.py --n=?°",
  ],
  [
    "a console with prompts",
    "/w/a.md",
    "```console\n$ N=2 python a.py \\\n    --x 1\npython output.py\n(venv) $ python b.py\n```\n",
    "N=2 a.py --x 1",
    "b.py",
  ],
  [
    "a console that prompts for each line",
    "/w/a.md",
    "```console\n$ python a.py \\\n> --x 1 \\\n>   --y 2\n$ python b.py --z 3 \\\n  > log\n```\n",
    "a.py --x 1 --y 2",
    "b.py --z 3",
  ],
  [
    "a block without a language",
    "/w/a.md",
    "```\ntorchrun --nproc_per_node=2 a.py\n```\n```\nSee python a.py\n```\n",
    "torchrun[2] a.py",
  ],
  [
    "prompts that say who and where",
    "/w/a.md",
    "```console\nme@host:~/p$ torchrun --nproc_per_node 2 a.py\nloaded python x.py\n[me@host p]$ python b.py\nroot@1f:/w# python c.py\n```\n",
    ...["torchrun[2] a.py", "b.py", "c.py"],
  ],
  ["a block of another language", "/w/a.md", "```python\npython = 1\n```\n```text\npython a.py\n```\n"],
  ["an indented block", "/w/a.md", "- item\n  ```bash\n  python a.py \\\n    --x\n  ```\n", "a.py --x"],
  ["a block in a longer fence", "/w/a.md", "````bash\npython a.py\n```\npython b.py\n````\n", "a.py", "b.py"],
  ["a block without an end", "/w/a.md", "```bash\npython a.py", "a.py"],

  ["a recipe", "/w/Makefile", "run:\n\t@python a.py --x 1 \\\n\t  --y\n", "a.py --x 1 --y"],
  [
    "variables of make",
    "/w/Makefile",
    "N ?= 8\nM := $(N)\nARGS = --m ${M}\nrun: dep\n\tpython a.py --n $(N) $(ARGS)\n",
    "a.py --n 8° --m° 8°",
  ],
  [
    "a value over lines",
    "/w/Makefile",
    "A := --x 1 \\\n  --y 2 \\\n\t--z\nB = --v \\\r\n  3\nrun:\n\tpython a.py $(A) $(B)\n",
    "a.py --x° 1° --y° 2° --z° --v° 3°",
  ],
  [
    "a text of several lines",
    "/w/Makefile",
    "N = 4\ndefine A\nN = 5\n--n 1\nendef\nrun:\n\tpython a.py --n $(N) $(A)\n",
    "a.py --n 4° ?~ OPEN",
  ],
  ["the last value counts", "/w/Makefile", "run:\n\tpython a.py $(N)\nN = 3\n", "a.py 3°"],
  ["a value that grows", "/w/Makefile", "A = --x 1\nA += --y\nrun:\n\tpython a.py $(A)\n", "a.py --x° 1° --y°"],
  [
    "functions and automatic variables",
    "/w/x.mk",
    "run: a\n\tpython a.py --n=$(shell nproc) --t=$@ --p=$$HOME $(D)\n",
    "a.py --n=? --t=? --p=?° ?~°g EXTENDABLE",
  ],
  [
    "a conditional value",
    "/w/Makefile",
    "ifdef X\nN = 1\nelse\nN = 2\nendif\nrun:\n\tpython a.py --n=$(N)\n",
    "a.py --n=?",
  ],
  [
    "a variable that is looked up late",
    "/w/Makefile",
    "V = $(U)\nW := $(U)\nU = 8\nrun:\n\tpython a.py --v $(V) --w=$(W)\n",
    "a.py --v 8° --w=?°",
  ],
  ["variables that are each other", "/w/Makefile", "V = $(U)\nU = $(V)\nrun:\n\tpython a.py --v=$(V)\n", "a.py --v=?°"],
  [
    "a function in a variable",
    "/w/Makefile",
    "U = $(shell expr $(N) / 2)\nrun:\n\tpython a.py --u=$(U)\n",
    "a.py --u=?°",
  ],
  ["a variable of one target", "/w/Makefile", "U = 4\nrun8: U = 8\nrun8:\n\tpython a.py --u=$(U)\n", "a.py --u=?"],
  [
    "a Makefile that includes another",
    "/w/Makefile",
    "include config.mk\nrun:\n\tpython a.py --u=$(U)\n",
    "MORE a.py --u=?",
  ],
  ["an exported variable", "/w/Makefile", "export N = 4\nrun:\n\tpython a.py\n", "N=4° a.py"],
  [
    "a failure that make ignores",
    "/w/Makefile",
    "run:\n\t-python a.py\n\t@-python b.py\n\t! python c.py\n\tpython d.py || true\n\t@python e.py\n",
    ...["TENTATIVE a.py", "TENTATIVE b.py", "TENTATIVE c.py", "TENTATIVE d.py", "e.py"],
  ],
  ["each line starts anew", "/w/Makefile", "run:\n\tcd a\n\tpython a.py\n\tcd b && python b.py\n", "a.py", "cd:b b.py"],

  [
    "an image's command",
    "/w/Dockerfile",
    'FROM x\nENV A=1 B="x y"\nENV C 3\nCMD ["python", "a.py", "--x"]\n',
    'A=1° B="x y"° C=3° a.py --x',
  ],
  ["a list over lines", "/w/Dockerfile", 'FROM x\nCMD ["python", "a.py", \\\n  # why\n  "--x", "1"]\n', "a.py --x 1"],
  [
    "an entry point and its arguments",
    "/w/Dockerfile",
    'FROM x\nENTRYPOINT ["torchrun", "--nproc_per_node=2", "a.py"]\nCMD ["--x", "1"]\n',
    "torchrun[2] a.py --x° 1°",
  ],
  [
    "a command of shell",
    "/w/prod.Dockerfile",
    "FROM x\nARG N=4\nRUN pip install x \\\n    # why\n && python a.py --n $N\nCMD python b.py\n",
    "N=4° a.py --n 4°",
    "b.py",
  ],
  [
    "stages",
    "/w/Dockerfile.gpu",
    "FROM x AS a\nENV A=1\nCMD python a.py\nFROM y\nCMD python b.py\n",
    "A=1° a.py",
    "b.py",
  ],
  ["options of RUN", "/w/Dockerfile", "FROM x\nRUN --mount=type=cache,target=/x python a.py\n", "a.py"],

  [
    "debug configurations",
    "/w/.vscode/launch.json",
    `{
      // Comments are allowed.
      "configurations": [
        { "type": "debugpy", "program": "\${workspaceFolder}/a.py", "args": ["--x", "1", "\${input:y}"], "env": { "A": "1" } },
        { "type": "debugpy", "module": "torch.distributed.run", "args": ["--nproc_per_node=2", "b.py"], "cwd": "\${workspaceFolder}/s" },
        { "type": "python", "program": "c.py", "args": "--x 1" },
        { "type": "python", "program": "\${file}" },
        { "type": "node", "program": "d.py" },
        { "type": "debugpy", "request": "attach", "program": "e.py" },
      ],
    }`,
    "A=1 /w/a.py --x 1 ?",
    "torchrun[2] cd:/w/s b.py",
    "c.py --x 1",
  ],
  ["launch.json elsewhere", "/w/launch.json", `{"configurations": [{"type": "python", "program": "a.py"}]}`],

  [
    "the entry point of a service",
    "/w/c.yml",
    "a:\n  entrypoint: python a.py --x\n  command: 1 --y\n",
    "a.py --x 1 --y",
  ],
  [
    "the entry point of a service with words in quotes",
    "/w/c.yml",
    "a:\n  entrypoint: python a.py\n  command: --x 'b c'\n",
    "a.py ?* OPEN",
  ],
  [
    "a service",
    "/w/compose.yaml",
    "services:\n  a:\n    command: python a.py --x 1\n    environment:\n      A: 1\n",
    "A=1 a.py --x 1",
  ],
  [
    "a service with a list of variables",
    "/w/compose.yaml",
    'services:\n  a:\n    command: ["python", "a.py"]\n    environment:\n      - A=1\n',
    "A=1 a.py",
  ],
  [
    "a container with variables of its own",
    "/w/pod.yaml",
    'containers:\n- command: [python]\n  args: [a.py]\n  env:\n  - name: A\n    value: "1"\n',
    "A=1 a.py",
  ],
  [
    "variables that are elsewhere",
    "/w/compose.yaml",
    "services:\n  a:\n    command: python a.py\n    env_file: .env\n  b:\n    command: python b.py\n    environment: [A]\n",
    ...["MORE a.py", "MORE b.py"],
  ],
  [
    "a service that runs a script",
    "/w/compose.yaml",
    "services:\n  a:\n    command: bash -c 'python a.py --x 1'\n  b:\n    command: [bash, -c, python b.py --x 1]\n",
    ...["a.py --x 1", "b.py --x 1"],
  ],
  [
    "a service that runs a script with variables of the container",
    "/w/compose.yaml",
    "services:\n  a:\n    command: bash -c 'python a.py --x $$N --y $${M:-3} --z=$$U'\n    environment: {N: 2}\n",
    "N=2 a.py --x 2 --y 3° --z=?°",
  ],
  [
    "a service with variables of the caller",
    "/w/compose.yaml",
    "services:\n  a:\n    command: bash -c 'python a.py --x=$N --y ${M:-3} --z $$K'\n    environment: {N: 2, K: '${K:-4}', L: a$$b}\n",
    "N=? K=4° L=a$b a.py --x=? --y 3° --z 4°",
  ],
  [
    "a service with words of the caller",
    "/w/compose.yaml",
    "services:\n  a:\n    command: [python, a.py, '--x=$N', '${M-3}', $$K, a$(b, '${M:?no}']\n    environment: {N: 2}\n",
    "N=2 a.py --x=?° 3° $K a? ?",
  ],
  [
    "a service without a shell",
    "/w/compose.yaml",
    "services:\n  a:\n    command: python a.py --x=$$N\n    environment: {N: 2}\n",
    "N=2 a.py --x=?",
  ],
  [
    "variables of an image that are made of others",
    "/w/Dockerfile",
    'FROM x\nARG N=4\nENV A=$N B="${N}-${M}" C=\'$N\' D=\\$N\nENV A=8 E=$A\nENV F ${A:-3}\nENV G=${M:-2} H=${A/8/9}\nCMD ["python", "a.py"]\n',
    "A=8° B=4-?° C=$N° D=$N° E=4° F=8° G=?° H=?° a.py",
  ],
  [
    "a here-document of a Dockerfile",
    "/w/Dockerfile",
    "FROM x\nCOPY <<EOF /a.sh\npython no.py\nEOF\nRUN <<EOF\nset -e\npython a.py --x 1\nEOF\nRUN cat <<'E' > b\npython no.py\nE\nCMD python b.py\n",
    ...["a.py --x 1", "b.py"],
  ],
  [
    "what only the build is told",
    "/w/Dockerfile",
    'FROM x\nARG A=1\nENV B=2\nRUN python a.py\nCMD ["python", "b.py"]\n',
    ...["A=1° B=2° a.py", "B=2° b.py"],
  ],
  [
    "an image that runs a script",
    "/w/Dockerfile",
    'FROM x\nENTRYPOINT ["sh", "-c", "python a.py --x 1"]\n',
    "a.py --x 1",
  ],
  [
    "a launcher as a program of the editor's",
    "/w/.vscode/launch.json",
    '{"configurations": [{"type": "debugpy", "program": "/usr/bin/torchrun", "args": ["--nproc_per_node", "8", "a.py", "--x", "1"], "envFile": "x"}]}',
    "MORE torchrun[8] a.py --x 1",
  ],
  [
    "a service with words",
    "/w/compose.yml",
    'services:\n  a:\n    entrypoint: ["python"]\n    command:\n      - a.py\n      - --x\n      - 1\n      - "y z"\n    environment:\n      A: 1\n',
    'A=1 a.py --x 1 "y z"',
  ],
  [
    "a container",
    "/w/pod.yaml",
    "containers:\n- command: [torchrun, --nproc_per_node=2]\n  args: [a.py, $X]\n",
    "torchrun[2] a.py ?",
  ],
  [
    "steps of a workflow with variables",
    "/w/ci.yml",
    "env: {A: 1, B: 2}\njobs:\n  t:\n    env: {B: 3}\n    steps:\n    - run: python a.py --b ${B:-9}\n    - run: python b.py\n      env: {A: 4}\n",
    ...["A=1 B=3 a.py --b 3", "A=4 B=3 b.py"],
  ],
  [
    "steps of a workflow in directories",
    "/w/ci.yml",
    "jobs:\n  t:\n    defaults: {run: {working-directory: x}}\n    steps:\n    - run: python a.py\n    - run: |\n        cd z\n        python b.py\n      working-directory: y\n    - run: python c.py\n      working-directory: ${{ matrix.dir }}\n",
    ...["cd:x a.py", "cd:y/z b.py", "cd:? c.py"],
  ],
  [
    "steps that set variables of the next ones",
    "/w/ci.yml",
    "jobs:\n  t:\n    steps:\n    - run: echo N=4 >> $GITHUB_ENV\n    - run: python a.py --n=${N:-2}\n",
    "MORE a.py --n=?",
  ],
  [
    "variables around a command in a file of another kind",
    "/w/job.yml",
    "variables: {N: 4}\ntask:\n  env: [M]\n  inner:\n    script: python a.py --n=${N:-2}\n",
    "MORE N=? a.py --n=?",
  ],
  [
    "a step",
    "/w/ci.yml",
    "steps:\n  - run: |\n      N=2\n      python a.py \\\n        --n $N\n  - run: >\n      python b.py\n      --x\n",
    "a.py --n 2",
    "b.py --x",
  ],
];

/** Whose values are computed, so that they stand nowhere. */
const computing: typeof files = [
  [
    "a service that lists a script with variables of the container",
    "/w/compose.yaml",
    "services:\n  a:\n    command: [bash, -c, 'python a.py --x $$N --y $${M:-3}']\n    environment: {N: 2}\n",
    "N=2 a.py --x 2 --y 3°",
  ],
  [
    "variables of the shell",
    "/w/Makefile",
    'run:\n\tU=4 && R=$$((8 / U)) && python a.py --u=$$U --r $${R} "$$(date)$$R" --v=$$V\n',
    "a.py --u=4 --r 2 ? --v=?°",
  ],
  [
    "a loop of the shell",
    "/w/Makefile",
    "run:\n\tfor u in 2 4; do \\\n\t  python a.py --u $$u --r $$((8 / $$u)); \\\n\tdone\n",
    "a.py --u 2 --r 4",
    "a.py --u 4 --r 2",
  ],
];

describe("files", () => {
  test.each([...files, ...computing].map(([name, path, text, ...launches]) => ({ name, path, text, launches })))(
    "$name",
    ({ path, text, launches }) => {
      const { commands, problems } = read(path, text);
      expect(problems).toEqual([]);
      expect(commands.map(spell)).toEqual(launches);
    },
  );
});

test.each(files.map(([name, path, text]) => ({ name, path, text })))(
  "words of $name stand where they are written",
  ({ path, text }) => {
    const words = read(path, text).commands.flatMap((command) => [
      ...command.arguments,
      ...command.environment.values(),
    ]);
    const literals = words.filter((word) => word.text !== undefined && !/[\s=$]|^\/w/.test(word.text));
    for (const word of literals) expect([word.text, literalPlace(word, text)]).toEqual([word.text, expect.anything()]);
  },
);

test.each([
  [
    "/w/.vscode/launch.json",
    '{"configurations": [',
    "This is not JSON: Close bracket expected. Until it is mended, what the file says is not used.",
  ],
  [
    "/w/a.yaml",
    "run: [python a.py",
    "This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. Until it is mended, what the file says is not used.",
  ],
  [
    "/w/Dockerfile",
    'FROM x\nCMD ["python", "a.py" "--x"]\n',
    "This is not JSON: Comma expected. Until it is mended, what the file says is not used.",
  ],
  [
    "/w/Makefile",
    "run: dep\n    python a.py\n",
    "A command of a rule begins with a tab, not with blanks. Until it is mended, make does not run it.",
  ],
  [
    "/w/Makefile",
    "run:\n\tif a; then python a.py\n",
    'This "if" has no "fi". Until it is mended, what the script starts is not known for sure.',
  ],
  [
    "/w/a.sh",
    "if a; then\n  python a.py\n",
    'This "if" has no "fi". Until it is mended, what the script starts is not known for sure.',
  ],
  ["/w/a.sh", `python a.py ${" ".repeat(400_000)}`, "The file is too big to look for commands in it."],
  ["/w/a.sh", "if a; then\n".repeat(300) + "fi\n".repeat(300), "The script is nested too deeply to be read."],
])("%s that cannot be read is a problem", (path, text, message) => {
  expect(read(path, text).problems.map((problem) => problem.message)).toEqual([message]);
});

test.each([
  ["a template", "/w/chart.yaml", "{{- if .Values.x }}\ncommand: [python, a.py\n{{ end }}\n"],
  ["YAML without commands", "/w/a.yaml", "a: [python a.py"],
  ["Python in Markdown's shell", "/w/a.md", "```bash\nif x; then python a.py\n```\n"],
  ["a recipe that is one script", "/w/Makefile", ".ONESHELL:\nrun:\n\tif a; then\n\t  python a.py\n\tfi\n"],
  ["a recipe with another prefix", "/w/Makefile", ".RECIPEPREFIX = >\nrun:\n>python a.py\n"],
  ["a test in brackets", "/w/Dockerfile", "FROM x\nRUN [ -f a ] && python a.py\n"],
  ["syntax of another shell", "/w/a.sh", "repeat 3 { python a.py }\nprint ${(j. .)words[1,2]}\n"],
])("%s is no problem", (_, path, text) => {
  expect(read(path, text).problems).toEqual([]);
});

test("files are chosen by name and words", () => {
  const names = [
    "run.sh",
    "a/Makefile",
    "Dockerfile.gpu",
    ".vscode/launch.json",
    "README.md",
    "c.yaml",
    "bin/run",
    "a.py",
    "a.json",
  ];
  expect(names.filter((name) => mayBeLaunchFile(`/w/${name}`))).toEqual(names.slice(0, 7));
  expect(mayLaunch("/w/run.sh", "torchrun x")).toBe(true);
  expect(mayLaunch("/w/run.sh", Buffer.from("echo"))).toBe(false);
});

test("the shell computes with make's variables in a recipe", () => {
  const recipes = [
    "RING=$$(($(GPUS)/$(U))) python a.py --u $(U)",
    "R=$$(( $(GPUS) / $(U) )); torchrun --nproc_per_node=$(GPUS) b.py --r=$$R --t $$(($$R*2)) --g $(GPUS)",
  ];
  const { commands } = read("/w/Makefile", `GPUS = 8\nU ?= 4\nrun:\n${recipes.map((line) => `\t${line}\n`).join("")}`);
  expect(commands.map(spell)).toEqual(["RING=2° a.py --u 4°", "torchrun[8] b.py --r=2° --t 4° --g 8°"]);
});
