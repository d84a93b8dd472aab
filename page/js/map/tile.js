// The tile of the gallery next to the card of the chosen route, on a large map.

import { fill, h, loadStyle } from "../dom.js";
import { kept, state } from "../state.js";
import { post } from "../wire.js";
import { makeTile } from "../gallery/tile.js";

const known = new Map();
let generation = null;

/** The tile of a route for a persona; an application that is changed has other tiles. */
function tileOf(node, persona) {
  if (generation !== state.world?.generation) known.clear();
  generation = state.world?.generation;
  const key = `${persona} ${node.route}`;
  if (!known.has(key)) {
    known.set(key, Promise.all([post("gallery", { persona, find: node.name ?? node.label }), loadStyle("device"), loadStyle("looks"), loadStyle("gallery")])
      .then(([{ tiles }]) => tiles.find((one) => one.route === node.route) ?? null, () => null));
  }
  return known.get(key);
}

/** Draws the tile into a box; `open` opens its location. A route without a tile has none. */
export async function drawTile(box, node, persona, open) {
  const key = `${persona} ${node.route} ${state.world?.generation}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  fill(box, h("p.soft", "Opening…"));
  const tile = await tileOf(node, persona);
  if (box.dataset.key !== key) return;
  if (!tile) return fill(box);
  const theme = kept("gallery-theme") === "dark" ? "dark" : "light";
  const made = makeTile(tile, { size: "phone", theme, showsPersona: Boolean(persona), others: [], note: null, choose: () => open(tile.location) });
  made.build();
  fill(box, made.element);
}
