// The map of the routes: districts with gates, roads between them, the light of a persona, and the ways of the last opens.

import { clip, count, empty, failure, fill, h, iconButton, isStill, loadStyle, refill, s } from "../dom.js";
import { get } from "../wire.js";
import { onResult, rows } from "../live.js";
import { anyPersona, has, keep, kept, later, on, say, state, tell, toast } from "../state.js";
import { go } from "../address.js";
import { place } from "../code.js";
import { takeMatrix } from "../endings.js";
import { isAsked } from "../follow.js";
import { FOLD } from "./layout.js";
import { lay } from "./roads.js";
import { bordersOf, lightOf } from "./light.js";
import { definitions, draw, gatesOf, levelOf, nameOf } from "./draw.js";
import { followPointer } from "./window.js";
import { layPaper, legend, ONE_PAGE, saveSVG } from "./print.js";
import { trailsOf } from "./trails.js";

const ELEMENTS = 1500;
/** The first view of a map with few routes is not smaller than this, so that the names can be read. */
const READABLE = 0.6;
const FEW = 100;
/** From this zoom on, the chosen route has its tile of the gallery. */
const LARGE = 1.6;
const TILE = [206, 376];
const groupings = [["folder", "by folder"], ["tag", "by tag"], ["segment", "by first segment"]];

