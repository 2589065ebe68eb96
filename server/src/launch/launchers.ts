/** What is known of the programs that start Python programs: which of their options take a value. */
import type { Launcher } from "./launch.ts";

/** A program that starts another one with the words that follow its own options. */
export interface Starter {
  /** Options that take the next word as their value, with `-` for `_`. Other options take none, or have it after `=`. */
  readonly valued: ReadonlySet<string>;
  /** Words before the program that are no options: the duration of `timeout`. */
  readonly operands?: number;
  /** True if its options are too many to list: the program is then the first word that is known to start Python. */
  readonly scans?: boolean;
  /** True if `NAME=value` in front of the program sets a variable of it. */
  readonly assigns?: boolean;
  /** Options that take the variable away that their value names, all variables, and that say where the program is started. */
  readonly unsets?: ReadonlySet<string>;
  readonly clears?: ReadonlySet<string>;
  readonly enters?: ReadonlySet<string>;
  /** The option that says how many processes it starts. */
  readonly processes?: readonly string[];
  readonly launcher?: Launcher;
  /** True if it starts a Python file or, after `-m`, a module without the word `python`. */
  readonly runsPython?: boolean;
}

const words = (...lines: readonly string[]): readonly string[] => lines.join(" ").split(" ");
const options = (text: string): ReadonlySet<string> => new Set(words(text));

/** Variables that launchers set for the processes they start (torch, torch/distributed/run.py; Slurm, Open MPI). */
export function isOfLauncher(variable: string): boolean {
  return /^(RANK|WORLD_SIZE|OMP_NUM_THREADS|(LOCAL|GROUP|ROLE|MASTER|TORCH|NCCL|CROSS|ACCELERATE|SLURM|OMPI|PMI)\w+)$/.test(
    variable,
  );
}

const none = options("");

/** By name; two words for a program with a subcommand. Sources: the programs' own `--help` texts. */
export const starters: ReadonlyMap<string, Starter> = new Map<string, Starter>([
  ["nohup", { valued: none }],
  ["time", { valued: options("-f -o") }],
  ["exec", { valued: options("-a") }],
  ["command", { valued: none }],
  ["setsid", { valued: none }],
  ["coproc", { valued: none }],
  [
    "env",
    {
      valued: options("-u --unset -C --chdir"),
      assigns: true,
      unsets: options("-u --unset"),
      clears: options("- -i --ignore-environment"),
      enters: options("-C --chdir"),
    },
  ],
  ["sudo", { valued: options("-u --user -g --group"), assigns: true }],
  ["nice", { valued: options("-n") }],
  ["ionice", { valued: options("-c -n -p") }],
  ["timeout", { valued: options("-k --kill-after -s --signal"), operands: 1 }],
  ["stdbuf", { valued: options("-i -o -e") }],
  ["taskset", { valued: none, operands: 1 }],
  ["numactl", { valued: options("-C -N -m -i -l -p --physcpubind --cpunodebind --membind --interleave --preferred") }],
  ["xvfb-run", { valued: options("-n -s --server-num --server-args") }],
  ["conda run", { valued: options("-n --name -p --prefix --cwd"), enters: options("--cwd") }],
  ["mamba run", { valued: options("-n --name -p --prefix --cwd"), enters: options("--cwd") }],
  ["micromamba run", { valued: options("-n --name -p --prefix --cwd"), enters: options("--cwd") }],
  ["poetry run", { valued: none, runsPython: false }],
  ["pdm run", { valued: options("-p --project") }],
  ["hatch run", { valued: none }],
  ["pipenv run", { valued: none }],
  [
    "uv run",
    {
      valued: options(
        "--with --with-editable --with-requirements --extra --group --only-group --python -p --project --directory --package --env-file --index --index-url --no-group",
      ),
      enters: options("--directory"),
      runsPython: true,
    },
  ],
  ["coverage run", { valued: options("--source --include --omit --rcfile --data-file --context"), runsPython: true }],
  ["kernprof", { valued: options("-o -s -u -i"), runsPython: true }],
  ["nsys profile", { valued: none, scans: true }],
  ["ncu", { valued: none, scans: true }],
  ["srun", { valued: none, scans: true, launcher: "srun", processes: ["-n", "--ntasks"] }],
  ["mpirun", { valued: none, scans: true, launcher: "mpirun", processes: ["-np", "-n", "--np", "-c"] }],
  ["mpiexec", { valued: none, scans: true, launcher: "mpirun", processes: ["-np", "-n", "--np", "-c"] }],
  ["horovodrun", { valued: none, scans: true, launcher: "mpirun", processes: ["-np", "--num-proc"] }],
  ["singularity exec", { valued: none, scans: true }],
  ["apptainer exec", { valued: none, scans: true }],
]);

