// The shared state of the page's parts. A part listens to the keys that it draws.

import { clip, count, loadStyle } from "./dom.js";
import { post } from "./wire.js";

const listeners = new Map();
const changed = new Set();
let isTold = true;

export const state = {
  hello: null, world: null, stage: null, routes: null, live: "connecting",
  look: null, address: { view: "why", params: {} }, personas: null, journeys: null, clock: null,
  /** The names of the views in the gallery. */
  views: [],
  /** The pinned row, and the number of newer opens; without a pinned row, the middle follows the newest open. */
  pinned: null, newer: 0,
  /** The number of the newest open of an act. */
  newest: null,
  /** The link of the open that the steps show. */
  shownLink: undefined,
  /** Whether the link box has opened a link that has not ended. */
  opening: false,
  /** The opens that have been running for a while, by number. */
  running: new Map(),
};

/** Calls a function whenever one of some keys has changed: `on("world", "live", draw)`. */
export function on(...keys) {
  const call = keys.pop();
  for (const key of keys) {
    if (!listeners.has(key)) listeners.set(key, new Set());
    listeners.get(key).add(call);
  }
  return call;
}

/** Stops calling a function. */
export function off(key, call) { listeners.get(key)?.delete(call); }

/** Changes the state; listeners are called once after all combined changes. */
export function set(changes) {
  for (const [key, value] of Object.entries(changes)) {
    state[key] = value;
    changed.add(key);
  }
  if (!isTold) return;
  isTold = false;
  queueMicrotask(() => {
    isTold = true;
    const calls = new Set([...changed].flatMap((key) => [...(listeners.get(key) ?? [])]));
    changed.clear();
    for (const call of calls) {
      // An error in one listener does not affect the others.
      try { call(); } catch (error) { reportError(error); }
    }
  });
}

/** Returns whether the server has a feature; controls for missing features are hidden. */
export const has = (feature) => !feature || Boolean(state.hello?.features?.includes(feature));

/** Announces a sentence to screen readers; for results only. */
export function say(text) {
  document.getElementById("outcome").textContent = text;
}

/** Shows a message for some seconds. */
export function toast(content, { kind = "", seconds = 6 } = {}) {
  const box = document.getElementById("toasts");
  const element = document.createElement("div");
  element.className = `toast ${kind}`;
  element.append(typeof content === "string" ? clip(content) : content);
  box.append(element);
  while (box.children.length > 2) box.firstChild.remove();
  // At the top of the middle, so that it covers neither the timeline nor the device.
  const middle = document.getElementById("middle");
  const { top, left, width } = (middle.offsetParent ? middle : document.getElementById("main")).getBoundingClientRect();
  Object.assign(box.style, { top: `${top + 48}px`, left: `${left}px`, width: `${width}px` });
  // The newest popover is on top, even over a dialog.
  if (box.matches(":popover-open") && document.querySelector("dialog:modal")) box.hidePopover();
  if (!box.matches(":popover-open")) box.showPopover();
  setTimeout(() => element.remove(), seconds * 1000);
  return element;
}

/** Stores a setting in this browser. */
export function keep(key, value) {
  try { localStorage.setItem(`moonroute-${key}`, value); } catch { /* Private windows have no storage. */ }
}

/** Reads a setting of this browser. */
export function kept(key, otherwise) {
  try { return localStorage.getItem(`moonroute-${key}`) ?? otherwise; } catch { return otherwise; }
}

const words = {
  opened: ["Opened", "good"], handled: ["Handled", "good"], fell_back: ["Fell back", "notable"],
  intercepted: ["Stopped", "notable"], not_found: ["No match", "notable"],
  cancelled: ["Cancelled", "soft"], failed: ["Failed", "bad"], redirected: ["Redirected", "notable"],
  error: ["Error", "bad"], warn: ["Warning", "notable"], info: ["Info", "soft"],
  debug: ["Debug", "soft"], passed: ["Passed", "good"], new: ["Not run yet", "soft"],
  refused: ["Refused", "notable"], waiting: ["Waits", "notable"], reloaded: ["Loaded", "good"],
  warning: ["Warning", "notable"], note: ["Note", "soft"],
};

/** The text of a status and its tone. */
export function statusWords(status) {
  const [text, tone] = words[status] ?? [String(status ?? "").replaceAll("_", " "), "soft"];
  return { text, tone };
}

/** The ends of a link in the words of `moonroute access`: a sign, a word and a tone each. */
export const ends = {
  opens: ["✓", "opens", "good"], runs: ["▶", "runs", "good"], sent: ["→", "sent", "notable"], stopped: ["⊘", "stopped", "bad"],
  missing: ["?", "finds nothing", "notable"], waits: ["◌", "waits", "wait"], fails: ["✕", "fails", "bad"], depends: ["◐", "depends", "notable"],
};

/** The words for the end of an open; an open that was sent elsewhere did not open its link. */
export function endWords({ status, target }) {
  if (target && (status === "opened" || status === "handled")) return { text: `Sent to ${target.split("?")[0]}`, tone: "notable" };
  return statusWords(status);
}

/** Sends an action to the server; an error is shown, and the result is null. */
export async function tell(path, body) {
  try {
    return await post(path, body);
  } catch (error) {
    toast(error.message, { kind: "is-bad" });
    say(error.message);
    return null;
  }
}

/** The persona for a view while none is chosen: the one without a session, or the first. */
export function anyPersona() {
  const list = state.personas?.personas ?? [];
  return (list.find(({ session }) => Object.keys(session ?? {}).length === 0) ?? list[0])?.name;
}

/** Switches to a persona, and returns whether it succeeded; null is the application's original user. */
export async function becomePersona(name) {
  const told = await tell("persona", { name });
  if (!told) return false;
  const screens = told.changes ? `; ${count(told.changes, "screen")} closed` : "";
  toast(`${name ? `You are ${name} now` : "No persona is selected now"}${screens}.`);
  say(name ? `Persona ${name}` : "No persona");
  return true;
}

/** Loads a rarely used part of the page, and calls it; shows a message if the server is gone. */
export async function later(load, call) {
  let module;
  try {
    [module] = await Promise.all([load(), loadStyle()]);
  } catch {
    toast("This part of the page did not load. Is the server still running?", { kind: "is-bad" });
    return;
  }
  call(module);
}
