// Notes about looks that only the screens show: names that no screen of a view has.

import { namesIn } from "../looks/binding.js";
import { lookOf } from "../looks/looks.js";
import { screenOf } from "./tile.js";

const standing = ["item", "index", "items", "title", "view", "location"];

/** The names that a look reads from the screen; inside lists, names belong to the items first. */
function namesOf(piece) {
  if (!piece || typeof piece !== "object") return namesIn(piece);
  const isMany = piece.kind === "list" || piece.kind === "grid";
  return Object.entries(piece).filter(([field]) => !(isMany && field === "pieces")).flatMap(([, value]) => namesOf(value));
}

/** The number of letters that differ, at most 3. */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = [...Array(other.length + 1).keys()];
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) next.push(Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return Math.min(3, row.at(-1));
}

/** The notes about names that look like a mistyped property: a name that is only sometimes there is not a mistake. */
export function lookNotes(tiles) {
  const views = Map.groupBy(tiles.map(screenOf).filter((screen) => screen?.view && lookOf(screen.view)), (screen) => screen.view);
  return [...views].flatMap(([view, screens]) => {
    const known = [...new Set(screens.flatMap((one) => [one.props, one.params, one.fields].flatMap((home) => Object.keys(home ?? {}))))];
    const used = new Set(namesOf(lookOf(view)).map((name) => name.split(".")[0]));
    return [...used].filter((name) => !known.includes(name) && !standing.includes(name)).flatMap((name) => {
      const near = [...known, "title"].find((one) => distance(name, one) < Math.min(3, Math.ceil(one.length / 2)));
      return near ? [`'${view}' had no property '${name}' in ${screens.length} sample${screens.length === 1 ? "" : "s"}. Did you mean '${near}'?`] : [];
    });
  });
}
