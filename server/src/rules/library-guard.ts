/** What a library's own source raises at a call, in its own words. */
import type { Rule } from "./rule.ts";

export const libraryGuard: Rule = {
  id: "library-guard",
  summary: "a call is certain to raise what the library's own source says",
  since: "0.1.0",
  libraries: ["any library whose source can be read"],

  message({ exception }) {
    const said = exception?.text.replace(/\s+/g, " ").trim() ?? "";
    const name = exception?.name ?? "an exception";
    return said === "" ? `This call raises ${name}.` : `This call raises ${name}: ${said}`;
  },

  fixes: () => [],
};
