/** What measures answer, and how it is shown. */

export type Unit = "ms" | "MB" | "kB";

/** The counted runs of one subject under one measure. */
export interface Series {
  readonly measure: string;
  readonly subject: string;
  readonly unit: Unit;
  readonly values: readonly number[];
}

/** A promise of the design, beside what was measured. */
export interface Goal {
  readonly name: string;
  readonly measured: number;
  /** The measured value is at most this. */
  readonly limit: number;
  readonly unit: "×" | "answers" | Unit;
}

export interface Outcome {
  readonly series: readonly Series[];
  readonly goals: readonly Goal[];
  /** Whole sentences on how the measure was taken and what to keep in mind. */
  readonly notes: readonly string[];
}

export interface Report {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly series: readonly Series[];
  readonly goals: readonly Goal[];
  readonly notes: readonly string[];
}

export interface Summary {
  readonly samples: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    samples: sorted.length,
    min: quantile(sorted, 0),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
  };
}

export function median(values: readonly number[]): number {
  return summarize(values).median;
}

/** Between two values that lie around the quantile, in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new Error("There are no values.");
  return low + (high - low) * (place - Math.floor(place));
}

export function isReached({ measured, limit }: Goal): boolean {
  return measured <= limit;
}

/** The report as Markdown. */
export function toMarkdown(report: Report): string {
  const parts = [
    "# Benchmark",
    Object.entries({ ...report.machine, ...report.versions })
      .map(([name, value]) => `${name} ${value}`)
      .join(" · "),
    "## Goals",
    table(
      ["goal", "measured", "at most", "share", ""],
      report.goals.map((goal) => [
        goal.name,
        amount(goal.measured, goal.unit),
        amount(goal.limit, goal.unit),
        goal.limit === 0 ? "" : `${number(goal.measured / goal.limit)} of it`,
        isReached(goal) ? "reached" : "NOT REACHED",
      ]),
    ),
    "## Measures",
  ];
  for (const measure of new Set(report.series.map((one) => one.measure))) {
    parts.push(`### ${measure}`, measureTable(report.series.filter((one) => one.measure === measure)));
  }
  if (report.notes.length > 0) parts.push("## Notes", report.notes.map((note) => `- ${note}`).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** The last column compares the median with that of Shardlint, where the measure has it. */
function measureTable(series: readonly Series[]): string {
  const own = series.find((one) => one.subject === "Shardlint");
  const rows = series.map(({ subject, unit, values }) => {
    const { samples, min, median: middle, p95 } = summarize(values);
    const ratio = own?.unit !== unit ? "" : `${number(middle / median(own.values))}×`;
    const spread = samples === 1 ? ["", ""] : [amount(min, unit), amount(p95, unit)];
    return [subject, String(samples), spread[0] ?? "", amount(middle, unit), spread[1] ?? "", ratio];
  });
  return table(["subject", "runs", "min", "median", "p95", "to Shardlint"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function amount(value: number, unit: Goal["unit"]): string {
  return unit === "×" ? `${number(value)}×` : `${number(value)} ${unit}`;
}

/** Three digits say all that a noisy machine knows. */
function number(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
