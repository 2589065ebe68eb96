import { concise } from "./concise.ts";
import type { Format } from "./format.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { json } from "./json.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

export const formatNames = ["text", "json", "sarif", "github", "gitlab", "concise"] as const;
export type FormatName = (typeof formatNames)[number];

export const formats: Readonly<Record<FormatName, Format>> = { text, json, sarif, github, gitlab, concise };

/** To find out what a fix does takes longer than to find the mistake, so it is done only for formats that show fixes. */
export const formatsWithFixes: ReadonlySet<FormatName> = new Set(["text", "json", "sarif"]);
