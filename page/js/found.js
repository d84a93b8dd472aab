// The answer below the link box, while the middle shows a view that a question does not replace.

import { clip, h, fill } from "./dom.js";
import { on } from "./state.js";
import { explain, showWhy } from "./why.js";
import { pattern } from "./value.js";

const MOST = 8;

let list;

on("address", hideFound);

/** Hides the list, and returns whether it was visible. */
export function hideFound() {
  const wasShown = Boolean(list) && !list.hidden;
  if (wasShown) list.hidden = true;
  return wasShown;
}

const row = (one, isWinner, location) => h("button.found-row", { onclick: () => {
  hideFound();
  showWhy(location);
} }, h("span.mark", { class: one.fits ? "is-good" : "is-soft" }, isWinner ? "wins" : one.fits ? "also fits" : "misses"),
  pattern(one.pattern), h("span.soft", clip(one.reason ?? one.name ?? "", 80)));

/** Shows which routes match a link, below the box. */
export async function showFound(box, location) {
  list ??= box.appendChild(h("div.found", { role: "region", "aria-label": "Routes for the link", hidden: true }));
  box.onfocusout = (event) => { if (!box.contains(event.relatedTarget)) hideFound(); };
  if (!location) return hideFound();
  const match = await explain(location, true);
  if (!match || !box.contains(document.activeElement)) return;
  const others = (match.candidates ?? []).slice(0, MOST);
  fill(list, match.failed ? h("p.is-bad", clip(match.failed.message)) : !match.matched && h("p.soft", clip(match.error?.message ?? "No match")),
    others.map((one) => row(one, one.fits && one.pattern === match.pattern && one.name === match.name, location)),
    !others.length && match.nearest?.length > 0 && h("p.soft", "Nearest: ", match.nearest.join(", ")));
  list.hidden = false;
}
