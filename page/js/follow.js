// The subject of the middle: the newest open of an act, or a pinned row.

import { on, set, state } from "./state.js";
import { go } from "./address.js";
import { rows } from "./live.js";

/** Whether a row is an open of an act, and not an open inside another one. */
const isAsked = (row) => row[1] === "open" && row[4]?.act && !row[4].parent && !row[4].purpose;

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

/** Follows the newest open again. */
export function followNewest() {
  set({ pinned: null, newer: 0 });
  if (state.address.view === "steps") go("steps", state.newest ? { open: state.newest } : {}, { replace: true });
}

/** Pins the shown row, or follows the newest open again. */
export function togglePin() {
  if (state.pinned !== null) return followNewest();
  const { view, params } = state.address;
  const row = view === "steps" && rowOf(Number(params.open ?? state.newest));
  if (row) set({ pinned: row[0], newer: 0 });
}

/** A running open of an act is shown as soon as it takes a while. */
function takeRunning() {
  const asked = [...state.running.values()].findLast(({ row, parent }) => row && !parent)?.open ?? 0;
  if (asked <= (state.newest ?? 0)) return;
  show(asked, 1);
}

/** Shows an open of an act, unless the middle has another subject. */
function show(newest, count, isFirst = false) {
  const { view, params } = state.address;
  const isBusy = !state.opening && (state.pinned !== null || state.look !== null
    || (view === "why" ? Boolean(params.link) : view !== "steps" || params.dry !== undefined));
  set({ newest, newer: isBusy && !isFirst ? state.newer + count : 0 });
  // The rows from before the page was opened do not change the view of an address.
  if (!isBusy && !(isFirst && params.open)) go("steps", { open: newest }, { replace: !state.opening });
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

/** Starts following the rows. */
export function follow() {
  on("rows", take);
  on("running", takeRunning);
  on("address", () => {
    // A shown open does not count as newer.
    const { view, params } = state.address;
    if (state.newer && view === "steps" && Number(params.open) === state.newest) set({ newer: 0 });
  });
  // A restarted server counts from 1 again.
  on("resumed", () => {
    seen = rows.last;
    set({ newest: null, newer: 0, pinned: null });
  });
}
