// The access matrix: the result of each route for each persona.

import { h, fill, download, failure } from "./dom.js";
import { get } from "./wire.js";
import { onResult } from "./live.js";
import { becomePersona, ends, later, on, state, tell } from "./state.js";
import { setLink, open } from "./linkbox.js";
import { csv, markdown } from "./links.js";
import { takeMatrix } from "./endings.js";
import { pattern } from "./value.js";

/** The result of one persona at one location, in the words of `moonroute access`. */
const words = (cell) => cell?.words ?? "";

/** The groups of rows in reading order. */
const groups = { fails: "Failures", depends: "Depends on the person", closed: "Closed to everybody", elsewhere: "Redirected for everybody", unreached: "Not found or waiting", everybody: "Open to everybody" };
/** The number of rows that are drawn at a time, at first in all groups together. */
const PART = 60;

/** The rules that decide about some rows, with the number of locations of each, the most frequent first. */
function decidersOf(rows) {
  const found = new Map();
  for (const row of rows) {
    const own = new Set(Object.values(row.cells).map((cell) => cell.decided_by).filter((one) => one?.file).map((one) => JSON.stringify(one)));
    for (const key of own) found.set(key, (found.get(key) ?? 0) + 1);
  }
  return [...found].map(([key, number]) => [JSON.parse(key), number]).sort((one, other) => other[1] - one[1]);
}

/** A result in few words, with its sign. */
const short = (cell) => cell.access === "sent" ? cell.short : `${ends[cell.access][0]} ${cell.words}`;

/** The tone of a result; a failure that a comment allows is not shown as bad. */
const tone = (cell) => cell.access === "fails" && !cell.finding ? "soft" : ends[cell.access][2];

