// The picture of the map: districts, cards, gates, roads, and the ways of the last opens.

import { count, s } from "../dom.js";
import { gateWords, shareOf, stateOf } from "./light.js";

const MONO = 7.25;
const SANS = 6.4;
const GATES = 3;

/** Shortens a text for a width in pixels, at a size of its letters. */
const fit = (text, width, letter) => text.length * letter <= width ? text : `${text.slice(0, Math.max(1, Math.floor(width / letter) - 1))}…`;

const isIn = ({ x, y, width, height, right = x + width, bottom = y + height }, area) =>
  x <= area.right && right >= area.x && y <= area.bottom && bottom >= area.y;

/** The level of detail for a zoom: districts, names, or everything. */
export const levelOf = (zoom) => zoom < 0.35 ? 0 : zoom < 0.8 ? 1 : 2;

const gateName = (gate) => `${gate.kind} ${gate.label}${gate.file ? `, ${gate.file}:${gate.line}` : ""}`;

/** The accessible name of a route. */
export function nameOf(node, model) {
  const { graph, light } = model;
  const lit = light.get(node.route);
  const gates = node.asked.map((index) => `${graph.gates[index].kind} ${graph.gates[index].label}${lit?.gates.has(index) ? ` ${gateWords[lit.gates.get(index)]}` : ""}`);
  const leads = model.layout.roads.filter((road) => road.kind !== "child" && road.from === node).map((road) => `redirects to ${road.to.label ?? road.to.name}`);
  return [node.label, node.name, lit && `${model.person}: ${lit.long}`, ...gates, ...leads].filter(Boolean).join(", ");
}

/** A gate: a bar across the way, with an opening if it is open. */
function gateBar(x, y, gate, state, number) {
  const d = state === "open" ? `M${x} ${y - 11}v6M${x} ${y + 5}v6` : state === "depends" ? `M${x} ${y - 11}v6M${x} ${y - 2}v4M${x} ${y + 5}v6` : `M${x} ${y - 11}v22`;
  return [s("path", { class: `map-gate is-${state ?? "plain"}`, d }, s("title", {}, `${gateName(gate)}${state ? `: ${gateWords[state]}` : ""}`)),
    number && s("text", { class: "map-number", x, y: y - 14, "text-anchor": "middle" }, number)];
}

/** The gates on the way into a route: its own, and gates of patterns that are not on the district's border. */
export function gatesOf(node, model) {
  const border = model.borders.get(node.home) ?? [];
  const above = node.above ? new Set(node.above.asked) : new Set();
  return node.asked.filter((index) => !border.includes(index) && (node.gates.includes(index) || !above.has(index)));
}

function drawGates(node, model, level) {
  const all = gatesOf(node, model);
  const shown = all.length > GATES ? all.slice(0, GATES - 1) : all;
  const y = node.y + node.height / 2;
  const numbers = level === 2 ? model.trails[0]?.gates.get(node.route) : null;
  return [shown.map((index, place) => gateBar(node.x - 8 - (shown.length - 1 - place + (all.length > GATES ? 1.6 : 0)) * 9, y, model.graph.gates[index], model.light.get(node.route)?.gates.get(index), numbers?.get(index))),
    all.length > GATES && s("text", { class: "map-number is-rest", x: node.x - 4, y: y + 4, "text-anchor": "end" }, `+${all.length - shown.length}`)];
}

/** The line into a route, from its parent or from the border. */
function wayInto(node) {
  const y = node.y + node.height / 2;
  if (!node.above) return `M${node.x - 34} ${y}H${node.x}`;
  const { above } = node;
  const x = node.x - 32;
  // In another column, the parent is out of sight.
  return above.column === node.column ? `M${above.x + 12} ${above.y + above.height}V${y - 6}Q${above.x + 12} ${y} ${above.x + 18} ${y}H${node.x}` : `M${x} ${y}H${node.x}`;
}

