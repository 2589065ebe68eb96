import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

/** What VS Code calls inside the extension host. Rejects unless every test passed. */
export async function run(): Promise<void> {
  const grep = process.env["SHARDLINT_TEST_GREP"];
  const mocha = new Mocha({
    ui: "bdd",
    color: false,
    timeout: 60_000,
    ...(grep === undefined ? { forbidPending: true, forbidOnly: true } : { grep }),
  });
  for (const name of readdirSync(__dirname)) {
    if (name.endsWith(".test.cjs")) mocha.addFile(join(__dirname, name));
  }
  const counts = { passed: 0, failed: 0 };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => {
        resolve();
      })
      .on("pass", () => (counts.passed += 1))
      .on("fail", () => (counts.failed += 1));
  });
  const results = process.env["SHARDLINT_TEST_RESULTS"];
  if (results !== undefined) writeFileSync(results, `${JSON.stringify(counts)}\n`);
  if (counts.failed > 0) throw new Error(`${counts.failed} of ${counts.passed + counts.failed} tests failed.`);
  if (counts.passed === 0) throw new Error("No test ran.");
}
