// The entry point of the page.

import { fill, failure, h, loadStyle } from "./dom.js";
import { get, post } from "./wire.js";
import { later, on, set, state } from "./state.js";
import { followAddress } from "./address.js";
import { listen } from "./live.js";
import { makeHeader, makeBar } from "./header.js";
import { makeRoutes } from "./routes.js";
import { makeViews } from "./views.js";
import { makePanes } from "./panes.js";
import { follow } from "./follow.js";

const part = (id) => document.getElementById(id);

async function begin() {
  // The response arrives while the parts are created.
  const hello = get("hello");
  hello.catch(() => {});
  part("frame").remove();
  makeHeader(part("header"));
  makeBar(part("bar"));
  makeRoutes(part("routes"));
  makeViews(part("middle"));
  makePanes(part("main"));
  followAddress();
  follow();
  makePart("timeline", "The timeline", () => [import("./timeline.js"), import("./keys.js")], (element, timeline, keys) => {
    timeline.makeTimeline(element);
    keys.followKeys();
  });
  try {
    set({ hello: await hello });
  } catch (error) {
    fill(part("main"), failure(error, () => location.reload()));
    return;
  }
  listen();
  makePart("device", "The device", () => [import("./device.js"), loadStyle("device")], (element, device) => device.makeDevice(element));
}

/** A part that is loaded when the routes and the link box can already be used. */
async function makePart(id, words, load, make) {
  part(id).replaceChildren();
  try {
    make(part(id), ...await Promise.all(load()));
  } catch {
    fill(part(id), failure({ message: `${words} did not load. Is the server still running?` }, () => makePart(id, words, load, make)));
  }
}

/** Opens the first screen, if the server names it: only before any act, and in one of several tabs. */
async function openStart() {
  const { start } = state.hello.generation === null ? await get("hello") : state.hello;
  if (start) await post("open", { location: start, first: true });
}

let isStarted = false;

on("world", "hello", () => {
  if (isStarted || !state.hello || (state.world?.generation ?? null) === null) return;
  isStarted = true;
  // An error is in the timeline, or another tab was first.
  openStart().catch(() => {});
});

let reloads = null;

// The world reports reloads; the module that draws them is loaded on the first report.
on("world", () => { reloads ??= later(() => import("./reload.js"), (module) => module.followReloads()); });

on("hello", () => {
  const { application } = state.hello ?? {};
  document.title = application ? `${application} · Moonroute` : "Moonroute";
});

begin().catch((error) => fill(part("main"), h("div.empty.is-error", String(error.message))));
