// The light on the map: the routes that one persona can reach, by the table of `moonroute access`.

import { ends } from "../state.js";

/** The states of a gate, with their signs. */
export const gateWords = { open: "open", shut: "shut", depends: "depends on the link" };

const matches = (gate, decider) => decider && gate.file === decider.file && gate.line === decider.line;

/** The end of a route at its locations: `{word, sign, tone, text, long, isLit}`. */
function verdict(node, cells) {
  const one = wordsOf(node, cells);
  const [sign, , tone] = ends[one.word];
  return { ...one, sign, tone };
}

function wordsOf(node, cells) {
  const kinds = new Set(cells.map((cell) => cell.access));
  if (kinds.size > 1) return { word: "depends", isLit: kinds.has("opens"), text: "depends", long: [...new Set(cells.map((cell) => cell.words))].join("; ") };
  const [cell] = cells;
  const word = cell.access === "opens" && node.has_action && !node.has_view ? "runs" : cell.access;
  const text = cell.access === "sent" ? cell.short.replace("→ ", "") : ends[word][1];
  return { word, isLit: cell.access === "opens", text, long: word === "runs" ? "runs" : cell.words };
}

/** The state of each gate before a route: all gates before the deciding gate were open. */
function gateStates(node, cells, gates) {
  const found = new Map();
  for (const cell of cells) {
    const decided = node.asked.findIndex((index) => matches(gates[index], cell.decided_by));
    node.asked.forEach((index, place) => {
      const state = cell.access === "opens" || place < decided ? "open" : place === decided ? "shut" : null;
      if (!state) return;
      found.set(index, !found.has(index) || found.get(index) === state ? state : "depends");
    });
  }
  return found;
}

/** The verdicts of a person: for each route `{sign, tone, text, long, isLit, gates}`. */
export function lightOf(matrix, person, graph) {
  const result = new Map();
  if (!matrix || !person) return result;
  const byRoute = Map.groupBy(matrix.rows, (row) => row.route);
  for (const node of graph.nodes) {
    const cells = (byRoute.get(node.id) ?? []).map((row) => row.cells[person]).filter(Boolean);
    if (!cells.length) continue;
    result.set(node.id, { ...verdict(node, cells), gates: gateStates(node, cells, graph.gates) });
  }
  return result;
}

/** The ends of the routes for a person, by the route. */
export function endsOf({ rows }, person, routes) {
  const byRoute = Map.groupBy(rows, (row) => row.route);
  const known = routes.map((route) => [route, (byRoute.get(route.id) ?? []).map((row) => row.cells[person]).filter(Boolean)]);
  return new Map(known.filter(([, cells]) => cells.length).map(([route, cells]) => [route.id, verdict(route, cells)]));
}

/** The numbers of a district's tried routes and closed routes. */
export function shareOf(district, light) {
  const all = district.rows.map((node) => light.get(node.route)).filter(Boolean);
  return { tried: all.length, shut: all.filter((one) => !one.isLit).length };
}

/** The gates that all routes of a district have, by a pattern; they are on its border. */
export function bordersOf(districts, graph) {
  const own = new Set(graph.nodes.flatMap((node) => node.gates));
  return new Map(districts.map((one) => {
    const [first, ...rest] = one.rows;
    return [one, first ? first.asked.filter((index) => !own.has(index) && rest.every((node) => node.asked.includes(index))) : []];
  }));
}

/** The state of a gate for several routes. */
export function stateOf(index, nodes, light) {
  const states = new Set(nodes.map((node) => light.get(node.route)?.gates.get(index)).filter(Boolean));
  return states.size > 1 ? "depends" : [...states][0] ?? null;
}
