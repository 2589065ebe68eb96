/** Commands in launch files decide what a program is given, and findings name them. */
import { describe, expect, test } from "vitest";
import { check, fixture, onlyFinding } from "../testing/fixture.ts";

const program = (finding = ""): string => `
import argparse
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ulysses-degree", type=int, default=1)
    parser.add_argument("--ring-degree", type=int, default=1)
    parser.add_argument("--length", type=int, default=4096)
    return parser.parse_args()

def main(model):
    args = parse_args()
    sp = args.ulysses_degree * args.ring_degree
    initialize_model_parallel(sequence_parallel_degree=sp, ulysses_degree=args.ulysses_degree, ring_degree=args.ring_degree)
    x = torch.zeros(1, args.length, 96)
    tags = torch.zeros(args.length // args.ulysses_degree, dtype=torch.long)
    return model(x=x, block_token_tags=tags)${finding}
`;

const error = "  # error: [block-token-tags-length]";
const warning = "  # warning: [block-token-tags-length]";

describe("a launch decides", () => {
  test.each([
    ["a script", "#- run.sh\ntorchrun --nproc_per_node=8 main.py --ulysses-degree 4 --ring-degree 2\n"],
    [
      "variables",
      "#- run.sh\nU=4\nR=2\nGPUS=$((U * R))\ntorchrun --nproc_per_node=$GPUS main.py \\\n  --ulysses-degree $U --ring-degree=$R\n",
    ],
    ["a script in a folder", "#- scripts/run.sh\npython main.py --ulysses-degree 4 --ring-degree 2\n"],
    ["a Makefile", "#- Makefile\nrun:\n\ttorchrun --nproc_per_node=8 main.py --ulysses-degree 4 --ring-degree 2\n"],
    [
      "a Dockerfile",
      '#- Dockerfile\nFROM base\nCMD ["python", "main.py", "--ulysses-degree", "4", "--ring-degree", "2"]\n',
    ],
    ["Markdown", "#- README.md\n```bash\npython main.py --ulysses-degree 4 --ring-degree 2\n```\n"],
    [
      "a subprocess",
      '#- start.py\nimport subprocess, sys\nRING = 2\nsubprocess.run([sys.executable, "main.py", "--ulysses-degree", "4", "--ring-degree", str(RING)], check=True)\n',
    ],
    [
      "launch.json",
      '#- .vscode/launch.json\n{"configurations": [{"type": "debugpy", "request": "launch", "name": "run", "program": "${workspaceFolder}/main.py", "args": ["--ulysses-degree", "4", "--ring-degree", "2"]}]}\n',
    ],
  ])("%s", async (_, file) => {
    await check(program(error) + file);
  });

  test.each([
    [
      "that is assembled before",
      'U = 4\ncommand = ["torchrun", f"--nproc_per_node={U * 2}", "main.py", f"--ulysses-degree={U}", "--ring-degree", "2"]\nprint(" ".join(command))\nsubprocess.run(command)\n',
    ],
    [
      "in a function",
      'def run():\n    command = ["python", "main.py", "--ulysses-degree", "4", "--ring-degree", "2"]\n    subprocess.check_call(command)\n',
    ],
    [
      "that grows",
      'command = ["python", "main.py", "--ulysses-degree", "4"]\ncommand.append("--ring-degree")\ncommand += ["2"]\nsubprocess.run(command)\n',
    ],
    ["that is a text", 'subprocess.run("python main.py --ulysses-degree 4 --ring-degree 2", shell=True)\n'],
  ])("a list for subprocess %s", async (_, body) => {
    await check(`${program(error)}#- start.py\nimport subprocess\n${body}`);
  });

  test.each([
    ["it grows somewhere", 'command.insert(2, "--x")\n'],
    ["it is another one in the end", 'command = ["python", "main.py"]\n'],
    ["it is handed on", "extend(command)\n"],
    ["it may be a parameter", "def run(command):\n    subprocess.run(command)\n"],
    ["a part of it changes", 'command[5] = "1"\n'],
  ])("a list for subprocess is not known if %s", async (_, line) => {
    const list = '["python", "main.py", "--ulysses-degree", "4", "--ring-degree", "2"]';
    await check(
      `${program(warning)}#- start.py\nimport subprocess\ncommand = ${list}\n${line}subprocess.run(command)\n`,
    );
  });

  test.each([
    ["rings of one", "#- run.sh\npython main.py --ulysses-degree 4\n"],
    ["no sequence parallelism", "#- run.sh\npython main.py\n"],
    [
      "a subprocess with rings of one",
      '#- start.py\nimport subprocess\nsubprocess.Popen(["torchrun", "--nproc_per_node", "4", "main.py", "--ulysses-degree=4"])\n',
    ],
  ])("silent: %s", async (_, file) => {
    await check(program() + file);
  });

  test("the message has the numbers, and the place in the script is related", async () => {
    const made = await check(`${program(error)}#- run.sh\npython main.py --ulysses-degree 4 --ring-degree 2\n`);
    const finding = onlyFinding(made);
    expect(finding.message).toBe(
      "block_token_tags has 1024 rows, but each rank's packed sequence has 512 (4096 // (ulysses 4 * ring 2)). The ring degree is not divided out. Make them cover this rank's rows.",
    );
    expect(finding.runtime?.text).toBe("block_token_tags must cover the rank-local packed sequence (512), got 1024.");
    expect(finding.assumptions).toContain("--ring-degree=2");
    const places = finding.related.map(({ location, message }) => [
      location.path,
      made.files["run.sh"]?.slice(location.start, location.end),
      message,
    ]);
    expect(places).toContainEqual(["/project/run.sh", "2", "--ring-degree=2 is set here"]);
    expect(places).toContainEqual(["/project/run.sh", "4", "--ulysses-degree=4 is set here"]);
  });

  test("of two launches the one that fails is named", async () => {
    const made = await check(
      `${program(warning)}#- good.sh\npython main.py --ulysses-degree 4\n#- bad.sh\n# rings\npython main.py --ulysses-degree 4 --ring-degree 2\n`,
    );
    expect(onlyFinding(made).message).toContain("This fails when started by bad.sh:2.");
  });

  test("a list with unknown words in it says nothing for certain", async () => {
    const made = await check(
      `${program(warning)}#- start.py\nimport subprocess\nsubprocess.run(["python", "main.py", "--ulysses-degree", "4", *more])\n`,
    );
    expect(onlyFinding(made).message).toContain("This fails whenever the ring degree is above 1.");
  });

  test("what whoever starts the script may change is a warning", async () => {
    const made = await check(
      `${program(warning)}#- run.sh\npython main.py --ulysses-degree 4 --ring-degree "\${RING:-2}"\n`,
    );
    expect(onlyFinding(made).message).toContain("This fails whenever the ring degree is above 1.");
  });

  test("a script that is not there is nobody's launch", async () => {
    await check(`${program(warning)}#- run.sh\npython other.py --ulysses-degree 4\n`);
  });
});