/** Makes the view. */
export function make(element) {
  let matrix = null;
  let wanted = "";
  let isRunning = false;
  let part = "";
  let rule = null;
  const box = h("div");
  const state_ = h("span.soft");
  const search = h("input", { type: "search", "aria-label": "Filter the matrix", placeholder: "Filter", oninput: () => { wanted = search.value.toLowerCase(); draw(); } });
  const again = h("button.button", { onclick: () => run() }, "Check again");
  const asTable = () => [["route", "location", ...matrix.people.map(({ name }) => name)], ...matrix.rows.map((row) =>
    [row.name ?? row.pattern, row.location, ...matrix.people.map(({ name }) => words(row.cells[name]))])];
  const save = h("button.button", { onclick: () => download("access.csv", "text/csv", csv(asTable())) }, "CSV");
  const text = h("button.button", { onclick: () => download("access.md", "text/markdown", markdown(asTable())) }, "Markdown");
  const tools = h("div.tool-row", search, state_, h("span.grow"), save, text, again);
  element.append(tools, box);
  async function inspect(row, person) {
    // The steps of another persona would be wrong.
    if ((state.world?.persona ?? null) !== person.persona && !await becomePersona(person.persona)) return;
    setLink(row.location);
    open({ dry: true, location: row.location, more: {} });
  }
  function cell(row, person) {
    const one = row.cells[person.name];
    const where = { role: "cell", dataset: { as: person.name } };
    if (!one) return h("td", where, h("span.soft", "…"));
    return h("td", where, h("button.cell-button", { class: `is-${tone(one)}`, title: `${person.name}: ${words(one)}. Click for the steps.`, onclick: () => inspect(row, person), "oncopy-as": (event) => {
      event.preventDefault();
      later(() => import("./copies.js"), (module) => module.copyCell(row.location, person, words(one)));
    } },
      h("span.cell-words", short(one)),
      row.changed?.includes(person.name) && h("span.changed-sign", { title: "Different since the scripts changed" }, "✱")));
  }
  function untried() {
    if (!matrix.untried?.length) return null;
    return h("p.soft", `No sample location for ${matrix.untried.map((route) => route.name ?? route.pattern).join(", ")}. Add samples = { { … } } with its parameters to the route.`);
  }
  /** A group of rows: the rules that decide about them, and a table. */
  function group(title, rows, first) {
    const line = (row) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, row.name ?? "", h("div", pattern(row.pattern)), row.location !== row.pattern && h("code.soft", row.location)), matrix.people.map((person) => cell(row, person)));
    const body = h("tbody", { role: "rowgroup" }, rows.slice(0, first).map(line));
    const more = h("button.button.is-small", { onclick: () => {
      const from = body.children.length;
      body.append(...rows.slice(from, from + PART).map(line));
      more.textContent = `${rows.length - body.children.length} more`;
      more.hidden = body.children.length >= rows.length;
    } }, `${rows.length - first} more`);
    more.hidden = rows.length <= first;
    const deciders = decidersOf(rows);
    const head = (text) => h("th", { scope: "col", role: "columnheader", title: text }, text);
    // In a narrow window, the rows become lists; the roles keep the table for screen readers.
    const table = h("table.table.matrix", { role: "table" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head("Route"), matrix.people.map(({ name }) => head(name)))), body);
    table.style.setProperty("--people", matrix.people.length);
    return h("section.access-group", h("h2", title, " ", h("span.soft", rows.length.toLocaleString("en"))),
      deciders.length > 0 && h("div.totals", deciders.slice(0, 8).map(([one, number]) => h("button.total", { "aria-pressed": String(rule?.file === one.file && rule?.line === one.line), title: "Only the locations that this rule decides", onclick: () => {
        rule = rule?.file === one.file && rule?.line === one.line ? null : one;
        draw();
      } }, `${one.step}${one.name ? ` of ${one.name}` : ""}, ${one.file}:${one.line} · ${number}`))),
      h("div.table-box", { tabindex: "0", role: "region", "aria-label": title }, table), more);
  }
  function draw() {
    save.hidden = text.hidden = search.hidden = again.hidden = !matrix?.rows.length;
    state_.textContent = isRunning ? `Checking…${part}` : "";
    if (!matrix) return fill(box, h("p.loading", "Opening each route as each persona…"));
    const decides = (row) => Object.values(row.cells).some((one) => one.decided_by?.file === rule.file && one.decided_by.line === rule.line);
    const rows = matrix.rows.filter((row) => (!rule || decides(row)) && (!wanted || JSON.stringify(row).toLowerCase().includes(wanted)));
    const lists = Object.entries(groups).map(([reach, title]) => [title, rows.filter((row) => row.reach === reach)]).filter(([, list]) => list.length);
    const first = rows.length <= PART ? PART : Math.floor(PART / lists.length);
    fill(box,
      !matrix.personas.length && h("p.note", "The table shows the application as it starts. Create personas.lua next to main.lua, and each persona becomes a column: return { visitor = {}, mei = { session = { user = \"mei\" } } }."),
      lists.map(([title, list]) => group(title, list, first)),
      rule && h("p.soft", `Only locations that ${rule.file}:${rule.line} decides. `, h("button.link-button", { onclick: () => { rule = null; draw(); } }, "Show all")),
      untried());
  }
  async function run() {
    [isRunning, part] = [true, ""];
    draw();
    const answer = await tell("matrix", {});
    if (!answer?.total) isRunning = false;
    draw();
  }
  /** The request for the table, and its generation. */
  let asked = null;
  /** Loads the table. A second request while the server makes it would begin again. */
  async function load() {
    const generation = state.world?.generation;
    if (asked && asked.generation === generation) return;
    const mine = asked = { generation };
    try {
      const next = await get("matrix");
      if (mine !== asked) return;
      asked = null;
      matrix = next;
      takeMatrix(next);
      isRunning = false;
      draw();
    } catch (error) {
      if (mine !== asked) return;
      asked = null;
      fill(box, failure(error, load));
    }
  }
  onResult((result) => {
    if (result.kind !== "matrix" || element.hidden) return;
    isRunning = result.done < result.total;
    part = ` ${Math.floor(100 * result.done / result.total)} %`;
    // The table is complete after all personas have opened all routes.
    if (isRunning) draw();
    else load();
  });
  // A restarted server does not continue the previous run.
  on("resumed", () => {
    isRunning = false;
    asked = null;
    if (!element.hidden) load();
  });
  let generation = state.world?.generation;
  draw();
  on("world", () => {
    if (generation !== state.world.generation && !element.hidden) load();
    generation = state.world.generation;
  });
  return { show: load };
}
