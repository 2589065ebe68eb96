/** What the analysis says, in offsets and plain data. Editor, command line and tests read only this. */

export type Severity = "error" | "warning" | "information" | "hint";

export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

/** A range of one file in UTF-16 offsets; `end` is exclusive. */
export interface Location {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Related {
  readonly location: Location;
  readonly message: string;
}

/** One step of a derivation: an expression and the value it has. */
export interface DerivationStep {
  readonly location: Location | undefined;
  readonly text: string;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** One or two short sentences: what is wrong, with the numbers, and what to do. */
  readonly message: string;
  readonly location: Location;
  /** The exception the library raises; null where nothing is raised and the result is wrong or adjusted. */
  readonly runtime: { readonly exception: string; readonly text: string } | null;
  /** What the finding takes as given, such as `ulysses_degree=2`. */
  readonly assumptions: readonly string[];
  readonly related: readonly Related[];
  readonly derivation: readonly DerivationStep[];
}

export interface TextEdit {
  readonly location: Location;
  readonly newText: string;
}

export interface Fix {
  readonly title: string;
  /** The documented remedy an editor may apply without asking. At most one a finding. */
  readonly preferred: boolean;
  readonly edits: readonly TextEdit[];
}
