/** Files, documents that were never saved, and those of virtual workspaces; not the old side of a comparison. */
const schemes = ["file", "untitled", "vscode-vfs"];

export const documentSelector = schemes.map((scheme) => ({ scheme, language: "python" }));
