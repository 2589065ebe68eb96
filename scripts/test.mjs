// Everything that must hold, from a fresh checkout. It uses nothing but Node itself until the dependencies are there.
import { installDependencies } from "./lib/install.mjs";
import { clearResults, readResults } from "./lib/results.mjs";
import { run } from "./lib/run.mjs";

/**
 * Quick checks go first, so that a mistake shows early. Each script of package.json runs alone too: `npm run lint`.
 *
 * @type {{ name: string, script: string | undefined, limit: number }[]}
 */
const steps = [
  { name: "install", script: undefined, limit: 600 },
  { name: "format", script: "format:check", limit: 120 },
  { name: "generated", script: "generate:check", limit: 60 },
  { name: "layers", script: "layers", limit: 60 },
  { name: "typecheck", script: "typecheck", limit: 300 },
  { name: "lint", script: "lint", limit: 600 },
  { name: "knip", script: "knip", limit: 120 },
  { name: "build", script: "build", limit: 120 },
  { name: "unit tests", script: "unit", limit: 900 },
  { name: "torch", script: "setup:torch", limit: 600 },
  { name: "tensor calls", script: "torch", limit: 300 },
  { name: "package", script: "package", limit: 120 },
  { name: "chromium", script: "setup:chromium", limit: 600 },
  { name: "vscode", script: "setup:vscode", limit: 600 },
  { name: "editor tests", script: "editor", limit: 1200 },
];

/** @type {{ name: string, seconds: number }[]} */
const done = [];
clearResults();

for (const { name, script, limit } of steps) {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  const status =
    script === undefined
      ? await installDependencies({ limit })
      : await run("npm", ["run", "--silent", script], { limit });
  const seconds = (performance.now() - start) / 1000;
  console.log(`=== ${name}: ${status === 0 ? "done" : "FAILED"} in ${seconds.toFixed(1)} s`);
  if (status !== 0) {
    printCounts();
    console.error(`\nThe step "${name}" failed${script === undefined ? "" : `; npm run ${script} runs it alone`}.`);
    process.exit(status);
  }
  done.push({ name, seconds });
}

console.log("\n=== summary");
for (const { name, seconds } of done) console.log(`${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s`);
const total = printCounts();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

function printCounts() {
  const total = { passed: 0, failed: 0 };
  for (const [name, { passed, failed }] of readResults()) {
    console.log(`${name}: ${passed} tests passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}
