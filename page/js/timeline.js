// The timeline: all events in the application, oldest first.

import { count, h, fill, icon, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { endWords, has, later, on, set, state, tell, toast } from "./state.js";
import { go } from "./address.js";
import { clearRows, rows } from "./live.js";
import { Scroller } from "./scroller.js";
import { dead, findDead, followNewest, isReturn, openOf, pinRow, rowOf, timeSince } from "./follow.js";

const kinds = {
  act: "act", open: "open", change: "change", event: "event", resource: "resource", log: "log",
  reload: "reload", problem: "problem",
};
const hidden = new Set();
let pins = new Set();
let scroller;
let onlyPins = false;
let wanted = "";
let shown = [];
let wasLooking = false;
let element;

const isProblem = (row) => row[1] === "problem" || row[4]?.status === "failed" || row[4]?.status === "error";

function stamp(ms) {
  const seconds = ms / 1000;
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes}:${(seconds % 60).toFixed(1).padStart(4, "0")}` : `${seconds.toFixed(2)} s`;
}

function status(row) {
  const running = row[1] === "act" && [...state.running.values()].find((one) => one.row === row[0] && !one.parent);
  if (running) return h("span.mark.is-wait", "waits", running.steps.at(-1)[1].step && ` in ${running.steps.at(-1)[1].step}`, ", ", timeSince(running.stuck));
  const value = row[4]?.status;
  if (!value || value === "ok") return null;
  const { text, tone } = endWords(row[4]);
  return h("span.mark", { class: `is-${tone}` }, text[0].toLowerCase() + text.slice(1));
}

function textOf(row) {
  if (!isReturn(row)) return row[4]?.text ?? "";
  const { to } = row[4];
  const [first, last] = [to + 1, row[0] - 1];
  const rest = first > last ? "" : first === last ? ` Row ${first} no longer applies.` : ` Rows ${first} to ${last} no longer apply.`;
  return `Returned to row ${to}.${rest}`;
}

const canTravel = () => has("travel") && state.world?.read_only !== true;

function draw(row, index) {
  if (row.gap) return h("div.time-row.is-gap", { role: "row", "aria-rowindex": index + 1 }, h("div.time-text", { role: "gridcell" }, row.gap));
  const [number, kind, ms, open] = row;
  const text = textOf(row);
  const isPinned = pins.has(number);
  return h("div.time-row", {
    role: "row", "aria-rowindex": index + 1, class: `${isProblem(row) ? "is-problem" : ""} ${open && kind !== "open" ? "is-inner" : ""} ${state.look?.row === number ? "is-looked" : ""} ${dead.has(number) ? "is-dead" : ""} ${isReturn(row) ? "is-fork" : ""}`,
    dataset: { kind, row: number },
  },
    h("div.time-number", { role: "gridcell" }, number),
    h("div.time-kind", { role: "gridcell" }, h("span.kind-dot"), kinds[kind] ?? kind),
    h("div.time-text", { role: "gridcell", title: text }, text),
    h("div.time-status", { role: "gridcell" }, status(row)),
    h("div.time-ms", { role: "gridcell" }, stamp(ms)),
    h("div.time-tools", { role: "gridcell" },
      state.look?.row === number && h("button.link-button.is-shown", { onclick: () => returnTo(number) }, "Return here"),
      state.look?.row !== number && canTravel() && h("button.link-button", {
        title: `Show the device as it was after row ${number}; nothing changes`, onclick: () => look(number),
      }, "Look"),
      kind === "open" && h("button.pin.copy-as", {
        "aria-label": `Copy row ${number} as…`, title: "Copy as a spec line, a link or a command (c)", onclick: () => copyAs(row),
      }, icon("share")),
      has("timeline") && h("button.pin", {
        "aria-pressed": String(isPinned), "aria-label": isPinned ? `Unpin row ${number}` : `Pin row ${number}`,
        title: isPinned ? "Pinned: kept when other rows are removed" : "Pin: keep this row when other rows are removed", onclick: () => pin(number),
      }, icon("pin"))));
}

const copyAs = (row) => later(() => import("./copies.js"), (module) => module.copyOpen(openOf(row), row[0]));

async function pin(row) {
  const pinned = !pins.has(row);
  await tell("pin", { row, pinned });
}

function fits(row) {
  if (row.gap) return !onlyPins;
  if (hidden.has(row[1]) || (onlyPins && !pins.has(row[0]))) return false;
  return !wanted || textOf(row).toLowerCase().includes(wanted);
}

function show() {
  findDead();
  shown = hidden.size || onlyPins || wanted ? rows.list.filter(fits) : rows.list;
  const looked = state.look?.row ?? null;
  // A row that the keyboard has reached stays selected while new rows arrive; a viewed row does not.
  const selected = looked ? shown.findIndex((row) => row[0] === looked) : wasLooking ? -1 : undefined;
  wasLooking = looked !== null;
  scroller.element.setAttribute("aria-rowcount", shown.length);
  scroller.element.classList.toggle("is-empty", !shown.length);
  scroller.show(shown, { selected, toEnd: state.returned !== reached || isAtEnd() && !state.look });
  reached = state.returned;
  drawEmpty();
  drawScrubber();
}

/** The last return whose end the list has shown. */
let reached;
let message;

function drawEmpty() {
  message.hidden = shown.length > 0;
  if (shown.length) return;
  message.textContent = rows.list.length ? "No row matches these filters."
    : "Nothing has happened yet. Open a link, or tap on the device.";
}

let scrubber;
let where;

function drawScrubber() {
  const numbered = rows.list.filter((row) => !row.gap);
  scrubber.disabled = !numbered.length || !canTravel();
  scrubber.min = 0;
  scrubber.max = Math.max(0, numbered.length - 1);
  const at = state.look?.row ? numbered.findIndex((row) => row[0] === state.look.row) : numbered.length - 1;
  // The thumb does not move by itself while the user drags it.
  if (!scrubber.matches(":active")) scrubber.value = at;
  const number = numbered[at]?.[0];
  scrubber.setAttribute("aria-valuetext", number ? `Row ${number}` : "No row");
  where.textContent = number ? (state.look?.row ? `row ${number} of ${rows.last}` : `now, row ${number}`) : "";
}

let asked = 0;

/** Shows the stage after a row; the application does not change. */
export async function look(row) {
  if (!canTravel()) return;
  const mine = ++asked;
  const stage = await tell("travel", { to: row, mode: "look" });
  if (stage && mine === asked) set({ look: { row, stage } });
}

/** Resumes the application from a row. */
export async function returnTo(row) {
  const told = await tell("travel", { to: row, mode: "return" });
  if (!told) return;
  set({ look: null, returned: (state.returned ?? 0) + 1 });
  if (state.pinned === null) followNewest();
  toast(told.diverged?.length
    ? `The application continues from here. ${count(told.diverged.length, "act")} ended differently than recorded.`
    : "The application continues from here.");
}

/** Scrolls to the row of an open and selects it. */
export function showOpen(open) {
  const row = rowOf(open);
  if (!row) return toast("Its row is no longer in the timeline.");
  if (!fits(row)) return toast(`The filters of the timeline hide row ${row[0]}.`);
  if (!element.offsetParent) go("time");
  requestAnimationFrame(() => {
    scroller.select(shown.indexOf(row));
    scroller.element.focus({ preventScroll: true });
  });
}

/** Shows the previous or the next row; after the last row is the current stage. */
export function stepTime(by) {
  const numbered = rows.list.filter((row) => !row.gap);
  if (!numbered.length) return;
  const at = state.look?.row ? numbered.findIndex((row) => row[0] === state.look.row) : numbered.length - 1;
  const next = at + by;
  if (next >= numbered.length) return set({ look: null });
  if (next >= 0) look(numbered[next][0]);
}

/** Whether the newest rows are visible, so that new rows are followed. */
function isAtEnd() {
  const { scrollTop, scrollHeight, clientHeight } = scroller.element;
  return scrollTop + clientHeight > scrollHeight - 40;
}

function filters() {
  return h("div.time-filters", { id: "time-filters", role: "group", "aria-label": "Kinds of rows" }, Object.keys(kinds).map((kind) => h("button.filter-chip", {
    "aria-pressed": "true", dataset: { kind }, onclick: (event) => {
      const button = event.currentTarget;
      const isOff = hidden.delete(kind) ? false : Boolean(hidden.add(kind));
      button.setAttribute("aria-pressed", String(!isOff));
      show();
    },
  }, h("span.kind-dot"), kind)));
}

/** Removes the rows that are not pinned. */
export async function clearTimeline() {
  const told = await tell("clear", {});
  if (!told) return;
  clearRows(told.last, pins);
  set({ look: null });
}

function tools() {
  const pause = iconButton("pause", "Pause recording", async () => {
    const told = await tell("record", { paused: state.world?.recording !== false });
    if (told) set({ world: { ...state.world, recording: !told.paused } });
  });
  const clear = iconButton("clear", "Clear the timeline except pinned rows", clearTimeline);
  const pinned = iconButton("pin", "Pinned rows only", () => {
    onlyPins = !onlyPins;
    pinned.setAttribute("aria-pressed", String(onlyPins));
    show();
  }, { "aria-pressed": "false" });
  const save = h("button.button.is-small", { hidden: true, title: "Save these actions as a spec", onclick: () =>
    later(() => import("./journeys.js"), (module) => module.saveJourney(rows)) }, "Save journey");
  const share = iconButton("share", "Copy these actions as a link", () => later(() => import("./copies.js"), (module) => module.copyJourney()));
  on("world", "hello", () => {
    const isPaused = state.world?.recording === false;
    const pinned = state.world?.pinned ?? [];
    if (pinned.length !== pins.size || pinned.some((row) => !pins.has(row))) {
      pins = new Set(pinned);
      show();
    }
    fill(pause, icon(isPaused ? "play" : "pause"));
    pause.title = isPaused ? "Resume recording" : "Pause recording";
    pause.setAttribute("aria-label", pause.title);
    save.hidden = !has("journeys");
    share.hidden = !has("journal");
    pause.disabled = clear.disabled = save.disabled = state.world?.read_only === true;
  });
  return [pause, clear, pinned, save, share];
}

/** Draws the timeline. */
export function makeTimeline(part) {
  element = part;
  const search = h("input.time-search", { type: "search", "aria-label": "Find in the timeline", placeholder: "Find", oninput: () => {
    wanted = search.value.trim().toLowerCase();
    show();
  } });
  scrubber = h("input.scrubber", { type: "range", "aria-label": "Time", oninput: () => {
    const numbered = rows.list.filter((row) => !row.gap);
    const at = Number(scrubber.value);
    if (at >= numbered.length - 1) set({ look: null });
    else look(numbered[at][0]);
  } });
  where = h("span.time-where");
  message = h("p.time-message", "Nothing has happened yet. Open a link, or tap on the device.");
  scroller = new Scroller({ draw, height: () => 28, label: "Timeline", most: 56, key: (row) => row.gap ? row : row[0], onchoose: (row) => {
    if (!row.gap) pinRow(row[0]);
  } });
  scroller.element.classList.add("time-list");
  scroller.element.addEventListener("copy-as", (event) => {
    const row = shown[scroller.selected];
    if (!row || row.gap || !openOf(row)) return;
    event.preventDefault();
    copyAs(row);
  });
  const head = h("div.time-head");
  const kindsButton = h("button.button.is-small.kinds-button", { "aria-expanded": "false", "aria-controls": "time-filters", onclick: () => {
    kindsButton.setAttribute("aria-expanded", head.classList.toggle("is-filtering"));
  } }, "Kinds");
  fill(head, h("h2.part-title", "Timeline"), tools(), kindsButton, filters(), search, h("span.grow"), scrubber, where);
  element.append(head, h("div.time-body", scroller.element, message));
  on("rows", "look", "hello", "returned", "running", show);
  on("look", () => {
    // A response after the return to the current stage is ignored.
    if (!state.look) asked += 1;
    if (state.look?.row) scroller.select(shown.findIndex((row) => row[0] === state.look.row));
  });
  const greet = async () => {
    if (has("journeys") && !state.journeys) set({ journeys: (await get("journeys").catch(() => ({ journeys: [] }))).journeys });
  };
  on("hello", greet);
  greet();
  show();
}
