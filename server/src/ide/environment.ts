/** Where the packages of an environment lie that the user selected. */
import { type Host, join } from "../host.ts";

/** The versions of Python 3 whose virtual environments are recognised: their number is part of a folder's name. */
const minorVersions = Array.from({ length: 25 }, (_, i) => i + 6);

/**
 * The folders with packages: those of a virtual environment, or the folder itself. Empty if there is no such folder.
 * `.pth` files are ignored, since what they say is run by Python.
 */
export function environmentFolders(host: Host, folder: string): readonly string[] {
  if (!host.isDirectory(folder)) return [];
  const versions = minorVersions.flatMap((minor) => ["lib", "lib64"].map((lib) => `${lib}/python3.${minor}`));
  const inside = [...versions, "Lib"]
    .map((place) => join(folder, `${place}/site-packages`))
    .filter((candidate) => host.isDirectory(candidate));
  // `lib64` is a link to `lib` as a rule; the first one that has a module wins anyway.
  return inside.length > 0 ? inside : [folder];
}

/** What is wrong with the folder of an environment; undefined if nothing is. */
export function environmentProblem(host: Host, folder: string | undefined): string | undefined {
  if (folder === undefined || host.isDirectory(folder)) return undefined;
  return `In "environment": ${folder} is no folder. Check the spelling.`;
}
