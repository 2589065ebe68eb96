/** Files, documents that were never saved, and those of virtual workspaces; not the old side of a comparison. */
const schemes = ["file", "untitled", "vscode-vfs"];

/** Launches are written in the others. */
const languages = ["python", "shellscript", "makefile", "dockerfile", "markdown", "yaml"];

export const documentSelector = schemes.flatMap((scheme) => languages.map((language) => ({ scheme, language })));
