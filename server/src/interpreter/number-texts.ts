/** How Python writes numbers. Whatever is not certain to be written so is undefined. */

import { codePoints } from "../values/code-points.ts";

/** A format specification: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
export interface Spec {
  readonly fill: string;
  readonly align: "<" | ">" | "^" | "=" | undefined;
  readonly sign: "+" | "-" | " " | "";
  readonly alternate: boolean;
  readonly zeros: boolean;
  readonly width: number;
  readonly grouping: "," | "_" | "";
  readonly precision: number | undefined;
  readonly type: string;
}

const specification = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d{1,4})?([,_])?(?:\.(\d{1,2}))?([bcdeEfFgGnosxX%])?$/su;

export function readSpec(spec: string): Spec | undefined {
  const match = specification.exec(spec);
  if (match === null) return undefined;
  const [, fill, align, sign, alternate, zeros, width, grouping, precision, type] = match;
  return {
    fill: fill ?? (zeros === undefined ? " " : "0"),
    align: (align ?? (zeros === undefined ? undefined : "=")) as Spec["align"],
    sign: (sign ?? "") as Spec["sign"],
    alternate: alternate !== undefined,
    zeros: zeros !== undefined,
    width: Number(width ?? 0),
    grouping: (grouping ?? "") as Spec["grouping"],
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? "",
  };
}

/** Fills a text up to the width. */
export function padded(text: string, { fill, align, width }: Spec, usual: "<" | ">", signLength = 0): string {
  const missing = Math.max(0, width - codePoints(text).length);
  switch (align ?? usual) {
    case "<":
      return text + fill.repeat(missing);
    case "^":
      return fill.repeat(Math.floor(missing / 2)) + text + fill.repeat(Math.ceil(missing / 2));
    case "=":
      return text.slice(0, signLength) + fill.repeat(missing) + text.slice(signLength);
    default:
      return fill.repeat(missing) + text;
  }
}

const radixes: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16, d: 10, "": 10 };

export function formatInteger(value: number, spec: Spec): string | undefined {
  const { type, precision, alternate, grouping } = spec;
  if (/^[eEfFgG%]$/.test(type)) return formatFloat(value, spec);
  const radix = radixes[type];
  if (radix === undefined || precision !== undefined || !Number.isSafeInteger(value)) return undefined;
  const digits = Math.abs(value).toString(radix);
  const cased = type === "X" ? digits.toUpperCase() : digits;
  if (grouping === "," && radix !== 10) return undefined;
  const prefix = alternate && radix !== 10 ? `0${type}` : "";
  return signed(value < 0, prefix, grouped(cased, grouping, radix === 10 ? 3 : 4), spec);
}

export function formatFloat(value: number, spec: Spec): string | undefined {
  const { type, precision, grouping, alternate } = spec;
  if (!Number.isFinite(value) || alternate || /^[bcdnosxX]$/.test(type)) return undefined;
  // Without a type, a precision means something else.
  if (type === "" && precision !== undefined) return undefined;
  const size = Math.abs(value);
  const written = type === "" ? floatText(size) : writtenAs(type, type === "%" ? size * 100 : size, precision ?? 6);
  if (written === undefined) return undefined;
  const [whole = "", ...rest] = written.split(/(?=[.e%])/i);
  return signed(value < 0 || Object.is(value, -0), "", grouped(whole, grouping, 3) + rest.join(""), spec);
}

function signed(isNegative: boolean, prefix: string, digits: string, spec: Spec): string | undefined {
  // Zeros that fill up are grouped, too.
  if (spec.grouping !== "" && spec.fill === "0" && spec.align === "=") return undefined;
  const sign = (isNegative ? "-" : spec.sign === "-" ? "" : spec.sign) + prefix;
  return padded(sign + digits, spec, ">", sign.length);
}

function grouped(digits: string, separator: string, size: number): string {
  return separator === "" ? digits : digits.replace(new RegExp(`(?<=.)(?=(?:.{${size}})+$)`, "g"), separator);
}

function writtenAs(type: string, size: number, precision: number): string | undefined {
  switch (type) {
    case "f":
    case "F":
      return fixed(size, precision);
    case "%": {
      const digits = fixed(size, precision);
      return digits === undefined ? undefined : `${digits}%`;
    }
    case "e":
      return scientific(size, precision);
    case "E":
      return scientific(size, precision)?.toUpperCase();
    case "g":
      return general(size, precision);
    case "G":
      return general(size, precision)?.toUpperCase();
    default:
      return undefined;
  }
}

/** So many digits of a number in a computer are all there are of any that matters here. */
const allDigits = 100;

function fixed(size: number, precision: number): string | undefined {
  if (size >= 1e21 || (size !== 0 && size < 1e-30) || precision > 40) return undefined;
  const [whole = "0", fraction = ""] = size.toFixed(allDigits).split(".");
  const digits = rounded(whole + fraction, whole.length + precision);
  const end = digits.length - precision;
  return precision === 0 ? digits : `${digits.slice(0, end)}.${digits.slice(end)}`;
}

function scientific(size: number, precision: number): string | undefined {
  if (precision > 40) return undefined;
  const [mantissa = "0", power = "0"] = size.toExponential(allDigits).split("e");
  const digits = rounded(mantissa.replace(".", ""), precision + 1);
  // 9.99 may become 10.0.
  const carried = digits.length > precision + 1;
  const exponent = Number(power) + (carried ? 1 : 0);
  const kept = digits.slice(0, precision + 1);
  const shown = precision === 0 ? kept : `${kept.slice(0, 1)}.${kept.slice(1)}`;
  return `${shown}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function general(size: number, given: number): string | undefined {
  const precision = given === 0 ? 1 : given;
  const [mantissa, power] = scientific(size, precision - 1)?.split("e") ?? [];
  if (mantissa === undefined || power === undefined) return undefined;
  const exponent = Number(power);
  const isPlain = exponent >= -4 && exponent < precision;
  const digits = isPlain ? fixed(size, precision - 1 - exponent) : mantissa;
  if (digits === undefined) return undefined;
  const shortened = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
  return isPlain ? shortened : `${shortened}e${power}`;
}

/** The first digits of a number, rounded to the nearest, or to the even one of two that are as near. */
function rounded(digits: string, count: number): string {
  const [kept, rest] = [digits.slice(0, count), digits.slice(count)];
  const isHalf = /^50*$/.test(rest);
  const isUp = isHalf ? /[13579]$/.test(kept) : rest > "5";
  return isUp ? (BigInt(kept === "" ? "0" : kept) + 1n).toString().padStart(count, "0") : kept;
}

/** `repr` of a float: the fewest digits that mean it. */
export function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Object.is(value, -0)) return "-0.0";
  const [mantissa = "", power = "0"] = Math.abs(value).toExponential().split("e");
  const exponent = Number(power);
  const sign = value < 0 ? "-" : "";
  const digits = mantissa.replace(".", "");
  if (exponent < -4 || exponent >= 16)
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
