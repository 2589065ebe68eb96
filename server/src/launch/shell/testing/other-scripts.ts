/** Scripts that run others, and what is read of them. */

import { join } from "../../../host.ts";
import { normalPath } from "../printed-paths.ts";
import type { ScriptFinder } from "../tools.ts";

export interface ScriptRow {
  readonly name: string;
  readonly script: string;
  readonly others: Readonly<Record<string, string>>;
  readonly launches: readonly string[];
}

/** Finds scripts by their paths below a folder. */
export function findIn(others: Readonly<Record<string, string>>, folder: string): ScriptFinder {
  return (name, directory) => {
    const base = directory === undefined ? folder : join(folder, directory.text ?? "");
    const path = normalPath(name.startsWith("/") ? name : join(base, name));
    const text = others[path.slice(folder.length + 1)];
    return text === undefined ? undefined : { path, text };
  };
}

const row = (
  name: string,
  script: string,
  others: Readonly<Record<string, string>>,
  ...launches: readonly string[]
): ScriptRow => ({ name, script, others, launches });

export const otherScripts: readonly ScriptRow[] = [
  row(
    "variables that are sourced",
    "source ./env.sh\npython a.py $N $((N / M))",
    { "env.sh": "export N=4\nM=2\n" },
    "N=4 a.py 4 2",
  ),
  row(
    "variables that are sourced and may be given",
    "N=2\n. env.sh\npython a.py $N --m=$M",
    { "env.sh": "N=${N:-4}\nM=${M:-$N}\n" },
    "a.py 2 --m=2°",
  ),
  row(
    "a sourced file that asks",
    "N=1 M=1\nsource env.sh\npython a.py --n=$N --m=$M",
    { "env.sh": "if fits; then N=4; return; fi\nM=2" },
    "a.py --n=? --m=?",
  ),
  row("a sourced file that ends all", "source env.sh\npython a.py", { "env.sh": "exit" }),
  row(
    "arguments of a sourced file",
    'set -- 1 2\nsource env.sh 4\npython a.py $N "$@"\nsource env.sh\npython b.py $N "$@"',
    { "env.sh": 'N="$1"' },
    ...["a.py 4 1 2", "b.py 1 1 2"],
  ),
  row(
    "functions that are sourced",
    "M=2\nsource lib.sh\nstart 4\nstart $((M * 4)) b.py",
    { "lib.sh": 'start() {\n  local M=3\n  torchrun --nproc_per_node "$1" ${2:-a.py} --m $M $K\n  K=9\n}\n' },
    ...["torchrun[4] a.py --m 3 ?~°g EXTENDABLE", "torchrun[8] b.py --m 3 9"],
  ),
  row(
    "a sourced file that starts a program",
    "N=2\nsource go.sh\npython b.py $N",
    { "go.sh": "python a.py $N\nN=4" },
    ...["a.py 2", "b.py 4"],
  ),
  row(
    "a function that calls back",
    "source lib.sh\nf() { python a.py $1 $N; }\nN=3\neach f",
    { "lib.sh": 'each() { N=4; f 1; "$1" 2; }' },
    ...["a.py 1 4", "a.py 2 4"],
  ),
  row(
    "a sourced file in a function",
    "f() { local M=1; source env.sh; python a.py $N $M; }\nM=5\nf\npython b.py $N $M $K",
    { "env.sh": "N=4 M=2\nlocal K=3\nK=4" },
    ...["a.py 4 2", "b.py 4 5 ?~°g EXTENDABLE"],
  ),
  row(
    "a sourced file that sources another",
    "source a/env.sh\npython a.py $N $M",
    { "a/env.sh": 'source "$(dirname "${BASH_SOURCE[0]}")/b/more.sh"\nM=$((N * 2))', "a/b/more.sh": "N=4" },
    "a.py 4 8",
  ),
  row(
    "a sourced file in one branch",
    "N=1 L=1 K=$(nproc)\nif fits; then source env.sh; fi\npython a.py --n=$N --l=$L --k=$K",
    { "env.sh": "N=4" },
    "a.py --n=? --l=1 --k=?",
  ),
  row(
    "a sourced file in a loop",
    "for i in 2 4; do source env.sh; python a.py $i $N; done",
    { "env.sh": "N=$((8 / i))" },
    ...["a.py 2 4", "a.py 4 2"],
  ),
  row(
    "a sourced file that is written first",
    "N=1\necho N=8 > env.sh\nsource env.sh\npython a.py --n=$N",
    { "env.sh": "N=4" },
    "MORE a.py --n=?",
  ),
  row("a sourced file that is not there", "N=1\nsource env.sh || true\npython a.py --n=$N", {}, "MORE a.py --n=?"),
  row(
    "a sourced file that the caller may choose",
    'N=1\nsource "${ENV:-env.sh}"\npython a.py --n=$N',
    { "env.sh": "N=4" },
    "MORE a.py --n=?",
  ),
  row(
    "a sourced file that sources itself",
    "source env.sh || true\npython a.py --n=$N",
    { "env.sh": 'N=4\n[ -n "$M" ] && return\nM=1\nsource env.sh' },
    "a.py --n=4",
  ),

  row(
    "a script with arguments",
    "bash run.sh 4 2\n",
    { "run.sh": "U=${1:-8}\npython a.py --u $U --r ${2:-1} --n=${3:-7}" },
    "a.py --u 4 --r 2 --n=7",
  ),
  row("a script without arguments", "sh ./run.sh", { "run.sh": 'python a.py --u ${1:-8} "$@"' }, "a.py --u 8"),
  row(
    "arguments of the caller that are handed on",
    'bash run.sh 4 "$@"',
    { "run.sh": 'U=$1\nshift\npython a.py --u $U "$@"' },
    "a.py --u 4 ?*°g EXTENDABLE",
  ),
  row(
    "variables in front of a script",
    "A=1\nSP=4 bash run.sh\nSP=2 ./run.sh\nexport SP=8\nbash -e run.sh",
    { "run.sh": "A=${A:-3}\npython a.py --sp ${SP:-1} --a $A" },
    ...["SP=4 a.py --sp 4 --a 3°", "SP=2 a.py --sp 2 --a 3°", "SP=8 a.py --sp 8 --a 3°"],
  ),
  row(
    "what a script sets stays there",
    "N=1\nbash run.sh\npython b.py $N",
    { "run.sh": "export N=2\npython a.py" },
    ...["N=2 a.py", "b.py 1"],
  ),
  row(
    "a script in another directory",
    "cd a\nbash run.sh",
    { "a/run.sh": "cd b\npython a.py", "run.sh": "python no.py" },
    "cd:a/b a.py",
  ),
  row(
    "a script behind other programs",
    "nohup bash run.sh 4 > log &\ntimeout 5 ./run.sh 2",
    { "run.sh": "python a.py $1" },
    ...["a.py 4", "a.py 2"],
  ),
  row(
    "a script of a script",
    "N=2 bash a.sh 4",
    { "a.sh": 'for n in 1 $1; do bash b.sh $n "$N"; done', "b.sh": "python a.py $1 --n=$2" },
    ...["N=2 a.py 1 --n=2", "N=2 a.py 4 --n=2"],
  ),
  row(
    "a script for each of some values",
    "for sp in 2 4; do\n  SP=$sp bash run.sh\ndone",
    { "run.sh": "python a.py --sp $SP --ring $((8 / SP))" },
    ...["SP=2 a.py --sp 2 --ring 4", "SP=4 a.py --sp 4 --ring 2"],
  ),
  row("a script whose failing is ignored", "bash run.sh 4 || true", { "run.sh": "python a.py $1" }, "TENTATIVE a.py 4"),
  row("a script that is written first", "echo x > run.sh\nbash run.sh 4", { "run.sh": "python a.py $1" }),
  row("a script that starts itself", "bash run.sh", { "run.sh": "python a.py\nfits && bash run.sh" }, "a.py"),
];
