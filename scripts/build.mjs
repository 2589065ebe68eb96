// Bundles the extension, the language server and the command line into dist/, with all that they read at run time.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import esbuild from "esbuild";
import { minify } from "terser";
import { copyGrammars, readGrammars } from "../grammars/copy.mjs";
import { noticesFor } from "./lib/notices.mjs";
import { dist, root } from "./lib/paths.mjs";

/** @typedef {{ output: string, entry: string, external: string[], budget?: number, program?: boolean }} Bundle */

/** @type {Bundle[]} */
const bundles = [
  { output: "client.js", entry: "client/src/node.ts", external: ["vscode"] },
  { output: "server.js", entry: "server/src/node.ts", external: [], budget: 1_000_000 },
  { output: "cli.js", entry: "server/src/cli/main.ts", external: [], program: true },
];

/** Folders that the server reads as they are. */
const data = [
  { from: "contracts", to: "contracts", what: "the library contracts" },
  { from: "docs/rules", to: "rules", what: "the rule pages" },
];

/** @type {string[]} */
const problems = [];

/**
 * The files that went into any bundle.
 *
 * @type {Set<string>}
 */
const bundled = new Set();

/**
 * YAML is read and never written: what writes it stays out. A key that is a map itself has no text then, and names nothing.
 *
 * @type {import("esbuild").Plugin}
 */
const readOnlyYaml = {
  name: "read-only-yaml",
  setup(esbuildBuild) {
    const writers = /[\\/]yaml[\\/]browser[\\/]dist[\\/]stringify[\\/](stringify[A-Z]\w+|foldFlowLines)\.js$/;
    esbuildBuild.onLoad({ filter: writers }, ({ path }) => {
      const exported = /export \{ (.+) \};\s*$/.exec(readFileSync(path, "utf8"))?.[1]?.split(", ") ?? [];
      return { contents: exported.map((name) => `export const ${name} = () => "";`).join("\n") };
    });
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
copyGrammars(readGrammars(), dist, join(root, "server/package.json"));
for (const { from, to, what } of data) {
  if (existsSync(join(root, from))) cpSync(join(root, from), join(dist, to), { recursive: true, filter: isShipped });
  else problems.push(`There is no folder ${from}/, which holds ${what}.`);
}
// The loader notices when a file of an installation is missing.
writeFileSync(join(dist, "contracts/manifest.json"), JSON.stringify(contractNames()));
for (const bundle of bundles) await build(bundle);
const grammarInputs = readGrammars().map((grammar) => `node_modules/${grammar.package}/${grammar.file}`);
writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), noticesFor([...bundled, ...grammarInputs]));

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function contractNames() {
  const folder = join(dist, "contracts");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
  return names.map((name) => name.replaceAll("\\", "/")).sort();
}

/** @param {Bundle} bundle */
async function build({ output, entry, external, budget, program = false }) {
  if (!existsSync(join(root, entry))) {
    problems.push(`dist/${output} is not built: its entry ${entry} does not exist.`);
    return;
  }
  const outfile = join(dist, output);
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile,
      external,
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      // Packages in two forms: the older one of some finds its parts in ways that a bundler cannot follow.
      mainFields: ["module", "main"],
      // To Node it offers the older form alone; of its ES modules only what is used goes in.
      alias: { yaml: join(root, "node_modules/yaml/browser/dist/index.js") },
      // The map stays out of the package, and reads the stack trace of a report.
      minify: true,
      sourcemap: "linked",
      legalComments: "none",
      metafile: true,
      plugins: [readOnlyYaml],
      // ES modules know their place as import.meta.url, which CommonJS lacks.
      define: { "import.meta.url": "moduleUrl" },
      banner: {
        js:
          (program ? "#!/usr/bin/env node\n" : "") +
          'const moduleUrl = require("node:url").pathToFileURL(__filename).href;',
      },
    });
    for (const input of Object.keys(metafile.inputs)) bundled.add(input);
    await tighten(outfile);
  } catch (error) {
    problems.push(
      `dist/${output} is not built from ${entry}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return;
  }
  if (program) chmodSync(outfile, 0o755);

  const { size } = statSync(outfile);
  console.log(`dist/${output.padEnd(12)} ${(size / 1000).toFixed(0).padStart(5)} kB`);
  if (budget !== undefined && size > budget) {
    problems.push(`dist/${output} has ${size} bytes; at most ${budget} keep the start fast.`);
  }
}

/**
 * A smaller file starts sooner: what a second minifier folds saves another hundredth.
 *
 * @param {string} file
 */
async function tighten(file) {
  const map = `${file}.map`;
  const { code, map: mended } = await minify(readFileSync(file, "utf8"), {
    ecma: 2020,
    // No function without `this` is a constructor here, so it may be an arrow.
    compress: { passes: 2, hoist_funs: true, unsafe_arrows: true, unsafe_methods: true },
    sourceMap: { content: readFileSync(map, "utf8"), filename: basename(file), url: basename(map) },
  });
  if (typeof code !== "string" || typeof mended !== "string") throw new Error(`${file} came back without its code.`);
  writeFileSync(file, code);
  writeFileSync(map, mended);
}

/**
 * Tests, caches and hidden files stay out of the package.
 *
 * @param {string} path
 */
function isShipped(path) {
  return !/(^|[\\/])(__pycache__|\..+|test_.+\.py|.+\.pyc)$/.test(path);
}