describe("a launch whose caller may change a degree", () => {
  /** Right with `rows` that divide by both degrees; `ring` is fixed by every launch. */
  const layout = (rows: string, told = "args.ulysses", before = "pass"): string => `
import argparse
import os
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def main(model):
    parser = argparse.ArgumentParser()
    parser.add_argument("--ulysses", type=int, default=1)
    parser.add_argument("--ring", type=int, default=2)
    args = parser.parse_args()
    ulysses = ${told}
    ${before}
    initialize_model_parallel(sequence_parallel_degree=ulysses * args.ring, ulysses_degree=ulysses, ring_degree=args.ring)
    x = torch.zeros(1, 8192, 96)
    return model(x=x, block_token_tags=torch.zeros(${rows}))`;
  const inEnvironment = 'int(os.environ.get("ULYSSES", "1"))';

  test.each([
    ["run.sh", "ULYSSES=${ULYSSES:-4}\npython main.py --ulysses $ULYSSES --ring 2", "--ulysses is 4, as in run.sh:2"],
    ["run.sh", 'python main.py --ulysses "${1:-4}" --ring 2', "--ulysses is 4, as in run.sh:1"],
    [
      "run.sh",
      "RING=2\npython main.py --ring $RING --ulysses=$((${GPUS:-8} / RING))",
      "--ulysses is 4, as in run.sh:2",
    ],
    ["Makefile", "U ?= 4\nrun:\n\tpython main.py --ulysses $(U) --ring 2", "--ulysses is 4, as in Makefile:3"],
    [
      "Dockerfile",
      "FROM base\nENV U=4\nCMD python main.py --ulysses $U --ring 2",
      "--ulysses is 4, as in Dockerfile:3",
    ],
  ])("%s: %s", async (file, text, when) => {
    const made = await check(`${layout("8192 // ulysses")}${warning}\n#- ${file}\n${text}\n`);
    expect(onlyFinding(made).message).toBe(
      `block_token_tags has 2048 rows, but each rank's packed sequence has 1024 (8192 // (ulysses 4 * ring 2)). The ring degree is not divided out. Make them cover this rank's rows. This fails when ${when}.`,
    );
  });

  test.each([
    ["run.sh", "ULYSSES=${ULYSSES:-4} python main.py --ring 2", "ULYSSES is 4, as in run.sh:1"],
    ["run.sh", "export ULYSSES=${1:-4}\npython main.py --ring 2", "ULYSSES is 4, as in run.sh:2"],
  ])("through the environment in %s: %s", async (file, text, when) => {
    const made = await check(`${layout("8192 // ulysses", inEnvironment)}${warning}\n#- ${file}\n${text}\n`);
    expect(onlyFinding(made).message).toContain(` This fails when ${when}.`);
  });

  test("a default of the program that no launch is known to change", async () => {
    const made = await check(
      `${layout("8192 // ulysses", 'int(os.environ.get("ULYSSES", "4"))')}${warning}\n#- run.sh\npython main.py --ring 2\n`,
    );
    expect(onlyFinding(made).message).toContain(" This fails when ULYSSES is not set.");
  });

  const inRing = `
import os
import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import initialize_model_parallel

def main(model):
    ring = int(os.environ.get("RING", "RING_DEFAULT"))
    initialize_model_parallel(sequence_parallel_degree=4 * ring, ulysses_degree=4, ring_degree=ring)
    x = torch.zeros(1, 4096, 96)
    return model(x=x, block_token_tags=torch.zeros(1024))`;
  const withoutRing = [
    "export RING=2\nenv -u RING python main.py",
    "export RING=2\nunset RING\npython main.py",
    "unset RING; torchrun --nproc_per_node gpu main.py",
    "env -i python main.py",
  ];

  test.each(withoutRing)("what falls back on its default for sure: %s", async (script) => {
    await check(`${inRing.replace("RING_DEFAULT", "2")}${error}\n#- run.sh\n${script}\n`);
  });

  test.each(withoutRing)("silent: the default of what is surely not set is right: %s", async (script) => {
    await check(`${inRing.replace("RING_DEFAULT", "1")}\n#- run.sh\n${script}\n`);
  });

  test("what the caller's environment may set", async () => {
    await check(`${inRing.replace("RING_DEFAULT", "1")}${warning}\n#- run.sh\nunset RINGS\npython main.py\n`);
  });

  test.each([
    ["both degrees are divided out", "8192 // (ulysses * args.ring)", "args.ulysses", "pass"],
    ["right in the launch that is there", "8192 // 8", "args.ulysses", "pass"],
    ["the program refuses it", "8192 // ulysses", "args.ulysses", "assert ulysses != 4"],
    ["the program leaves with it", "8192 // ulysses", "args.ulysses", "if ulysses == 4: raise SystemExit(1)"],
    ["the program puts another in its place", "8192 // ulysses", "args.ulysses", "ulysses = pick()"],
    ["what the program falls back on is never used", "1024", inEnvironment, "pass"],
  ])("silent: %s", async (_, rows, told, before) => {
    await check(
      `${layout(rows, told, before)}\n#- run.sh\nexport ULYSSES=\${ULYSSES:-4}\npython main.py --ulysses $ULYSSES --ring 2\n`,
    );
  });

  test("silent: degrees that are set together", async () => {
    await check(
      `${layout("1024")}\n#- run.sh\ncase "\${1:-fast}" in fast) U=8; R=1;; *) U=4; R=2;; esac\npython main.py --ulysses $U --ring $R\n`,
    );
  });

  test.each(["export ULYSSES=$(nproc)", "export ULYSSES=$1", "read ULYSSES\nexport ULYSSES"])(
    "silent: %s sets it to what is not known",
    async (line) => {
      await check(
        `${layout("8192 // ulysses", 'int(os.environ.get("ULYSSES", "4"))')}\n#- run.sh\n${line}\npython main.py --ring 2\n`,
      );
    },
  );
});

