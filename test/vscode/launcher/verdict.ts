import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What a suite says of itself in a file. When the extension host is killed, the workbench reports success, so its exit
 * code alone proves nothing.
 */
export interface Verdict {
  /** The suite to run in place of the original. */
  readonly testsPath: string;
  read(): string;
}

export const passed = "passed";

export function wrapSuite(testsPath: string, folder: string): Verdict {
  const suite = existsSync(testsPath) ? testsPath : `${testsPath}.js`;
  const file = join(folder, "verdict.txt");
  const wrapper = join(folder, "suite.cjs");
  writeFileSync(wrapper, wrapperSource(suite, file));
  return {
    testsPath: wrapper,
    read: () => (existsSync(file) ? readFileSync(file, "utf8") : "never started"),
  };
}

function wrapperSource(suite: string, file: string): string {
  return `"use strict";
const { writeFileSync } = require("node:fs");
const say = (verdict) => writeFileSync(${JSON.stringify(file)}, verdict);
exports.run = async () => {
  say("started, but never finished");
  try {
    await require(${JSON.stringify(suite)}).run();
    say(${JSON.stringify(passed)});
  } catch (error) {
    say("failed: " + (error?.stack ?? error));
    throw error;
  }
};
`;
}
