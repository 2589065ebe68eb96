/** Runs scripts with the real bash, in which the programs that start Python only write down how they were started. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What bash started. */
export interface Started {
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: ReadonlyMap<string, string>;
}

/** What a script does not say itself. */
export interface World {
  /** By the name of a program that is not known: whether it succeeds, each time it is asked; after that it fails. */
  readonly answers: ReadonlyMap<string, readonly boolean[]>;
  /** What the caller gives. */
  readonly environment: ReadonlyMap<string, string>;
  readonly arguments: readonly string[];
  /** True if the programs that are started fail. */
  readonly isFailing: boolean;
}

const starting = "python python3 torchrun accelerate deepspeed sglang mpirun srun sbatch uv poetry conda".split(" ");
/** Programs of Python that are started by their own names. */
const scripts = ["train.py"];
const harmless =
  "bash sh env nohup nice timeout cat cut dirname basename realpath readlink mkdir touch sleep tee grep expr";

/** Programs that are none answer as the world says, and print one word or another. */
const notFound = (folder: string): string => `FUNCNEST=64
trap wait EXIT
command_not_found_handle() {
  local asked_="${folder}/asked-$1" answers_="${folder}/answers-$1" count_=0
  [ ! -e "$asked_" ] || count_=$(< "$asked_")
  echo $((count_ + 1)) > "$asked_"
  if [ -e "$answers_" ] && [ "$(cut -c $((count_ + 1)) "$answers_")" = y ]; then echo a; else echo b && return 1; fi
}
export -f command_not_found_handle
`;

const ownVariables = new Set([
  "PATH",
  "PWD",
  "OLDPWD",
  "SHLVL",
  "_",
  "BASH_ENV",
  "BASH_FUNC_command_not_found_handle%%",
]);

export class Bash {
  /** The folder that scripts are started in. */
  readonly folder: string;
  /** Where a script is put. */
  readonly script: string;
  private readonly programs: string;
  private readonly notes: string;

  constructor() {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "shardlint-bash-")));
    [this.folder, this.programs, this.notes] = [join(base, "work"), join(base, "programs"), join(base, "notes")];
    this.script = join(this.folder, "main.sh");
    for (const folder of [this.programs, this.notes, join(this.folder, "a", "b"), join(this.folder, "src")])
      mkdirSync(folder, { recursive: true });
    const note = `{ printf '%s\\0' "$#" "\${0##*/}" "$@" "$PWD"; /usr/bin/env -0; } > "${this.notes}/started-$$"\n[ ! -e "${this.notes}/failing" ]\n`;
    for (const name of starting) this.program(name, `#!/bin/sh\n${note}`);
    for (const name of scripts) writeFileSync(join(this.folder, name), `#!/bin/sh\n${note}`, { mode: 0o755 });
    for (const name of harmless.split(" ")) this.program(name, `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`);
    this.program("time", '#!/bin/sh\nexec "$@"\n');
    writeFileSync(join(this.programs, "start"), notFound(this.notes));
    writeFileSync(join(this.programs, "input"), "1\n".repeat(9));
  }

  /** What a script starts; undefined if it comes to no end, or bash finds a mistake in it. Throws where there is no bash. */
  async run(
    script: string,
    world: World,
    others: Readonly<Record<string, string>> = {},
  ): Promise<readonly Started[] | undefined> {
    rmSync(this.notes, { recursive: true, maxRetries: 9 });
    mkdirSync(this.notes);
    for (const [name, answers] of world.answers)
      writeFileSync(join(this.notes, `answers-${name}`), answers.map((yes) => (yes ? "y" : "n")).join(""));
    if (world.isFailing) writeFileSync(join(this.notes, "failing"), "");
    writeFileSync(this.script, script);
    for (const [name, text] of Object.entries(others)) {
      writeFileSync(join(this.folder, name), `#!/bin/bash\n${text}`, { mode: 0o755 });
    }
    const answers = openSync(join(this.programs, "input"), "r");
    const child = spawn("bash", [this.script, ...world.arguments], {
      cwd: this.folder,
      env: {
        ...Object.fromEntries(world.environment),
        PATH: this.programs,
        BASH_ENV: join(this.programs, "start"),
      },
      stdio: [answers, "ignore", "pipe"],
      // Whatever it starts is ended with it.
      detached: true,
    });
    closeSync(answers);
    let [complaints, isEnded] = ["", true];
    const end = (): void => {
      isEnded = false;
      endGroup(child.pid);
    };
    const timer = setTimeout(end, 1_500);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    child.on("exit", () => {
      endGroup(child.pid);
    });
    await new Promise((resolve, reject) => {
      child.on("close", resolve).on("error", ({ message }) => {
        reject(new Error(`These tests need bash: ${message}`));
      });
    });
    clearTimeout(timer);
    for (const name of Object.keys(others)) rmSync(join(this.folder, name));
    if (!isEnded || child.signalCode !== null || /main\.sh: line \d+: /.test(complaints)) return undefined;
    const names = readdirSync(this.notes).filter((name) => name.startsWith("started-"));
    return names.map((name) => startedIn(readFileSync(join(this.notes, name), "utf8")));
  }

  remove(): void {
    rmSync(join(this.folder, ".."), { recursive: true, maxRetries: 9 });
  }

  private program(name: string, text: string): void {
    writeFileSync(join(this.programs, name), text);
    chmodSync(join(this.programs, name), 0o755);
  }
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

function startedIn(note: string): Started {
  const [count, ...fields] = note.split("\0");
  const [directory = "", ...variables] = fields.slice(Number(count) + 1, -1);
  const environment = variables.map((entry): [string, string] => {
    const equals = entry.indexOf("=");
    return [entry.slice(0, equals), entry.slice(equals + 1)];
  });
  return {
    words: fields.slice(0, Number(count) + 1),
    directory,
    environment: new Map(environment.filter(([name]) => !ownVariables.has(name))),
  };
}
