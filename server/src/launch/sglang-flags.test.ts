import { beforeAll, expect, test } from "vitest";
import type { Parser } from "../syntax/index.ts";
import { launchesIn } from "./read.ts";
import { sglangFields } from "./sglang-flags.ts";
import { createBashParser } from "./test-support.ts";

let parser: Parser;

beforeAll(async () => {
  parser = await createBashParser();
});

function fieldsOf(text: string): Record<string, unknown> | undefined {
  const [command] = launchesIn({ parser }, "/w/run.sh", text).commands;
  const fields = command === undefined ? undefined : sglangFields(command);
  return fields === undefined ? undefined : Object.fromEntries([...fields].map(([name, { value }]) => [name, value]));
}

test.each([
  ["sglang serve --num-gpus 4 --ulysses-degree=2", { num_gpus: 4, ulysses_degree: 2 }],
  ["sglang generate --dp 2 --cfg-parallel-size 2", { dp_size: 2, cfg_parallel_degree: 2 }],
  ["sglang serve --ring-degree 2 --ring-degree 4", { ring_degree: 4 }],
  ["sglang serve --enable-cfg-parallel --tp-size 2", { enable_cfg_parallel: true, tp_size: 2 }],
  ["sglang serve --enable-cfg-parallel false", { enable_cfg_parallel: false }],
  ["sglang serve --config a.yaml --attention-backend fa", { config: "a.yaml", attention_backend: "fa" }],
  ['sglang serve --num-gpus "$1" --sp-degree=$(x)', { num_gpus: undefined, sp_degree: undefined }],
  ["sglang serve --ulysses_degree 2 --unheard-of 3", {}],
  ["sglang serve $(options)", undefined],
  ["sglang serve --ulysses 4", undefined],
  ["python a.py --num-gpus 4", undefined],
])("%s", (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields);
});
