// Values of the application as an expandable tree.

import { h } from "./dom.js";

/** Formats a value on one line, shortened. */
export function brief(value, length = 80) {
  const text = typeof value === "string" ? `"${value}"` : value === null || value === undefined
    ? "nil" : typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

const kindOf = (value) => value === null || value === undefined ? "nil" : typeof value;

/** Draws a value; tables are expandable. */
export function valueTree(value, depth = 0) {
  if (value === null || typeof value !== "object") {
    return h(`span.value.value-${kindOf(value)}`, brief(value, 400));
  }
  const entries = Object.entries(value);
  if (!entries.length) return h("span.value", "{}");
  const list = h("div.value-list", entries.slice(0, 200).map(([key, inner]) =>
    h("div.value-row", h("span.value-key", Array.isArray(value) ? Number(key) + 1 : key),
      valueTree(inner, depth + 1))),
    entries.length > 200 && h("div.value-row.soft", `and ${entries.length - 200} more`));
  if (depth === 0 && entries.length <= 12) return list;
  return h("details.value-details", h("summary", h("span.value", brief(value, 60))), list);
}

/** Parses a typed value: as JSON if possible, otherwise as text. */
export function parseValue(text) {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "nil") return null;
  try {
    return JSON.parse(trimmed);
  } catch {
    return text;
  }
}

/** Formats a value so that `parseValue` can read it. */
export function editText(value) {
  if (value === null || value === undefined) return "nil";
  if (typeof value !== "string") return JSON.stringify(value);
  return parseValue(value) === value ? value : JSON.stringify(value);
}

/** Draws a pattern with highlighted parameters; a long pattern breaks after a slash. */
export function pattern(text) {
  const parts = text.split(/([:*][^/.()-]*(?:<[^>]*>)?|(?<=\/))/);
  return h("code.pattern", parts.map((part, index) =>
    part === "" ? h("wbr") : index % 2 ? h("span.pattern-hole", part) : part));
}
