// One screen of the application as the device draws it: its body, and its other properties as rows.

import { clip, h, refill, icon } from "./dom.js";
import { brief } from "./value.js";
import { hasFailed, lookOf } from "./looks/looks.js";
import { drawLook } from "./looks/pieces.js";

function textOf(value) {
  return value === null || value === undefined ? "" : typeof value === "object" ? brief(value, 200) : String(value);
}

const entriesOf = (value) => Array.isArray(value) ? value : Object.values(value ?? {});

/** Draws entries at any depth; only this function makes controls. */
function pieces(entries, screen, act) {
  return entriesOf(entries).map((entry) => entry && typeof entry === "object" && entry.kind
    ? piece(entry, screen, act) : h("p.screen-text", textOf(entry)));
}

function list(entry, screen, act) {
  const items = pieces(entry.items ?? [], screen, act);
  return h("ul.screen-list", items.length ? items.map((item) => h("li", item)) : h("li.screen-none", "Nothing in this list"));
}

// A focused field that is redrawn sends nothing: its text moves to the new field.
let isDrawing = false;

function field(entry, screen, act) {
  const name = textOf(entry.text);
  let told = textOf(entry.value ?? screen.fields?.[name] ?? "");
  const tell = () => {
    if (isDrawing || input.value === told) return;
    told = input.value;
    act({ kind: "fill", fields: { [name]: told } });
  };
  const input = h("input.screen-input", {
    name, placeholder: entry.placeholder ?? "", class: entry.secret || /password|pin\b|secret/i.test(name) ? "is-secret" : "",
    value: told, onchange: tell, onblur: tell,
  });
  return h("label.screen-field", h("span", entry.label ?? name), input);
}

function piece(entry, screen, act) {
  const text = textOf(entry.text);
  switch (entry.kind) {
    case "heading": return h("p.screen-heading", text);
    case "text": return h("p.screen-text", text);
    case "image": return h("div.screen-image", { role: "img", "aria-label": `Image ${text}` }, h("span", text));
    case "list": return list(entry, screen, act);
    case "field": return field(entry, screen, act);
    case "link": case "button":
      return h(`button.screen-${entry.kind}`, { onclick: () => act({ kind: "tap", target: entry.name ?? text, place: entry.place }) },
        text, entry.kind === "link" && icon("chevron"));
    // A kind of the program's own view, with the elements inside it.
    default: return [h("div.screen-prop", h("span", entry.kind), h("span", text)), pieces(entry.items ?? [], screen, act)];
  }
}

/** The properties of a screen as rows. */
const isPlain = (value) => typeof value !== "object" || Array.isArray(value) && value.every((item) => typeof item !== "object");

/** Rows of properties: words and lists of words as text, tables as JSON. */
const rowsOf = (entries) => entries.map(([name, value]) => h("div.screen-prop", h("dt", name),
  isPlain(value) ? h("dd", clip([value].flat().join(", "), 160)) : h("dd.is-code", brief(value, 160))));

/** The content of a screen without a look: its body, and its other properties. */
function plain(node, act) {
  const others = Object.entries(node.props ?? {}).filter(([name]) => name !== "title" && name !== "body");
  const body = node.body ?? [];
  return [pieces(body, node, act), others.length > 0 && h("dl.screen-props", rowsOf(others)),
    !body.length && !others.length && h("p.screen-none", "This screen only has a view.")];
}

/** The content of a screen with a look; the properties that it leaves out are folded, so that nothing is hidden. */
function looked(look, node, act) {
  const { pieces: drawn, rest } = drawLook(look, node, {
    rows: (entries) => pieces(entries, node, act),
    tap: (entry) => act({ kind: "tap", target: entry.name ?? textOf(entry.text), place: entry.place }),
  });
  return [drawn, rest.length > 0 && h("details.look-rest", h("summary", "Other properties"), h("dl.screen-props", rowsOf(rest)))];
}

/** Draws a screen's content below its bar. `act` performs an action as the user of this screen. */
export function drawScreen(element, node, act) {
  const look = lookOf(node.view);
  const typed = element.contains(document.activeElement) && document.activeElement.matches(".screen-input") ? document.activeElement : null;
  const cursor = [typed?.selectionStart, typed?.selectionEnd];
  isDrawing = true;
  refill(element,
    node.state === "stale" && h("p.screen-stale", "This screen is from earlier scripts: it could not be rebuilt."),
    look ? looked(look, node, act) : plain(node, act),
    h("p.screen-foot", hasFailed(node.view) && h("span.look-sign", "▢ its look has a mistake, see Check · "), node.view ? `view ${node.view}` : "", node.location ? ` · ${clip(node.location)}` : ""));
  isDrawing = false;
  if (!typed) return;
  // Unsent text stays in the field, with the cursor in place.
  const now = element.querySelector(`input[name="${CSS.escape(typed.name)}"]`);
  if (!now) return;
  now.focus({ preventScroll: true });
  if (typed.value === typed.defaultValue) return;
  now.value = typed.value;
  now.setSelectionRange(...cursor);
}
