import { expect, test } from "vitest";
import { projectOf } from "../testing/project.ts";

const text = `import torch
from sglang.multimodal_gen.runtime.distributed.parallel_state import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel

initialize_model_parallel(sequence_parallel_degree=4, ulysses_degree=2, ring_degree=2)

def run(model):
    x = torch.zeros(1, 4096, 96)
    n = x.shape[1] // get_ulysses_ctx()[0]
    local = x.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0])
    tags = torch.zeros(local)
    wrong = torch.zeros(n)
    model(x=x, block_token_tags=wrong)  # shardlint: ignore[kv-block-size]
    return model(x=x, block_token_tags=tags)
`;

async function hover(at: string, skip = 0): Promise<string | undefined> {
  const project = await projectOf({ "main.py": text }, {});
  let offset = -1;
  for (let i = 0; i <= skip; i++) offset = text.indexOf(at, offset + 1);
  return project.hover("/project/main.py", offset)?.markdown;
}

test("a tensor: shape, whose rows they are, where they come from", async () => {
  expect(await hover("tags)")).toBe(
    [
      "`tags`: `Tensor[1024] float32`",
      "",
      "rank-local: `4096 // (ulysses * ring)` rows",
      "",
      "- `torch.zeros(local)` (line 10)",
      "- `x.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0])` (line 9)",
      "- `x.shape[1]` (line 9)",
      "- `get_ulysses_ctx()[0] * get_ring_ctx()[0]` (line 9)",
      "- `x.shape` (line 9)",
      "- `1` (line 9)",
    ].join("\n"),
  );
});

test("a number", async () => {
  expect(await hover("n = x")).toContain(
    "`n`: `2048`\n\nUlysses-local (the ring degree is not divided out): `4096 // ulysses` rows",
  );
});

test("a finding: the derivation", async () => {
  const markdown = await hover("wrong)");
  expect(markdown).toContain("**Where the numbers come from**");
  expect(markdown).toContain("- `2048 is not 1024` (line 12)");
  expect(markdown).toContain("Given `ring_degree=2`, `ulysses_degree=2`.");
  expect(markdown).toContain(
    "At run time: `ValueError: block_token_tags must cover the rank-local packed sequence (1024), got 2048.`",
  );
});

test("a rule's id in a suppression", async () => {
  expect(await hover("kv-block-size")).toBe(
    "**kv-block-size**: the sparse mask's KV block size does not fit the kernel's KV tile",
  );
});

test("nothing is said of what is not known", async () => {
  expect(await hover("model):")).toBeUndefined();
  expect(await hover("return")).toBeUndefined();
});
