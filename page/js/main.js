// The entry point of the page.

import { fill, failure, h, loadStyle } from "./dom.js";
import { get, post } from "./wire.js";
import { later, on, set, state } from "./state.js";
import { followAddress } from "./address.js";
import { listen } from "./live.js";
import { makeHeader, makeBar } from "./header.js";
import { makeRoutes } from "./routes.js";
import { makeViews } from "./views.js";
import { makeTimeline } from "./timeline.js";
import { followKeys } from "./keys.js";
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
  makeTimeline(part("timeline"));
  makePanes(part("main"));
  followKeys();
  followAddress();
  follow();
  try {
    set({ hello: await hello });
  } catch (error) {
    fill(part("main"), failure(error, () => location.reload()));
    return;
  }
  listen();
  makeDevice();
}

/** The device is loaded when the routes and the link box can already be used. */
async function makeDevice() {
  part("device").replaceChildren();
  try {
    const [module] = await Promise.all([import("./device.js"), loadStyle("device")]);
    module.makeDevice(part("device"));
  } catch {
    fill(part("device"), failure({ message: "The device did not load. Is the server still running?" }, makeDevice));
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
