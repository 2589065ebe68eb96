import type { Severity } from "../../finding.ts";
import type { Format } from "./format.ts";

const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** Workflow commands of GitHub Actions, which shows them beside the changed lines. */
export const github: Format = (report, places) =>
  report.findings
    .map(({ finding }) => {
      const start = places.start(finding.location);
      const end = places.end(finding.location);
      const properties = {
        title: `Shardlint (${finding.rule})`,
        file: places.path(finding.location.path),
        line: start.line,
        endLine: end.line,
        // Columns on different lines would be taken to be on one.
        ...(start.line === end.line ? { col: start.column, endColumn: end.column } : { col: start.column }),
      };
      const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${commands[finding.severity]} ${list.join(",")}::${data(finding.message)}\n`;
    })
    .join("");

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
