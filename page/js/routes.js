// The table of the routes.

import { count as counted, h, fill, empty, failure, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { onResult } from "./live.js";
import { has, keep, kept, later, on, set, state } from "./state.js";
import { go } from "./address.js";
import { filterRoutes, filterWords, workOf } from "./filter.js";
import { place } from "./code.js";
import { pattern } from "./value.js";
import { Scroller } from "./scroller.js";
import { setLink } from "./linkbox.js";

let filter;
let scroller;
let count;
let box;
let element;
let message;
let most = 1;

const columns = [
  ["pattern", "Pattern"], ["name", "Name"], ["hits", "Hits"], ["journey_hits", "Journeys"], ["spec_hits", "Specs"], ["work", "Work"],
  ["animator", "Animator"], ["tags", "Tags"], ["owner", "Owner"], ["scheme", "Scheme"], ["guards", "Guards"], ["place", "Place"],
];

/** The counts for colouring routes, and their descriptions. */
const heats = {
  hits: ["Opened now", (number) => `Opened ${counted(number, "time")}`],
  journey_hits: ["In journeys", (number) => `Opened ${counted(number, "time")} in journeys`],
  spec_hits: ["In specs", (number) => `Opened ${counted(number, "time")} in specs`],
};
let heat;
let heatNote;
let grouping;

function guardSign(number) {
  if (!number) return h("span.soft", "");
  return h("span.guards", { title: `${counted(number, "guard or redirect runs", "guards or redirects run")} before it` },
    number > 3 ? `● ${number}` : "●".repeat(number), h("span.hidden-text", counted(number, "guard")));
}

/** The names of the routes that an open has matched and not shown yet. */
let opening = new Set();

function takeRunning() {
  opening = new Set([...state.running.values()].flatMap(({ steps }) => steps.filter(([, one]) => one.step === "match").map(([, one]) => one.name)));
  scroller.isStale = true;
  scroller.later();
}

function cell(name, route) {
  switch (name) {
    case "pattern": return [pattern(route.pattern), route.conflict && h("span.badge.is-notable", { title: "Another route can take its links" }, "conflict"), endOf(route)];
    case "name": return [route.name ?? h("span.soft", "no name"), opening.has(route.name) && [" ", h("span.mark.is-wait", "opening…")]];
    case "work": return workOf(route);
    case "tags": return (route.tags ?? []).map((tag) => h("span.tag", "#" + tag));
    case "guards": return guardSign(route.guards);
    case "hits": case "journey_hits": case "spec_hits":
      return route[name] ? h("span", { class: name === heat ? "hits" : "", title: heats[name][1](route[name]) }, route[name]) : "";
    case "place": return place(route.file, route.line);
    default: return route[name] ?? "";
  }
}

/** How the route ends for the current persona, if the page already knows it. */
function endOf(route) {
  const end = state.endings?.get(route.id);
  return end && h("span.mark.route-end", { class: `is-${end.tone}`, title: end.long }, `${end.sign} ${end.text}`);
}

/** The severities of the problems that `check` finds, by file. */
let found = new Map();

const severities = [["error", "bad"], ["warning", "notable"], ["note", "soft"]];

/** The heading of a file: its number of routes, and its problems. */
function drawHead({ file, number }) {
  const problems = found.get(file) ?? [];
  return h("div.route-group", { role: "row" }, h("div.cell", { role: "gridcell" }, h("code", file), severities.map(([name, tone]) => {
    const many = problems.filter((one) => one.severity === name).length;
    return many > 0 && h("button.chip", { class: `is-${tone}`, onclick: () => go("check") }, counted(many, name));
  }), h("span.soft", number.toLocaleString("en"), h("span.hidden-text", " routes"))));
}

/** The routes by file, in the order of the scripts, with a heading for each file; main.lua is before the files of folders. */
function grouped(list) {
  const files = [...Map.groupBy(list.toSorted((one, other) => one.id - other.id), (route) => route.file ?? "the program")];
  const depth = ([file]) => file.split("/").length;
  return files.sort((one, other) => depth(one) - depth(other)).flatMap(([file, routes]) => [{ isHead: true, id: file, file, number: routes.length }, ...routes]);
}

/** Reads the problems of `check` again if there is a new result. */
async function takeCheck() {
  const { check } = state.world ?? {};
  if (!check?.done || check.generation === checked) return;
  checked = check.generation;
  const { problems } = check.errors + check.warnings + check.notes ? await get("check") : { problems: [] };
  if (checked !== check.generation) return;
  found = Map.groupBy(problems, (one) => one.file);
  show();
}

let checked;

function draw(route, index) {
  if (route.isHead) return drawHead(route);
  const warmth = route[heat] ? Math.max(0.08, route[heat] / most) : 0;
  const row = h("div.route-row", {
    role: "row", "aria-rowindex": index + 2,
  }, columns.map(([name]) => h(`div.cell.cell-${name}`, { role: "gridcell", class: name === heat ? "is-heat" : "" }, cell(name, route))));
  row.style.setProperty("--heat", warmth);
  return row;
}

const isWide = () => element.clientWidth >= 720;

function show() {
  if (!state.routes) return;
  const list = filterRoutes(state.routes, filter.value);
  const items = grouping.value === "file" ? grouped(list) : list;
  const total = state.routes.length;
  const id = state.address.view === "route" ? Number(state.address.params.id) : null;
  most = Math.max(1, ...(total < 20_000 ? state.routes.map((route) => route[heat] || 0) : [1]));
  scroller.element.setAttribute("aria-rowcount", items.length + 1);
  scroller.element.dataset.total = total;
  count.textContent = list.length === total ? total.toLocaleString("en")
    : `${list.length.toLocaleString("en")} / ${total.toLocaleString("en")}`;
  drawHeat();
  scroller.show(items, id === null ? {} : { selected: items.findIndex((route) => route.id === id) });
  scroller.element.hidden = !list.length;
  message.hidden = Boolean(list.length);
  if (list.length) return;
  fill(message, total
    ? empty("No route matches the filter", "Each word must match. Remove one, or clear the filter.",
      h("button.button", { onclick: () => {
        filter.value = "";
        keep("filter", "");
        show();
        filter.focus();
      } }, "Clear the filter"))
    : (state.world?.generation ?? read) !== read ? h("p.loading", "Reading the routes…")
    : empty("No routes yet", "Write router.route { … } in main.lua and save it. The table updates automatically."));
}

async function load() {
  if (!state.hello) return;
  const mine = ++number;
  loading += 1;
  try {
    const answer = early ?? get("routes");
    early = null;
    const { routes, generation, reviewed } = await answer;
    if (mine !== number) return;
    read = generation;
    isReviewed = reviewed;
    set({ routes });
  } catch (error) {
    if (error.code === "loading") return loadLater();
    // The existing table is more useful than a message; the header shows that the server is gone.
    if (mine !== number || state.routes) return;
    message.hidden = false;
    fill(message, failure(error, load));
  } finally {
    loading -= 1;
  }
}

/** Takes the results of the review of the routes; the rows themselves stay. */
async function takeReview() {
  isReviewed = true;
  const { generation, guards, conflicts, samples } = await get("review");
  if (generation !== read || !state.routes) return;
  const bad = new Set(conflicts);
  set({ routes: state.routes.map((route) => ({ ...route, guards: guards[route.id] ?? 0, conflict: bad.has(route.id), sample: samples[route.id] ?? null })) });
}

/** Takes the numbers of opens of the routes. */
async function takeCounts() {
  loading += 1;
  try {
    const { specs, hits } = await get("counts");
    set({ routes: (state.routes ?? []).map((route) => {
      const [now, journeys, inSpecs] = hits[route.id] ?? [0, 0, specs ? 0 : null];
      return { ...route, hits: now, journey_hits: journeys, spec_hits: inSpecs };
    }) });
  } catch { /* The header shows that the server is gone. */ } finally {
    loading -= 1;
  }
}

function choose(route) {
  if (route.sample) setLink(route.sample);
  go("route", { id: route.id });
}

/** Moves the cursor to the filter. */
export function focusFilter() {
  const begin = () => {
    filter.focus();
    filter.select();
  };
  if (element.offsetParent) return begin();
  go("routes");
  // The table is visible when the page has drawn the new address.
  requestAnimationFrame(begin);
}

/** Selects the next or the previous route. */
export function stepRoutes(by) {
  scroller.element.focus({ preventScroll: true });
  scroller.select(scroller.selected + by);
}

let pending = null;

/** Reads the routes again for their hits; constant opens do not delay it further. */
function loadLater() {
  pending ??= setTimeout(() => {
    pending = null;
    // A pending request is not cancelled for newer hits.
    if (loading) loadLater();
    else if (state.routes && has("counts")) takeCounts();
    else load();
  }, state.routes?.length > 2000 ? 2000 : 600);
}

/** The first response, requested before anything is drawn. */
let early = get("routes");
early.catch(() => {});

let number = 0;
/** The number of pending responses. */
let loading = 0;
/** The generation of the shown routes. */
let read = null;
/** Whether their review was complete. */
let isReviewed = false;

/** The module that describes the chosen count, once it has been needed. */
let heatModule = null;

function drawHeat() {
  heatNote.hidden = heat === "hits";
  if (heatNote.hidden) return;
  if (heatModule) return heatModule.drawHeat(heat, heatNote, takeCounts);
  later(() => import("./heat.js"), (module) => {
    heatModule = module;
    drawHeat();
  });
}

function heatMenu() {
  const menu = h("select.heat", { "aria-label": "Heat", title: "The count to show in the table", onchange: () => {
    heat = menu.value;
    keep("heat", heat);
    head();
    scroller.isStale = true;
    show();
  } }, Object.entries(heats).map(([value, [title]]) => h("option", { value }, title)));
  menu.value = heat;
  on("hello", () => {
    menu.hidden = !has("specs");
    if (menu.hidden) heat = menu.value = "hits";
  });
  return menu;
}

let head = () => {};

/** Draws the table. */
export function makeRoutes(part) {
  element = part;
  heat = Object.hasOwn(heats, kept("heat", "hits")) ? kept("heat", "hits") : "hits";
  heatNote = h("div.heat-note", { hidden: true });
  filter = h("input.filter", {
    type: "search", "aria-label": "Filter the routes", placeholder: "Filter", spellcheck: "false",
    "aria-keyshortcuts": "f", value: kept("filter", ""), title: `Words, and ${filterWords.join("  ")}`,
    oninput: () => { keep("filter", filter.value); show(); },
    onkeydown: (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape") filter.blur();
      else if (event.key === "ArrowDown" || event.key === "Enter") stepRoutes(1);
      else return;
      event.preventDefault();
    },
  });
  count = h("span.count", { "aria-live": "off" });
  const hints = h("div.filter-hints", { role: "group", "aria-label": "Words of the filter" }, filterWords.map((word) => h("button.hint", {
    onmousedown: (event) => event.preventDefault(), onclick: () => {
      filter.value = `${filter.value.trim()} ${word}`.trim();
      filter.focus();
      keep("filter", filter.value);
      show();
    },
  }, word)));
  const wide = iconButton("wide", "Show all columns", () => {
    const isNow = document.body.classList.toggle("has-wide-routes");
    wide.setAttribute("aria-pressed", isNow);
    scroller.isStale = true;
    scroller.later();
  }, { "aria-pressed": "false", class: "wide-button" });
  grouping = h("select.grouping", { "aria-label": "Order of the routes", onchange: () => { keep("routes", grouping.value); show(); } },
    h("option", { value: "file" }, "by file"), h("option", { value: "rank" }, "by rank"));
  grouping.value = kept("routes") === "rank" ? "rank" : "file";
  scroller = new Scroller({ draw, height: () => isWide() ? 34 : 52, label: "Routes", key: (route) => route.id, onchoose: choose, most: 58 });
  const titles = h("div.route-row.route-head", { role: "row", "aria-rowindex": 1 });
  head = () => fill(titles, columns.map(([name, title]) =>
    h(`div.cell.cell-${name}`, { role: "columnheader", class: name === heat ? "is-heat" : "" }, title)));
  head();
  scroller.element.prepend(titles);
  scroller.element.setAttribute("aria-colcount", columns.length);
  message = h("div.routes-message", h("p.loading", "Loading scripts…"));
  scroller.element.hidden = true;
  box = h("div.routes-box", scroller.element, message);
  element.append(h("div.part-head", h("div.filter-box", filter, count), grouping, wide, h("div.filter-more", heatMenu(), hints), heatNote), box);
  on("routes", "address", "endings", show);
  on("world", () => takeCheck().catch(() => {}));
  on("hello", "resumed", load);
  // The review of the routes, which finds conflicts and samples, ends after the first listing.
  let seen;
  on("world", "routes", () => {
    if (!state.world || !state.routes) return;
    const { generation, reviewed } = state.world;
    // A response from before the world was known may be older than it.
    if (seen === undefined ? read !== generation : seen !== generation) load();
    else if (reviewed && !isReviewed) takeReview().catch(load);
    seen = generation;
  });
  on("world", () => { if (state.routes?.length === 0) show(); });
  on("stage", () => loadLater());
  on("routes", "journeys", "world", drawHeat);
  on("running", takeRunning);
  onResult(({ kind, done, total }) => { if ((kind === "specs" || kind === "journeys") && done === total) takeCounts(); });
}
