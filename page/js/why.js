// The match of a link: the winner, the losers, and near misses. Nothing runs.

import { h, fill, empty, failure } from "./dom.js";
import { get } from "./wire.js";
import { on, state } from "./state.js";
import { go } from "./address.js";
import { place } from "./code.js";
import { brief, pattern } from "./value.js";

let number = 0;
let under;

/** Requests the match of a location; older responses are dropped after a newer request. */
export async function explain(location) {
  const mine = ++number;
  under?.abort();
  under = new AbortController();
  try {
    const match = await get("match", { location }, under.signal);
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
    h("dl.facts", h("dt", "Link"), h("dd", h("code", match.location)), match.name && [h("dt", "Route"), h("dd", match.name)],
      pairs("Parameters", match.params), pairs("Query", match.query),
      match.rest?.length > 0 && [h("dt", "Rest"), h("dd", match.rest.join(" / "))],
      match.branch?.length > 1 && [h("dt", "Branch"), h("dd", match.branch.join(" › "))]));
}

function loser(match) {
  return h("div.verdict.is-notable",
    h("div.verdict-head", h("span.chip.is-notable", "No match"), h("span", match.error?.message ?? "")));
}

function candidate(one, isWinner) {
  return h("tr", h("td", h("span.mark", { class: one.fits ? "is-good" : "is-soft" },
      isWinner ? "wins" : one.fits ? "also fits" : "misses")),
    h("td", pattern(one.pattern), one.name && h("div.soft", one.name)),
    h("td.reason", h("div", one.reason ?? (isWinner ? "" : "ranks lower")), place(one.file, one.line)));
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

/** Cancels the last request: its response is no longer needed. */
function forget() {
  number += 1;
  under?.abort();
}

/** Makes the view. */
export function make(element) {
  element.classList.add("why");
  let shown = null;
  async function show({ link }) {
    if (!link) {
      forget();
      shown = null;
      delete element.dataset.link;
      fill(element, empty("Where does a link lead?",
        "Type a link above. As you type, this shows which route wins, and why the others do not."));
      return;
    }
    const key = `${link}\n${state.world?.generation}`;
    if (key === shown) return;
    if (!element.dataset.link) fill(element, h("p.loading", "Asking…"));
    const match = await explain(link);
    if (!match) return;
    shown = match.failed ? null : key;
    fill(element, match.failed ? failure(match.failed, () => show({ link })) : drawMatch(match));
    element.dataset.link = link;
  }
  on("world", () => {
    if (state.address.view === "why") show(state.address.params);
  });
  return { show };
}

/** Shows the match of a link, without an entry in the browser's history. */
export function showWhy(link) {
  go("why", { link }, { replace: true });
}
