// Bindings in looks: `$name`, `${name}`, `$a.b`, and `$$` for a dollar.

const one = /\$(?:\$|([A-Za-z_]\w*(?:\.\w+)*)|\{([^{}]+)\})/g;

/** The value of a name: in the item of a list first, then in the properties, the parameters and the fields. */
export function valueOf(name, context) {
  if (name === "item") return context.item;
  if (name === "index") return context.index;
  const [first, ...rest] = name.split(".");
  if (first === "items" && !rest.length && !(context.item && "items" in context.item)) return context.items;
  const { node } = context;
  const homes = [context.item && typeof context.item === "object" ? context.item : null, node.props, { title: node.title ?? node.props?.title, view: node.view, location: node.location }, node.params, node.fields];
  let value = homes.find((home) => home && home[first] !== undefined && home[first] !== null)?.[first];
  for (const part of rest) value = value?.[part];
  return value ?? null;
}

const text = (value) => value === null || value === undefined ? ""
  : typeof value === "number" ? value.toLocaleString() : typeof value === "object" ? JSON.stringify(value) : String(value);

/** The names in a text. */
export const namesIn = (written) => typeof written === "string" ? [...written.matchAll(one)].map((found) => found[1] ?? found[2]).filter(Boolean) : [];

/** The value of a written name, and the rest of it: in `$title.svg`, the ending of a file is not a field. */
function resolve(name, context) {
  for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
    const value = valueOf(name.slice(0, end), context);
    if (value !== null) return { value, rest: name.slice(end) };
  }
  return { value: null, rest: "" };
}

/** A written value with its bindings replaced; null if its only binding has no value. */
export function bound(written, context) {
  if (typeof written !== "string") return written ?? null;
  const found = [...written.matchAll(one)].filter(([, plain, braced]) => plain ?? braced);
  const values = found.map(([, plain, braced]) => braced ? { value: valueOf(braced, context), rest: "" } : resolve(plain, context));
  if (found.length === 1 && values[0].value === null) return null;
  if (found.length === 1 && found[0][0] === written && !values[0].rest) return values[0].value;
  return written.replace(one, (part) => {
    if (part === "$$") return "$";
    const { value, rest } = values.shift();
    return text(value) + rest;
  });
}

/** A written value as text, or null. */
export function boundText(written, context) {
  const value = bound(written, context);
  return value === null ? null : text(value);
}

/** Whether a condition holds: nil, false, an empty text and an empty list do not count. */
export function holds(written, context) {
  const value = bound(written, context);
  return !(value === null || value === false || value === "" || typeof value === "object" && !Object.keys(value).length);
}
