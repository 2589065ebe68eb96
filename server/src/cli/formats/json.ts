import type { Location } from "../../finding.ts";
import type { Places } from "../places.ts";
import type { ReportedError, ReportedFinding } from "../report.ts";
import type { Format } from "./format.ts";

/** The stable format for programs, version 1. */
export const json: Format = (report, places) => {
  const document = {
    version: 1,
    files: report.files,
    findings: report.findings.map((reported) => findingOf(reported, places)),
    errors: report.errors.map((error) => errorOf(error, places)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
};

function findingOf({ finding, fixes }: ReportedFinding, places: Places): object {
  const { rule, severity, message, location, runtime, assumptions, related } = finding;
  return {
    rule,
    severity,
    message,
    ...rangeOf(location, places),
    runtime: runtime === null ? null : { exception: runtime.exception, text: runtime.text },
    assumptions,
    related: related.map((one) => ({
      path: places.path(one.location.path),
      ...places.start(one.location),
      message: one.message,
    })),
    fixes: fixes.map(({ title, preferred, edits }) => ({
      title,
      preferred,
      edits: edits.map((edit) => ({ ...rangeOf(edit.location, places), newText: edit.newText })),
    })),
  };
}

function rangeOf(location: Location, places: Places): object {
  return { path: places.path(location.path), start: places.start(location), end: places.end(location) };
}

function errorOf({ kind, path, line, message }: ReportedError, places: Places): object {
  return { kind, path: path === undefined ? null : places.path(path), line: line ?? null, message };
}
