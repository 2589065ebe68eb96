// Runs a TypeScript program of the checkout: node scripts/run-ts.mjs FILE [PARAMETER ...]
import { basename, dirname, join, relative, resolve } from "node:path";
import { bundle } from "./lib/bundle.mjs";
import { root, testCache } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";

const [file, ...parameters] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node scripts/run-ts.mjs FILE [PARAMETER ...]");

// Two programs of one name may run at the same time.
const place = dirname(relative(root, resolve(file)));
const folder = join(testCache, "programs", place.startsWith("..") ? "" : place);
await bundle({ entries: [file], folder, format: "esm" });
const program = join(folder, `${basename(file, ".ts")}.mjs`);
process.exitCode = await run(process.execPath, ["--enable-source-maps", program, ...parameters]);