function drawCard(node, model, level, zoom) {
  const lit = model.light.get(node.route);
  const isGroup = !node.has_view && !node.has_action && !lit;
  const kind = [lit && (lit.isLit ? "is-lit" : "is-shut"), isGroup && "is-group", model.found?.has(node.id) && "is-found", node.id === model.focused && "is-chosen"].filter(Boolean).join(" ");
  const name = nameOf(node, model);
  const group = s("g", { class: `map-card ${kind}`, role: "treeitem", tabindex: node.id === model.focused ? 0 : -1, "data-id": node.id, "aria-label": name, "aria-level": node.depth + 2, "aria-selected": String(node.id === model.focused), transform: `translate(${node.x} ${node.y})` },
    s("rect", { width: node.width, height: node.height, rx: 8 }));
  if (lit && !lit.isLit) group.append(s("rect", { class: "map-hatch", width: node.width, height: node.height, rx: 8 }));
  if (level === 1) {
    const size = Math.min(30, Math.max(13, 11 / zoom));
    group.append(s("text", { class: "map-name", x: 12, y: 20 + size * 0.35, "font-size": size }, fit(node.name ?? node.label, node.width - (lit ? 44 : 20), size * 0.56)));
    if (lit) group.append(s("text", { class: `map-sign is-${lit.tone}`, x: node.width - 10, y: 20 + size * 0.35, "font-size": size, "text-anchor": "end" }, lit.sign));
    return group;
  }
  group.append(s("title", {}, name), s("text", { class: "map-pattern", x: 12, y: node.name || lit ? 17 : 24 }, fit(node.label, node.width - 22, MONO)));
  const verdict = lit && `${lit.sign} ${fit(lit.text, 96, SANS)}`;
  if (node.name) group.append(s("text", { class: "map-soft", x: 12, y: 32, "font-size": 12 }, fit(node.name, node.width - 24 - (verdict ? verdict.length * SANS + 8 : 0), SANS)));
  if (verdict) group.append(s("text", { class: `map-verdict is-${lit.tone}`, x: node.width - 10, y: 32, "text-anchor": "end" }, verdict));
  return group;
}

/** A district: its name, its number of routes, the share of them that is closed, and its gates. */
function drawDistrict(district, model, level, zoom) {
  const isShort = district.isFolded || level === 0;
  const { tried, shut } = shareOf(district, model.light);
  // Titles keep a readable size when the map is small.
  const size = level === 0 ? Math.min(13 / zoom, district.height * 0.44) : Math.min(30, Math.max(13, 10.5 / zoom));
  const border = model.borders.get(district) ?? [];
  const inset = 14 + border.length * 9;
  const told = tried ? shut === tried ? "all closed" : shut ? `${shut} closed` : "all open" : "";
  const counted = count(district.count, "route");
  const gates = border.map((index) => `, ${gateName(model.graph.gates[index])}`).join("");
  const group = s("g", { class: `map-district${district.isFolded ? " is-folded" : ""}${district.id === model.focused ? " is-chosen" : ""}${model.found?.has(district.id) ? " is-found" : ""}`, role: "treeitem", tabindex: district.id === model.focused ? 0 : -1, "data-id": district.id, "aria-level": 1,
    "aria-expanded": String(!district.isFolded), "aria-selected": String(district.id === model.focused), "aria-label": `${district.name}, ${counted}${told && `, ${model.person}: ${told}`}${gates}`, transform: `translate(${district.x} ${district.y})` },
  s("rect", { width: district.width, height: district.height, rx: 12 }));
  const letter = size * 0.58;
  if (isShort) {
    const middle = district.height / 2;
    const hasRoom = size * 3 < district.height;
    group.append(s("text", { class: "map-title", x: inset, y: middle + size * (hasRoom ? -0.3 : 0.35), "font-size": size }, fit(district.name, district.width - inset - 10, letter)));
    if (hasRoom) group.append(s("text", { class: "map-soft", x: inset, y: middle + size * 1.1, "font-size": size * 0.9 }, fit(told ? `${counted}, ${told}` : counted, district.width - inset - 10, letter * 0.85)));
    if (tried) group.append(s("rect", { class: "map-share", x: inset, y: district.height - 9, width: district.width - inset - 14, height: 3, rx: 1.5 }),
      s("rect", { class: "map-share is-lit", x: inset, y: district.height - 9, width: (district.width - inset - 14) * (1 - shut / tried), height: 3, rx: 1.5 }));
  } else {
    const full = told && shut ? `${district.count}, ${told}` : String(district.count);
    // The name matters more than the count.
    const share = (district.name.length + full.length) * letter + inset + 24 < district.width ? full : "";
    const name = fit(district.name, district.width - inset - 24 - share.length * letter * 0.9, letter);
    group.append(s("text", { class: "map-title", x: inset, y: 20 + size * 0.38, "font-size": size }, name),
      s("text", { class: "map-soft", x: district.width - 14, y: 20 + size * 0.38, "font-size": size * 0.92, "text-anchor": "end" }, share));
    group.insertBefore(s("rect", { class: "map-head", width: district.width, height: 40, rx: 12 }), group.children[1]);
  }
  const bars = border.map((index, place) => gateBar(district.x + 8 + place * 9, district.y + (isShort ? district.height / 2 : 20), model.graph.gates[index], stateOf(index, district.rows, model.light), null));
  return [group, level > 0 ? bars : null];
}

