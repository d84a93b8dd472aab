// The views in the middle column, loaded when they are first shown.

import { h, fill, refill, failure, iconButton, loadStyle } from "./dom.js";
import { addressOf, go } from "./address.js";
import { toggleFull } from "./panes.js";
import { has, later, on, state } from "./state.js";

/** The views: name, title, required feature, and module; the initial page contains one of them. */
export const views = [
  { name: "route", title: "Route", feature: "routes", load: () => import("./route.js") },
  { name: "why", title: "Why", feature: "match", load: () => import("./why.js"), isFirst: true },
  { name: "steps", title: "Steps", feature: "open", load: () => import("./steps.js") },
  { name: "links", title: "Links", feature: "links", load: () => import("./links.js") },
  { name: "check", title: "Check", feature: "check", load: () => import("./check.js") },
  { name: "access", title: "Access", feature: "matrix", load: () => import("./access.js") },
  { name: "stores", title: "Stores", feature: "stores", load: () => import("./stores.js") },
  { name: "map", title: "Map", feature: "graph", load: () => import("./map/map.js") },
  { name: "console", title: "Console", feature: "console", load: () => import("./console.js") },
  { name: "journey", title: "Journey", feature: "journal", load: () => import("./replay.js") },
];

/** The parts of the page besides the middle, which a narrow window shows as views. */
export const parts = ["device", "routes", "time"];

const shown = new Map();
let body;
let tabs;
let current;

/** The middle view in the address. */
export function middleView() {
  const { view } = state.address;
  return views.find((one) => one.name === view && has(one.feature)) ?? null;
}

function drawTabs() {
  const active = current?.name ?? "why";
  refill(tabs, views.filter((view) => has(view.feature)).map((view) => h("a.tab-link", {
    href: addressOf(view.name, shown.get(view.name)?.params ?? {}),
    "aria-current": view.name === active ? "page" : null,
  }, view.title, view.name === "steps" && active !== "steps" && state.newer > 0
    && h("span.news", { title: `${state.newer} new` }, h("span.hidden-text", ` ${state.newer} new`)))));
}

async function show() {
  const { view: name, params } = state.address;
  document.body.dataset.part = parts.includes(name) ? name : "middle";
  const view = middleView() ?? current ?? views[1];
  const isMiddle = view.name === name;
  current = view;
  let entry = shown.get(view.name);
  if (!entry) {
    entry = { params, element: h("div.view", { id: `view-${view.name}` }) };
    shown.set(view.name, entry);
    body.append(entry.element);
  }
  if (isMiddle) entry.params = params;
  for (const [other, { element }] of shown) element.hidden = other !== view.name;
  drawTabs();
  try {
    // Repeated requests during the load create the view only once.
    entry.made ??= Promise.all([view.load(), view.isFirst || loadStyle()]).then(([module]) => module.make(entry.element));
    entry.view = await entry.made;
  } catch {
    entry.made = null;
    fill(entry.element, failure({ message: "This view did not load. Is the server still running?" }, () => {
      entry.element.replaceChildren();
      show();
    }));
    return;
  }
  if (current === view) entry.view.show(entry.params);
}

/** A dropped file is a journey unless the target accepts files; otherwise the browser would leave the page. */
function takeDrops() {
  const isOurs = (event) => event.dataTransfer.types.includes("Files") && !event.defaultPrevented && !event.target.closest?.("input, textarea");
  addEventListener("dragover", (event) => { if (isOurs(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file || !has("journal")) return;
    go("journey");
    later(() => import("./replay.js"), (module) => module.openJourney(file));
  });
}

/** Draws the middle column. */
export function makeViews(element) {
  tabs = h("nav.tabs", { "aria-label": "Views" });
  body = h("div.view-body");
  const full = iconButton("full", "Only this part, or all parts (.)", () => toggleFull("middle"), { "aria-keyshortcuts": "." });
  element.append(h("div.tab-bar", tabs, full), body);
  on("full", () => full.setAttribute("aria-pressed", String(state.full === "middle")));
  takeDrops();
  on("address", "hello", () => { if (state.hello) show(); });
  on("newer", () => { if (state.hello) drawTabs(); });
}

/** Shows the next or the previous view, for the keyboard. */
export function stepView(by) {
  const list = views.filter((view) => has(view.feature));
  const index = list.indexOf(current);
  const { name } = list[(index + by + list.length) % list.length];
  go(name, shown.get(name)?.params ?? {});
}
