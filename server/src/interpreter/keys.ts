/** The keys of dicts as texts: equal for keys that Python takes for the same. */
import { constantOf, integer } from "../values/symbolic.ts";
import { int, none, text, tuple, type Value, valueKey } from "../values/value.ts";
import { isMixedIn } from "./enumerations.ts";

/** Before the text of every key that is not a string. A string that starts with it has it twice. */
const mark = "#";

/** Tuples of more elements are no keys: their texts hold each other, and grow faster than they do. */
const maximumKeySize = 64;

/** The text of a key; undefined where it is not known which key it is. */
export function dictKey(key: Value): string | undefined {
  switch (key.kind) {
    case "string":
      return key.exact ? (key.value.startsWith(mark) ? mark + key.value : key.value) : undefined;
    case "int": {
      const number = constantOf(key.value);
      return number === undefined ? undefined : `${mark}${number}`;
    }
    case "bool":
      return key.formula.kind === "constant" ? `${mark}${key.formula.value ? 1 : 0}` : undefined;
    case "none":
      return `${mark}None`;
    case "tuple": {
      if (key.size > maximumKeySize) return undefined;
      const parts = key.items.map(dictKey);
      return parts.includes(undefined) ? undefined : mark + JSON.stringify(parts);
    }
    case "function":
    case "class":
      return `${mark}${valueKey(key) ?? ""}`;
    case "object":
      return key.identity.class?.enumeration === true && !isMixedIn(key.identity.class)
        ? `${mark}${valueKey(key) ?? ""}`
        : undefined;
    default:
      return undefined;
  }
}

/** The key that a text stands for; undefined for those that only their identity tells apart. */
export function keyValue(key: string): Value | undefined {
  if (!key.startsWith(mark)) return text(key);
  const rest = key.slice(mark.length);
  if (rest.startsWith(mark)) return text(rest);
  if (rest === "None") return none;
  if (/^-?\d+$/.test(rest)) return int(integer(Number(rest)));
  if (!rest.startsWith("[")) return undefined;
  const parts = (JSON.parse(rest) as string[]).map(keyValue);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? tuple(known) : undefined;
}
