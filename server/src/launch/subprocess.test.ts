import { beforeAll, expect, test } from "vitest";
import { parseModule, type Parser } from "../syntax/index.ts";
import { createTestParser } from "../syntax/test-support.ts";
import { launchesOfPython } from "./subprocess.ts";
import { createBashParser, spell } from "./test-support.ts";

let bash: Parser;
let python: Parser;

beforeAll(async () => {
  [bash, python] = [await createBashParser(), await createTestParser()];
});

function read(text: string): readonly string[] {
  return launchesOfPython({ parser: bash }, "/w/start.py", parseModule(python, text).syntax, text).commands.map(spell);
}

/** What a program starts, one line a launch. */
const programs: readonly [name: string, program: string, ...launches: string[]][] = [
  ["a list", 'subprocess.run(["python", "a.py", "--n", "4"])', "a.py --n 4"],
  ["lists that are joined", 'subprocess.run(["python", "a.py"] + ["--n", "4"] + more)', "a.py --n 4 ?* OPEN"],
  [
    "a list that is copied",
    'base = ["torchrun", "--nproc_per_node", "2", "a.py"]\nsubprocess.run([*base, "--n", "2"])\nsubprocess.run(base + ["--n", "4"])',
    ...["torchrun[2] a.py --n 2", "torchrun[2] a.py --n 4"],
  ],
  [
    "a list that grows",
    'cmd = ["python", "a.py"]\ncmd.append("--x")\ncmd.extend(["--n", "4"])\ncmd += ["--m", str(5)]\nprint(" ".join(cmd))\nsubprocess.run(cmd)',
    "a.py --x --n 4 --m 5",
  ],
  [
    "a list that grows in a function",
    'def run():\n    cmd = ["python", "a.py"]\n    with lock:\n        cmd += ["--n", "4"]\n    subprocess.run(cmd)',
    "a.py --n 4",
  ],
  [
    "a list that may grow",
    'def run(n):\n    cmd = ["python", "a.py", "--m", "1"]\n    if n:\n        cmd += ["--n", "4"]\n    subprocess.run(cmd)',
    "a.py --m 1 ?* OPEN",
  ],
  [
    "a list that grows later",
    'cmd = ["python", "a.py"]\nsubprocess.run(cmd)\ncmd.append("--x")\nsubprocess.run(cmd)',
    ...["a.py ?* OPEN", "a.py --x"],
  ],
  ["a list that something else is done with", 'cmd = ["python", "a.py"]\ncmd.insert(2, "--x")\nsubprocess.run(cmd)'],
  ["a list that something else has", 'cmd = ["python", "a.py"]\nlog = cmd\nlog.append("--x")\nsubprocess.run(cmd)'],
  ["a list made of itself", 'cmd = ["python", "a.py"]\ncmd = cmd + ["--x"]\nsubprocess.run(cmd)'],
  ["lists made of each other", "a = b + b\nb = a + a\nsubprocess.run(a)"],
  ["a text that is divided", 'subprocess.run("python a.py --n 4".split())', "a.py --n 4"],
  ["a text divided as a shell does", 'subprocess.run(shlex.split("python a.py --n 4"))', "a.py --n 4"],
  ["quotes in a divided text", `subprocess.run(shlex.split("python a.py --n '4 5'"))`],
  ["a text divided at something else", 'subprocess.run("python,a.py".split(","))'],
  ["a text for a shell", 'subprocess.run("N=4; python a.py --n $N", shell=True, check=True)', "a.py --n 4"],
  ["a text for no shell", 'subprocess.run("python a.py")'],
  ["a list for a shell", 'subprocess.run(["python", "a.py"], shell=True)'],
  ["a text for a shell, or not", 'subprocess.run("python a.py", shell=wanted)'],
  ["a list, and no shell", 'subprocess.run(["python", "a.py"], shell=False)', "a.py"],
  ["system", 'os.system("torchrun --nproc_per_node=2 a.py --n 4 > log")', "torchrun[2] a.py --n 4"],
  ["continued lines", 'os.system("python a.py \\\n  --n 4")', "a.py --n 4"],
  ["lines of a long text", 'os.system("""\ncd b\npython a.py\n""")', "cd:b a.py"],
  ["what is put into a text", 'os.system(f"python a.py --n={n} --m {m + 1} x")', "a.py --n=? --m ?~ x"],
  ["a text in several pieces", 'os.system("python a.py " "--n 4")'],
  ["escapes in a text", 'os.system("python a.py --n \\"4\\"")'],
  ["another system", 'platform.system("python a.py")'],
  [
    "variables that the program sets",
    'os.environ["N"] = "4"\nos.system("python a.py --n=$N")\nsubprocess.run(["python", "a.py"])',
    ...["MORE a.py --n=?", "MORE a.py"],
  ],
  ["variables of the process", 'subprocess.run("python a.py", shell=True, env=e)', "MORE a.py"],
  ["a directory", 'subprocess.run(["python", "a.py"], cwd="b")', "cd:b a.py"],
  [
    "a name given in several ways",
    'N = "4"\nN, M = "5", "6"\nsubprocess.run(["python", "a.py", "--n", N])',
    "a.py --n ?",
  ],
];

test.each(programs.map(([name, program, ...launches]) => ({ name, program, launches })))(
  "$name",
  ({ program, launches }) => {
    expect(read(`${program}\n`)).toEqual(launches);
  },
);
