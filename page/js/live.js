// The client of the event stream: it updates the state and fills gaps in the rows.

import { get } from "./wire.js";
import { set, state, toast } from "./state.js";
import { apply } from "./changes.js";
import { count } from "./dom.js";

/** The timeline rows that this tab knows, oldest first. A gap is `{gap: text}`. */
export const rows = { list: [], last: 0, version: 0 };

const KEPT = 10_000;
/** The message after a restart of the server. */
export const newKey = "The server was restarted and has a new key. Open the address that it printed.";
const results = new Set();
let isFilling = false;
let waiting = [];
let wasLive = false;

function changedRows() {
  if (rows.list.length > KEPT + 1000) rows.list.splice(0, rows.list.length - KEPT);
  rows.version += 1;
  set({ rows: rows.version });
}

function gap(text) {
  rows.list.push({ gap: text });
}

function take(list) {
  for (const row of list) {
    if (row[0] <= rows.last) continue;
    rows.list.push(row);
    rows.last = row[0];
  }
}

/** Requests the rows after the last one, and records the rows that the server has dropped. */
async function fillGap() {
  if (isFilling) return;
  isFilling = true;
  try {
    for (let after = rows.last; ;) {
      const answer = await get("timeline", { after, limit: 1000 });
      const first = answer.rows[0]?.[0];
      if (rows.last > 0 && first > rows.last + 1) {
        gap(`${count(first - rows.last - 1, "row")} lost: ${rows.last + 1} to ${first - 1}`);
      }
      take(answer.rows);
      if (answer.rows.length < 1000) break;
      after = rows.last;
    }
  } catch { /* The stream reports that the server is gone. */ } finally {
    isFilling = false;
  }
  take(waiting);
  waiting = [];
  changedRows();
}

function newRows(message) {
  const first = message.rows[0]?.[0] ?? 0;
  if (isFilling) waiting.push(...message.rows);
  else if (first > rows.last + 1 && (rows.last > 0 || first > 1)) {
    waiting.push(...message.rows);
    fillGap();
  } else {
    if (message.dropped > 0 && rows.last > 0 && first > rows.last + 1) {
      gap(`${count(message.dropped, "row")} lost: the page was behind`);
    }
    take(message.rows);
    changedRows();
  }
}

/** Handles a gap in the connection to the same server; a restarted one has another key. */
async function resume() {
  try {
    set({ hello: await get("hello") });
  } catch { return; }
  await fillGap();
  set({ resumed: (state.resumed ?? 0) + 1 });
}

let isAsking = false;
let early = [];

/** Requests the whole stage; changes that arrive in the meantime are applied to it. */
export async function askStage() {
  if (isAsking) return;
  isAsking = true;
  try {
    const stage = await get("stage");
    // The stream may have sent a newer one.
    if (!(state.stage?.number > stage.number)) set({ stage: { ...stage, animated: false } });
  } catch {
    // The stream reports when the server is gone, and begins with the whole stage when it is back.
    early = [];
  }
  isAsking = false;
  const list = early;
  early = [];
  for (const change of list) takeChanges(change);
}

/** Changes the stage, or requests it if the changes belong to another one. */
function takeChanges(change) {
  if (isAsking) return void early.push(change);
  const { stage } = state;
  if (stage?.number >= change.number) return;
  if (stage?.number !== change.from) {
    early.push(change);
    return void askStage();
  }
  const { changes, from, ...rest } = change;
  set({ stage: { ...rest, stage: apply(stage.stage, changes) } });
}

/** Takes a message about a running open; the page counts its time from here on. */
function takeSteps(message) {
  const running = new Map(state.running);
  if (message.end === null) running.set(message.open, { ...message, began: performance.now() - message.ms, stuck: performance.now() - message.steps.at(-1)[1].waits.ms });
  else running.delete(message.open);
  set({ running });
}

function takeMessage({ type, data, status }) {
  if (type === "status") {
    set({ live: status });
    if (status === "refused") toast(newKey, { kind: "is-bad", seconds: 60 });
    if (status === "live") {
      if (wasLive) resume();
      wasLive = true;
    }
  } else if (type === "rows") newRows(data);
  else if (type === "stage") set({ stage: data });
  else if (type === "stage_changes") takeChanges(data);
  else if (type === "steps") takeSteps(data);
  else if (type === "opens") set({ running: new Map() });
  else if (type === "world") set({ world: data, clock: data.clock });
  else if (type === "result") for (const call of results) call(data);
}

/** Calls a function for each message with results: of links, the matrix, and journeys. */
export function onResult(call) {
  results.add(call);
  return () => results.delete(call);
}

/** Starts listening; the worker is named by the key, so that tabs with another key use another worker. */
export function listen() {
  const name = window.moonroute.key;
  if (window.SharedWorker) {
    const { port } = new SharedWorker("/js/stream.js", { name });
    port.onmessage = (event) => takeMessage(event.data);
    addEventListener("pagehide", () => port.postMessage("leave"));
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  } else {
    const worker = new Worker("/js/stream.js", { name });
    worker.onmessage = (event) => takeMessage(event.data);
  }
  fillGap();
}

/** Removes all rows except some, as the server did; earlier rows in transit are no longer valid. */
export function clearRows(last, pins) {
  rows.list = rows.list.filter((row) => pins.has(row[0]));
  rows.last = Math.max(rows.last, last);
  changedRows();
}