describe("the launcher's processes are the world", () => {
  const world = (finding = ""): string => `
import torch
import torch.distributed as dist

def main(model):
    sp = dist.get_world_size()
    x = torch.zeros(1, 4096, 96)
    return model(x=x, block_token_tags=torch.zeros(4096 // sp // 2))${finding}
`;

  test("torchrun", async () => {
    await check(`${world()}#- run.sh\ntorchrun --nproc_per_node=8 main.py\n`);
  });
});

describe("a launch file is edited", () => {
  test("and the program's findings follow", async () => {
    const made = await check(`${program()}#- run.sh\npython main.py --ulysses-degree 4\n`);
    const { project } = made;
    const text = made.files["run.sh"] ?? "";
    const end = text.indexOf("4") + 1;
    project.openDocument("/project/run.sh", text);
    project.editDocument("/project/run.sh", [{ start: end, end, newText: " --ring-degree 2" }]);
    expect(project.check("/project/main.py")?.findings.map((finding) => finding.severity)).toEqual(["error"]);
    project.closeDocument("/project/run.sh");
    expect(project.check("/project/main.py")?.findings).toEqual([]);
  });

  test("and so does what it takes if nothing is given", async () => {
    const made = await check(
      `${program(warning)}#- run.sh\npython main.py --ring-degree 2 --ulysses-degree "\${U:-4}"\n`,
    );
    const { project } = made;
    const texts = (): (string | undefined)[] =>
      project.check("/project/main.py")?.findings.map(({ runtime }) => runtime?.text) ?? [];
    const found = (local: number, got: number): string =>
      `block_token_tags must cover the rank-local packed sequence (${local}), got ${got}.`;
    expect(texts()).toEqual([found(512, 1024)]);
    const at = made.files["run.sh"]?.indexOf("4}") ?? 0;
    project.openDocument("/project/run.sh", made.files["run.sh"] ?? "");
    project.editDocument("/project/run.sh", [{ start: at, end: at + 1, newText: "8" }]);
    expect(texts()).toEqual([found(256, 512)]);
  });
});

