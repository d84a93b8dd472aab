// The subject of the middle: the newest open of an act, or a pinned row.

import { h } from "./dom.js";
import { on, set, state } from "./state.js";
import { go } from "./address.js";
import { rows } from "./live.js";

/** Whether a row is an open of an act, and not an open inside another one. */
export const isAsked = (row) => row[1] === "open" && row[4]?.act && !row[4].parent && !row[4].purpose;

export const isReturn = (row) => row[1] === "act" && row[4]?.kind === "travel" && row[4].to !== undefined;

/** The rows that no longer apply, because a return went to an earlier one. */
export const dead = new Set();
let checked = 0;

/** Finds the rows between the target of a return and the return, which no longer apply. */
export function findDead() {
  const isNew = rows.list.some((row) => row[0] > checked && isReturn(row));
  checked = rows.last;
  if (!isNew) return;
  dead.clear();
  let limit = Infinity;
  for (const row of rows.list.toReversed()) {
    if (row[0] > limit) dead.add(row[0]);
    else if (isReturn(row)) limit = row[4].to;
  }
}

/** The row of an open, if the timeline still has it. */
export const rowOf = (open) => rows.list.findLast((row) => row[1] === "open" && row[3] === open);

/** The row with a number. */
export const rowAt = (number) => rows.list.findLast((row) => row[0] === number);

/** The open of a row: its own, or the last one that its act began. */
export function openOf(row) {
  if (row[3]) return row[3];
  return row[1] === "act" ? rows.list.findLast((one) => one[1] === "open" && one[4]?.act === row[0] && !one[4].parent)?.[3] ?? null : null;
}

/** Pins a row: the middle shows its steps, and the device stays in the present. */
export function pinRow(number) {
  set({ pinned: number, newer: 0 });
  const row = rowAt(number);
  const open = row && openOf(row);
  go("steps", open ? { open } : { row: number }, { replace: true });
}

/** Whether the middle shows the steps of an open or of a row; a dry run does not count. */
const showsSteps = () => state.address.view === "steps" && state.address.params.dry === undefined;

/** Whether the middle explains a link. */
const asks = () => state.address.view === "why" && Boolean(state.address.params.link);

/** Follows the newest open again; other views and a dry run stay unless `isShown`. */
export function followNewest(isShown = showsSteps()) {
  set({ pinned: null, newer: 0 });
  if (isShown) go("steps", state.newest ? { open: state.newest } : {}, { replace: true });
}

/** Pins the shown row, or follows the newest open again. */
export function togglePin() {
  if (!showsSteps() || state.look) return;
  if (state.pinned !== null) return followNewest();
  const row = rowOf(Number(state.address.params.open ?? state.newest));
  if (row) set({ pinned: row[0], newer: 0 });
}

/** The steps that were shown last. */
let last = {};

/** Undoes one thing: a question, the past, or a pin. */
export function leave() {
  if (asks()) {
    if (state.pinned === null && !state.look) followNewest(true);
    else go("steps", last, { replace: true });
  } else if (state.look) set({ look: null });
  else if (state.pinned !== null && showsSteps()) followNewest();
}

/** A running open of an act is shown as soon as it takes a while. */
function takeRunning() {
  const asked = [...state.running.values()].findLast(({ row, parent }) => row && !parent)?.open ?? 0;
  if (asked <= (state.newest ?? 0)) return;
  show(asked, 1);
}

/** Shows an open of an act, unless the middle has another subject. */
function show(newest, count, isFirst = false) {
  const isBusy = !state.opening && (state.pinned !== null || state.look !== null || (state.address.view === "why" ? asks() : !showsSteps()));
  set({ newest, newer: isBusy && !isFirst ? state.newer + count : 0 });
  // The rows from before the page was opened do not change the view of an address.
  if (!isBusy && !(isFirst && state.address.params.open)) go("steps", { open: newest }, { replace: !state.opening });
}

let seen = 0;

function take() {
  const news = rows.list.filter((row) => row[0] > seen);
  const isFirst = seen === 0;
  seen = Math.max(seen, rows.last);
  const fresh = news.filter(isAsked);
  if (news.some(isReturn)) {
    // The newest open that still applies.
    findDead();
    return show(rows.list.findLast((row) => isAsked(row) && !dead.has(row[0]))?.[3] ?? null, 0, isFirst);
  }
  if (!fresh.length) return;
  // An open that was running is already counted.
  const unknown = fresh.filter((row) => row[3] > (state.newest ?? 0));
  if (unknown.length) show(unknown.at(-1)[3], unknown.length, isFirst);
}

/** The time since a moment of this page, in a few words. */
const since = (moment) => `${((performance.now() - moment) / 1000).toFixed(1)} s`;

/** Draws the time since a moment, which goes on while an open runs. */
export const timeSince = (moment) => h("span", { dataset: { since: moment } }, since(moment));

let ticking;

function tick() {
  clearInterval(ticking);
  if (!state.running.size) return;
  ticking = setInterval(() => {
    for (const one of document.querySelectorAll("[data-since]")) one.textContent = since(Number(one.dataset.since));
  }, 1000);
}

/** Starts following the rows. */
export function follow() {
  on("rows", take);
  on("running", takeRunning);
  on("running", tick);
  on("address", () => {
    const { params } = state.address;
    if (!showsSteps()) return;
    last = params;
    // A shown open does not count as newer.
    if (state.newer && Number(params.open) === state.newest) set({ newer: 0 });
  });
  let wasPast = false;
  on("look", () => {
    // The present is followed from its newest open, unless a row is pinned.
    const isLeft = wasPast && !state.look && state.pinned === null;
    wasPast = Boolean(state.look?.row);
    if (isLeft) followNewest();
  });
  // A restarted server counts from 1 again.
  on("resumed", () => {
    seen = rows.last;
    set({ newest: null, newer: 0, pinned: null });
  });
}
