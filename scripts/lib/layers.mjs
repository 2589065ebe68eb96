import { posix } from "node:path";
import ts from "typescript";

/**
 * The layers of server/src from the bottom up. A file imports from its own layer and from those below, never from above.
 * Layers of one row may import each other.
 */
const rows = [
  ["base"], // the interfaces at the root of server/src, such as host.ts and finding.ts
  ["syntax"],
  ["values"],
  ["interpreter"],
  ["contracts"],
  ["launch"],
  ["rules"],
  ["config"],
  ["ide"],
  ["platform"], // what a host of one kind offers, such as node-host.ts at the root of server/src
  ["lsp", "cli"],
  ["entry"], // node.ts and browser.ts, where the parts are put together
];

/** These run in a browser too, and are tested without files: what they know of the world comes through Host. */
const pure = new Set(["base", "syntax", "values", "interpreter", "contracts", "launch", "rules", "ide"]);

/** The only layers that know the protocol. */
const speaksLsp = new Set(["lsp", "entry", "client"]);

const entries = new Set(["server/src/node.ts", "server/src/browser.ts"]);

const platform = /^server\/src\/(node|browser)-[^/]+\.ts$/;

/** What an import is, as far as layers matter: where it stands, what it names, and whether only types come through it. */
/** @typedef {{ position: number, specifier: string, typeOnly: boolean }} Import */

/** @typedef {{ file: string, line: number, message: string }} Violation */

/**
 * The ways in which one file breaks the layers.
 *
 * @param {string} file its path from the root of the checkout, with forward slashes
 * @param {string} text
 * @returns {Violation[]}
 */
export function findViolations(file, text) {
  // A test may read fixtures and drive the layers above the one it tests.
  if (file.endsWith(".test.ts") || isTestSupport(file)) return [];

  const layer = layerOf(file);
  if (layer === undefined) {
    return [{ file, line: 1, message: `is in no known layer; add its folder to scripts/lib/layers.mjs` }];
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {{ position: number, message: string }[]} */
  const problems = [];
  for (const found of importsOf(source)) {
    const message = judge(file, layer, found);
    if (message !== undefined) problems.push({ position: found.position, message });
  }
  if (pure.has(layer)) {
    for (const position of usesOfProcess(source)) {
      problems.push({ position, message: `${layer} may not use the global process; ask the host` });
    }
  }
  return problems.map(({ position, message }) => ({
    file,
    line: source.getLineAndCharacterOfPosition(position).line + 1,
    message,
  }));
}

/** @param {string} file */
function isTestSupport(file) {
  return /^server\/src\/(.+\/)?testing\//.test(file) || posix.basename(file) === "test-support.ts";
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function layerOf(file) {
  if (file.startsWith("client/")) return "client";
  if (entries.has(file)) return "entry";
  if (platform.test(file)) return "platform";
  const inside = posix.relative("server/src", file);
  if (inside.startsWith("../")) return undefined;
  const folder = inside.includes("/") ? inside.slice(0, inside.indexOf("/")) : "base";
  return rows.flat().includes(folder) ? folder : undefined;
}

/**
 * @param {string} file
 * @param {string} layer
 * @param {Import} found
 * @returns {string | undefined} what is wrong with the import
 */
function judge(file, layer, { specifier, typeOnly }) {
  if (!specifier.startsWith(".")) return judgePackage(layer, specifier);

  const target = posix.join(posix.dirname(file), specifier);
  if (isTestSupport(target)) return `only tests may import ${target}`;
  const from = layerOf(target);
  if (layer === "client" || from === "client") {
    return layer === from ? undefined : "client and server know each other only through the protocol";
  }
  if (from === undefined) return undefined;
  if (from === "config" && layer === "ide" && !typeOnly) return "ide may import only types from config";
  return rowOf(from) > rowOf(layer) ? `${layer} may not import ${from}, which is above it` : undefined;
}

/**
 * @param {string} layer
 * @param {string} specifier
 */
function judgePackage(layer, specifier) {
  if (specifier === "vscode" && layer !== "client") return `only client may import vscode`;
  // Documents are plain data without a protocol, yet the pure layers count in offsets and need none.
  if (specifier.startsWith("vscode-") && !speaksLsp.has(layer)) return `${layer} may not import ${specifier}`;
  if (pure.has(layer) && /^(node:)?(fs|path|process)(\/|$)/.test(specifier)) {
    return `${layer} may not import ${specifier}; ask the host`;
  }
  return undefined;
}

/** @param {string} layer */
function rowOf(layer) {
  return rows.findIndex((row) => row.includes(layer));
}

/**
 * Every import of a file: declarations, re-exports, `import()` as an expression and as a type, and `require`.
 *
 * @param {ts.SourceFile} source
 * @returns {Import[]}
 */
function importsOf(source) {
  /** @type {Import[]} */
  const imports = [];
  /**
   * @param {ts.Node | undefined} name
   * @param {boolean} typeOnly
   */
  const add = (name, typeOnly) => {
    if (name === undefined || !ts.isStringLiteralLike(name)) return;
    imports.push({ position: name.getStart(source), specifier: name.text, typeOnly });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node) && isLoader(node.expression)) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

/** @param {ts.Expression} callee */
function isLoader(callee) {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isIdentifier(callee) && callee.text === "require";
}

/**
 * Where a file names the global `process`. A property of that name is another thing, as in `pool.process`.
 *
 * @param {ts.SourceFile} source
 * @returns {number[]}
 */
function usesOfProcess(source) {
  /** @type {number[]} */
  const positions = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === "process" && isGlobalUse(node)) positions.push(node.getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return positions;
}

/** @param {ts.Identifier} name */
function isGlobalUse(name) {
  const parent = name.parent;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name) return isGlobalThis(parent.expression);
  if (ts.isQualifiedName(parent)) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isJsxAttribute(parent) || ts.isNamedTupleMember(parent)) return false;
  // A declaration, or a key of an object: `process() {}`, `{ process: 1 }`.
  if ("name" in parent && parent.name === name && !ts.isShorthandPropertyAssignment(parent)) return false;
  return true;
}

/** @param {ts.Expression} expression */
function isGlobalThis(expression) {
  return ts.isIdentifier(expression) && expression.text === "globalThis";
}
