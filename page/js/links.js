// A list of links, each opened on an empty stage with a fresh session: the results, and the changes since the last run.

import { h, refill, download, empty, time } from "./dom.js";
import { onResult } from "./live.js";
import { kept, keep, on, say, state, statusWords, tell } from "./state.js";
import { setLink, open } from "./linkbox.js";
import { Scroller } from "./scroller.js";

/** Text that a spreadsheet would read as a formula gets a leading apostrophe. */
const plain = (value) => typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
const quoted = (value) => /[",\r\n]/.test(plain(value)) ? `"${plain(value).replaceAll("\"", "\"\"")}"` : plain(value);

/** Formats rows as CSV. */
export const csv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";

/** Formats rows as a Markdown table; the first row is the header. */
export function markdown(rows) {
  const lines = rows.map((row) => `| ${row.map((one) => String(one ?? "").replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(rows[0].length)}`, ...lines.slice(1)].join("\n") + "\n";
}

const linksIn = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line && !/^(#|--)/.test(line));
const isNotOpened = (row) => !["opened", "handled"].includes(row.status);

/** Makes the view. */
export function make(element) {
  let rows = [];
  let total = 0;
  let isRunning = false;
  let before = new Map();
  let only = null;
  let asked = null;
  const text = h("textarea", {
    "aria-label": "Links, one per line", placeholder: "Drop links.txt here, or paste links, one per line", spellcheck: "false", value: kept("links", ""),
    oninput: () => keep("links", text.value.slice(0, 200_000)),
  });
  const file = h("input", { type: "file", accept: ".txt,.csv,text/plain", hidden: true, onchange: () => read(file.files[0]) });
  const read = async (one) => {
    if (!one) return;
    text.value = await one.text();
    keep("links", text.value.slice(0, 200_000));
  };
  const run = async () => {
    const locations = linksIn(text.value);
    if (!locations.length) return text.focus();
    before = new Map(rows.map((row) => [row.location, `${row.status} ${row.name} ${row.target}`]));
    rows = [];
    total = locations.length;
    isRunning = true;
    draw();
    if (await tell("links", { locations, persona: state.world?.persona ?? null })) return;
    isRunning = false;
    total = 0;
    draw();
  };
  const drop = h("div.drop", {
    ondragover: (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      drop.classList.add("is-over");
    },
    ondragleave: () => drop.classList.remove("is-over"),
    ondrop: (event) => {
      // The browser handles dragged text.
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      drop.classList.remove("is-over");
      read(event.dataTransfer.files[0]);
    },
  }, text, h("div.form-end", file, h("button.button", { onclick: () => file.click() }, "Choose a file"),
    h("button.button.is-main", { onclick: run }, "Check all")));
  const tools = h("div.tool-row");
  const bar = h("div.progress", h("div.progress-fill"));
  const isNew = (row) => before.has(row.location) && before.get(row.location) !== `${row.status} ${row.name} ${row.target}`;
  const scroller = new Scroller({ label: "Links", height: () => 32, draw: (row, index) => {
    const { text: word, tone } = statusWords(row.status);
    const end = row.target ? `→ ${row.target}` : row.reason ?? row.name ?? "";
    return h("div.link-row", { role: "row", "aria-rowindex": index + 1 }, h("code", { role: "gridcell", title: row.location }, row.location),
      h("span.mark", { role: "gridcell", class: `is-${tone}` }, word.toLowerCase(), isNew(row) && h("span.changed-sign", { title: "Different from the previous run" }, " ✱")),
      h("span.soft", { role: "gridcell", title: row.reason ?? "" }, row.name && !row.target ? row.name : end), h("span.micro", { role: "gridcell" }, time(row.microseconds)));
  }, onchoose: (row) => { setLink(row.location); open({ dry: true, location: row.location, more: {} }); } });
  const list = h("div.links-list", scroller.element);
  element.append(drop, bar, tools, list);
  function draw() {
    bar.hidden = !isRunning || !total || rows.length >= total;
    bar.firstChild.style.width = `${total ? 100 * rows.length / total : 0}%`;
    const counts = new Map();
    for (const row of rows) counts.set(row.status, (counts.get(row.status) ?? 0) + 1);
    const chip = (key, title, fits) => h("button.total", { "aria-pressed": String(only?.key === key), onclick: () => {
      only = only?.key === key ? null : { key, fits };
      draw();
    } }, title);
    const bad = rows.filter(isNotOpened).length;
    const fresh = rows.filter(isNew).length;
    refill(tools, h("div.totals", rows.length > 0 && chip("all", `${rows.length}${rows.length < total ? ` of ${total}` : ""} links`, () => true),
      [...counts].map(([status, number]) => chip(status, `${number} ${statusWords(status).text.toLowerCase()}`, (row) => row.status === status)),
      bad > 0 && chip("bad", `${bad} not opened`, isNotOpened), fresh > 0 && chip("new", `${fresh} changed`, isNew)),
      rows.length > 0 && h("button.button.is-small", { onclick: () => download("links.csv", "text/csv", csv([
        ["link", "status", "name", "target", "reason", "microseconds"], ...rows.map((row) => [row.location, row.status, row.name, row.target, row.reason, row.microseconds])])) }, "CSV"));
    const shown = only ? rows.filter(only.fits) : rows;
    list.hidden = !rows.length;
    scroller.element.setAttribute("aria-rowcount", shown.length);
    scroller.show(shown);
  }
  onResult((result) => {
    if (result.kind !== "links" || !isRunning) return;
    // Rows of a superseded run may arrive late: a run starts with its first row.
    // A message with the maximum of 5,000 pending rows may lack earlier ones.
    if (result.done <= result.rows.length) {
      rows = [];
      total = result.total;
    } else if (!rows.length && result.rows.length < 5000) return;
    rows.push(...result.rows.slice(-result.done));
    isRunning = result.done < result.total;
    if (!isRunning) say(`${rows.length} links checked`);
    asked ??= requestAnimationFrame(() => { asked = null; draw(); });
  });
  draw();
  return { show() {} };
}
