/** Which files set variables of other modules, such as `import config` and `config.SP = 4`, read off their text. */
import type { OutsideWrite } from "../interpreter/module-state.ts";
import { perFile, perPiece } from "../syntax/index.ts";
import { absoluteTarget, importsIn } from "./import-texts.ts";
import type { Sources } from "./sources.ts";

/** How many files are looked into, those that are imported first. */
const maximumFiles = 64;

const assigning = /^([ \t]*)(?:\w+[ \t]*=[ \t]*)*(\w+(?:\.\w+)*)\.(\w+)[ \t]*(?::[^=\n]+)?(?:[-+*/|&]|\/\/)?=(?!=)/gm;
const settingByName = /^([ \t]*)(?:.*\W)?setattr\([ \t]*(\w+(?:\.\w+)*)[ \t]*,[ \t]*["'](\w+)["']/gm;

/** What is set of other modules, by the files that a file imports, those beside it, and its own functions. */
export function outsideWrites(sources: Sources, path: string): { files: Set<string>; writes: readonly OutsideWrite[] } {
  const files = new Set([path]);
  const sets = (file: string): boolean => writesOf(sources, file, false).length > 0;
  for (const file of files) {
    if (file === path) for (const beside of sources.filesBeside(path, sets)) files.add(beside);
    for (const name of sources.importsOf(file)) {
      const target = sources.resolveSource(name, file);
      if (target !== undefined && files.size < maximumFiles) files.add(target);
    }
  }
  return { files, writes: [...files].flatMap((file) => writesOf(sources, file, file === path)) };
}

interface Written {
  /** The dotted name of the module, as imports of the file have it. */
  readonly module: string;
  readonly name: string;
  readonly isIndented: boolean;
}

/** Of the file under analysis, what its top level sets is followed. */
function writesOf(sources: Sources, path: string, isFollowed: boolean): readonly OutsideWrite[] {
  return readWrites(sources, path).flatMap(({ module, name, isIndented }): OutsideWrite[] => {
    const target = isFollowed && !isIndented ? undefined : sources.resolveSource(module, path);
    return target === undefined ? [] : [{ path: target, name }];
  });
}

const settingLinesIn = perPiece((text) => {
  // Looking for it takes a while, and few texts have it.
  const patterns = text.includes("setattr") ? [assigning, settingByName] : [assigning];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
});

const settingLinesOf = perFile((pieces) => pieces.flatMap(settingLinesIn));

function readWrites(sources: Sources, path: string): readonly Written[] {
  const matches = settingLinesOf(sources.pieces(path));
  if (matches.length === 0) return [];
  const modules = importedModules(sources, path);
  return matches.flatMap(([, indent = "", object = "", name = ""]): Written[] => {
    const [first = "", ...rest] = object.split(".");
    const module = modules.get(first);
    return module === undefined ? [] : [{ module: [module, ...rest].join("."), name, isIndented: indent !== "" }];
  });
}

/** The names that imports of a file bind, with the dotted names that they stand for. */
function importedModules(sources: Sources, path: string): ReadonlyMap<string, string> {
  return new Map(
    importsIn(sources.pieces(path)).imports.map(({ name, target }) => [name, absoluteTarget(sources, target, path)]),
  );
}
