import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  applyFix,
  closeEditors,
  codeActions,
  openDocument,
  waitFor,
  waitForDiagnostics,
  waitForRule,
} from "./helpers.ts";

/** A fix, the text that it replaces and the text that is there afterwards. */
interface Case {
  readonly file: string;
  readonly rule: string;
  readonly title: string;
  readonly changes: readonly (readonly [before: string, after: string])[];
}

const tags = { file: "tags.py", rule: "block-token-tags-length" };
const mask = { file: "mask.py", rule: "kv-block-size" };

const call = "    return model(x=x, block_token_tags=tags)";
const initImport = "import initialize_model_parallel\n";
const mergedImport = "import get_ring_ctx, get_ulysses_ctx, initialize_model_parallel\n";

const cases: readonly Case[] = [
  { ...tags, title: "Pass the global tags as token_tags", changes: [["block_token_tags=tags", "token_tags=tags"]] },
  {
    ...tags,
    title: "Slice the tags to this rank's rows",
    changes: [
      [initImport, mergedImport],
      [
        call,
        `    ulysses_ws, ulysses_rank = get_ulysses_ctx()
    ring_ws, ring_rank = get_ring_ctx()
    local_seq_len = tags.shape[0] // (ulysses_ws * ring_ws)
    row_start = (ring_rank * ulysses_ws + ulysses_rank) * local_seq_len
    row_stop = row_start + local_seq_len
    return model(x=x, block_token_tags=tags[row_start:row_stop].clamp(min=0))`,
      ],
    ],
  },
  {
    ...tags,
    title: "Assert the rank-local length before the call",
    changes: [
      [initImport, mergedImport],
      [
        call,
        `    assert tags.shape[0] == x.shape[1] // (get_ulysses_ctx()[0] * get_ring_ctx()[0]), (
        "block_token_tags must cover this rank's rows of the packed sequence"
    )
${call}`,
      ],
    ],
  },
  {
    file: "divisor.py",
    rule: "block-token-tags-length",
    title: "Divide by ulysses_ws * ring_ws",
    changes: [["// ulysses_ws", "// (ulysses_ws * ring_ws)"]],
  },
  {
    ...mask,
    title: "Rebuild the mask with KV block size 64",
    changes: [["BLOCK_SIZE=(256, 128)", "BLOCK_SIZE=(256, 64)"]],
  },
  { ...mask, title: "Set the kernel's KV tile to 128", changes: [["TILE = (128, 64)", "TILE = (128, 128)"]] },
  {
    ...mask,
    title: "Assert the KV block size before the call",
    changes: [
      [
        "    return _flash_attn_fwd",
        `    assert tensors.block_size[1] == TILE[1], "the mask's KV block size must equal the kernel's KV tile"
    return _flash_attn_fwd`,
      ],
    ],
  },
  {
    file: "shapes.py",
    rule: "kv-block-size",
    title: "Pass sparse_block_size_kv=n_block",
    changes: [["sparse_block_size_kv=64", "sparse_block_size_kv=n_block"]],
  },
];

const openTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

describe("fixes", () => {
  afterEach(closeEditors);

  for (const { file, rule, title, changes } of cases) {
    it(`${title} (${file})`, async () => {
      const { document } = await openDocument(file);
      const { range } = await waitForRule(document.uri, rule);
      const expected = changes.reduce((text, [before, after]) => {
        assert(text.includes(before), `${file} does not contain: ${before}`);
        return text.replace(before, after);
      }, document.getText());
      await applyFix(document.uri, range, title);
      assert.equal(document.getText(), expected);
      await waitForDiagnostics(document.uri, (all) => all.length === 0);
    });
  }

  it("one of a finding is preferred", async () => {
    const { document } = await openDocument("tags.py");
    const { range } = await waitForRule(document.uri, tags.rule);
    const offered = await waitFor(
      "the fixes",
      () => codeActions(document.uri, range),
      (actions) => actions.length > 0,
    );
    const preferred = offered.filter(({ isPreferred }) => isPreferred === true);
    assert.deepEqual(
      preferred.map(({ title }) => title),
      ["Pass the global tags as token_tags"],
    );
  });

  it("all safe ones are applied at once", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, tags.rule);
    const expected = document.getText().replace("block_token_tags=tags", "token_tags=tags");
    await vscode.commands.executeCommand("editor.action.fixAll");
    await waitFor(
      "the fixed text",
      () => document.getText(),
      (text) => text === expected,
    );
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
  });

  it("a finding is suppressed on its line", async () => {
    const { document } = await openDocument("tags.py");
    const { range } = await waitForRule(document.uri, tags.rule);
    const expected = document.getText().replace(call, `${call}  # shardlint: ignore[${tags.rule}]`);
    await applyFix(document.uri, range, `Suppress ${tags.rule} on this line`);
    assert.equal(document.getText(), expected);
    await waitForDiagnostics(document.uri, (all) => all.length === 0);
  });

  it("the page of a rule opens beside the code", async () => {
    const { document } = await openDocument("tags.py");
    const { range } = await waitForRule(document.uri, tags.rule);
    for (const title of [`Open the page of ${tags.rule}`, `Explain ${tags.rule}`]) {
      await applyFix(document.uri, range, title);
      const previews = await waitFor(
        `a preview after "${title}"`,
        () => openTabs().filter(({ label }) => label.includes(`Preview ${tags.rule}`)),
        (found) => found.length > 0,
      );
      await vscode.window.tabGroups.close(previews);
      await openDocument("tags.py");
    }
  });
});
