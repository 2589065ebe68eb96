import { pathToFileURL } from "node:url";
import type { Location, Severity, TextEdit } from "../../finding.ts";
import { findRule } from "../../rules/registry.ts";
import { fingerprints } from "../fingerprints.ts";
import type { Places } from "../places.ts";
import { isRemark, type ReportedError, type ReportedFinding } from "../report.ts";
import type { Format } from "./format.ts";

const levels: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

const root = "%SRCROOT%";

/** SARIF 2.1.0, which code-scanning services read. */
export const sarif: Format = (report, places, options) => {
  const names = fingerprints(
    report.findings.map(({ finding }) => finding),
    places,
  );
  const ruleIds = [...new Set(report.findings.map(({ finding }) => finding.rule))].sort();
  const document = {
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: {
          driver: {
            name: "Shardlint",
            version: options.version,
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: findRule(id)?.summary ?? id } })),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [root]: { uri: `${pathToFileURL(places.workingFolder).href.replace(/\/$/, "")}/` } },
        invocations: [
          {
            executionSuccessful: report.errors.every(isRemark),
            toolExecutionNotifications: report.errors.map((error) => notification(error, places)),
          },
        ],
        results: report.findings.map((reported, i) => result(reported, ruleIds, names[i] ?? "", places)),
      },
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
};

function result({ finding, fixes }: ReportedFinding, ruleIds: readonly string[], name: string, places: Places): object {
  const { rule, severity, message, location, related, runtime, assumptions } = finding;
  return {
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: levels[severity],
    message: { text: message },
    locations: [physical(location, places)],
    relatedLocations: related.map((one, id) => ({
      id,
      ...physical(one.location, places),
      message: { text: one.message },
    })),
    partialFingerprints: { "shardlint/v1": name },
    fixes: fixes.map(({ title, edits }) => ({ description: { text: title }, artifactChanges: changes(edits, places) })),
    properties: { runtime, assumptions },
  };
}

/** SARIF wants one change for each file. */
function changes(edits: readonly TextEdit[], places: Places): object[] {
  const paths = [...new Set(edits.map((edit) => edit.location.path))];
  return paths.map((path) => ({
    artifactLocation: artifact(path, places),
    replacements: edits
      .filter((edit) => edit.location.path === path)
      .map((edit) => ({ deletedRegion: region(edit.location, places), insertedContent: { text: edit.newText } })),
  }));
}

function physical(location: Location, places: Places): object {
  return { physicalLocation: { artifactLocation: artifact(location.path, places), region: region(location, places) } };
}

function artifact(path: string, places: Places): object {
  const shown = places.path(path);
  if (shown === path) return { uri: pathToFileURL(path).href };
  return { uri: shown.split("/").map(encodeURIComponent).join("/"), uriBaseId: root };
}

function region(location: Location, places: Places): object {
  const start = places.start(location);
  const end = places.end(location);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function notification({ path, line, message }: ReportedError, places: Places): object {
  const locations =
    path === undefined
      ? []
      : [
          {
            physicalLocation: {
              artifactLocation: artifact(path, places),
              ...(line === undefined ? {} : { region: { startLine: line } }),
            },
          },
        ];
  return { level: "error", message: { text: message }, locations };
}
