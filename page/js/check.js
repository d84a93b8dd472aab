// The findings of `moonroute check` in the loaded scripts, with places and code.

import { count, h, fill, empty, failure } from "./dom.js";
import { get } from "./wire.js";
import { on, state, statusWords } from "./state.js";
import { place } from "./code.js";
import { frameOf } from "./reload.js";

function problem(one) {
  const { text, tone } = statusWords(one.severity);
  return h("section.problem", h("div.problem-line", h("span.chip", { class: `is-${tone}` }, text),
    h("p.problem-text", one.message, h("span.soft", ` [${one.rule}]`)), place(one.file, one.line)), frameOf(one));
}

function draw(problems) {
  if (!problems.length) return empty("No problems", "moonroute check finds nothing in the loaded scripts.");
  const files = Map.groupBy(problems, (one) => one.file ?? "The application");
  return [...files].map(([file, list]) => [h("h2", file, h("span.soft", count(list.length, "problem"))), list.map(problem)]);
}

/** Makes the view. */
export function make(element) {
  element.classList.add("check-view");
  let number = 0;
  let shown = null;
  async function show() {
    const mine = ++number;
    const { generation, done } = state.world?.check ?? {};
    const key = `${generation} ${state.world?.problems?.length}`;
    if (key === shown || done === false) return;
    if (!element.firstChild) fill(element, h("p.loading", "Checking…"));
    try {
      const { problems } = await get("check", { frames: true });
      if (mine !== number) return;
      shown = key;
      fill(element, draw(problems));
    } catch (error) {
      if (mine === number) fill(element, failure(error, show));
    }
  }
  on("world", () => { if (!element.hidden) show(); });
  return { show };
}
