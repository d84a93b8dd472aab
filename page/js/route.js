// One route: its properties, its guards, its parameters as a form, and its code.

import { count, h, fill, refill, empty, failure } from "./dom.js";
import { get } from "./wire.js";
import { on, state } from "./state.js";
import { code, place } from "./code.js";
import { open, setLink } from "./linkbox.js";
import { pattern } from "./value.js";
import { workOf } from "./filter.js";

const fact = (title, value) => value && value.length !== 0 ? [h("dt", title), h("dd", value)] : null;

function encode(value, isRest) {
  const text = encodeURIComponent(value).replace(/%(3A|40|2C|3B|2B|3D|24)/g, decodeURIComponent);
  return isRest ? text.replaceAll("%2F", "/") : text;
}

/** Puts the values of a form into the sample of a route, from left to right. */
function locationOf(route, values) {
  let text = route.pattern;
  const names = route.parameters.map(({ name }) => name);
  const filled = new Set(names.filter((name) => values[name] !== ""));
  // An optional group stays if all its parameters have values.
  for (let before = null; before !== text;) {
    before = text;
    text = text.replace(/\(([^()]*)\)/g, (_, inner) => {
      const inside = names.filter((name) => new RegExp(`[:*]${name}(?![\\p{L}\\p{N}_])`, "u").test(inner));
      return inside.length && inside.every((name) => filled.has(name)) ? inner : "";
    });
  }
  // All in one pass, because a value may look like a parameter.
  text = text.replace(/(?::|\*\*?)([\p{L}_][\p{L}\p{N}_]*)(?:<[^>]*>)?[?]?/gu, (found, name) =>
    names.includes(name) ? encode(values[name] ?? "", found.startsWith("*")) : found);
  text = text.replace(/\/\*\*?$/, values["**"] ? `/${values["**"]}` : "");
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(route.sample ?? "")?.[0] ?? "";
  return (text.includes("://") ? text : origin + text) || "/";
}

function form(route) {
  if (!route.parameters?.length) return null;
  const inputs = route.parameters.map(({ name, type, optional, sample }) => {
    const input = h("input", {
      name, value: sample ?? "", spellcheck: "false", required: !optional,
      inputmode: type === "int" ? "numeric" : null,
    });
    return h("label.field", h("span", name, h("span.type", ` ${type ?? "text"}${optional ? ", optional" : ""}`)), input);
  });
  const make = () => locationOf(route, Object.fromEntries(new FormData(element)));
  const shown = h("output.form-link", route.sample ?? "");
  const element = h("form.params", { oninput: () => {
    const link = make();
    shown.textContent = link;
    setLink(link);
  }, onsubmit: (event) => {
    event.preventDefault();
    setLink(shown.textContent);
    open({ location: shown.textContent, dry: event.submitter?.value === "dry", more: {} });
  } }, h("div.fields", inputs), h("div.form-end", shown,
    h("button.button", { value: "dry" }, "Dry run"), h("button.button.is-main", { value: "open" }, "Open")));
  return h("section.block", h("h2", "Parameters"), element);
}

function asked(title, list) {
  if (!list?.length) return null;
  return h("section.block", h("h2", title), h("ul.plain-list", list.map((one) => h("li.asked",
    h("span.kind", one.kind ?? ""), h("span.asked-label", one.label ?? one.key ?? "", one.to && h("span.soft", ` → ${one.to}`)),
    place(one.file, one.line)))));
}

function drawRoute(route) {
  const first = route.source?.first ?? route.line;
  return [
    h("div.route-title", pattern(route.pattern), place(route.file, route.line)),
    h("dl.facts", fact("Name", route.name), fact("Work", workOf(route)), fact("Animator", route.animator),
      fact("Owner", route.owner), fact("Scheme", route.scheme), fact("Host", route.host),
      fact("Priority", route.priority ? String(route.priority) : null),
      fact("Tags", (route.tags ?? []).map((tag) => h("span.tag", "#" + tag))),
      fact("Query", Object.entries(route.query ?? {}).map(([name, type]) => h("span.pair", h("span.pair-key", name), String(type)))),
      fact("Opened", route.hits ? count(route.hits, "time") : "not yet"),
      fact("Tests", [count(route.journey_hits ?? 0, "open") + " in journeys", route.spec_hits === null || route.spec_hits === undefined ? "" : `, ${count(route.spec_hits, "open")} in specs`].join(""))),
    route.conflicts?.length > 0 && h("div.note.is-notable", h("strong", "Conflicts"), route.conflicts.map((text) => h("p", text))),
    !route.parameters?.length && route.sample && h("div.form-end", h("output.form-link", route.sample),
      h("button.button.is-main", { onclick: () => open({ location: route.sample, more: {} }) }, "Open")),
    form(route),
    asked("Checks before it, in order", [...(route.proxies ?? []).map((one) => ({ kind: "proxy", ...one })), ...(route.guards ?? [])]),
    route.source?.lines?.length > 0 && h("section.block", h("h2", "Code"),
      code(route.source.lines, first, route.line, `Code of ${route.pattern}`)),
  ];
}

/** Makes the view. */
export function make(element) {
  let shown = null;
  /** Draws the route; typed parameters are kept if only the scripts have changed. */
  function drawAgain(route) {
    const typed = element.dataset.pattern === route.pattern
      ? [...element.querySelectorAll(".params input")].filter((input) => input.value !== input.defaultValue).map(({ name, value }) => [name, value]) : [];
    element.dataset.pattern = route.pattern;
    refill(element, drawRoute(route));
    const params = element.querySelector(".params");
    for (const [name, value] of typed) if (params?.elements[name]) params.elements[name].value = value;
    if (typed.length && params) params.querySelector("output").textContent = locationOf(route, Object.fromEntries(new FormData(params)));
  }
  async function show({ id }) {
    if (id === undefined) {
      shown = null;
      fill(element, empty("No route is selected", "Select a route in the table to see its guards, its parameters and its code."));
      return;
    }
    const key = `${id} ${state.world?.generation}`;
    if (shown === key) return;
    shown = key;
    try {
      const route = await get(`routes/${id}`);
      if (shown === key) drawAgain(route);
    } catch (error) {
      if (shown !== key) return;
      shown = null;
      fill(element, failure(error.status === 404 ? { message: "The scripts no longer have this route. Select another one." } : error,
        error.status === 404 ? null : () => show({ id })));
    }
  }
  on("world", () => {
    if (state.address.view === "route") show(state.address.params);
  });
  return { show };
}
