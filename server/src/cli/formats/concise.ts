import type { Finding } from "../../finding.ts";
import { printable } from "../columns.ts";
import type { Places } from "../places.ts";
import type { Format } from "./format.ts";
import { type Style, styleFor } from "./style.ts";

/** One line a finding, in the form that editors and build tools read from a compiler. */
export const concise: Format = (report, places, options) => {
  const style = styleFor(options.colored);
  return report.findings.map(({ finding }) => `${headline(finding, places, style)}\n`).join("");
};

export function headline(finding: Finding, places: Places, style: Style): string {
  const { line, column } = places.start(finding.location);
  const place = `${printable(places.path(finding.location.path))}:${line}:${column}`;
  const { rule, severity, message } = finding;
  return `${style.strong(place)}: ${style.severity(severity, severity)}: ${printable(message)} ${style.faint(`[${rule}]`)}`;
}
