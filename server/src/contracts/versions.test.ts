import { expect, test } from "vitest";
import { isVersion } from "./versions.ts";

test.each(["2", "2.9", "v0.5.12", "4.0.0b27", "2.9.0+cu128", "1.0rc1", "1.0.post2", "1.0.dev3", " 2.9 ", "24.10.1.2"])(
  "%s is a version",
  (text) => {
    expect(isVersion(text)).toBe(true);
  },
);

test.each(["", "abc", "2.x", ">=2.9", "2.9 or so", "4abc", "latest", "1.2000"])("%s is none", (text) => {
  expect(isVersion(text)).toBe(false);
});
