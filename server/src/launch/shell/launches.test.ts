import { beforeAll, describe, expect, test } from "vitest";
import type { Parser } from "../../syntax/index.ts";
import { literalPlace, type LaunchCommand, type Launches } from "../launch.ts";
import { createBashParser, spell } from "../test-support.ts";
import { launchesOfShell } from "./launches.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createBashParser();
});

function read(text: string): Launches {
  return launchesOfShell(parser, { text, path: "/home/scripts/run.sh" });
}

function only(text: string): LaunchCommand {
  const { commands } = read(text);
  expect(commands).toHaveLength(1);
  const [command] = commands;
  if (command === undefined) throw new Error("no launch");
  return command;
}

/** What a script starts, one line a launch. */
const scripts: readonly [name: string, script: string, ...launches: string[]][] = [
  ["a script", "python train.py --steps 4", "train.py --steps 4"],
  ["an absolute interpreter", "/usr/bin/python3.11 -u train.py", "train.py"],
  ["a module", "python3 -m pkg.train --steps 4", "-m pkg.train --steps 4"],
  ["flags in one word with -m", "python -um pkg.train", "-m pkg.train"],
  ["options of python with a value", "python -X dev -W ignore train.py a", "train.py a"],
  ["a script that is executable", "./train.py --a 1", "./train.py --a 1"],
  ["code in a string", "python -c 'import train' train.py"],
  ["standard input", "python - train.py < train.py"],
  ["words that are only printed", "echo python train.py"],
  ["other programs", "pip install -e . && ls *.py; cat train.py; bash run.py.sh"],
  ["a here-document", "cat <<EOF\npython train.py\nEOF"],
  ["a comment", "# python train.py\npython other.py # train.py", "other.py"],

  ["torchrun", "torchrun --nproc_per_node 8 train.py --a", "torchrun[8] train.py --a"],
  ["torchrun with equals and dashes", "torchrun --nproc-per-node=8 train.py", "torchrun[8] train.py"],
  ["torchrun over nodes", "torchrun --nnodes 2 --nproc_per_node 8 --node_rank 1 train.py", "torchrun[16] train.py"],
  ["a fixed range of nodes", "torchrun --nnodes=2:2 --nproc_per_node=2 train.py", "torchrun[4] train.py"],
  ["an open range of nodes", "torchrun --nnodes=1:4 --nproc_per_node=2 train.py", "torchrun[?] train.py"],
  ["torchrun's defaults", "torchrun --standalone train.py", "torchrun[1] train.py"],
  ["all GPUs there are", "torchrun --nproc_per_node gpu train.py", "torchrun[?] train.py"],
  ["an abbreviated option", "torchrun --nproc 8 train.py", "torchrun[8] train.py"],
  ["a module of torchrun", "torchrun --nproc_per_node 2 -m pkg.train --a 1", "torchrun[2] -m pkg.train --a 1"],
  ["an option nobody knows", "torchrun --new 3 --nproc_per_node 2 train.py", "torchrun[2] train.py"],
  ["a flag nobody knows", "torchrun --nproc_per_node 2 --new train.py 1", "torchrun[2] train.py 1"],
  ["torch.distributed.run", "python -m torch.distributed.run --nproc_per_node 4 a.py", "torchrun[4] a.py"],
  [
    "torch.distributed.launch",
    "python -m torch.distributed.launch --nproc_per_node 4 --use_env a.py",
    "torchrun[4] a.py",
  ],
  ["unknown options", 'torchrun $OPTIONS --nproc_per_node 4 a.py "$1"', "torchrun[?] a.py ?°g"],
  [
    "accelerate",
    "accelerate launch --config_file a.yaml --num_processes 4 --num_machines 2 a.py --b",
    "accelerate[4] a.py --b",
  ],
  ["accelerate as configured", "accelerate launch --multi_gpu a.py", "accelerate[?] a.py"],
  [
    "deepspeed",
    "deepspeed --num_gpus 4 --num_nodes 2 a.py --deepspeed ds.json",
    "deepspeed[8] a.py --deepspeed ds.json",
  ],
  ["deepspeed on all GPUs", "deepspeed a.py", "deepspeed[?] a.py"],
  ["mpirun", "mpirun -np 4 --hostfile hosts -x A=1 python a.py --b", "mpirun[4] a.py --b"],
  ["srun", "srun --ntasks=8 --gres gpu:8 python a.py", "srun[8] a.py"],
  ["srun and torchrun", "srun -N 2 torchrun --nproc_per_node 8 a.py", "torchrun[8] a.py"],
  ["programs in front", "nohup nice -n 5 timeout -k 5 1h time python a.py b &", "a.py b"],
  ["env", "env -u B A=1 python a.py", "-B A=1 a.py"],
  ["env without a variable", "export B=1 C=2\nenv -u B --unset=C A=1 python a.py", "-B -C A=1 a.py"],
  ["env that sets what it unsets", "env -u B B=1 python a.py", "B=1 a.py"],
  ["env without any variable", "export B=1\nenv -i A=1 python a.py", "-* A=1 a.py"],
  ["env in another directory", "env -C src python a.py", "cd:src a.py"],
  ["a directory in a directory", "cd b\nenv --chdir=src python a.py", "cd:? a.py"],
  ["uv in another directory", "uv run --directory src a.py", "cd:src a.py"],
  ["what takes the script's place", "exec 2> log\nexec python a.py\npython b.py", "a.py"],
  ["all that is set from here on", "Z=0\nset -a\nA=1\nset +a\nB=2\nset -o allexport\nC=3\npython a.py", "A=1 C=3 a.py"],
  ["uv, a project", "uv run --extra gpu python a.py", "a.py"],
  ["uv, a script", "uv run --with x a.py --b", "a.py --b"],
  ["uv, a module", "uv run -m pkg.a --b", "-m pkg.a --b"],
  ["poetry and torchrun", "poetry run torchrun --nproc_per_node 2 a.py", "torchrun[2] a.py"],
  ["conda", "conda run -n env --no-capture-output python a.py", "a.py"],
  ["a debugger", "python -m debugpy --listen 5678 --wait-for-client a.py --b", "a.py --b"],
  ["a launcher in a variable", "$LAUNCHER --x 1 a.py --b 2", "a.py --b 2"],
  ["sglang", "sglang serve --model-path m --ulysses-degree 2", "sglang serve --model-path m --ulysses-degree 2"],
  ["another command of sglang", "sglang version"],

  ["a variable", "N=4\npython a.py --n $N --m=${N} \"$N\" '$N'", "a.py --n 4 --m=4 4 $N"],
  ["words in a variable", 'ARGS="--n 4  --m 5"\npython a.py $ARGS "$ARGS"', 'a.py --n 4 --m 5 "--n 4  --m 5"'],
  ["an empty variable", 'E=\npython a.py $E "$E" --x', 'a.py "" --x'],
  ["a variable nobody sets", "python a.py --n $N --m", "a.py --n ?~°g --m"],
  ["options nobody sets", "python a.py --n=1 $ARGS", "a.py --n=1 ?~°g EXTENDABLE"],
  ["a default", "python a.py --n ${N:-8} --m ${M-9}", "a.py --n 8° --m 9°"],
  ["a default that stays", ": ${N:=8}\npython a.py $N", "a.py 8°"],
  ["a default of something else", "A=${B:-4}\nC=${A:-5}\npython a.py $C", "a.py 4°"],
  ["a default of a default", "python a.py ${A:-${B:-4}}", "a.py 4°"],
  ["a default that is not needed", "A=3\npython a.py ${A:-4}", "a.py 3"],
  ["a default of an argument", 'N=${1:-8}\npython a.py --n "$N"', "a.py --n 8°"],
  ["an alternative", "A=1\npython a.py --x=${A:+2} --y=${B:+2}", "a.py --x=2 --y="],
  ["an alternative with words in quotes", 'A="b c"\npython a.py ${A:+--x "$A"} --y', "a.py ?* --y OPEN"],
  ["an alternative to what the caller gives", "A=${A:-1}\npython a.py --x=${A:+2}", "a.py --x=?"],
  [
    "operators of what is empty or not set",
    "A=\npython a.py --x=${A-1} --y=${A+2} --z=${A:-3}",
    "a.py --x=? --y=? --z=3",
  ],
  ["other operators", "A=a.b\npython a.py --x ${A%.*} --y=${#A}", "a.py --x ?~ --y=?"],
  ["arithmetic", "A=2 B=3\npython a.py $((A * B)) $(( (A+1) / 2 )) $(($A ** 3 - 1)) $((C + 1))", "a.py 6 1 7 ?"],
  ["a negation of bits", "A=2\npython a.py $((~A)) $((!A)) $((-A)) $((+A))", "a.py ? ? -2 2"],
  ["a number that is multiplied", "Y=4; ((Y*=2))\npython a.py $Y", "a.py 8"],
  ["a number that is counted up", "Y=4\n((Y++))\n((++Y))\npython a.py $Y", "a.py 6"],
  ["a number that is counted down", "Y=4\n((Y--)); ((--Y))\npython a.py $Y", "a.py 2"],
  ["an assignment in arithmetic", "Y=4\n(( Y = Y + 3 ))\npython a.py $Y", "a.py 7"],
  [
    "every operator that assigns",
    "A=9 B=9 C=9 D=9\n((A-=2)); ((B/=2)); ((C%=4)); ((D<<=1))\npython a.py $A $B $C $D",
    "a.py 7 4 1 18",
  ],
  [
    "operators that are not followed",
    "A=9 B=9 C=9\n((A&=1)); ((B|=6)); ((C=~1))\npython a.py --x=$A --x=$B --x=$C",
    "a.py --x=? --x=? --x=?",
  ],
  ["several assignments in arithmetic", "G=8\n(( n = G / 2, m = n * 2 ))\npython a.py $n $m", "a.py 4 8"],
  ["an assignment in an expansion", "Y=4\n: $((Y *= 2))\npython a.py $Y $((Y += 1)) $Y", "a.py 8 9 9"],
  ["a number before it is counted up", "Y=4\npython a.py $((Y++)) $((++Y))", "a.py 4 6"],
  ["an assignment of a default", "Y=${Y:-4}\n((Y*=2))\npython a.py $Y", "a.py 8°"],
  ["an assignment of what nobody knows", "Y=4\n((Y = X * 2))\npython a.py --y=$Y", "a.py --y=?"],
  ["counting up what nobody knows", "Y=$(nproc)\n((Y++))\npython a.py --y=$Y", "a.py --y=?"],
  ["an assignment in an assignment", "X=1 Y=2\n((X = Y = 4))\npython a.py --x=$X --y=$Y", "a.py --x=? --y=?"],
  [
    "an assignment that depends",
    "A=$(nproc) B=1\n(( A > 3 && (B = 2) ))\n(( A > 3 ? (A = 2) : 0 ))\npython a.py --a=$A --b=$B",
    "a.py --a=? --b=?",
  ],
  [
    "an assignment that depends on what is known",
    "A=4 B=1 C=1\n(( A > 3 && (B = 2) ))\n(( A > 4 || (C = 2) ))\n(( A <= 3 ? (A = 2) : 0 ))\npython a.py $A $B $C",
    "a.py 4 2 2",
  ],
  [
    "numbers that are compared",
    "A=4\npython a.py $((A == 4)) $((A != 4)) $((A < 4)) $((A >= 4 ? A / 2 : A)) $((A > 3 && A > 4))",
    "a.py 1 0 0 2 0",
  ],
  ["an assignment to an element", "A=(1 2)\n((A[1] = 3))\npython a.py --a=${A[1]}", "a.py --a=?"],
  [
    "let",
    'A=1 B=1 C=1 D=1\nlet A=4 B+=1; let "C = A * 2" ++D\npython a.py --a=$A --b=$B --c=$C --d=$D',
    "a.py --a=? --b=? --c=? --d=?",
  ],
  ["let that only reads", "A=1 B=1\nlet A=B\nlet B==2\npython a.py $B", "a.py 1"],
  ["a comparison", "A=1\n((A == 2)); (( A <= 3 )); ((A != 4))\npython a.py $A", "a.py 1"],
  ["a comparison before an assignment", "A=1\n((A > 3)) && A=3\npython a.py --a=$A", "a.py --a=1"],
  [
    "a question before an assignment",
    "A=1 B=1\ntest -f x && A=3\ncommand -v x > /dev/null && B=2\npython a.py --a=$A --b=$B",
    "a.py --a=? --b=?",
  ],
  [
    "arithmetic in a test",
    "A=1\n[ $((A++)) -gt 3 ]\nif [[ $((A++)) -eq 1 ]]; then B=1; fi\npython a.py --a=$A",
    "a.py --a=?",
  ],
  ["a loop that counts", "A=1\nwhile ((A < 4)); do ((A*=2)); python a.py --a=$A; done", "a.py --a=?"],
  ["a loop that only asks", "A=1\nwhile [[ -v A ]]; do python a.py --a=$A; done", "a.py --a=1"],
  ["an integer that grows", "declare -i A=4\nA+=2\npython a.py --a=$A", "a.py --a=?"],
  ["an integer that is computed", "local -i A=2*3\ntypeset -i B=4\npython a.py --a=$A --b=$B", "a.py --a=? --b=4"],
  ["arithmetic with a default", "N=${N:-8}\npython a.py $((N / 2))", "a.py 4°"],
  ["several assignments", "A=1 B=2\npython a.py $A $B", "a.py 1 2"],
  ["a text that grows", 'A="--x 1"\nA+=" --y 2"\nA="$A --z 3"\npython a.py $A', "a.py --x 1 --y 2 --z 3"],
  ["an array", 'A=(--x 1 "b c")\nA+=(--y)\npython a.py "${A[@]}"', 'a.py --x 1 "b c" --y'],
  ["an empty array", 'A=()\npython a.py "${A[@]}" b', "a.py b"],
  ["one element", "A=(3 4)\npython a.py ${A[1]} ${#A[@]}", "a.py 4 2"],
  [
    "the number of what is not known",
    "A=($(ls))\npython a.py --n=${#A[@]} --m=${#B[@]} --l=${#HOME}",
    "a.py --n=? --m=? --l=?",
  ],
  ["comments in an array", 'A=(\n  --x 1 # one\n  # --y 2\n  --z 3\n)\npython a.py "${A[@]}"', "a.py --x 1 --z 3"],
  ["comments in a table", "declare -A T=(\n  # a\n  [a]=1\n)\npython a.py ${T[a]}", "a.py 1"],
  ["letters in braces", "python a.py {a..c}", "a.py ?* OPEN"],
  ["words that something else separates", "IFS=,\nA=1,2\npython a.py $A x", "a.py ?* x OPEN"],
  [
    "words in quotes, whatever separates others",
    "IFS=$'\\n\\t'\nA=4 B='x y'\npython a.py --a $A \"$B\"",
    'a.py --a 4 "x y"',
  ],
  ["an array in one word", 'A=(3 4)\npython a.py "${A[*]}"', 'a.py "3 4"'],
  ["elements of a table", "declare -A T\nT[a]=1\nT[$K]=2\npython b.py --t=${T[a]}", "b.py --t=?"],
  ["a table that is filled", "declare -A T\nT[a]=1\nT[b]=2\nK=a\npython b.py ${T[$K]} ${T[b]} ${T[c]}", "b.py 1 2"],
  ["an element of an array", "A=(1 2)\nA[1]=5\npython a.py ${A[1]} ${A[0]}", "a.py 5 1"],
  ["a table", 'declare -A T=(["a"]="x.py 1" [b]=y.py)\nK=a\npython ${T[$K]} ${T[b]}', "x.py 1 y.py"],
  ["words that are read", "read -r A B C <<< 'x.py 1 2'\npython $A $B $C", "x.py 1 2"],
  ["quotes", `python a.py "a\\"b" 'c d' e\\ f $'g' "h"i`, 'a.py a"b "c d" "e f" g hi'],
  ["continued lines", "python a.py \\\n  --x 1 \\\n  --y", "a.py --x 1 --y"],
  ["a continuation at the end", "python a.py --x \\\n", "a.py --x"],
  ["lines that end in CR LF", "N=4\r\npython a.py \\\r\n  --n $N\r\n", "a.py --n 4"],
  ["arguments of the script", 'python a.py --x 1 "$@"', "a.py --x 1 ?*°g EXTENDABLE"],
  ["one argument of the script", 'python a.py "$1"', "a.py ?°g"],
  ["what a program prints", 'python a.py --n $(nproc) --m="$(date)" $(args)', "a.py --n ?~ --m=? ?~ OPEN"],
  ["braces", "python a.py {1..3} x{a,b}", "a.py 1 2 3 ?* OPEN"],
  ["a pattern", "python a.py --size 832*480", "a.py --size 832*480"],

  ["exported variables", "export A=1 B\nC=2\npython a.py", "A=1 a.py"],
  ["in front of the command", 'N=4\nA=1 B="$N" python a.py', "A=1 B=4 a.py"],
  ["in front of another command", "A=1 true\npython a.py", "a.py"],
  ["exported later", "A=1\nexport A\nA=2\npython a.py", "A=2 a.py"],
  [
    "directories",
    "cd a\npython x.py\ncd b && python y.py\n(cd /c; python z.py)\npython y.py",
    ...["cd:a x.py", "cd:a/b y.py", "cd:/c z.py", "cd:a/b y.py"],
  ],
  ["a directory nobody knows", 'cd "$(mktemp -d)"\npython a.py', "cd:? a.py"],
  ["the script's folder", 'cd "$(dirname "$0")/.."\npython a.py', "cd:/home/scripts/.. a.py"],
  [
    "the script's folder by its source",
    'D="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"\npython "$D/a.py"',
    "/home/a.py",
  ],

  ["a literal loop", 'for n in 1 2 "4"; do python a.py --n $n; done', "a.py --n 1", "a.py --n 2", "a.py --n 4"],
  [
    "a loop over a variable",
    'S="1 2"\nfor n in $S; do torchrun --nproc_per_node $n a.py; done',
    "torchrun[1] a.py",
    "torchrun[2] a.py",
  ],
  [
    "a loop with a guard",
    "for a in 1 2; do for b in 1 2; do\nif (( a * b != 2 )); then continue; fi\npython a.py $a $b\ndone; done",
    ...["a.py 1 2", "a.py 2 1"],
  ],
  [
    "a loop with a guard in front",
    "for a in 1 2 3; do ((a == 2)) && continue; python a.py $a; done\npython b.py",
    ...["a.py 1", "a.py 3", "b.py"],
  ],
  [
    "a loop with a guard that nobody can answer",
    "for a in 1 2; do\nif ! fits $a; then continue; fi\npython a.py --n $a\ndone\npython b.py",
    ...["TENTATIVE a.py --n 1", "TENTATIVE a.py --n 2", "b.py"],
  ],
  [
    "a loop with a test of something else",
    "for a in 1 2; do\nif [ -e x ]; then touch y; fi\npython a.py --n $a\ndone",
    ...["a.py --n 1", "a.py --n 2"],
  ],
  [
    "a function with a guard that nobody can answer",
    'run() { if ! fits "$1"; then return; fi; python a.py --n $1; }\nrun 1\nrun 2\npython b.py',
    ...["TENTATIVE a.py --n 1", "TENTATIVE a.py --n 2", "b.py"],
  ],
  [
    "a test of two at once",
    'M=a\nif [ "$M" = a -o "$M" = b ]; then N=1; else N=2; fi\npython a.py --n=$N',
    "a.py --n=?",
  ],
  ["a loop that ends at once", "for n in 1 2; do python a.py $n; break; done", "a.py 1"],
  ["a loop that skips the rest", "for n in 1 2; do python a.py $n; continue; python b.py; done", "a.py 1", "a.py 2"],
  [
    "a choice of the user",
    "select n in 1 2; do python a.py --n=$n; break; done\npython b.py --n=$n",
    "a.py --n=?",
    "b.py --n=?",
  ],
  ["a loop that asks a program", "while ! python a.py; do python b.py; done", "TENTATIVE a.py", "b.py"],
  ["a loop that reads a file", "N=1\nwhile IFS=, read -r N M; do :; done < <(cat x)\npython a.py --n=$N", "a.py --n=?"],
  [
    "a loop in which a function assigns",
    "N=1\nf() { N=$((N*2)); }\nwhile next; do python a.py --n=$N; f; done\npython b.py --n=$N",
    ...["a.py --n=?", "b.py --n=?"],
  ],
  [
    "a loop that assigns names nobody knows",
    'N=1\nwhile read -r line; do export "$line"; done < .env\npython a.py --n=$N --m=$M',
    "MORE a.py --n=? --m=?",
  ],
  [
    "a loop that takes words away",
    "set -- 2 4\nwhile more; do python a.py --n=$1; shift; done\npython b.py --n=$1",
    ...["a.py --n=?", "b.py --n=?"],
  ],
  ["a long loop", "for n in {1..20}; do python a.py --n $n; done", "a.py --n ?~"],
  ["a loop over files", "for f in $(ls); do python a.py --f=$f; done", "a.py --f=?"],
  [
    "a counting loop",
    "for ((i=0; i<4; i++)); do python a.py --n $i; done\npython b.py --i=$i",
    "a.py --n ?~",
    "b.py --i=?",
  ],
  [
    "a loop that assigns",
    "N=1\nwhile next; do N=$((N*2)); python a.py --n=$N; done\npython b.py --n=$N",
    "a.py --n=?",
    "b.py --n=?",
  ],
  [
    "options of the script",
    'N=8\nwhile [[ $# -gt 0 ]]; do\n  case $1 in --n) N="$2"; shift 2 ;; esac\ndone\npython a.py --n $N',
    "a.py --n 8°",
  ],
  ["branches that agree", "if gpu; then N=1; else N=1; fi\npython a.py --n $N", "a.py --n 1"],
  ["branches that do not", "if gpu; then N=1; else N=2; fi\npython a.py --n=$N", "a.py --n=?"],
  ["a branch that may be left out", "N=1\nif gpu; then N=2; fi\npython a.py --n=$N", "a.py --n=?"],
  ["a branch that grows an array", 'A=(--x)\nif gpu; then A+=(--y); fi\npython a.py "${A[@]}"', "a.py --x ?* OPEN"],
  [
    "commands in branches",
    "if gpu; then python a.py; elif tpu; then python b.py; else python c.py; fi",
    "a.py",
    "b.py",
    "c.py",
  ],
  ["a branch that is known", 'M=x\nif [ "$M" = x ]; then python a.py; else python b.py; fi', "a.py"],
  [
    "a branch by default",
    "M=${M:-x}\nif [[ $M == x ]]; then python a.py $M; else python b.py --m=$M; fi",
    "a.py x°",
    "b.py --m=?",
  ],
  ["a number that is compared", "N=8\nif [ $N -gt 4 ]; then python a.py; else python b.py; fi", "a.py"],
  ["a variable that is set if it is not", '[ -z "$N" ] && N=5\npython a.py --n $N', "a.py --n 5°"],
  ["a usage that ends the script", 'if [ -z "$1" ]; then echo usage; exit 1; fi\npython a.py --n "$1"', "a.py --n ?°g"],
  ["a failure that ends the script", "cd a || exit 1\npython a.py", "cd:a a.py"],
  ["what is never reached", "exit 0\npython a.py"],
  ["cases", "case $(arch) in a) N=1 ;; *) N=1; python b.py ;; esac\npython a.py --n $N", "b.py", "a.py --n 1"],
  ["a case that is known", "M=b\ncase $M in a) N=1 ;; b|c) N=2 ;; *) N=3 ;; esac\npython a.py --n $N", "a.py --n 2"],
  ["a case by a pattern", "M=abc\ncase $M in b*) N=1 ;; ?b*) N=2 ;; esac\npython a.py --n $N", "a.py --n 2"],
  [
    "a case by default",
    'case "${1:-fast}" in fast) N=1 ;; *) N=2; python b.py ;; esac\npython a.py --n $N',
    ...["b.py", "a.py --n 1°"],
  ],
  ["a case of nothing", 'case "$1" in a) N=1 ;; "") N=2 ;; esac\npython a.py --n $N', "a.py --n 2°"],
  [
    "a case that explains itself",
    'case "$1" in a) N=1 ;; *) echo usage; exit 1 ;; esac\npython a.py --n=$N',
    "a.py --n=1°",
  ],
  [
    "a case that goes on",
    "M=a\ncase $M in a) N=1 ;& b) K=$N ;; *) K=5 ;; esac\npython a.py --n $N --k $K",
    "a.py --n 1 --k 1",
  ],
  [
    "a case that tests again",
    "M=a\nN=0\ncase $M in a) N=1 ;;& *) python a.py --n=$N ;; esac\npython b.py --n=$N",
    "a.py --n=?",
    "b.py --n=?",
  ],
  [
    "a case of what nobody knows",
    "N=0\ncase $(arch) in a) N=1 ;& b) python a.py --n=$N ;; esac",
    "a.py --n=1",
    "a.py --n=0",
  ],
  ["words that are set", 'set -- 1 2\npython a.py $2 "$@"', "a.py 2 1 2"],
  ["words that are set behind options", "set -eu -o pipefail 1 2\npython a.py $2", "a.py 2"],
  ["words that are added", 'set -- "$@" --x\npython a.py "$@"', "a.py ?*°g --x EXTENDABLE"],
  [
    "words that one branch takes away",
    'set -- 1 2\nif gpu; then shift; fi\npython a.py --n=$1 "$@"',
    "a.py --n=? ?* OPEN",
  ],
  [
    "words that the caller may add",
    'A=(--n 4)\n[ -n "$M" ] && A+=(--m "$M")\npython a.py "${A[@]}"',
    "a.py --n 4 ?*°g EXTENDABLE",
  ],
  [
    "a text that the caller may add",
    'X=""\nif [ -n "$M" ]; then X="--m $M"; fi\npython a.py --n 4 $X',
    "a.py --n 4 ?~°g EXTENDABLE",
  ],
  [
    "a text that the caller may lengthen",
    'X="--n 4"\n[ -n "$M" ] && X="$X --m $M"\npython a.py $X',
    "a.py --n 4 ?*°g EXTENDABLE",
  ],
  ["a text that is empty by default", "X=${X:-}\npython a.py --n 4 $X", "a.py --n 4 ?~°g EXTENDABLE"],
  ["a function", 'run() { local n=$1; python a.py --n $n "${@:2}"; }\nrun 3\nrun 6 x', "a.py --n 3", "a.py --n 6 x"],
  ["all arguments of a function", 'run() { python "$@"; }\nrun a.py --x 1', "a.py --x 1"],
  ["a variable of a function's own", "N=4\nf() { local N=3; }\nf\npython a.py --n $N", "a.py --n 4"],
  ["one that it declares", "N=4\nf() { declare -i N=3; typeset M=1; }\nM=2\nf\npython a.py --n $N $M", "a.py --n 4 2"],
  ["one declared before it is set", "N=4\nf() { local N M; N=3; }\nf\npython a.py --n $N", "a.py --n 4"],
  ["one declared without a value", "N=4\nf() { local N; python a.py --n=$N; }\nf", "a.py --n=?"],
  ["one made from the one it hides", "N=4\nf() { local N=$N; python a.py --n $N; }\nf", "a.py --n 4"],
  [
    "one that a called function sees",
    "N=4\nf() { local N=3; g; }\ng() { python a.py --n $N; }\nf\ng",
    "a.py --n 3",
    "a.py --n 4",
  ],
  [
    "one in one branch",
    "N=4\nf() { if [ -e x ]; then local N=3; else local N=5; fi; }\nf\npython a.py --n $N",
    "a.py --n 4",
  ],
  ["one of a function that returns", "N=4\nf() { local N=3; return; }\nf\npython a.py --n $N", "a.py --n 4"],
  [
    "one in a function in a function",
    "N=4\nf() { local N=3; g; python a.py --n $N; }\ng() { local N=2; }\nf",
    "a.py --n 3",
  ],
  ["one that is exported", "f() { local -x N=3; python a.py; }\nf\npython b.py", "N=3 a.py", "b.py"],
  [
    "one that is not a function's own",
    "f() { declare -g N=3; export M=2; K=1; }\nf\npython a.py $N $K",
    "M=2 a.py 3 1",
  ],
  [
    "an assignment in front of a function",
    "N=4\nf() { python a.py --n $N; }\nN=3 f\nf",
    "N=3 a.py --n 3",
    "a.py --n 4",
  ],
  ["a reference", "N=3\ndeclare -n r=N\nr=4\npython a.py --n=$N --r=$r", "a.py --n=? --r=4"],
  ["a reference to an argument", "N=3 M=2\nf() { local -n r=$1; r=4; }\nf N\npython a.py $M --n=$N", "a.py 2 --n=?"],
  ["what is exported no more", "N=3\nexport N\nexport -n N\npython a.py --n=$N", "a.py --n=3"],
  ["a declared name that is computed", 'K=N\nN=3\ndeclare "$K=4"\npython a.py $K --n=$N', "a.py N --n=?"],
  ["an exported name that is computed", 'K=N\nN=3\nexport "$K"=4\npython a.py $K --n=$N', "a.py N --n=?"],
  ["names from a file", "N=3\nexport $(cat .env)\npython a.py --n=$N", "MORE a.py --n=?"],
  ["a function nobody calls", "run() { python a.py --n $1; }", "TENTATIVE a.py --n ?~°g"],
  ["a function that calls itself", "run() { python a.py; run; }\nrun", "a.py"],
  ["a function that returns", "run() { return; python a.py; }\nrun\npython b.py", "b.py"],
  ["a pipeline", "python a.py | tee log\npython b.py 2>&1 > log", "a.py", "b.py"],
  ["in the background", "python a.py & python b.py & wait", "a.py", "b.py"],
  ["a negated command", "if ! python a.py; then exit 1; fi", "a.py"],
  ["a file that is sourced", "N=4\nsource env.sh\npython a.py --n=$N", "MORE a.py --n=?"],
  ["a file that may set anything", ". ./env.sh\npython a.py --n=$N --m=${M:-4}", "MORE a.py --n=? --m=?"],
  ["a name that printf is told", 'K=N\nN=1\nM=2\nprintf -v "$K" 4\npython a.py --n=$N $M', "a.py --n=? 2"],
  ["a name that printf is told by the caller", 'N=1\nprintf -v "$1" 4\npython a.py --n=$N', "MORE a.py --n=?"],
  ["names that are unset", "K=N\nN=1\nM=2\nunset $K M\npython a.py --n=$N $M", "-M a.py --n=?"],
  ["a script in a string", "bash -c 'cd a && torchrun --nproc_per_node 2 b.py --n 1'", "torchrun[2] cd:a b.py --n 1"],
  [
    "what the outer shell puts into a script",
    'N=1\nM=${M:-2}\nexport K=3\nnohup bash -lc "python a.py --n $N --m $M --k \\$K --l $(nproc)"',
    "K=3 a.py --n 1 --m 2° --k 3 --l ?~",
  ],
  ["a script of a container", "export N=1\ndocker run --rm x bash -c 'python a.py --n=$N'", "MORE a.py --n=?"],
  ["a script that is wrapped", 'N=1\nsbatch -N 2 --wrap="srun python a.py --n $N"', "srun[?] a.py --n 1"],
  ["a command with an option of the same name", "bash run.sh -c 'python a.py'"],
  ["words that are evaluated", "C='python a.py --n 1'\necho $C\neval $C --m 2", "a.py --n 1 --m 2"],
  ["an assignment that is evaluated", "N=1\nM=2\neval 'N=3'\npython a.py --n=$N $M", "a.py --n=? 2"],
  ["what is evaluated and not known", 'N=1\neval "$(cat x)"\npython a.py --n=$N', "MORE a.py --n=?"],
  ["an environment that is evaluated", 'N=1\neval "$(conda shell.bash hook)"\npython a.py --n $N', "a.py --n 1"],
  ["a here-document of a shell", "N=1\nbash <<EOF\npython a.py --n $N\nEOF", "a.py --n 1"],
  ["a here-document as it is written", "N=1\nbash -s <<'EOF'\nN=2\npython a.py --n $N\nEOF", "a.py --n 2"],
  [
    "a here-document of a scheduler",
    "N=1\nsbatch -J x <<EOF\n#!/bin/bash\nsrun torchrun --nproc_per_node 2 a.py --n $N\nEOF",
    "torchrun[2] a.py --n 1",
  ],
  ["a process of its own", "N=1\ncoproc python a.py $N\npython b.py", "a.py 1", "b.py"],
  ["a process of its own in braces", "N=1\ncoproc { N=2; python a.py --n=$N; }", "MORE a.py --n=?"],
  ["an environment that is activated", "N=4\nsource .venv/bin/activate\npython a.py --n=$N", "a.py --n=4"],
  ["a variable that is unset", "export N=4\nunset N\npython a.py --n=$N", "-N a.py --n="],
  ["a variable that is set again", "export N=4\nunset N\nN=3\npython a.py --n=$N", "a.py --n=3"],
  ["a variable that one branch unsets", "export N=\nif a; then unset N; fi\npython a.py", "N=? a.py"],
  ["a variable that is unset unless the caller says more", '[ -n "$A" ] || unset N\npython a.py', "a.py"],
  ["a variable that a function unsets for itself", "export N=4\nf() { local N; unset N; }\nf\npython a.py", "N=4 a.py"],
  ["a function that is unset", "export N=4\nunset -f N\npython a.py", "N=4 a.py"],
  ["an unset variable in an inner shell", "unset N\nbash -c 'python a.py --n=$N'", "-N a.py --n="],
  ["an unset variable that is set for one command", "unset N\nN=3 python a.py", "N=3 a.py"],
  ["an unset variable of a launcher", "unset RANK N\ntorchrun a.py", "torchrun[1] -N a.py"],
  ["an unset variable after a script is sourced", "unset N\n. ./b.sh\npython a.py", "MORE a.py"],
];

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
