// The match of a link: the winner, the losers, and near misses. Nothing runs.

import { clip, clipped, count, h, fill, refill, empty, failure } from "./dom.js";
import { get, post } from "./wire.js";
import { ends, has, on, state } from "./state.js";
import { go } from "./address.js";
import { followNewest } from "./follow.js";
import { place } from "./code.js";
import { link as linkInBox, startLinks, suggestions } from "./linkbox.js";
import { brief, pattern } from "./value.js";

let number = 0;
let under;

/** A server limits its addresses, so a longer link is posted. */
export const LONGEST = 4000;
/** The time without a keystroke or another open after which the slower answers are requested. */
export const QUIET = 300;

/**
 * Requests the match of a location; older responses are dropped after a newer request. Near misses take
 * the time of all routes, so they are requested separately.
 */
export async function explain(location, near, ends = null) {
  const mine = ++number;
  under?.abort();
  under = new AbortController();
  try {
    const match = await (location.length > LONGEST ? post("match", { location, near }, under.signal)
      : get("match", { location, near, ends }, under.signal));
    return mine === number ? match : null;
  } catch (error) {
    return mine === number && error.name !== "AbortError" ? { failed: error } : null;
  }
}

function pairs(title, object) {
  const entries = Object.entries(object ?? {});
  return entries.length > 0 && [h("dt", title), h("dd", entries.map(([key, value]) =>
    h("span.pair", h("span.pair-key", key), h("span.pair-value", brief(value)))))];
}

function winner(match) {
  const route = match.candidates.find((one) => one.fits && one.pattern === match.pattern) ?? {};
  return h("div.verdict.is-good",
    h("div.verdict-head", h("span.chip.is-good", "Wins"),
      pattern(match.pattern), place(route.file, route.line)),
    h("dl.facts", h("dt", "Link"), h("dd", h("code", clipped(match.location))), match.name && [h("dt", "Route"), h("dd", match.name)],
      pairs("Parameters", match.params), pairs("Query", match.query),
      match.rest?.length > 0 && [h("dt", "Rest"), h("dd", match.rest.join(" / "))],
      match.branch?.length > 1 && [h("dt", "Branch"), h("dd", match.branch.join(" › "))]));
}

function loser(match) {
  return h("div.verdict.is-notable",
    h("div.verdict-head", h("span.chip.is-notable", "No match"), h("span", clipped(match.error?.message ?? ""))));
}

function candidate(one, isWinner) {
  return h("tr", h("td", h("span.mark", { class: one.fits ? "is-good" : "is-soft" },
      isWinner ? "wins" : one.fits ? "also fits" : "misses")),
    h("td", pattern(one.pattern), one.name && h("div.soft", one.name)),
    h("td.reason", h("div", clip(one.reason ?? (isWinner ? "" : "ranks lower"))), place(one.file, one.line)));
}

function drawMatch(match) {
  const others = match.candidates ?? [];
  const best = others.find((one) => one.fits && one.pattern === match.pattern && one.name === match.name);
  return [
    match.matched ? winner(match) : loser(match),
    others.length > 0 && h("div.table-box", { tabindex: "0", role: "region", "aria-label": "Candidates" },
      h("table.table.why-table", h("caption", "Candidates, nearest first"),
        h("thead", h("tr", ["", "Pattern", "Reason and place"].map((text) =>
          h("th", { scope: "col" }, text || h("span.hidden-text", "Result"))))),
        h("tbody", others.map((one) => candidate(one, one === best))))),
    match.nearest?.length > 0 && !others.length
      && h("p.soft", "Nearest: ", match.nearest.join(", ")),
  ];
}

/** The ends of the link: a line for each, with its personas. */
export function drawEnds(list) {
  return h("ul.ends", { "aria-label": "Ends of the link" }, list.map((end) => {
    const [sign, , tone] = ends[end.access];
    const by = end.decided_by;
    return h("li.end", h("span.soft", `as ${end.personas.join(", ")}`), h("span.chip", { class: `is-${tone}` }, `${sign} ${clip(end.words, 80)}`),
      by && h("span.soft", `by the ${by.step}${by.name ? ` of ${by.name}` : ""}`), by ? place(by.file, by.line) : null);
  }));
}

/** Cancels the last request: its response is no longer needed. */
function forget() {
  number += 1;
  under?.abort();
}

/** Makes the view. */
export function make(view) {
  view.classList.add("why");
  const line = h("div.follow-line", { hidden: true });
  const element = h("div.why-body");
  view.append(line, element);
  let shown = null;
  let quiet;
  async function show({ link }) {
    if (!link && linkInBox()) return go("why", { link: linkInBox() }, { replace: true });
    if (!link) {
      forget();
      clearTimeout(quiet);
      delete view.dataset.link;
      const start = `start ${suggestions()}`;
      if (shown === start) return;
      shown = start;
      refill(element, empty("Where does a link lead?",
        "Type a link above. As you type, this shows which route wins, and why the others do not.", startLinks()));
      return;
    }
    const key = `${link}\n${state.world?.generation}`;
    if (key === shown) return;
    clearTimeout(quiet);
    shown = null;
    if (!view.dataset.link) fill(element, h("p.loading", "Asking…"));
    const match = await explain(link, false);
    if (!match) return;
    shown = match.failed ? null : key;
    fill(element, match.failed ? failure(match.failed, () => show({ link })) : drawMatch(match));
    if (match.failed) return;
    quiet = setTimeout(async () => {
      const whole = await explain(link, true);
      if (!whole) return;
      if (!whole.failed) fill(element, drawMatch(whole));
      view.dataset.link = link;
      if (!whole.matched || !has("matrix")) return;
      const asked = await explain(link, false, true);
      if (asked?.ends?.length) element.querySelector(".verdict")?.after(drawEnds(asked.ends));
    }, QUIET);
  }
  on("newer", "address", () => {
    line.hidden = !state.newer || state.address.view !== "why";
    if (!line.hidden) fill(line, h("button.chip.is-news", { onclick: () => followNewest(true) }, count(state.newer, "new open")));
  });
  on("world", "routes", () => {
    if (state.address.view === "why") show(state.address.params);
  });
  return { show };
}

/** Shows the match of a link, without an entry in the browser's history. */
export function showWhy(link) {
  go("why", { link }, { replace: true });
}
