// The gallery: every screen of the application as a person sees it, with its changes since the last save.

import { count, empty, failure, fill, h, loadStyle, refill } from "../dom.js";
import { post } from "../wire.js";
import { onResult } from "../live.js";
import { anyPersona, becomePersona, keep, kept, on, say, state, tell, toast } from "../state.js";
import { setLink, open } from "../linkbox.js";
import { lookOf, looksNumber } from "../looks/looks.js";
import { sheet } from "../sheet.js";
import { changesOf, kindOf, lacksLook, makeTile, screenOf, sizes } from "./tile.js";
import { lookNotes } from "./notes.js";

const groupings = { folder: "by file", tag: "by tag", tab: "by tab" };
const themes = { light: "☀ Light", dark: "☾ Dark", both: "Both" };
const ALL = "";

/** The name of the tab that a tile shows. */
function tabOf(tile) {
  const root = tile.stage?.children?.[0];
  if (root?.kind !== "tabs" || !screenOf(tile)) return "no tab";
  const tab = root.children[root.selected];
  return tab?.title ?? tab?.name ?? "no tab";
}

const groupOf = {
  folder: (tile) => tile.file ?? "the program",
  tag: (tile) => (state.routes ?? []).find((route) => route.id === tile.route)?.tags?.[0] ?? "no tag",
  tab: tabOf,
};

const show = sheet();

