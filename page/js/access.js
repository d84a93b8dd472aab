// Who may go where: each route as each persona.

import { h, fill, download, empty, failure } from "./dom.js";
import { get } from "./wire.js";
import { onResult } from "./live.js";
import { on, state, statusWords, tell } from "./state.js";
import { becomePersona } from "./header.js";
import { setLink, open } from "./linkbox.js";
import { csv, markdown } from "./links.js";
import { pattern } from "./value.js";

const signs = { opened: "✓", handled: "✓", intercepted: "⊘", not_found: "?", failed: "✗", cancelled: "–", fell_back: "↩" };

function words(cell) {
  if (!cell) return "";
  if (cell.target) return `→ ${cell.target}`;
  return `${signs[cell.status] ?? ""} ${cell.reason ?? (cell.status === "opened" ? "" : statusWords(cell.status).text.toLowerCase())}`.trim();
}

const short = (cell) => cell?.target ? `→ ${cell.name ?? cell.target}` : words(cell);

/** Makes the view. */
export function make(element) {
  let matrix = null;
  let wanted = "";
  let isRunning = false;
  let asked = null;
  const box = h("div");
  const state_ = h("span.soft");
  const search = h("input", { type: "search", "aria-label": "Filter the matrix", placeholder: "Filter", oninput: () => { wanted = search.value.toLowerCase(); draw(); } });
  const again = h("button.button", { onclick: () => run() }, "Check again");
  const asTable = (join) => [["route", "location", ...matrix.personas], ...matrix.rows.map((row) =>
    [row.name ?? row.pattern, row.location, ...matrix.personas.map((name) => words(row.cells[name]))])];
  const save = h("button.button", { onclick: () => download("access.csv", "text/csv", csv(asTable())) }, "CSV");
  const text = h("button.button", { onclick: () => download("access.md", "text/markdown", markdown(asTable())) }, "Markdown");
  const tools = h("div.tool-row", search, state_, h("span.grow"), save, text, again);
  element.append(tools, box);
  async function inspect(row, name) {
    // The steps of another person would be a wrong answer.
    if ((state.world?.persona ?? null) !== name && !await becomePersona(name)) return;
    setLink(row.location);
    open({ dry: true, location: row.location, more: {} });
  }
  function cell(row, name) {
    const one = row.cells[name];
    if (!one) return h("td", h("span.faint", "…"));
    const { text, tone } = statusWords(one.target ? "redirected" : one.status);
    return h("td", h("button.cell-button", { class: `is-${tone}`, title: `${name}: ${words(one)}. Click for the steps.`, onclick: () => inspect(row, name) },
      short(one), h("span.hidden-text", one.target || one.reason ? "" : ` ${text}`),
      row.changed?.includes(name) && h("span.changed-sign", { title: "Different since the scripts changed" }, "✱")));
  }
  function draw() {
    save.hidden = text.hidden = search.hidden = again.hidden = !matrix?.personas.length;
    state_.textContent = isRunning ? "Checking…" : "";
    if (!matrix) return fill(box, h("p.loading", "Opening each route as each persona…"));
    if (!matrix.personas.length) {
      return fill(box, empty("No personas yet", "Write personas.lua beside main.lua: return { visitor = {}, mei = { session = { user = \"mei\" } } }. Each becomes a column here."));
    }
    const rows = matrix.rows.filter((row) => !wanted || JSON.stringify(row).toLowerCase().includes(wanted));
    fill(box, h("div.table-box", { tabindex: "0", role: "region", "aria-label": "Access" }, h("table.table.matrix",
      h("thead", h("tr", h("th", { scope: "col" }, "Route"), matrix.personas.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", rows.slice(0, 600).map((row) => h("tr", h("th", { scope: "row" }, row.name ?? "", h("div", pattern(row.pattern))), matrix.personas.map((name) => cell(row, name)))))),
      rows.length > 600 && h("p.soft", `and ${rows.length - 600} more; filter to see them`)));
  }
  async function run() {
    isRunning = true;
    draw();
    const answer = await tell("matrix", {});
    if (!answer?.total) isRunning = false;
    draw();
  }
  let number = 0;
  async function load() {
    const mine = ++number;
    try {
      const next = await get("matrix");
      if (mine !== number) return;
      matrix = next;
      if (!matrix.personas.length) matrix.personas = ((await get("personas")).personas).map(({ name }) => name);
      draw();
      if (matrix.personas.length && !matrix.rows.length && !isRunning) run();
    } catch (error) {
      if (mine === number) fill(box, failure(error, load));
    }
  }
  onResult((result) => {
    if (result.kind !== "matrix" || !matrix) return;
    const known = new Map(matrix.rows.map((row) => [row.route, row]));
    for (const row of result.rows) known.set(row.route, row);
    matrix.rows = [...known.values()];
    isRunning = result.done < result.total;
    asked ??= setTimeout(() => { asked = null; draw(); }, 150);
  });
  // A server that was started again has not begun the work of the one before.
  on("resumed", () => {
    isRunning = false;
    if (!element.hidden) load();
  });
  let generation;
  draw();
  on("world", () => {
    if (generation !== undefined && generation !== state.world.generation && !element.hidden) load();
    generation = state.world.generation;
  });
  return { show: load };
}
