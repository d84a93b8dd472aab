// The views in the middle column, loaded when they are first shown.

import { h, fill, refill, failure, iconButton, loadStyle } from "./dom.js";
import { addressOf, go } from "./address.js";
import { toggleFull } from "./panes.js";
import { has, later, on, state } from "./state.js";

/** The views: name, title, tab, required feature, and module; the initial page contains one of them. */
export const views = [
  { name: "steps", title: "Now", tab: "Now", feature: "open", load: () => import("./steps.js") },
  { name: "why", title: "Why", tab: "Why", feature: "match", load: () => import("./why.js"), isFirst: true },
  { name: "route", title: "Route", tab: "Why", feature: "routes", load: () => import("./route.js") },
  { name: "check", title: "Check", tab: "Rules", feature: "check", load: () => import("./check.js") },
  { name: "access", title: "Access", tab: "Rules", feature: "matrix", load: () => import("./access.js") },
  { name: "difference", title: "Difference", tab: "Rules", feature: "difference", load: () => import("./rules/difference.js") },
  { name: "gallery", title: "Gallery", tab: "Gallery", feature: "gallery", load: () => import("./gallery/gallery.js") },
  { name: "map", title: "Map", tab: "Map", feature: "graph", load: () => import("./map/map.js") },
  { name: "stores", title: "Stores", tab: "State", feature: "stores", load: () => import("./stores.js") },
  { name: "journey", title: "Journey", tab: "State", feature: "journal", load: () => import("./replay.js") },
  { name: "console", title: "Console", tab: "State", feature: "console", load: () => import("./console.js") },
  { name: "links", title: "Links", tab: "Links", feature: "links", load: () => import("./links.js") },
];

const available = () => views.filter((view) => has(view.feature));

/** The tabs: a title and the views in it. */
const tabList = () => [...Map.groupBy(available(), (view) => view.tab)].map(([title, list]) => ({ title, list }));

/** The view of a tab that was shown last. */
const viewOf = ({ title, list }) => list.find((view) => view.name === lastOf.get(title)) ?? list[0];

/** The parts of the page besides the middle, which a narrow window shows as views. */
export const parts = ["device", "routes", "time"];

const shown = new Map();
/** The view that each tab showed last. */
const lastOf = new Map();
let body;
let tabs;
let inner;
let current;

/** The middle view in the address. */
export function middleView() {
  const { view } = state.address;
  return views.find((one) => one.name === view && has(one.feature)) ?? null;
}

/** The parameters that a view had last; Why asks about the link in the box. */
const paramsOf = (name) => name === "why" ? {} : shown.get(name)?.params ?? {};

const linkTo = (view, title, isCurrent, ...more) => h("a.tab-link", { href: addressOf(view.name, paramsOf(view.name)), "aria-current": isCurrent ? "page" : null }, title, more);

function drawTabs() {
  const active = current ?? views[1];
  refill(tabs, tabList().map((tab) => linkTo(viewOf(tab), tab.title, tab.title === active.tab,
    tab.title === "Now" && active.tab !== "Now" && state.newer > 0 && h("span.news", { title: `${state.newer} new` }, h("span.hidden-text", ` ${state.newer} new`)))));
  const list = tabList().find((tab) => tab.title === active.tab)?.list ?? [];
  inner.hidden = list.length < 2;
  inner.setAttribute("aria-label", active.tab);
  refill(inner, list.length > 1 && list.map((view) => linkTo(view, view.title, view === active)));
}

async function show() {
  const { view: name, params } = state.address;
  document.body.dataset.part = parts.includes(name) ? name : "middle";
  const view = middleView() ?? current ?? views[1];
  const isMiddle = view.name === name;
  current = view;
  lastOf.set(view.tab, view.name);
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
  inner = h("nav.tabs.is-inner", { hidden: true });
  body = h("div.view-body");
  const full = iconButton("full", "Only this part, or all parts (.)", () => toggleFull("middle"), { "aria-keyshortcuts": "." });
  element.append(h("div.tab-bar", tabs, full), inner, body);
  on("full", () => full.setAttribute("aria-pressed", String(state.full === "middle")));
  takeDrops();
  on("address", "hello", () => { if (state.hello) show(); });
  on("newer", () => { if (state.hello) drawTabs(); });
}

/** Shows the next or the previous view, for the keyboard. */
export function stepView(by) {
  const list = available();
  const { name } = list[(list.indexOf(current) + by + list.length) % list.length];
  go(name, paramsOf(name));
}

/** Shows the tab at a position, from 1, and returns whether there is one. */
export function showTab(position) {
  const tab = tabList()[position - 1];
  if (!tab) return false;
  const { name } = viewOf(tab);
  go(name, paramsOf(name));
  return true;
}
