/** The commands of the server. Their names differ from those of the editor, which may register its own over them. */
export const debugInformationCommand = "shardlint.server.debugInformation";
export const explainCommand = "shardlint.server.explain";
