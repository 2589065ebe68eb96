import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import { closeEditors, hoverText, openDocument, positionOf, waitForHover, waitForRule } from "./helpers.ts";

describe("hover", () => {
  afterEach(closeEditors);

  it("tells a tensor's shape and where it comes from", async () => {
    const { document } = await openDocument("tags.py");
    const text = await waitForHover(document.uri, positionOf(document, "tags = "), "Tensor[4096] int64");
    assert.match(text, /torch\.zeros\(4096, dtype=torch\.long\)/);
  });

  it("explains a finding", async () => {
    const { document } = await openDocument("tags.py");
    const { range } = await waitForRule(document.uri, "block-token-tags-length");
    const text = await waitForHover(document.uri, range.start, "Where the numbers come from");
    assert.match(text, /4096 is not 1024/);
    assert.match(text, /ulysses_degree=2/);
  });

  it("says nothing of what is not known", async () => {
    const { document } = await openDocument("tags.py");
    await waitForRule(document.uri, "block-token-tags-length");
    assert.equal(await hoverText(document.uri, positionOf(document, "model):")), "");
  });
});
