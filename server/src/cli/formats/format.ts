/** A format turns a report into text. */
import type { Places } from "../places.ts";
import type { Report } from "../report.ts";

export interface FormatOptions {
  readonly colored: boolean;
  /** Print each finding's derivation. */
  readonly explain: boolean;
  readonly version: string;
}

export type Format = (report: Report, places: Places, options: FormatOptions) => string;
