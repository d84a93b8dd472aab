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

/** Shows a view; `replace` adds no entry to the browser's history. */
export function go(view, params = {}, { replace = false } = {}) {
  const address = write(view, params);
  if (address === location.hash) {
    set({ address: read() });
  } else if (replace || state.address.view === view) {
    history.replaceState(null, "", address);
    set({ address: read() });
  } else {
    location.hash = address;
  }
}

/** Starts following the address. */
export function followAddress() {
  addEventListener("hashchange", () => set({ address: read() }));
  set({ address: read() });
}
