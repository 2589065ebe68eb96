/** What the client can do, as far as the server asks. */
import type { InitializeParams } from "vscode-languageserver";

export interface ClientFeatures {
  /** Asks for diagnostics itself. */
  readonly pullsDiagnostics: boolean;
  /** Asks again when it is told to. */
  readonly refreshesDiagnostics: boolean;
  readonly answersConfiguration: boolean;
  readonly registersConfiguration: boolean;
  readonly watchesFiles: boolean;
  readonly tellsFolders: boolean;
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  /** Takes edits that name the version they are for. */
  readonly versionedEdits: boolean;
  /** Takes code actions that are more than commands. */
  readonly codeActionLiterals: boolean;
  /** Asks for the edit of a code action when it is chosen. */
  readonly resolvesEdits: boolean;
  /** Wants to be told the state of the server. */
  readonly wantsStatus: boolean;
  /** Commands of its own that code actions may name. */
  readonly commands: ReadonlySet<string>;
  /** Settings for a client that does not answer questions about them. */
  readonly settings: unknown;
}

type Introduction = Pick<InitializeParams, "capabilities" | "initializationOptions">;

export function featuresOf({ capabilities, initializationOptions }: Introduction): ClientFeatures {
  const { textDocument, workspace } = capabilities;
  const options = membersOf(initializationOptions);
  const commands = Array.isArray(options["commands"]) ? (options["commands"] as unknown[]) : [];
  const codeAction = textDocument?.codeAction;
  const pull = textDocument?.diagnostic;
  return {
    pullsDiagnostics: pull !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    answersConfiguration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    tellsFolders: workspace?.workspaceFolders === true,
    relatedInformation: (pull ?? textDocument?.publishDiagnostics)?.relatedInformation ?? isPullClient(pull),
    codeDescription: (pull ?? textDocument?.publishDiagnostics)?.codeDescriptionSupport ?? isPullClient(pull),
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    codeActionLiterals: codeAction?.codeActionLiteralSupport !== undefined,
    resolvesEdits: codeAction?.resolveSupport?.properties.includes("edit") === true,
    wantsStatus: options["status"] === true,
    commands: new Set(commands.filter((command) => typeof command === "string")),
    settings: membersOf(options["settings"]),
  };
}

/** Clients that pulled before the protocol had words for the details support all of them. */
function isPullClient(pull: object | undefined): boolean {
  return pull !== undefined;
}

export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
