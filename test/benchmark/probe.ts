/** What the probe in a measured process (servers/probe.ts) is asked and answers. */

/** "collected" has garbage collected first, where the process allows it. */
export type Question = "resident" | "collected";

/** In bytes. */
export interface Memory {
  readonly resident: number;
  readonly heap: number;
  readonly external: number;
}

/** What a process used from its start to its end. */
export interface Usage {
  /** The largest resident size in bytes. */
  readonly peak: number;
  /** Processor time in milliseconds, of all its threads. */
  readonly cpu: number;
}
