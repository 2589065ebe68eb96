/** Colours of a terminal. */
import type { Severity } from "../../finding.ts";

export interface Style {
  severity(severity: Severity, text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

const codes = { strong: "1", faint: "2", red: "1;31", yellow: "1;33", blue: "1;34", cyan: "1;36" } as const;

const severityCodes: Readonly<Record<Severity, string>> = {
  error: codes.red,
  warning: codes.yellow,
  information: codes.blue,
  hint: codes.cyan,
};

export function styleFor(colored: boolean): Style {
  const paint = (code: string, text: string): string => (colored ? `\u001B[${code}m${text}\u001B[0m` : text);
  return {
    severity: (severity, text) => paint(severityCodes[severity], text),
    strong: (text) => paint(codes.strong, text),
    faint: (text) => paint(codes.faint, text),
  };
}
