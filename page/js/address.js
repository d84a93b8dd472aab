// The address of the page contains the view: `#/why?link=/product/7`.

import { set, state } from "./state.js";

/** Other names of views: the map has replaced the graph, and a journey is replayed. */
const names = { graph: "map", replay: "journey" };

function read() {
  const [, path, query = ""] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash) ?? [];
  return { view: names[path] ?? (path || "why"), params: Object.fromEntries(new URLSearchParams(query)) };
}

function write(view, params) {
  const items = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const tail = new URLSearchParams(items).toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return `#/${view}${tail ? "?" + tail : ""}`;
}

/** Returns the address of a view, for links. */
export const addressOf = (view, params = {}) => write(view, params);

/** The hash that the state has; after a click on a link, the browser's is newer until `hashchange`. */
let followed = "";

function take() {
  followed = location.hash;
  set({ address: read() });
}

/**
 * Shows a view; `replace` adds no entry to the browser's history. The state changes with the address: if it
 * waited for an event, another part could replace the address in between.
 */
export function go(view, params = {}, { replace = false } = {}) {
  const address = write(view, params);
  if (address !== location.hash) {
    if (!replace && state.address.view !== view) history.pushState(null, "", address);
    // A link that was just followed wins over a view that only completes its own address.
    else if (location.hash === followed) history.replaceState(null, "", address);
  }
  take();
}

/** Starts following the address. */
export function followAddress() {
  addEventListener("hashchange", take);
  take();
}
