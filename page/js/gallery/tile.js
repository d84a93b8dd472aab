// A tile of the gallery: the stage after an open, drawn as on the device, or the reason for a missing screen.

import { h } from "../dom.js";
import { ends } from "../state.js";
import { StageView, topOf } from "../stage.js";
import { coloursOf, hasFailed, lookOf } from "../looks/looks.js";

/** The sizes of the screens: a title, the width and height of the stage, and the width of a tile. */
export const sizes = { phone: ["Phone", 390, 600, 190], tablet: ["Tablet", 834, 1112, 250], window: ["Window", 1280, 800, 340] };

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The screen that a tile shows, or null: an open that was sent elsewhere shows the screen of another route. */
export const screenOf = (tile) => tile.stage && !["sent", "fails", "missing"].includes(tile.cell.access) ? topOf(tile.stage.children?.[0]) : null;

/** The kind of a tile for the summary. */
export const kindOf = (tile) => screenOf(tile) ? "screen" : tile.cell.access === "opens" ? "action" : tile.cell.access;

/** Whether the view of a tile has no look, or one with a mistake. */
export const lacksLook = (tile) => {
  const view = screenOf(tile)?.view;
  return Boolean(view) && (!lookOf(view) || hasFailed(view));
};

/** The words about a tile's changes: parts of its screen, or its earlier ending. */
export function changesOf(tile) {
  if (tile.was) return `was: ${tile.was}`;
  const [first, ...rest] = tile.changed;
  return first ? `changed: ${first}${rest.length ? ` and ${rest.length} more` : ""}` : null;
}

/** The ending of a tile without a screen: a sign, a title, a reason and a place. */
function ending(tile, others) {
  const { cell } = tile;
  const [sign, , tone] = cell.access === "opens" ? ["▶", "", "soft"] : ends[cell.access];
  const by = cell.decided_by;
  const title = cell.access === "sent" ? `Sent to ${cell.target.split("?")[0]}` : cell.access === "opens" ? "Action" : capital(cell.access === "missing" ? "finds nothing" : cell.access);
  const reason = cell.access === "opens" ? "runs, shows no screen" : cell.reason ?? (others.length ? `${others.join(", ")} see${others.length === 1 ? "s" : ""} it` : "");
  return h("div.tile-ending", h("span.tile-sign", { class: `is-${tone}`, "aria-hidden": "true" }, sign), h("strong", title), reason && h("span.soft", reason),
    by?.file && h("code", `${by.file.split("/").at(-1)}:${by.line}`));
}

/** The stage with its screen in the style of its route, over a plain one: below an open of its own there is nothing. */
const presented = ({ stage, style }) => ({ ...stage, children: [{ kind: "screen", id: 0, title: "", body: [""], presented: { ...style, node: stage.children[0] } }] });

/** Draws the stage of a tile, or its ending. */
function content(tile, theme, others) {
  if (!screenOf(tile)) return ending(tile, others);
  const window = h("div.device-window", { inert: true });
  for (const [name, value] of Object.entries(coloursOf())) window.style.setProperty(name, value);
  new StageView(window, () => {}).show(tile.style ? presented(tile) : tile.stage, { animated: false });
  return window;
}

/** The tile as a figure; its screen is drawn by `build`, and removed by `clear`. */
export function makeTile(tile, { size, theme, showsPersona, others, choose, note }) {
  const [, width, height, shown] = sizes[size];
  const changes = changesOf(tile) ?? note;
  const words = [tile.name ?? tile.pattern, tile.location, showsPersona && `as ${tile.persona}`, tile.cell.words, changes, lacksLook(tile) && "no look", theme].filter(Boolean).join(", ");
  const frame = h("div.tile-frame", { dataset: { theme, size, kind: kindOf(tile) } });
  const element = h("figure.tile", { class: changes ? "is-changed" : "" },
    h("div.tile-box", frame, h("button.tile-open", { "aria-label": words, title: "Open it on the device. With Shift, compare it with another one.", onclick: (event) => choose(tile, event.shiftKey) })),
    h("figcaption", h("span.tile-head", h("strong", tile.name ?? tile.pattern), changes && h("span.tile-chip.is-changed", changes), !changes && lacksLook(tile) && h("span.chip.is-notable", "no look")),
      h("code", tile.location), showsPersona && h("span.soft", `as ${tile.persona}`)));
  element.style.setProperty("--width", width);
  element.style.setProperty("--height", height);
  element.style.setProperty("--shown", shown);
  return {
    element, tile,
    build() { if (!frame.firstChild) frame.append(content(tile, theme, others)); },
    clear() { frame.replaceChildren(); },
  };
}
