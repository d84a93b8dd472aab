// All elements are created here, so that text of the application is never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function assign(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "value") {
    element.value = value;
    // The default value distinguishes typed text from the initial text.
    if (element.tagName === "INPUT") element.defaultValue = value;
  }
  else if (name === "checked" || name === "indeterminate") element[name] = value;
  else if (name === "class") element.classList.add(...value.split(" ").filter(Boolean));
  else element.setAttribute(name, value === true ? "" : value);
}

function append(element, children) {
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Creates an element: `h("div.row.soft", { onclick }, "text", child)`. */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  const first = rest[0];
  const isChild = first === null || typeof first !== "object" || first instanceof Node
    || Array.isArray(first);
  // A button without a value does not submit, and the browser does not autocomplete fields.
  if (tag === "button") element.type = "button";
  if (tag === "input") element.autocomplete = "off";
  if (!isChild) {
    const properties = rest.shift();
    if (tag === "button" && properties.value) element.type = "submit";
    for (const [key, value] of Object.entries(properties)) assign(element, key, value);
  }
  append(element, rest);
  return element;
}

/** Creates an SVG element. */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

const reached = "a[href], button:not(:disabled), input, select, textarea, [tabindex]";

/**
 * Replaces the content of an element; the focus stays on its control, or moves to the one at its index.
 * A function returns children to keep, which would lose the focus if they were moved earlier.
 */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const at = focused ? [...element.querySelectorAll(reached)].indexOf(focused) : -1;
  fill(element, children.map((one) => typeof one === "function" ? one() : one));
  if (at < 0) return element;
  const now = element.querySelectorAll(reached);
  const same = element.contains(focused) ? focused : now[Math.min(at, now.length - 1)];
  same?.focus({ preventScroll: true });
  return element;
}

const paths = {
  back: "M10 3.5 5.5 8l4.5 4.5",
  chevron: "m6 3.5 4.5 4.5L6 12.5",
  down: "m3.5 6 4.5 4.5L12.5 6",
  play: "M4.5 3v10l8-5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  clear: "M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  pin: "M6 2.5h4l-.5 4 2 2.5h-7l2-2.5zM8 9v4.5",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3"
    + "M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  moon: "M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z",
  help: "M6.2 6.2a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.4M8 11.6v.1M8 1.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4",
  share: "M8 9.5v-7M5.3 5 8 2.3 10.7 5M4.5 7.5H3v6h10v-6h-1.5",
  person: "M8 2.5a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M3 13.5c.5-2.6 2.4-4 5-4s4.5 1.4 5 4",
  phone: "M5 1.8h6a1 1 0 0 1 1 1v10.4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V2.8a1 1 0 0 1 1-1M7 12.2h2",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
  why: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2",
  steps: "M3 3.5h6M3 8h10M3 12.5h4",
  time: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.8V8l2.3 1.6",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  close: "m4 4 8 8M12 4l-8 8",
  full: "M9.5 3H13v3.5M6.5 13H3V9.5M13 3 9 7M3 13l4-4",
  undo: "M5.5 3 2.5 6l3 3M2.8 6h6.4a4 4 0 0 1 0 8H7",
  wide: "M2 8h12M4.5 5 1.8 8l2.7 3M11.5 5l2.7 3-2.7 3",
  check: "m3 8.5 3.2 3.2L13 4.8",
  system: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 2.2v11.6M10.5 3.2v9.6M12.6 5v6",
};

/** Draws one of the page's icons, hidden from screen readers. */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", focusable: "false" },
    s("path", { d: paths[name] }),
  );
}

/** Creates a button with an icon and a label as its title. */
export function iconButton(name, label, onclick, more = {}) {
  return h("button.icon-button", { "aria-label": label, title: label, onclick, ...more },
    icon(name));
}

/** Formats microseconds. */
export function time(microseconds) {
  if (microseconds === null || microseconds === undefined) return "";
  if (microseconds < 1000) return `${Math.round(microseconds)} µs`;
  if (microseconds < 1e6) return `${(microseconds / 1000).toFixed(microseconds < 1e4 ? 1 : 0)} ms`;
  return `${(microseconds / 1e6).toFixed(1)} s`;
}

/** Formats a number with its noun: `count(2, "route")` is "2 routes". */
export function count(number, noun, plural = noun + "s") {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

const CLIPPED = 300;

/** Shortens a long text for one line. */
export const clip = (text, most = CLIPPED) => text.length > most ? `${text.slice(0, most)}…` : text;

/** Draws a text; a long one is shortened, with its length and a button that shows all of it. */
export function clipped(text, most = CLIPPED) {
  if (text.length <= most) return text;
  const button = h("button.link-button.is-shown", { onclick: () => box.replaceChildren(text) },
    `${count(text.length, "character")}, show all`);
  const box = h("span", clip(text, most), " ", button);
  return box;
}

/** Copies text to the clipboard, and confirms it on the button. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.dataset.title ??= button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = button.dataset.title; }, 1200);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(button.previousElementSibling ?? button);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }
}

/** Offers text as a file download. */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Draws an empty state: its title, and a hint. */
export function empty(title, hint, ...actions) {
  return h("div.empty", h("p.empty-title", title), hint && h("p.empty-hint", hint),
    actions.length > 0 && h("div.empty-actions", actions));
}

/** Draws an error, with a button to try again if possible. */
export function failure(error, again) {
  return h("div.empty.is-error", { role: "alert" },
    h("p.empty-title", error.message ?? String(error)),
    again && h("div.empty-actions", h("button.button", { onclick: again }, "Try again")));
}

const styles = {};

/** Loads a style that is not in the initial page, once. */
export function loadStyle(name = "views") {
  styles[name] ??= new Promise((done, fail) => {
    const link = h("link", { rel: "stylesheet", href: new URL(`../css/${name}.css`, import.meta.url), onload: done, onerror: () => {
      link.remove();
      styles[name] = null;
      fail();
    } });
    document.head.append(link);
  });
  return styles[name];
}

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
