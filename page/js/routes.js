// The table of the routes.

import { count as counted, h, fill, empty, failure, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { onResult } from "./live.js";
import { has, keep, kept, on, say, set, state, tell } from "./state.js";
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
/** The current or last run of the specs: `{done, total, failed}`. */
let specs = null;

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
    case "pattern": return [pattern(route.pattern), route.conflict && h("span.badge.is-notable", { title: "Another route can take its links" }, "conflict")];
    case "name": return [route.name ?? h("span.faint", "no name"), opening.has(route.name) && [" ", h("span.mark.is-wait", "opening…")]];
    case "work": return workOf(route);
    case "tags": return (route.tags ?? []).map((tag) => h("span.tag", "#" + tag));
    case "guards": return guardSign(route.guards);
    case "hits": case "journey_hits": case "spec_hits":
      return route[name] ? h("span", { class: name === heat ? "hits" : "", title: heats[name][1](route[name]) }, route[name]) : "";
    case "place": return place(route.file, route.line);
    default: return route[name] ?? "";
  }
}

function draw(route, index) {
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
  const total = state.routes.length;
  const id = state.address.view === "route" ? Number(state.address.params.id) : null;
  most = Math.max(1, ...(total < 20_000 ? state.routes.map((route) => route[heat] || 0) : [1]));
  scroller.element.setAttribute("aria-rowcount", list.length + 1);
  scroller.element.dataset.total = total;
  count.textContent = list.length === total ? total.toLocaleString("en")
    : `${list.length.toLocaleString("en")} / ${total.toLocaleString("en")}`;
  drawHeat();
  scroller.show(list, id === null ? {} : { selected: list.findIndex((route) => route.id === id) });
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
  // The address changes later, and the table is visible only after that.
  addEventListener("hashchange", () => requestAnimationFrame(begin), { once: true });
}

/** Selects the next or the previous route. */
export function stepRoutes(by) {
  scroller.element.focus({ preventScroll: true });
  scroller.select(scroller.selected + by);
}

let later = null;

/** Reads the routes again for their hits; constant opens do not delay it further. */
function loadLater() {
  later ??= setTimeout(() => {
    later = null;
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

function drawHeat() {
  heatNote.hidden = heat === "hits";
  if (heatNote.hidden) return;
  const isRunning = specs && specs.done < specs.total;
  const hasRun = state.routes?.some((route) => route.spec_hits !== null && route.spec_hits !== undefined);
  const never = (state.routes ?? []).filter((route) => !route[heat]).length;
  const rest = `${never} of ${counted((state.routes ?? []).length, "route")} in no ${heat === "spec_hits" ? "spec" : "journey"}`;
  if (heat === "journey_hits") {
    fill(heatNote, h("span", state.journeys?.length ? `${counted(state.journeys.length, "journey")}, ${rest}` : "No journey is saved yet."));
    return;
  }
  const text = isRunning ? `Running the specs: ${specs.done} of ${specs.total}` : !hasRun ? "The specs have not run here yet."
    : specs?.total === 0 ? "There are no specs." : `${specs?.failed ? `${counted(specs.failed, "file")} failed, ` : ""}${rest}`;
  fill(heatNote, h("span", text), h("button.link-button", { disabled: Boolean(isRunning) || state.world?.read_only === true, onclick: runSpecs }, hasRun ? "Run again" : "Run specs"));
}

async function runSpecs() {
  const before = specs;
  const told = await tell("specs", {});
  if (!told) return;
  // The stream may have reported the first files before the response arrived.
  if (specs === before) specs = { done: 0, total: told.total, failed: 0 };
  drawHeat();
  if (!told.total) takeCounts();
}

function takeResult({ kind, done, total, rows }) {
  if (kind === "specs") {
    // The first files of a run reset the count, even if another page started the run.
    specs = { done, total, failed: (done > rows.length ? specs?.failed ?? 0 : 0) + rows.filter((row) => row.status === "failed").length };
    drawHeat();
    if (done === total) say("The specs have finished");
  }
  if ((kind === "specs" || kind === "journeys") && done === total) takeCounts();
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
  element.append(h("div.part-head", h("div.filter-box", filter, count), heatMenu(), wide, hints, heatNote), box);
  on("routes", "address", show);
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
  onResult(takeResult);
}
