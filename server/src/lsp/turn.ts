import { RAL } from "vscode-languageserver";

/** Lets everything that has arrived be read, such as a cancellation or the next keystroke, before work begins. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    RAL().timer.setImmediate(resolve);
  });
}
