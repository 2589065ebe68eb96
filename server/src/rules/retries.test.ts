/** A function that tries again fails in its last round. */
import { describe, expect, test } from "vitest";
import { check, onlyFinding } from "../testing/fixture.ts";

const preamble = `
import functools, itertools, pytest, time
from sglang.multimodal_gen.runtime.server_args import ServerArgs

def retry(times=3, exceptions=(Exception,)):
    def wrap(f):
        @functools.wraps(f)
        def inner(*a, **k):
            for attempt in range(times):
                try:
                    return f(*a, **k)
                except exceptions:
                    if attempt == times - 1:
                        raise
        return inner
    return wrap

@retry(times=2)
def make(**kw):
    kw.setdefault("model_path", "MiniMaxAI/MiniMax-H3")
    return ServerArgs(**kw)
`;

describe("a function that tries again", () => {
  test("fails in its last round", async () => {
    const made = await check(`${preamble}
def test_layout():
    make(num_gpus=8, ulysses_degree=4, ring_degree=2)
    make(num_gpus=8, ulysses_degree=3, ring_degree=2)  # error: [sp-degree-product]
`);
    expect(onlyFinding(made).message).toBe(
      "The SP degree is 8 with num_gpus=8, but ulysses 3 * ring 2 is 6. Make them equal, or leave one of them out.",
    );
  });

  test.each([
    ["counts the rounds in the handler", "errors = errors + 1\n            if errors == 1:\n                raise"],
    ["looks at the exception", 'if "must" in str(error):\n                raise'],
    ["has no last round", "if attempt == 3:\n                raise"],
    ["gives up without a word", "if attempt == 1:\n                return None"],
  ])("may get by if it %s", async (_, handler) => {
    await check(`${preamble}
def start(errors=0):
    for attempt in range(2):
        try:
            return ServerArgs(model_path="x", num_gpus=8, sp_degree=3)
        except ValueError as error:
            ${handler}

start()
`);
  });
});