/** How a launcher of distributed programs counts processes. Option names have `-` for `_`. */
export interface LauncherOptions {
  readonly launcher: Launcher;
  readonly valued: readonly string[];
  readonly flags: readonly string[];
  /** Processes on each node; else `total`, over all nodes. */
  readonly perNode?: string;
  readonly nodes?: string;
  readonly total?: string;
  /** What the launcher takes if its options do not say; undefined if that depends on the machine or a configuration. */
  readonly defaultProcesses: number | undefined;
  /** Options that mean that the program is a module. */
  readonly module: readonly string[];
}

/** torch 2.x, torch/distributed/run.py and launch.py. */
const torchrun: LauncherOptions = {
  launcher: "torchrun",
  valued: words(
    "--nnodes --nproc-per-node --rdzv-backend --rdzv-endpoint --rdzv-id --rdzv-conf --max-restarts",
    "--monitor-interval --start-method --event-log-handler --role --log-dir --redirects -r --tee -t",
    "--local-ranks-filter --node-rank --master-addr --master-port --local-addr --logs-specs",
    "--numa-binding --signals-to-handle --duplicate-stdout-filters --duplicate-stderr-filters",
    "--shutdown-timeout",
  ),
  flags: words("--standalone --no-python --run-path --use-env --virtual-local-rank -m --module"),
  perNode: "--nproc-per-node",
  nodes: "--nnodes",
  defaultProcesses: 1,
  module: ["-m", "--module"],
};

/** accelerate 1.x, accelerate/commands/launch.py. `--num_processes` counts over all machines. */
const accelerate: LauncherOptions = {
  launcher: "accelerate",
  valued: words(
    "--config-file --num-processes --num-machines --num-cpu-threads-per-process --mixed-precision",
    "--machine-rank --main-process-ip --main-process-port --gpu-ids --same-network --rdzv-backend",
    "--dynamo-backend --dynamo-mode --deepspeed-config-file --zero-stage --gradient-accumulation-steps",
    "--gradient-clipping --offload-optimizer-device --offload-param-device --zero3-init-flag",
    "--zero3-save-16bit-model --deepspeed-multinode-launcher --deepspeed-hostfile --max-restarts",
    "--monitor-interval --role --log-dir --rdzv-conf --tee --main-training-function --downcast-bf16",
  ),
  flags: words(
    "--multi-gpu --cpu --use-deepspeed --use-fsdp --use-megatron-lm --tpu --debug --quiet -m --module",
    "--no-python --enable-cpu-affinity -q --use-xpu --dynamo-use-dynamic",
  ),
  total: "--num-processes",
  nodes: "--num-machines",
  defaultProcesses: undefined,
  module: ["-m", "--module"],
};

/** deepspeed 0.1x, deepspeed/launcher/runner.py. It takes every GPU it finds unless told otherwise. */
const deepspeed: LauncherOptions = {
  launcher: "deepspeed",
  valued: words(
    "-H --hostfile -i --include -e --exclude --num-nodes --min-elastic-nodes --num-gpus",
    "--max-elastic-nodes --master-port --master-addr --launcher --launcher-args --module-args --node-rank",
    "--save-pid --ssh-port --bind-core-list --autotuning --slurm-comment --venv-script",
  ),
  flags: words("--module --no-python --no-local-rank --no-ssh-check --force-multi --no-ssh --bind-cores-to-rank"),
  perNode: "--num-gpus",
  nodes: "--num-nodes",
  defaultProcesses: undefined,
  module: ["--module"],
};

/** By the words that start them; a module stands for `python -m` of it. */
export const launchers: ReadonlyMap<string, LauncherOptions> = new Map([
  ["torchrun", torchrun],
  ["accelerate launch", accelerate],
  ["accelerate-launch", accelerate],
  ["deepspeed", deepspeed],
]);

export const launcherModules: ReadonlyMap<string, LauncherOptions> = new Map([
  ["torch.distributed.run", torchrun],
  ["torch.distributed.launch", torchrun],
  ["torch.distributed.launcher", torchrun],
  ["accelerate.commands.launch", accelerate],
  ["deepspeed.launcher.runner", deepspeed],
]);

/** Options of the interpreter itself that take the next word. */
export const pythonValued: ReadonlySet<string> = options("-X -W --check-hash-based-pycs");

/** Modules that run a script which follows them, without counting processes. */
export const runnerModules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["cProfile", options("-o -s")],
  ["pdb", options("-c")],
  ["debugpy", options("--listen --connect --log-to")],
  ["coverage", options("--source --include --omit --rcfile")],
  ["viztracer", options("-o --output_file")],
]);
