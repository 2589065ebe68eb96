/** Functions that are handed over: to a thread, a process, an executor, an event loop. */
import { describe, test } from "vitest";
import { check } from "../testing/fixture.ts";

const program = (body: string): string => `
import asyncio, concurrent.futures, json, multiprocessing as mp, threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
import torch
import torch.multiprocessing as tmp
from torch.multiprocessing import spawn

class Context:
    pass

def encode(x, model, rows, log=None):
    if log is not None:
        log.append(rows)
    model(x=x, block_token_tags=torch.zeros(rows))
    return rows

async def serve(model, loop, unknown_pool):
    x = torch.zeros(1, 4096, 96)
${body
  .split("\n")
  .map((line) => `    ${line}`)
  .join("\n")}
`;

describe("a mistake in what is handed over is shown on the argument", () => {
  test.each([
    ["to_thread", "await asyncio.to_thread(encode, x, model, WRONG)"],
    ["to_thread, by name", "await asyncio.to_thread(encode, x, model=model, rows=WRONG)"],
    ["to_thread of a part", "import functools\nawait asyncio.to_thread(functools.partial(encode, x, model), WRONG)"],
    ["tasks", "await asyncio.gather(asyncio.to_thread(encode, x, model, WRONG))"],
    ["run_in_executor", "await asyncio.get_running_loop().run_in_executor(None, encode, x, model, WRONG)"],
    ["run_in_executor of a loop that is handed in", "await loop.run_in_executor(None, encode, x, model, WRONG)"],
    ["submit", "pool = ThreadPoolExecutor(4)\npool.submit(encode, x, model, WRONG)"],
    [
      "submit, in a context",
      "with concurrent.futures.ThreadPoolExecutor() as pool:\n    pool.submit(encode, x, model, rows=WRONG)",
    ],
    ["submit to a process", "with ProcessPoolExecutor(2) as pool:\n    job = pool.submit(encode, x, model, WRONG)"],
    ["submit, and the result", "pool = ThreadPoolExecutor(4)\npool.submit(encode, x, model, WRONG).result()"],
    ["a map", "pool = ThreadPoolExecutor(4)\nlist(pool.map(lambda rows: encode(x, model, rows), [WRONG]))"],
    ["a thread", "threading.Thread(target=encode, args=(x, model, WRONG)).start()"],
    [
      "a thread, by name",
      'job = threading.Thread(target=encode, args=(x, model), kwargs={"rows": WRONG}, daemon=True)\njob.start()',
    ],
    ["a process", "mp.Process(target=encode, args=(x, model, WRONG)).start()"],
    ["a process of a context", 'mp.get_context("spawn").Process(target=encode, args=[x, model, WRONG]).start()'],
    ["a process of torch", "tmp.Process(target=encode, args=(x, model, WRONG)).start()"],
    ["spawn", "spawn(lambda rank, rows: encode(x, model, rows), args=(WRONG,), nprocs=4)"],
    ["spawn, by position", "tmp.spawn(lambda rank, rows: encode(x, model, rows), (WRONG,), 4)"],
  ])("%s", async (_, body) => {
    await check(program(body.replace(/^(.*)WRONG(.*)$/m, "$11000$2  # error: [block-token-tags-length]")));
    await check(program(body.replace("WRONG", "unknown_pool.rows")));
  });
});

describe("silent", () => {
  test.each([
    ["an executor that nobody knows", "unknown_pool.submit(encode, x, model, 1000)"],
    ["a function that nobody knows", "threading.Thread(target=unknown_pool.run, args=(x, model, 1000)).start()"],
    ["a thread without a function", "threading.Thread(group=None).start()"],
    ["arguments that nobody knows", "threading.Thread(target=encode, args=unknown_pool.args).start()"],
    [
      "a result that is asked for with care",
      "pool = ThreadPoolExecutor()\njob = pool.submit(encode, x, model, 1000)\ntry:\n    job.result()\nexcept ValueError:\n    pass",
    ],
    ["a call that is tried", "try:\n    await asyncio.to_thread(encode, x, model, 1000)\nexcept ValueError:\n    pass"],
  ])("%s", async (_, body) => {
    await check(program(body));
  });
});

test("what is written beside what follows is not known, elsewhere it is not seen, and here it is", async () => {
  await check(`
import asyncio, multiprocessing, threading

def note(log):
    log.append(1)
    return 5

async def run():
    log = []
    threading.Thread(target=note, args=(log,)).start()
    reveal(len(log))  # revealed: len(log)
    other = []
    multiprocessing.Process(target=note, args=(other,)).start()
    reveal(len(other))  # revealed: 0
    third = []
    reveal(await asyncio.to_thread(note, third))  # revealed: 5
    reveal(len(third))  # revealed: 1
`);
});

test("each process is given its number, which is below the number of processes", async () => {
  await check(`
import torch
import torch.multiprocessing as mp

def worker(rank, model, n):
    own = torch.zeros(4096)[rank * 1024 : (rank + 1) * 1024]
    model(x=torch.zeros(1, 4096, 8), block_token_tags=own[:n])

def main(model):
    mp.spawn(worker, args=(model, 1000), nprocs=4)  # error: [block-token-tags-length]
`);
});

describe("a text of JSON", () => {
  test.each([
    [`'{"a": 4, "b": [1, 2.0]}'`, '["a"]', "4"],
    [`'{"a": 4, "b": [1, 2.0]}'`, '["b"][0]', "1"],
    [`'{"a": 4, "b": [1, 2.0]}'`, '.get("c", 7)', "7"],
    [`'{"a": 4, "a": 5}'`, '["a"]', "5"],
    [`'[true, null, "x"]'`, "[0]", "True"],
    [`'[true, null, "x"]'`, "[1]", "None"],
    [`'[true, null, "x"]'`, "[2]", '"x"'],
    [`'{"a": 4,}'`, '["a"]', `json.loads('{"a": 4,}')["a"]`],
    ["path", '["a"]', 'json.loads(path)["a"]'],
  ])("%s%s is %s", async (text, part, revealed) => {
    await check(`import json\ndef read(path):\n    reveal(json.loads(${text})${part})  # revealed: ${revealed}\n`);
  });

  test("a file is not known", async () => {
    await check(`
import json, yaml
def read(path):
    with open(path) as file:
        reveal(json.load(file))  # revealed: json.load(file)
        reveal(yaml.safe_load(file)["a"])  # revealed: yaml.safe_load(file)["a"]
`);
  });
});
