// The line about the chosen count of the routes, and the run of the specs.

import { count, h, fill } from "./dom.js";
import { onResult } from "./live.js";
import { say, state, tell } from "./state.js";

/** The current or last run of the specs: `{done, total, failed}`. */
let specs = null;
let draw = () => {};

/** Describes the count of a kind in a line; `read` reads the counts again. */
export function drawHeat(heat, line, read) {
  draw = () => drawHeat(heat, line, read);
  const routes = state.routes ?? [];
  const rest = `${routes.filter((route) => !route[heat]).length} of ${count(routes.length, "route")} in no ${heat === "spec_hits" ? "spec" : "journey"}`;
  if (heat === "journey_hits") {
    fill(line, h("span", state.journeys?.length ? `${count(state.journeys.length, "journey")}, ${rest}` : "No journey is saved yet."));
    return;
  }
  const isRunning = specs && specs.done < specs.total;
  const hasRun = routes.some((route) => route.spec_hits !== null && route.spec_hits !== undefined);
  const text = isRunning ? `Running the specs: ${specs.done} of ${specs.total}` : !hasRun ? "The specs have not run here yet."
    : specs?.total === 0 ? "There are no specs." : `${specs?.failed ? `${count(specs.failed, "file")} failed, ` : ""}${rest}`;
  fill(line, h("span", text), h("button.link-button", { disabled: Boolean(isRunning) || state.world?.read_only === true, onclick: () => runSpecs(read) }, hasRun ? "Run again" : "Run specs"));
}

async function runSpecs(read) {
  const before = specs;
  const told = await tell("specs", {});
  if (!told) return;
  // The stream may have reported the first files before the response arrived.
  if (specs === before) specs = { done: 0, total: told.total, failed: 0 };
  draw();
  if (!told.total) read();
}

onResult(({ kind, done, total, rows }) => {
  if (kind !== "specs") return;
  // The first files of a run reset the count, even if another page started the run.
  specs = { done, total, failed: (done > rows.length ? specs?.failed ?? 0 : 0) + rows.filter((row) => row.status === "failed").length };
  draw();
  if (done === total) say("The specs have finished");
});
