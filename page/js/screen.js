// One screen of the application as the device draws it: its body, and its other properties as rows.

import { clip, h, refill, icon } from "./dom.js";
import { brief } from "./value.js";

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
    name, placeholder: entry.placeholder ?? "", class: /password|pin\b|secret/i.test(name) ? "is-secret" : "",
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

/** Draws a screen's content below its bar. `act` performs an action as the user of this screen. */
export function drawScreen(element, node, act) {
  const others = Object.entries(node.props ?? {}).filter(([name]) => name !== "title" && name !== "body");
  const body = node.body ?? [];
  const typed = element.contains(document.activeElement) && document.activeElement.matches(".screen-input") ? document.activeElement : null;
  const cursor = [typed?.selectionStart, typed?.selectionEnd];
  isDrawing = true;
  refill(element,
    node.state === "stale" && h("p.screen-stale", "This screen is from earlier scripts: it could not be rebuilt."),
    pieces(body, node, act),
    others.length > 0 && h("dl.screen-props", others.map(([name, value]) => h("div.screen-prop", h("dt", name), h("dd", brief(value, 160))))),
    !body.length && !others.length && h("p.screen-none", "This screen only has a view."),
    h("p.screen-foot", node.view ? `view ${node.view}` : "", node.location ? ` · ${clip(node.location)}` : ""));
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
