/** Tests of pytest: what they run with, what they expect, and functions that try again. */
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
const wrong = "  # warning: [sp-degree-product]";

describe("values of a test", () => {
  test.each([
    ["by one text", '"u,r", [(1, 2), (2, 1), (3, 2)]', "(u, r) is (3, 2)"],
    ["by a list of names", '["u", "r"], [[1, 2], [3, 2]]', "(u, r) is list"],
    ["by keyword", 'argnames=("u", "r"), argvalues=[(1, 2), (3, 2)], ids=["a", "b"]', "(u, r) is (3, 2)"],
    ["of a product", '"u,r", list(itertools.product((1, 3), (2,)))', "(u, r) is (3, 2)"],
  ])("%s", async (_, told, words) => {
    const made = await check(`${preamble}
@pytest.mark.parametrize(${told})
def test_layout(u, r):
    args = ServerArgs(model_path="x", num_gpus=4 if u == 3 else u * r, ulysses_degree=u, ring_degree=r)${wrong}
`);
    expect(onlyFinding(made).message).toContain(`This fails when ${words}.`);
  });

  test("of marks one above the other", async () => {
    const made = await check(`${preamble}
@pytest.mark.parametrize("u", [1, 3])
@pytest.mark.parametrize("n", [4])
def test_layout(u, n):
    ServerArgs(model_path="x", num_gpus=n, ulysses_degree=u, sp_degree=u)  # warning: [gpu-count-not-divisible]
`);
    expect(onlyFinding(made).message).toContain("This fails when u is 3.");
  });

  test("all of which fail are an error", async () => {
    await check(`${preamble}
@pytest.mark.parametrize("n", [4, 8])
def test_layout(n):
    ServerArgs(model_path="x", num_gpus=n, sp_degree=3)  # error: [gpu-count-not-divisible]
`);
  });

  test.each([
    ["fit", '@pytest.mark.parametrize("u,r", [(1, 2), (2, 1), (2, 2)])'],
    ["are not all known", '@pytest.mark.parametrize("u,r", [(3, 2), *more])'],
    ["bring marks along", '@pytest.mark.parametrize("u,r", [pytest.param(3, 2, marks=pytest.mark.xfail)])'],
    ["go through a fixture", '@pytest.mark.parametrize("u,r", [(3, 2)], indirect=True)'],
    ["are too many", `@pytest.mark.parametrize("u,r", [${Array.from({ length: 9 }, () => "(3, 2)").join(", ")}])`],
    ["are expected to fail", '@pytest.mark.xfail\n@pytest.mark.parametrize("u,r", [(3, 2)])'],
  ])("nothing is told of those that %s", async (_, marks) => {
    await check(`${preamble}
${marks}
def test_layout(u, r):
    ServerArgs(model_path="x", num_gpus=4 if u == 3 else u * r, ulysses_degree=u, ring_degree=r)
`);
  });

  test("are silent where an exception is expected", async () => {
    await check(`${preamble}
@pytest.mark.parametrize("kw", [dict(num_gpus=4, ulysses_degree=3), dict(num_gpus=6, sp_degree=4)])
def test_bad(kw):
    with pytest.raises(ValueError, match="must"):
        make(**kw)

def test_bad2():
    with pytest.raises(ValueError):
        ServerArgs(model_path="x", num_gpus=4, sp_degree=4, ulysses_degree=3, ring_degree=1)
`);
  });
});

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
