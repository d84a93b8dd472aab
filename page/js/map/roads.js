// The roads of the map. Each runs in the row of its route, in the gutters between the columns, and above them.
// Roads of a kind to the same target share a track.

import { FOLD, layOut, place } from "./layout.js";

const TRACK = 8;
const ROOM = 40;
const side = { child: 0, fixed: -6, seen: 6 };

/** The ways between visible places, with their counts; ways inside a folded district are left out. */
function visible(layout, edges) {
  const found = new Map();
  const at = (id) => {
    const node = layout.known.get(id);
    return node?.home.isFolded ? node.home : node;
  };
  for (const { from, to, kind, count } of edges) {
    const [a, b] = [at(from), at(to)];
    if (!a || !b || a === b || (kind === "child" && b.above === a)) continue;
    const key = `${a.id} ${b.id} ${kind}`;
    if (!found.has(key)) found.set(key, { key, from: a, to: b, kind, count: 0, routes: [] });
    const road = found.get(key);
    road.count += count;
    road.routes.push([from, to]);
  }
  return [...found.values()];
}

/** Gives intervals tracks, so that no two of a track overlap. */
function assign(bundles) {
  const ends = [];
  for (const bundle of [...bundles.values()].sort((one, other) => one.from - other.from || (one.key < other.key ? -1 : 1))) {
    let track = ends.findIndex((end) => end < bundle.from);
    if (track < 0) track = ends.length;
    ends[track] = bundle.to;
    bundle.track = track;
  }
  return ends.length;
}

function join(bundles, key, from, to) {
  const [low, high] = from < to ? [from, to] : [to, from];
  if (!bundles.has(key)) bundles.set(key, { key, from: low, to: high });
  const bundle = bundles.get(key);
  bundle.from = Math.min(bundle.from, low);
  bundle.to = Math.max(bundle.to, high);
  return bundle;
}

const columnOf = (one) => (one.column ?? one.columns[0]).index;
const middle = (one, kind) => one.y + (one.column ? 20 : one.height / 2) + side[kind];

/** Chooses the gutters of a road, and the sides on which it leaves and enters. */
function plan(road, gutters, corridor) {
  const [a, b] = [columnOf(road.from), columnOf(road.to)];
  const [ya, yb] = [middle(road.from, road.kind), middle(road.to, road.kind)];
  const name = `${road.kind} ${road.to.id}`;
  const near = a + 1 === b ? b : a === b ? a + 1 : a - 1 === b ? a : null;
  if (near !== null) {
    return Object.assign(road, { leaves: b < a ? "left" : "right", enters: a + 1 === b ? "left" : "right", tracks: [[near, join(gutters[near], name, ya, yb)]] });
  }
  const top = -TRACK;
  return Object.assign(road, { leaves: "right", enters: "left", corridor: join(corridor, name, a + 1, b),
    tracks: [[a + 1, join(gutters[a + 1], name, ya, top)], [b, join(gutters[b], name, yb, top)]] });
}

/** A line through points, with round corners. */
function rounded(points) {
  let text = `M${points[0]}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const [[x0, y0], [x, y], [x1, y1]] = points.slice(at - 1, at + 2);
    const [before, after] = [Math.hypot(x - x0, y - y0), Math.hypot(x1 - x, y1 - y)];
    const radius = Math.min(7, before / 2, after / 2);
    if (!radius) continue;
    text += `L${x + (x0 - x) / before * radius} ${y + (y0 - y) / before * radius}Q${x} ${y} ${x + (x1 - x) / after * radius} ${y + (y1 - y) / after * radius}`;
  }
  return `${text}L${points.at(-1)}`;
}

/** Places a layout with its roads: `roads` of `{key, from, to, kind, count, routes, d, box, label}`. */
export function connect(layout, edges) {
  const gutters = Array.from({ length: layout.columns.length + 1 }, () => new Map());
  const corridor = new Map();
  const roads = visible(layout, edges).map((road) => plan(road, gutters, corridor));
  const widths = gutters.map((bundles) => Math.max(ROOM, 32 + assign(bundles) * TRACK));
  const lanes = assign(corridor);
  const top = lanes ? 24 + lanes * TRACK : 24;
  place(layout, widths, top);
  const left = (gutter) => gutter === layout.columns.length ? layout.width - widths[gutter] : layout.columns[gutter].x - widths[gutter];
  for (const road of roads) {
    const { from, to, kind, leaves, enters } = road;
    const [ya, yb] = [middle(from, kind), middle(to, kind)];
    const start = leaves === "right" ? from.x + from.width : from.x;
    const end = enters === "right" ? to.x + to.width : to.x;
    const xs = road.tracks.map(([gutter, bundle]) => left(gutter) + 16 + bundle.track * TRACK);
    const points = road.corridor
      ? [[start, ya], [xs[0], ya], [xs[0], 12 + road.corridor.track * TRACK], [xs[1], 12 + road.corridor.track * TRACK], [xs[1], yb], [end, yb]]
      : [[start, ya], [xs[0], ya], [xs[0], yb], [end, yb]];
    const [allX, allY] = [points.map(([x]) => x), points.map(([, y]) => y)];
    road.points = points;
    road.d = rounded(points);
    road.box = { x: Math.min(...allX), y: Math.min(...allY), right: Math.max(...allX), bottom: Math.max(...allY) };
    road.label = leaves === "right" ? { x: start + 6, y: ya - 4, anchor: "start" } : { x: start - 6, y: ya - 4, anchor: "end" };
  }
  layout.roads = roads;
  return layout;
}

/** The number of points at which a road crosses a road to another target. */
export function crossings({ roads }) {
  const level = [];
  // The roads of a track are one line.
  const upright = new Map();
  for (const { points, kind, to } of roads) {
    const name = `${kind} ${to.id}`;
    for (let at = 1; at < points.length; at += 1) {
      const [[x0, y0], [x1, y1]] = [points[at - 1], points[at]];
      if (x0 !== x1) {
        level.push([name, y0, Math.min(x0, x1), Math.max(x0, x1)]);
        continue;
      }
      const key = `${name} ${x0}`;
      const known = upright.get(key) ?? [name, x0, Infinity, -Infinity];
      upright.set(key, [name, x0, Math.min(known[2], y0, y1), Math.max(known[3], y0, y1)]);
    }
  }
  const found = new Set();
  for (const [name, x, low, high] of upright.values()) {
    for (const [other, y, left, right] of level) if (other !== name && left < x && x < right && low < y && y < high) found.add(`${x} ${y}`);
  }
  return found.size;
}

const SWEEPS = 2;
const chosen = new WeakMap();

/** The number of sweeps with the fewest crossings; it is the same for folded districts, so that nothing jumps. */
function sweepsOf(graph) {
  const edges = graph.edges.filter(({ kind }) => kind !== "seen");
  const open = new Set(graph.nodes.length > FOLD ? [] : graph.districts);
  let best = { sweeps: 0, count: Infinity };
  for (let sweeps = 0; sweeps <= SWEEPS && best.count; sweeps += 1) {
    const count = crossings(connect(layOut(graph, open, false, sweeps), edges));
    if (count < best.count) best = { sweeps, count };
  }
  return best.sweeps;
}

/** Lays out a graph with its roads, in the order of districts with the fewest crossings. */
export function lay(graph, unfolded, isNarrow) {
  if (!chosen.has(graph)) chosen.set(graph, sweepsOf(graph));
  return connect(layOut(graph, unfolded, isNarrow, chosen.get(graph)), graph.edges);
}