describe("a script that others run", () => {
  const others = "#- env.sh\nU=4\n#- inner.sh\npython main.py --ulysses-degree $1 --ring-degree $2\n";
  const edit = (made: Awaited<ReturnType<typeof check>>, name: string, before: string, after: string): void => {
    const text = made.files[name] ?? "";
    const start = text.indexOf(before);
    made.project.openDocument(`/project/${name}`, text);
    made.project.editDocument(`/project/${name}`, [{ start, end: start + before.length, newText: after }]);
  };

  test("decides with what it gets", async () => {
    const made = await check(`${program(error)}#- run.sh\nsource env.sh\nbash inner.sh $U 2\n${others}`);
    const text = made.files["run.sh"] ?? "";
    const related = onlyFinding(made).related.filter(({ location }) => location.path === "/project/run.sh");
    expect(related.map(({ location, message }) => [text.slice(location.start, location.end), message])).toEqual([
      ["source env.sh", "--ulysses-degree=4 is set here"],
      ["2", "--ring-degree=2 is set here"],
    ]);
  });

  test.each([
    ["the sourced one", "env.sh", "4", "8"],
    ["the one that starts it", "run.sh", " 2", " 1"],
    ["the one that is started", "inner.sh", "$2", "1"],
  ])("is edited: %s", async (_, name, before, after) => {
    const made = await check(`${program(error)}#- run.sh\nsource env.sh\nbash inner.sh $U 2\n${others}`);
    const texts = (): unknown[] =>
      made.project.check("/project/main.py")?.findings.map(({ runtime }) => runtime?.text) ?? [];
    const found = texts();
    edit(made, name, before, after);
    expect(texts()).not.toEqual(found);
  });

  test.each(["$1 --ring-degree $2", "${1:-4} --ring-degree ${2:-2}"])(
    "silent: what it gets is right: %s",
    async (degrees) => {
      await check(
        `${program()}#- run.sh\nbash inner.sh 8 1\n#- inner.sh\npython main.py --ulysses-degree ${degrees}\n`,
      );
    },
  );

  test("tells its own mistake itself", async () => {
    const sglang = "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8";
    const made = await fixture(
      `x = 1\n#- run.sh\nbash inner.sh 4\n#- inner.sh\n${sglang} --ulysses-degree 2\n${sglang} --ulysses-degree $1\n`,
    );
    const found = (name: string): unknown[] =>
      made.project.check(`/project/${name}`)?.findings.map(({ rule, runtime }) => [rule, runtime?.text]) ?? [];
    const text = (degree: number): string =>
      `sp_degree (8) must equal ring_degree * ulysses_degree (1 * ${degree} = ${degree})`;
    expect(found("inner.sh")).toEqual([["sp-degree-product", text(2)]]);
    expect(found("run.sh")).toEqual([["sp-degree-product", text(4)]]);
  });

  test("is edited, and the mistake in the launch itself follows", async () => {
    const made = await fixture(
      "x = 1\n#- run.sh\nsource env.sh\nsglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree $U\n#- env.sh\nU=4\n",
    );
    const rules = (): unknown[] => made.project.check("/project/run.sh")?.findings.map(({ rule }) => rule) ?? [];
    made.project.check("/project/main.py");
    expect(rules()).toEqual(["sp-degree-product"]);
    edit(made, "env.sh", "4", "8");
    expect(rules()).toEqual([]);
    edit(made, "env.sh", "U=4", "U=$(nproc)");
    expect(rules()).toEqual([]);
  });
});

