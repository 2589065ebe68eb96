import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver";

/**
 * A request that its client has cancelled is answered with the error that says so. An empty answer would be taken for
 * one: the editor would remove what it shows.
 */
export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "The client cancelled.");
}
