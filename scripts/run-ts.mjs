// Runs a TypeScript program of the checkout: node scripts/run-ts.mjs FILE [PARAMETER ...]
import { basename, join } from "node:path";
import { bundle } from "./lib/bundle.mjs";
import { testCache } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";

const [file, ...parameters] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node scripts/run-ts.mjs FILE [PARAMETER ...]");

const folder = join(testCache, "programs");
await bundle({ entries: [file], folder, format: "esm" });
const program = join(folder, `${basename(file, ".ts")}.mjs`);
process.exitCode = await run(process.execPath, ["--enable-source-maps", program, ...parameters]);