describe("a mistake in the launch itself", () => {
  const file = (command: string): string => `x = 1\n#- run.sh\n${command}\n`;

  test.each([
    ["sp-degree-product", "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4"],
    [
      "sp-degree-product",
      "GPUS=8\nsglang serve --model-path MiniMaxAI/MiniMax-H3 --num-gpus $GPUS \\\n  --ulysses-degree=4",
    ],
    ["gpu-count-not-divisible", "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --sp-degree 3"],
  ])("%s: %s", async (rule, command) => {
    const made = await fixture(file(command));
    const found = made.project.check("/project/run.sh")?.findings ?? [];
    expect(found.map((finding) => [finding.rule, finding.severity])).toEqual([[rule, "error"]]);
  });

  test("stands on the word that is wrong, with the run-time text", async () => {
    const made = await fixture(
      file("sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4"),
    );
    const [finding] = made.project.check("/project/run.sh")?.findings ?? [];
    const { start, end } = finding?.location ?? { start: 0, end: 0 };
    expect(made.files["run.sh"]?.slice(start, end)).toBe("4");
    expect(finding?.runtime).toEqual({
      exception: "ValueError",
      text: "sp_degree (8) must equal ring_degree * ulysses_degree (1 * 4 = 4)",
    });
  });

  test.each([
    ['--num-gpus "${G:-8}" --ulysses-degree 4', "num_gpus is 8, its default here"],
    ['--num-gpus 8 --ulysses-degree "${U:-4}"', "ulysses_degree is 4, its default here"],
    [
      '--num-gpus "${G:-8}" --ulysses-degree "${U:-4}"',
      "ulysses_degree is 4, its default here and when num_gpus is 8, its default here",
    ],
  ])("with what its caller may change: %s", async (flags, when) => {
    const made = await fixture(file(`sglang generate --model-path MiniMaxAI/MiniMax-H3 ${flags}`));
    const found = made.project.check("/project/run.sh")?.findings ?? [];
    expect(found.map((finding) => [finding.rule, finding.severity])).toEqual([["sp-degree-product", "warning"]]);
    expect(found[0]?.message).toContain(when);
  });

  test("silent: a default that follows another", async () => {
    const made = await fixture(
      file(
        "G=${G:-8}\nU=${U:-$G}\nsglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus $G --ulysses-degree $U",
      ),
    );
    expect(made.project.check("/project/run.sh")?.findings).toEqual([]);
  });

  test("in a call of subprocess", async () => {
    await check(`
import subprocess

def serve(gpus):
    subprocess.run(["sglang", "serve", "--model-path", "MiniMaxAI/MiniMax-H3", "--num-gpus", "8", "--ulysses-degree", "4"])  # error: [sp-degree-product]
    subprocess.run(["sglang", "serve", "--model-path", "MiniMaxAI/MiniMax-H3", "--num-gpus", str(gpus), "--ulysses-degree", "4"])
    subprocess.run(["sglang", "serve", "--model-path", "MiniMaxAI/MiniMax-H3", "--num-gpus", "8", "--ulysses-degree", "8"])
`);
  });

  test("in a call of subprocess whose configuration file is mended and spoilt", async () => {
    const made = await fixture(
      `import subprocess\nsubprocess.run(["sglang", "serve", "--config", "h3.yaml"], check=True)\n#- h3.yaml\nmodel_path: MiniMaxAI/MiniMax-H3\nnum_gpus: 8\nulysses_degree: 8\n`,
    );
    const rules = (): string[] => (made.project.check("/project/main.py")?.findings ?? []).map(({ rule }) => rule);
    expect(rules()).toEqual([]);
    const text = made.files["h3.yaml"] ?? "";
    made.project.openDocument("/project/h3.yaml", text.replace("ulysses_degree: 8", "ulysses_degree: 4"));
    expect(rules()).toEqual(["sp-degree-product"]);
    made.project.closeDocument("/project/h3.yaml");
    expect(rules()).toEqual([]);
  });

  test("a configuration file says the rest", async () => {
    const made = await fixture(
      `${file("sglang serve --config h3.yaml --num-gpus 8")}#- h3.yaml\nmodel_path: MiniMaxAI/MiniMax-H3\nulysses_degree: 4\nnum_gpus: 4\n`,
    );
    const [finding] = made.project.check("/project/run.sh")?.findings ?? [];
    expect(finding?.rule).toBe("sp-degree-product");
    expect(finding?.related.map(({ location, message }) => [location.path, message])).toContainEqual([
      "/project/h3.yaml",
      "ulysses_degree=4 is set here",
    ]);
    const text = made.files["h3.yaml"] ?? "";
    const at = text.indexOf("4");
    made.project.openDocument("/project/h3.yaml", text);
    made.project.editDocument("/project/h3.yaml", [{ start: at, end: at + 1, newText: "8" }]);
    expect(made.project.check("/project/run.sh")?.findings).toEqual([]);
  });

  test.each([
    "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4 --ring-degree 2",
    "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8",
    'sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4 "$@"',
    "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus $GPUS --ulysses-degree 4",
    "sglang generate --config h3.yaml --num-gpus 8 --ulysses-degree 4",
    "sglang serve --model-path Qwen/Qwen3-32B --tp-size 4 --dp-size 2",
    "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4 --cfg-parallel-degree 2",
    "# sglang generate --num-gpus 8 --ulysses-degree 4",
    "echo sglang generate --num-gpus 8 --ulysses-degree 4",
  ])("silent: %s", async (command) => {
    const made = await fixture(file(command));
    expect(made.project.check("/project/run.sh")?.findings).toEqual([]);
  });
});

