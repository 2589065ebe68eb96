import type { Amounts } from "./options.ts";
import type { Subjects } from "./subjects.ts";

/** What every measure is given. */
export interface Context {
  readonly subjects: Subjects;
  readonly amounts: Amounts;
  readonly dist: string;
  /** A folder of this run, outside the checkout, that is removed at its end. */
  readonly scratch: string;
  /** Tells whoever waits what is being done. */
  readonly progress: (what: string) => void;
}