/** Makes the view. */
export async function make(element) {
  await Promise.all([loadStyle("device"), loadStyle("looks"), loadStyle("gallery")]);
  element.classList.add("gallery-view");
  let answer = null;
  let person;
  let size = kept("gallery-size") in sizes ? kept("gallery-size") : "phone";
  let theme = kept("gallery-theme", "light") in themes ? kept("gallery-theme", "light") : "light";
  let by = kept("gallery-by", "folder") in groupings ? kept("gallery-by", "folder") : "folder";
  let only = null;
  let wanted = "";
  let found = "";
  let other = null;
  let running = "";
  let isCancelled = false;
  /** The looks when the shown tiles were drawn, and those before. */
  let looks = { number: null, texts: new Map(), changed: new Set() };
  let tiles = [];

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? entry.target.tile.build() : entry.target.tile.clear();
  }, { root: element, rootMargin: "100%" });

  // MARK: Tools

  const choice = (label, options, value, call) => h("div.choice", { role: "group", "aria-label": label }, Object.entries(options).map(([name, text]) =>
    h("button.choice-item", { "aria-pressed": String(name === value), onclick: () => call(name) }, text)));
  const search = h("input.gallery-search", { type: "search", "aria-label": "Filter the gallery", placeholder: "Filter", oninput: () => { wanted = search.value.toLowerCase(); draw(); }, onchange: () => {
    // With too many tiles, the server searches.
    if (!answer || found) load();
  } });
  const grouping = h("select", { "aria-label": "Groups", onchange: () => {
    by = grouping.value;
    keep("gallery-by", by);
    draw();
  } }, Object.entries(groupings).map(([value, text]) => h("option", { value }, text)));
  grouping.value = by;
  const who = h("span.gallery-who");
  const options = h("span.gallery-who");
  const marks = h("span.gallery-who");
  const summary = h("span.soft", { role: "status" });
  const cancel = h("button.button.is-small", { hidden: true, onclick: () => { isCancelled = true; stop(); } }, "Cancel");
  const stop = () => post("gallery/cancel").catch((error) => toast(error.message, { kind: "is-bad" }));
  const again = h("button.button.is-small", { hidden: true, onclick: () => load() }, "Run again");
  const paper = h("button.button.is-small", { onclick: () => saved("printGallery") }, "Print");
  const file = h("button.button.is-small", { onclick: () => saved("saveGallery") }, "Save as one file");
  const notes = h("div");
  const groups = h("div.gallery-groups");
  element.append(h("div.tool-row.gallery-tools", who, options, grouping, search, marks, summary, cancel, again, h("span.grow"), h("span.gallery-save", paper, file)), notes, groups);

  const personas = () => (state.personas?.personas ?? []).map((one) => one.name);

  function drawTools() {
    const names = personas();
    refill(who, names.length > 0 && [h("span.soft", "as "), choice("Person", { ...Object.fromEntries(names.map((name) => [name, name])), ...(names.length > 1 ? { [ALL]: "all" } : {}) }, person, (name) => { person = name; load(); })]);
    refill(options, choice("Size", Object.fromEntries(Object.entries(sizes).map(([name, [title]]) => [name, title])), size, (name) => {
      size = name;
      keep("gallery-size", name);
      draw();
    }), choice("Theme", themes, theme, (name) => {
      theme = name;
      keep("gallery-theme", name);
      draw();
    }));
  }

  // MARK: Tiles

  const noteOf = (tile) => looks.changed.has(screenOf(tile)?.view) ? "changed: look" : null;
  const isChanged = (tile) => Boolean(changesOf(tile) ?? noteOf(tile));
  const kinds = { changed: isChanged, fails: (tile) => tile.cell.access === "fails", look: lacksLook };

  function mark(kind, tone, words) {
    const number = answer.tiles.filter(kinds[kind]).length;
    if (!number) {
      if (only === kind) only = null;
      return null;
    }
    return h("button.gallery-mark", { class: `is-${tone}`, "aria-pressed": String(only === kind), title: "Only these", onclick: () => {
      only = only === kind ? null : kind;
      draw();
    } }, `${number} ${words}`);
  }

  /** The numbers of screens and of endings without one: "4 screens, 1 stopped". */
  function numbersOf(list) {
    const numbers = Map.groupBy(list, kindOf);
    const part = (kind, one, more = one) => numbers.has(kind) ? count(numbers.get(kind).length, one, more) : null;
    return [part("screen", "screen", "screens"), part("action", "action", "actions"), part("sent", "sent elsewhere"), part("stopped", "stopped"),
      part("missing", "finds nothing", "find nothing"), part("waits", "waits", "wait"), part("fails", "fails", "fail")].filter(Boolean).join(", ");
  }

  function drawSummary(shown) {
    summary.textContent = running || numbersOf(shown) || "no screens";
    const hasLooks = answer.tiles.some((tile) => lookOf(screenOf(tile)?.view));
    refill(marks, mark("changed", "changed", "changed"), mark("fails", "bad", "fail"), hasLooks && mark("look", "notable", "without a look"));
    fill(notes, lookNotes(answer.tiles).map((text) => h("p.note", text)), !answer.compared && h("p.soft.gallery-note", "Nothing to compare with yet: after the next save, changed screens are marked."),
      answer.untried.length > 0 && h("p.soft.gallery-note", `No sample location for ${answer.untried.map((one) => one.name ?? one.pattern).join(", ")}. Add samples to the route.`));
  }

  const fits = (tile) => (!only || kinds[only](tile)) && (!wanted || [tile.name, tile.pattern, tile.location, tile.file, screenOf(tile)?.view].some((one) => one?.toLowerCase().includes(wanted)));

  function draw() {
    drawTools();
    paper.hidden = file.hidden = !answer?.tiles.length;
    if (!answer) return;
    const shown = answer.tiles.filter(fits);
    drawSummary(shown);
    seen.disconnect();
    const opening = Map.groupBy(answer.tiles.filter((tile) => tile.cell.access === "opens"), (tile) => tile.location);
    const some = theme === "both" ? ["light", "dark"] : [theme];
    tiles = [];
    const lists = Map.groupBy(shown, groupOf[by]);
    refill(groups, [...lists].map(([name, list]) => h("section.gallery-group", { "aria-label": name }, h("h2", name, " ", h("span.soft", numbersOf(list))),
      h("div.gallery-tiles", list.flatMap((tile) => some.map((one) => {
        const others = (opening.get(tile.location) ?? []).map((mate) => mate.persona).filter((mate) => mate !== tile.persona);
        const made = makeTile(tile, { size, theme: one, showsPersona: person === ALL && personas().length > 0, others, choose, note: noteOf(tile) });
        made.element.tile = made;
        tiles.push(made);
        return made.element;
      }))))), !shown.length && empty("Nothing here", "No screen fits the filter."));
    for (const one of tiles) seen.observe(one.element);
  }

  async function choose(tile, isCompared) {
    if (isCompared) return compare(tile);
    const name = personas().includes(tile.persona) ? tile.persona : null;
    if ((state.world?.persona ?? null) !== name && !await becomePersona(name)) return;
    setLink(tile.location);
    if (await tell("open", { location: tile.location })) say(`${tile.location} is on the device`);
  }

  /** Shows two tiles side by side; the first one is remembered until a second one is chosen. */
  function compare(tile) {
    if (!other || other === tile) {
      other = tile;
      toast(`${tile.location}: choose another one with Shift to compare them.`);
      return;
    }
    const pair = [other, tile].map((one) => makeTile(one, { size, theme: theme === "dark" ? "dark" : "light", showsPersona: true, others: [], choose: () => {}, note: null }));
    other = null;
    show("Compare", h("div.gallery-tiles.is-large", pair.map((one) => {
      one.build();
      one.element.querySelector(".tile-open").remove();
      return one.element;
    })));
  }

  async function saved(call) {
    for (const one of tiles) one.build();
    // Pictures arrive a little later.
    await Promise.all([...groups.querySelectorAll("img")].map((one) => one.decode().catch(() => {})));
    const people = person === ALL ? personas().join(", ") : person;
    const words = { title: `${state.hello?.application ?? "Application"}: gallery`, people: people ? `as ${people}` : "", count: `${numbersOf(tiles.map((one) => one.tile))}, generation ${answer.generation ?? "–"}`, date: new Date().toLocaleDateString() };
    try {
      const module = await import("./save.js");
      await module[call]([...groups.querySelectorAll(".gallery-group")], words);
    } catch (error) {
      toast(error.message, { kind: "is-bad", seconds: 12 });
    }
    draw();
  }

  // MARK: Loading

  let number = 0;

  async function load() {
    const mine = ++number;
    person ??= personas().includes(state.world?.persona) ? state.world.persona : anyPersona() ?? ALL;
    drawTools();
    if (!answer) fill(groups, h("p.loading", "Opening each route…"));
    isCancelled = cancel.hidden = false;
    again.hidden = true;
    try {
      const next = await post("gallery", { persona: person || null, find: found ? search.value : null });
      if (mine !== number) return;
      running = "";
      cancel.hidden = true;
      answer = next;
      // The palette offers the views.
      state.views = [...new Set([...state.views, ...next.tiles.map((tile) => screenOf(tile)?.view).filter(Boolean)])];
      takeLooks();
      draw();
    } catch (error) {
      if (mine !== number) return;
      const reached = running;
      running = "";
      cancel.hidden = true;
      if (error.code === "cancelled") return showCancelled(reached);
      found = error.code === "value_too_large" ? "server" : "";
      answer = null;
      summary.textContent = "";
      fill(groups, failure(error, load));
    }
  }

  /** Says how far a cancelled run came; the tiles of the run before stay. */
  function showCancelled(reached) {
    again.hidden = false;
    if (answer) draw();
    else fill(groups, empty("Cancelled", "No screen was drawn. Run it again, or narrow it by a persona or a filter."));
    summary.textContent = `Cancelled${reached ? ` after ${reached}` : ""}${answer ? "; the tiles are from the run before" : ""}`;
  }

  /** Notes which looks differ from the ones in the last drawing. */
  function takeLooks() {
    if (looks.number === looksNumber()) return;
    const views = new Set(answer.tiles.map((tile) => screenOf(tile)?.view).filter(Boolean));
    const texts = new Map([...views].map((view) => [view, JSON.stringify(lookOf(view))]));
    const changed = looks.number === null ? [] : [...views].filter((view) => looks.texts.has(view) && looks.texts.get(view) !== texts.get(view));
    looks = { number: looksNumber(), texts, changed: new Set(changed) };
  }

  onResult((result) => {
    // A late message can follow the end of a run.
    if (result.kind !== "gallery" || element.hidden || cancel.hidden || result.done >= result.total) return;
    running = `${result.done} of ${result.total}`;
    summary.textContent = running;
    // The run began only after it was cancelled.
    if (isCancelled) stop();
  });
  let generation = state.world?.generation;
  on("world", () => {
    const isNew = generation !== state.world.generation;
    generation = state.world.generation;
    if (!isNew) return;
    looks.changed = new Set();
    if (!element.hidden) load();
    else answer = null;
  });
  on("looks", () => {
    if (!answer) return;
    takeLooks();
    if (!element.hidden) draw();
  });
  on("personas", () => { if (!element.hidden) drawTools(); });
  // A new connection does not start a cancelled run again.
  on("resumed", () => { if (!element.hidden && !isCancelled) load(); });
  return {
    show({ view, as } = {}) {
      if (as !== undefined && as !== person) {
        person = as;
        answer = null;
      }
      if (view !== undefined) {
        search.value = view;
        wanted = view.toLowerCase();
      }
      if (answer) draw();
      else load();
    },
  };
}
