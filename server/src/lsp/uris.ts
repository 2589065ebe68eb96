/**
 * Between the URIs of the protocol and the paths of the analysis. A document that is no file, such as an untitled one,
 * has its URI for a path, which no file can have.
 */

const filePrefix = "file://";

export function pathOf(uri: string): string {
  if (!uri.startsWith(filePrefix)) return uri;
  const rest = uri.slice(filePrefix.length);
  const slash = rest.indexOf("/");
  if (slash < 0) return uri;
  const host = rest.slice(0, slash);
  const path = decode(rest.slice(slash));
  if (host !== "" && host !== "localhost") return `//${host}${path}`;
  // A Windows path starts with its drive, not with a slash.
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

export function uriOf(path: string): string {
  if (path.startsWith("//")) return `file:${encode(path)}`;
  if (path.startsWith("/")) return `${filePrefix}${encode(path)}`;
  if (/^[A-Za-z]:\//.test(path)) return `${filePrefix}/${encode(path)}`;
  return path;
}

function encode(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** A stray percent sign is taken as it is, since some clients do not encode it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
