// The stores: the session as an editable tree, events and their listeners, resources.

import { count, h, fill, refill, failure, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { has, on, state, tell, toast } from "./state.js";
import { place } from "./code.js";
import { brief, editText, parseValue, valueTree } from "./value.js";

const isClosed = () => state.world?.read_only === true;

/** Makes a value editable: Enter saves it, Escape cancels. */
function editable(value, save) {
  const button = h("button.tree-value.value", { title: "Click to edit", onclick: () => {
    const input = h("input", { value: editText(value), "aria-label": "Value" });
    let isDone = false;
    const end = (isKept) => {
      if (isDone) return;
      isDone = true;
      input.replaceWith(button);
      button.focus();
      if (isKept && input.value !== editText(value)) save(parseValue(input.value));
    };
    input.onkeydown = (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") end(true);
      else if (event.key === "Escape") end(false);
      event.stopPropagation();
    };
    input.onblur = () => end(true);
    button.replaceWith(input);
    input.focus();
    input.select();
  } }, brief(value, 120));
  button.disabled = isClosed();
  return button;
}

function section(title, content, ...actions) {
  return h("section.block", h("h2", title, h("span.tool-row.is-inline", actions)), content);
}

/** Makes the view. */
export function make(element) {
  const undone = [];
  const parts = { session: h("div"), events: h("div"), resources: h("div") };
  element.append(parts.session, parts.events, parts.resources);
  let session = {};
  let drawn;
  let asked = 0;
  const at = (path) => path.reduce((value, key) => value?.[Array.isArray(value) ? key - 1 : key], session);
  async function setSession(path, value, isUndo = false) {
    const before = at(path);
    const answer = await tell("session", { path, value: value ?? null });
    if (!answer) return false;
    asked += 1;
    if (!isUndo) undone.push({ path, value: before ?? null });
    session = answer.session ?? {};
    drawn = null;
    drawSession();
    return true;
  }
  function rows(value, path) {
    return Object.entries(value ?? {}).flatMap(([key, inner]) => {
      // Lua lists start at 1, and so do the session's paths.
      const own = [...path, Array.isArray(value) ? Number(key) + 1 : key];
      const isTable = inner && typeof inner === "object";
      const row = h("div.tree-row", h("span.value-key", own.at(-1)),
        isTable ? h("span.tree-value.soft", Array.isArray(inner) ? `list of ${inner.length}` : count(Object.keys(inner).length, "field")) : editable(inner, (next) => setSession(own, next)),
        !isClosed() && iconButton("clear", `Remove ${own.join(".")}`, () => setSession(own, null)));
      row.style.setProperty("--depth", path.length);
      return [row, ...(isTable ? rows(inner, own) : [])];
    });
  }
  // The forms and their text stay while the lists above them are redrawn.
  function form(title, name, examples, done) {
    const key = h("input", { name: "key", required: true, placeholder: examples[0] });
    const value = h("input", { name: "value", placeholder: examples[1] });
    return h("form.inline-form", { onsubmit: async (event) => {
      event.preventDefault();
      done(key.value.trim(), parseValue(value.value));
    } }, h("label.field", h("span", title), key), h("label.field", h("span", "Value"), value), h("button.button", { value: name }, name === "set" ? "Set" : "Emit"));
  }
  const forms = {
    session: form("Key", "set", ["user", "mei, 3, true, {\"a\": 1}"], async (key, value) => {
      if (await setSession(key.split(".").map((part) => /^\d+$/.test(part) ? Number(part) : part), value)) forms.session.reset();
    }),
    events: form("Event", "emit", ["basket/changed", "{\"count\": 2}"], async (key, value) => {
      const answer = await tell("emit", { key, value });
      if (answer) toast(answer.receivers === 1 ? "1 receiver got it." : `${answer.receivers} receivers got it.`);
      load();
    }),
  };
  function drawSession() {
    const list = rows(session, []);
    refill(parts.session, () => section("Session", [list.length ? list : h("p.soft", "The session is empty."), !isClosed() && forms.session],
      undone.length > 0 && h("button.button.is-small", { onclick: () => {
        const { path, value: old } = undone.pop();
        setSession(path, old, true);
      } }, "Undo")));
  }
  function drawEvents({ subscriptions, sticky }) {
    refill(parts.events, () => section("Events", [subscriptions.length
      ? h("div.table-box", { tabindex: "0", role: "region", "aria-label": "Subscriptions" }, h("table.table", h("thead", h("tr", ["Pattern", "Owner", "Received", "Place"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", subscriptions.map((one) => h("tr", h("td", h("code", one.pattern), one.once && h("span.soft", " once"),
          one.reach === "fleet" && h("span.soft", one.durable ? ` fleet, durable: ${one.durable}` : " fleet")), h("td", one.owner ?? ""), h("td", one.count), h("td", place(one.file, one.line)))))))
      : h("p.soft", "There are no event listeners."),
      sticky.map((one) => h("div.store-row", h("code", one.location), valueTree(one.extra), h("span.soft", "sticky"))),
      !isClosed() && forms.events]));
  }
  function drawResources({ resources }) {
    const set = async (path, body) => {
      if (await tell("resource", { path, ...body })) load();
    };
    refill(parts.resources, section("Resources", resources.length ? resources.map((one) => h("div.store-row", h("span", h("code", one.path), h("div.soft", [one.kind, one.owner, one.persistent && "persistent", one.shared && "shared"].filter(Boolean).join(", "))),
      "value" in one ? (one.shared || one.value && typeof one.value === "object" ? valueTree(one.value) : editable(one.value, (value) => set(one.path, { value }))) : h("span.soft", "a function"),
      h("span", place(one.file, one.line)))) : h("p.soft", "No resources are registered.")));
  }
  async function load() {
    const mine = ++asked;
    try {
      const [one, events, resources] = await Promise.all([has("session") ? get("session") : null, get("events"), get("resources")]);
      if (mine !== asked) return;
      // A value that is being edited stays; the lists are redrawn afterwards.
      if (element.querySelector(".tree-row input, .store-row input")) return void again();
      const text = JSON.stringify([one, events, resources]);
      if (text === drawn) return;
      drawn = text;
      session = one?.session ?? {};
      if (one) drawSession();
      else fill(parts.session);
      drawEvents(events);
      drawResources(resources);
    } catch (error) {
      if (mine !== asked) return;
      drawn = null;
      fill(parts.events);
      fill(parts.resources);
      fill(parts.session, failure(error, load));
    }
  }
  fill(parts.session, h("p.loading", "Reading the stores…"));
  let later = null;
  // Constant new rows do not delay it.
  function again() {
    later ??= setTimeout(() => {
      later = null;
      if (!element.hidden) load();
    }, 400);
  }
  on("rows", "world", "resumed", () => { if (!element.hidden) again(); });
  return { show: load };
}