describe("a launch that is meant to fail, or whose failing is handled", () => {
  const bad = "sglang generate --model-path MiniMaxAI/MiniMax-H3 --num-gpus 8 --ulysses-degree 4";

  test.each([
    ["run.sh", `! ${bad}`],
    ["run.sh", `if ${bad}; then echo 'not rejected'; exit 1; fi`],
    ["run.sh", `${bad} || true`],
    ["run.sh", `until ${bad}; do sleep 1; done`],
    ["run.sh", `layout() { ${bad}; }`],
    ["run.sh", `${bad} --help`],
    ["run.sh", `${bad} 2>&1 | grep -q 'must equal'`],
    ["Makefile", `test:\n\t-${bad}`],
    ["Makefile", `test:\n\t! ${bad}`],
    ["ci.yml", `steps:\n  - run: ${bad}\n    continue-on-error: true`],
  ])("silent in %s: %s", async (file, text) => {
    const made = await fixture(`x = 1\n#- ${file}\n${text}\n`);
    expect(made.project.check(`/project/${file}`)?.findings).toEqual([]);
  });

  test.each([
    ["run.sh", `set +e\n${bad}`],
    ["run.sh", `${bad} || exit 1`],
    ["run.sh", `if ! ${bad}; then echo failed; exit 1; fi`],
    ["run.sh", `${bad} 2>&1 | tee log.txt`],
    ["run.sh", `layout() { ${bad}; }\nlayout`],
    ["Makefile", `test:\n\t@${bad}`],
    ["ci.yml", `steps:\n  - run: ${bad}\n    continue-on-error: false`],
  ])("found in %s: %s", async (file, text) => {
    const made = await fixture(`x = 1\n#- ${file}\n${text}\n`);
    const found = made.project.check(`/project/${file}`)?.findings ?? [];
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([["sp-degree-product", "error"]]);
  });

  test("a configuration file that the script changes is not known", async () => {
    const config = "#- h3.yaml\nmodel_path: MiniMaxAI/MiniMax-H3\nnum_gpus: 8\nulysses_degree: 4\n";
    const made = await fixture(
      `x = 1\n#- run.sh\nsed -i 's/: 4/: 8/' h3.yaml\nsglang serve --config h3.yaml\n#- plain.sh\nsglang serve --config h3.yaml > log.txt\n${config}`,
    );
    expect(made.project.check("/project/run.sh")?.findings).toEqual([]);
    expect(made.project.check("/project/plain.sh")?.findings.map(({ rule }) => rule)).toEqual(["sp-degree-product"]);
  });

  test("decides nothing about the program, for better or worse", async () => {
    const run = "python main.py --ulysses-degree 4";
    await check(`${program()}#- test.sh\n! ${run} --ring-degree 2\n#- run.sh\n${run}\n`);
    await check(`${program(error)}#- test.sh\n! ${run}\n#- run.sh\n${run} --ring-degree 2\n`);
    const made = await check(`${program(warning)}#- test.sh\nif ${run} --ring-degree 2; then exit 1; fi\n`);
    expect(onlyFinding(made).message).toContain("This fails whenever the ring degree is above 1.");
  });

  test("in Python", async () => {
    const list =
      '["sglang", "serve", "--model-path", "MiniMaxAI/MiniMax-H3", "--num-gpus", "8", "--ulysses-degree", "4"]';
    const found = "  # error: [sp-degree-product]";
    await check(`
import subprocess, sys
import pytest

def ignored():
    subprocess.run(${list})${found}
    subprocess.run(${list}, check=True)${found}

def caught():
    try:
        subprocess.run(${list}, check=True)
    except subprocess.CalledProcessError:
        print("rejected")

def raised_again():
    try:
        subprocess.check_call(${list})${found}
    except subprocess.CalledProcessError as e:
        print(e)
        raise

def other_exception():
    try:
        subprocess.check_call(${list})${found}
    except KeyboardInterrupt:
        pass

def expected():
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(${list}, check=True)
    result = subprocess.run(${list}, capture_output=True)
    assert result.returncode != 0

def asked():
    if subprocess.call(${list}) != 0:
        print("rejected")
    status = subprocess.call(${list})
    return status == 0

def must_work():
    done = subprocess.run(${list})${found}
    assert done.returncode == 0
    made = subprocess.run(${list})${found}
    if made.returncode != 0:
        sys.exit(1)
    sys.exit(subprocess.call(${list}))${found}
`);
  });
});
