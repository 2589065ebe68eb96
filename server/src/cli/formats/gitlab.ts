import type { Severity } from "../../finding.ts";
import { fingerprints } from "../fingerprints.ts";
import type { Format } from "./format.ts";

const levels: Readonly<Record<Severity, string>> = {
  error: "critical",
  warning: "major",
  information: "minor",
  hint: "info",
};

/** GitLab's code quality report. */
export const gitlab: Format = (report, places) => {
  const names = fingerprints(
    report.findings.map(({ finding }) => finding),
    places,
  );
  const issues = report.findings.map(({ finding }, i) => ({
    description: finding.message,
    check_name: finding.rule,
    fingerprint: names[i],
    severity: levels[finding.severity],
    location: {
      path: places.path(finding.location.path),
      positions: { begin: places.start(finding.location), end: places.end(finding.location) },
      lines: { begin: places.start(finding.location).line, end: places.end(finding.location).line },
    },
  }));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
};