const follows = (trail, road) => trail.legs.some((leg, at) => at && road.routes.some(([from, to]) => from === trail.legs[at - 1] && to === leg));

/** The ways of the last opens, over the lines and below the cards. */
function drawTrails(model, area, level) {
  return model.trails.toReversed().map((trail) => {
    const kind = trail === model.trails[0] ? "is-last" : "is-before";
    const lines = [];
    for (const [at, leg] of trail.legs.entries()) {
      for (let node = model.layout.known.get(leg); node && !node.home.isFolded && level > 0; node = node.above) {
        if (isIn(node, area) && (node.above || !at || gatesOf(node, model).length)) lines.push(wayInto(node));
      }
    }
    for (const road of model.layout.roads) if (isIn(road.box, area) && follows(trail, road)) lines.push(road.d);
    return [...new Set(lines)].map((d) => s("path", { class: `map-trail ${kind}`, d }));
  });
}

/** Draws an area of the map; the elements are in the order of painting. */
export function draw(model, area, level, zoom) {
  const { layout } = model;
  const districts = layout.districts.filter((one) => isIn(one, area));
  const nodes = level ? layout.nodes.filter((one) => isIn({ ...one, x: one.x - 40, width: one.width + 40 }, area)) : [];
  const heads = districts.map((one) => drawDistrict(one, model, level, zoom));
  const ways = nodes.filter((node) => node.above || gatesOf(node, model).length).map((node) => s("path", { class: "map-line", d: wayInto(node) }));
  const roads = layout.roads.filter((road) => isIn(road.box, area)).map((road) => [
    s("path", { class: `map-road is-${road.kind}`, d: road.d, "marker-end": `url(#map-end-${road.kind})` }, s("title", {}, roadWords(road))),
    level === 2 && road.kind !== "child" && (road.kind === "seen" || road.count > 1) && s("text", { class: "map-count", x: road.label.x, y: road.label.y, "text-anchor": road.label.anchor }, road.kind === "seen" ? `${road.count}×` : road.count)]);
  return [heads, ways, roads, drawTrails(model, area, level), nodes.map((node) => drawGates(node, model, level)), nodes.map((node) => drawCard(node, model, level, zoom))].flat(Infinity);
}

const title = (one) => one.label ?? one.name;
const roadWords = (road) => `${title(road.from)} ${road.kind === "fixed" ? `redirects to${road.count > 1 ? ` (${road.count} routes)` : ""}` : road.kind === "seen" ? `was redirected ${road.count}× to` : "is the parent of"} ${title(road.to)}`;

/** The definitions that the picture needs: the ends of roads, and the pattern of closed routes. */
export const definitions = () => s("defs", {}, ["fixed", "seen", "child"].map((kind) => s("marker", { id: `map-end-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { class: `map-end is-${kind}`, d: "M0 0L8 4L0 8z" }))),
  s("pattern", { id: "map-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { class: "map-stripe", width: 3, height: 8 })));