/** Makes the view. */
export async function make(element) {
  await loadStyle("map");
  element.classList.add("map-view");
  const view = { x: 12, y: 12, zoom: 1 };
  let model = null;
  let matrix = null;
  let person = null;
  let by = groupings.find(([name]) => name === kept("map"))?.[0] ?? "folder";
  let unfolded = new Set();
  let isNarrow = false;
  let isFitted = true;
  let isWhole = false;
  let drawn = null;
  let steps = [];
  let step = -1;

  const world = s("g");
  const picture = s("svg", { class: "map-world", role: "tree", "aria-label": "Map of the routes" }, definitions(), world);
  const preview = h("div.map-tile", { hidden: true });
  const box = h("div.map-box", picture, preview);
  const message = h("div.map-message", { hidden: true });
  const strip = h("div.map-strip");
  const pointer = followPointer(box, view, moved);

  // MARK: Tools

  const search = h("input", { type: "search", "aria-label": "Find on the map", placeholder: "Find", oninput: () => find(), onkeydown: (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    stepFound(event.shiftKey ? -1 : 1);
  } });
  const found = h("span.soft.map-found", { role: "status" });
  const grouping = h("select", { "aria-label": "Districts", onchange: () => {
    by = grouping.value;
    keep("map", by);
    model = null;
    load();
  } }, groupings.map(([value, text]) => h("option", { value }, text)));
  grouping.value = by;
  const light = h("select", { "aria-label": "Light", title: "The routes that this persona can reach", onchange: () => {
    person = light.value || null;
    relight();
  } });
  const percent = h("button.button.is-small.map-percent", { title: "Show the whole map (0)", onclick: () => fit(true) });
  const whole = () => layModel(new Set(model.graph.districts), false);
  const folded = () => layModel(new Set(), false);
  element.append(
    h("div.map-tools", search, found, grouping, light, h("span.grow"),
      h("button.button.is-small", { "aria-label": "Zoom out", title: "Zoom out (-)", onclick: () => zoom(1 / 1.25) }, "−"), percent,
      h("button.button.is-small", { "aria-label": "Zoom in", title: "Zoom in (+)", onclick: () => zoom(1.25) }, "+"),
      h("span.map-copies", h("button.button.is-small", { onclick: copyMermaid }, "Copy Mermaid"),
        h("button.button.is-small", { onclick: () => model && saveSVG(whole()) }, "Save SVG"),
        h("button.button.is-small", { onclick: () => print() }, "Print"))),
    box, message, strip, h("div.map-foot", legend()));

  async function copyMermaid() {
    try {
      const { text } = await get("graph", { format: "mermaid", by, persona: matrix?.personas.includes(person) ? person : null });
      await navigator.clipboard.writeText(text);
      toast("The map is in the clipboard, as Mermaid.");
    } catch (error) {
      toast(error.message, { kind: "is-bad" });
    }
  }

  // MARK: Places

  function layModel(open, narrow, graph = model.graph) {
    const layout = lay(graph, open, narrow);
    // The light depends on the routes, not on their places.
    const lit = model?.graph === graph ? model.light : lightOf(matrix, person, graph);
    return { graph, layout, light: lit, person, trails: model?.trails ?? [], found: model?.found ?? null, focused: model?.focused ?? layout.districts[0]?.id ?? null,
      borders: bordersOf(layout.districts, graph) };
  }

  const itemAt = (id) => id?.startsWith("d") ? model.layout.districts.find((one) => one.id === id) : model.layout.known.get(Number(id?.slice(1)));
  /** The place of an item in sight: a route of a folded district is at its district. */
  const shownAt = (id) => {
    const item = itemAt(id);
    return item?.home?.isFolded ? item.home : item;
  };
  const items = () => model.layout.districts.flatMap((one) => [one, ...(one.isFolded ? [] : one.rows)]);

  function relay(graph = model.graph) {
    const before = model && new Map(items().map((one) => [one.name ?? one.label, [one.x, one.y]]));
    const wasFocused = box.contains(document.activeElement);
    model = layModel(unfolded, isNarrow, graph);
    if (!shownAt(model.focused)) model.focused = model.layout.districts[0]?.id ?? null;
    drawn = null;
    if (isFitted) fit();
    else paint();
    if (wasFocused) focusShown();
    if (before && !isStill()) animate(before);
  }

  /** Moves the items that have a new place. */
  function animate(before) {
    for (const one of items()) {
      const [x, y] = before.get(one.name ?? one.label) ?? [one.x, one.y];
      if (x === one.x && y === one.y) continue;
      world.querySelector(`[data-id="${one.id}"]`)?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${one.x}px, ${one.y}px)` }], { duration: 150, easing: "ease-out" });
    }
  }

  function relight() {
    if (!model) return;
    Object.assign(model, { light: lightOf(matrix, person, model.graph), person });
    paint();
    drawStrip();
  }

  function fold(district, isFolded = !district.isFolded) {
    if (isFolded) unfolded.delete(district.name);
    else {
      if (isNarrow) unfolded.clear();
      unfolded.add(district.name);
    }
    isFitted = false;
    relay();
    const same = model.layout.districts.find((one) => one.name === district.name);
    if (isFolded || (view.zoom >= 0.8 && !isNarrow)) pointer.show(same);
    else pointer.fit(same, isNarrow || same.height > same.width * 2);
    drawStrip();
  }

  // MARK: Drawing

  /** Shows the whole map, or only its readable part around the start; `asksWhole` is kept until the next map. */
  function fit(asksWhole = isWhole) {
    isFitted = true;
    isWhole = asksWhole;
    if (!model) return;
    const { width, height } = model.layout;
    const isSmall = isWhole || isNarrow || model.graph.nodes.length > FEW;
    pointer.fit({ x: 0, y: 0, width, height }, isNarrow, isSmall ? 0 : READABLE, isSmall ? null : startAt());
    isFitted = true;
  }

  /** The start of the map: the route of the newest open, or the first screen, or the first district. */
  function startAt() {
    const { known, districts } = model.layout;
    return known.get(model.trails[0]?.legs.at(-1)) ?? [...known.values()].find((node) => node.label === "/") ?? districts[0];
  }

  function zoom(factor) {
    pointer.zoomBy(factor);
  }

  const sight = (margin) => {
    const [wide, high] = [box.clientWidth / view.zoom, box.clientHeight / view.zoom];
    const [x, y] = [-view.x / view.zoom, -view.y / view.zoom];
    return { x: x - wide * margin, y: y - high * margin, right: x + wide * (1 + margin), bottom: y + high * (1 + margin) };
  };

  let isPending = false;
  function moved() {
    isFitted = false;
    if (isPending || !model) return;
    isPending = true;
    requestAnimationFrame(() => {
      isPending = false;
      if (!model) return;
      const now = sight(0);
      const isInside = drawn && drawn.zoom === view.zoom && now.x >= drawn.x && now.y >= drawn.y && now.right <= drawn.right && now.bottom <= drawn.bottom;
      if (isInside) turn();
      else paint();
    });
  }

  function turn() {
    world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.zoom})`);
    percent.textContent = `${Math.round(view.zoom * 100)} %`;
    placeTile();
  }

  /** Shows the tile of the chosen route next to its card, inside the window onto the map. */
  function placeTile() {
    const item = view.zoom >= LARGE ? itemAt(model.focused) : null;
    preview.hidden = !item?.sample || item.home.isFolded || !has("gallery") || isClosed();
    if (preview.hidden) return;
    const persona = matrix?.personas.includes(person) ? person : null;
    later(() => import("./tile.js"), (module) => module.drawTile(preview, item, persona, (location) => tell("open", { location })));
    const [wide, high] = TILE;
    const [left, right] = [item.x, item.x + item.width].map((x) => x * view.zoom + view.x);
    const inside = (place, size, room) => Math.max(8, Math.min(room - size - 8, place));
    preview.style.left = `${inside(right + 12 + wide > box.clientWidth && left > wide + 20 ? left - wide - 12 : right + 12, wide, box.clientWidth)}px`;
    preview.style.top = `${inside(item.y * view.zoom + view.y, high, box.clientHeight)}px`;
  }

  /** Draws the part in sight, with less detail if there would be too many elements. */
  function paint() {
    if (!model || !box.clientWidth) return;
    const focused = box.contains(document.activeElement);
    for (let level = levelOf(view.zoom), margin = 0.3; ; level -= 1, margin = 0.1) {
      const area = sight(margin);
      const parts = draw(model, area, level, view.zoom);
      fill(world, parts);
      drawn = { ...area, zoom: view.zoom };
      if (!level || world.getElementsByTagName("*").length <= ELEMENTS) break;
    }
    turn();
    if (focused) focusShown();
  }

  // MARK: One route

  function focusShown() {
    const item = shownAt(model.focused);
    world.querySelector(`[data-id="${item?.id}"]`)?.focus({ preventScroll: true });
  }

  function choose(id, { isShown = true, isCentred = false } = {}) {
    model.focused = id;
    const item = shownAt(id);
    if (!item) return;
    if (isShown) pointer.show(item, isCentred);
    paint();
    drawStrip();
    if (box.contains(document.activeElement)) focusShown();
  }

  const isClosed = () => state.world?.read_only === true;
  const openNode = (node) => node.sample && !isClosed() ? tell("open", { location: node.sample }) : go("route", { id: node.route });
  const why = (node) => node.sample ? go("why", { link: node.sample }) : go("route", { id: node.route });

  function drawStrip() {
    const item = model && itemAt(model.focused);
    if (!item) return fill(strip);
    if (!item.home) {
      return refill(strip, h("strong", clip(item.name, 80)), h("span.soft", count(item.count, "route")), h("span.grow"),
        h("button.button.is-small", { onclick: () => fold(item) }, item.isFolded ? "Unfold" : "Fold"));
    }
    const lit = model.light.get(item.route);
    const gates = item.asked.map((index) => model.graph.gates[index]);
    refill(strip, h("code.map-strip-title", clip(item.label, 80)), item.name && h("span.soft", clip(item.name, 60)),
      lit && h("span.chip", { class: `is-${lit.tone === "bad" ? "bad" : lit.tone}` }, `${lit.sign} ${clip(lit.long, 60)}`),
      gates.slice(0, 4).map((gate) => h("span.map-strip-gate", h("span.kind", gate.kind), gate.file ? place(gate.file, gate.line) : h("code", gate.label))),
      gates.length > 4 && h("span.soft", `and ${gates.length - 4} more`),
      h("span.map-strip-actions", item.sample && !isClosed() && h("button.button.is-small.is-main", { onclick: () => openNode(item) }, "Open"),
        item.sample && h("button.button.is-small", { onclick: () => why(item) }, "Why"),
        h("button.button.is-small", { onclick: () => go("route", { id: item.route }) }, "Route")));
  }

  /** The item that an arrow key chooses: in reading order, down the tree and along a road, or back up. */
  function next(item, key) {
    const all = items();
    const at = all.indexOf(item);
    if (key === "ArrowDown") return all[at + 1];
    if (key === "ArrowUp") return all[at - 1];
    if (key === "Home") return all[0];
    if (key === "End") return all.at(-1);
    if (key === "ArrowLeft") return item.home ? item.above ?? item.home : null;
    if (key !== "ArrowRight") return null;
    if (!item.home) return item.isFolded ? null : item.rows[0];
    return item.children[0] ?? model.layout.roads.find((road) => road.from === item)?.to;
  }

  box.addEventListener("keydown", (event) => {
    if (!model || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest("[data-id]")) return;
    const item = shownAt(model.focused);
    const target = next(item, event.key);
    const isDistrict = !item.home;
    const calls = {
      Enter: () => isDistrict ? fold(item) : openNode(item), " ": () => isDistrict ? fold(item) : go("route", { id: item.route }),
      w: () => isDistrict || why(item), "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(1 / 1.25), 0: () => fit(true),
      ArrowRight: () => isDistrict && item.isFolded && fold(item, false), ArrowLeft: () => isDistrict && !item.isFolded && model.graph.nodes.length > FOLD && fold(item, true),
    };
    if (target) choose(target.id);
    else if (calls[event.key]) calls[event.key]();
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
  });
  world.addEventListener("focusin", (event) => {
    const { id } = event.target.dataset;
    if (!id || id === shownAt(model.focused)?.id) return;
    choose(id);
  });
  world.addEventListener("click", (event) => {
    const id = event.target.closest("[data-id]")?.dataset.id;
    if (!id) return;
    const item = itemAt(id);
    choose(id, { isShown: false });
    focusShown();
    if (!item.home) fold(item);
  });
  world.addEventListener("dblclick", (event) => {
    const item = itemAt(event.target.closest("[data-id]")?.dataset.id);
    if (item?.home) openNode(item);
  });

  // MARK: Search

  function find() {
    if (!model) return;
    const words = search.value.trim().toLowerCase();
    step = -1;
    steps = words ? model.layout.districts.flatMap((one) => one.rows.filter((node) => `${node.label} ${node.name ?? ""} ${node.file ?? ""}`.toLowerCase().includes(words))) : [];
    model.found = words ? new Set(steps.flatMap((node) => node.home.isFolded ? [node.home.id] : [node.id])) : null;
    found.textContent = words ? count(steps.length, "match", "matches") : "";
    paint();
  }

  function stepFound(direction) {
    if (!steps.length) return;
    step = (step + direction + steps.length) % steps.length;
    const { id } = steps[step];
    const home = model.layout.districts.find((one) => one.name === steps[step].home.name);
    if (home.isFolded) {
      fold(home, false);
      const at = step;
      find();
      step = at;
    }
    if (view.zoom < 0.8) pointer.zoomBy(0.8 / view.zoom);
    choose(id, { isCentred: true });
    found.textContent = `${step + 1} of ${steps.length}`;
    say(nameOf(itemAt(id), model));
  }

  // MARK: Data

  let number = 0;
  let generation;

  function showMessage(...children) {
    message.hidden = !children.length;
    box.hidden = strip.hidden = Boolean(children.length);
    fill(message, ...children);
  }

  async function load() {
    const mine = ++number;
    if (!model) showMessage(h("p.loading", "Reading the map…"));
    try {
      const graph = await get("graph", { by });
      if (mine !== number) return;
      generation = state.world?.generation;
      if (!graph.nodes.length) {
        model = null;
        return showMessage(empty("No routes yet", "Write a route in main.lua: it becomes a place here."));
      }
      showMessage();
      const isNew = !model;
      if (isNew) {
        isNarrow = box.clientWidth < 560;
        unfolded = new Set(isNarrow || graph.nodes.length > FOLD ? [] : graph.districts);
      } else for (const name of graph.districts) if (!model.graph.districts.includes(name) && graph.nodes.length <= FOLD && !isNarrow) unfolded.add(name);
      if (isNew) [isFitted, isWhole] = [true, false];
      relay(graph);
      drawStrip();
      takeTrails();
      if (search.value) find();
    } catch (error) {
      if (mine !== number) return;
      model = null;
      showMessage(failure(error, load));
    }
  }

  async function loadLight() {
    if (!has("matrix")) return;
    try {
      matrix = await get("matrix");
      takeMatrix(matrix);
      const names = matrix.people.map((one) => one.name);
      const current = matrix.people.find((one) => one.persona === (state.world?.persona ?? null))?.name;
      person = [person, current, anyPersona()].find((name) => names.includes(name)) ?? names[0];
      fill(light, names.map((name) => h("option", { value: name }, matrix.personas.length ? `as ${name}` : name)), h("option", { value: "" }, "no light"));
      light.value = person ?? "";
    } catch {
      // Without the table, the map has no light; Access shows the reason.
      matrix = null;
    }
    light.hidden = !matrix;
    relight();
  }

  let trailed = "";
  async function takeTrails() {
    const asked = rows.list.filter((row) => isAsked(row)).slice(-3).map((row) => row[3]).filter((open) => open && !state.running.has(open)).toReversed();
    const key = asked.join();
    if (key === trailed || !model) return;
    trailed = key;
    const { trails, hasRoads } = await trailsOf(asked, model);
    if (trailed !== key || !model) return;
    model.trails = trails;
    // A redirect that occurred for the first time is a new road.
    if (!hasRoads) {
      const graph = await get("graph", { by }).catch(() => null);
      if (graph && model && trailed === key) return relay(graph);
    }
    paint();
  }

  function show() {
    if (!model || generation !== state.world?.generation) {
      load();
      loadLight();
    } else {
      takeTrails();
      if (isFitted) fit();
      else paint();
    }
  }
  on("world", () => { if (!element.hidden && generation !== undefined && generation !== state.world?.generation) show(); });
  let persona = state.world?.persona ?? null;
  on("world", () => {
    const now = state.world?.persona ?? null;
    if (now === persona || !matrix) return;
    persona = now;
    person = matrix.people.find((one) => one.persona === now)?.name ?? person;
    light.value = person ?? "";
    relight();
  });
  on("rows", "running", () => { if (!element.hidden) takeTrails(); });
  on("resumed", () => {
    trailed = "";
    if (!element.hidden) load();
  });
  onResult((result) => { if (result.kind === "matrix" && result.done >= result.total && !element.hidden && matrix) loadLight(); });
  addEventListener("beforeprint", () => {
    if (model && state.address.view === "map") layPaper(model.graph.nodes.length > ONE_PAGE ? folded() : whole(), whole);
  });
  new ResizeObserver(() => {
    if (!model || element.hidden || !box.clientWidth) return;
    const narrow = box.clientWidth < 560;
    if (narrow !== isNarrow) {
      isNarrow = narrow;
      unfolded = new Set(isNarrow || model.graph.nodes.length > FOLD ? [] : model.graph.districts);
      isFitted = true;
      relay();
      drawStrip();
    } else if (isFitted) fit();
    else paint();
  }).observe(box);
  light.hidden = true;
  return { show };
}
