// Reloads: an overlay with code frames if the scripts do not load, otherwise a line with the differences.

import { count, h, fill, icon, iconButton } from "./dom.js";
import { go } from "./address.js";
import { onResult } from "./live.js";
import { on, say, set, state, toast } from "./state.js";
import { place } from "./code.js";
import { sheet } from "./sheet.js";

let overlay;
let generation;
let told = "";
/** The message for the last reload; the results of its journeys are added later. */
let last = null;

export function frameOf(problem) {
  if (!problem.frame) return null;
  const text = Array.isArray(problem.frame) ? problem.frame.map((line) => line.text ?? line).join("\n") : String(problem.frame);
  return h("pre.code-frame", { tabindex: "0", role: "region", "aria-label": "Code" }, text.replace(/\n$/, "").split("\n").map((line) =>
    h("span.frame-line", { class: /^\s*>/.test(line) ? "is-marked" : /^\s*\d*\s*\|\s*\^+/.test(line) ? "is-caret" : "" }, line + "\n")));
}

function drawProblems(problems) {
  overlay ??= document.body.appendChild(h("dialog.overlay", { "aria-labelledby": "overlay-title" }));
  const goesOn = state.world.generation === null || state.world.generation === undefined
    ? "The application has not started yet. It starts when you save the file."
    : `Generation ${state.world.generation} keeps running. This closes when you save the file.`;
  fill(overlay,
    h("div.dialog-head", h("h2", { id: "overlay-title" },
      problems.length === 1 ? "The scripts do not load" : `The scripts do not load: ${problems.length} problems`), iconButton("close", "Close (Escape)", () => overlay.close())),
    problems.slice(0, 20).map((problem) => h("section.problem", h("div.problem-head", place(problem.file, problem.line),
      h("p.problem-text", problem.message)), frameOf(problem))),
    h("p.soft", goesOn));
  overlay.onclick = (event) => { if (event.target === overlay) overlay.close(); };
  if (!overlay.open) overlay.showModal();
}

function sentence(reload) {
  const { added = [], changed = [], removed = [] } = reload.routes ?? {};
  const parts = [added.length && `+${added.length}`, changed.length && `~${changed.length}`, removed.length && `−${removed.length}`].filter(Boolean);
  const stale = (reload.screens ?? []).filter((screen) => screen.result !== "rebuilt").length;
  const ms = reload.milliseconds === undefined ? "" : `, ${Math.max(1, Math.round(reload.milliseconds))} ms`;
  return `Generation ${reload.generation}${ms}, ${parts.length ? parts.join(" ") : "same routes"}${stale ? `, ${stale} stale` : ""}`;
}

const showDifference = sheet();

function difference(reload) {
  const list = (title, names) => names?.length > 0 && [h("h3", title), h("ul.plain-list", names.map((name) => h("li", name)))];
  showDifference(`Changes in generation ${reload.generation}`,
    list("Routes added", reload.routes?.added), list("Routes changed", reload.routes?.changed), list("Routes removed", reload.routes?.removed),
    list("Files added", reload.files?.added), list("Files changed", reload.files?.changed), list("Files removed", reload.files?.removed),
    list("Screens", (reload.screens ?? []).map((screen) => `${screen.name ?? screen.id}: ${screen.message ?? screen.result.replaceAll("_", " ")}`)));
}

function follow() {
  const { world } = state;
  if (!world) return;
  const problems = world.problems ?? [];
  const text = JSON.stringify(problems);
  if (problems.length && text !== told) {
    drawProblems(problems);
    say("The scripts do not load");
  } else if (!problems.length && overlay?.open) {
    overlay.close();
  }
  // The first load is only worth a message if it failed before.
  const isNews = generation !== undefined && (generation !== null || told !== "");
  told = problems.length ? text : "";
  if (isNews && world.generation !== generation && world.generation !== null && world.reload) {
    waiting = world.reload;
    journeys = null;
  }
  generation = world.generation;
  // The message includes the errors of the check, so it waits for the check.
  if (waiting && (!world.check || world.check.done)) announce(world.check);
}

/** The reload whose check is not complete, and the results of its journeys. */
let waiting = null;
let journeys = null;

function announce(check) {
  const reload = waiting;
  waiting = null;
  const { errors = 0 } = check ?? {};
  const button = h("button.toast-button", { onclick: () => errors ? go("check") : difference(reload) },
    icon(errors ? "close" : "check"), sentence(reload), errors > 0 && `, ${count(errors, "error")}`);
  last = button;
  toast(button, { kind: errors ? "is-bad" : "is-good", seconds: 8 });
  say(`Generation ${reload.generation} is loaded${errors ? `, with ${count(errors, "error")}` : ""}`);
  addJourneys();
}

function addJourneys() {
  if (!last || !journeys) return;
  const { passed, total } = journeys;
  last.append(`, ${passed}/${total} journeys`);
  if (passed < total) last.parentNode?.classList.remove("is-good");
  last = journeys = null;
}

/** Starts following reloads. */
export function followReloads() {
  on("world", follow);
  follow();
  onResult(({ kind, done, total }) => {
    if (kind !== "journeys" || done < total) return;
    journeys = { passed: (state.journeys ?? []).filter((one) => one.status === "passed").length, total };
    addJourneys();
  });
  on("problemsShown", () => {
    if (state.problemsShown && state.world?.problems?.length) drawProblems(state.world.problems);
    if (state.problemsShown) set({ problemsShown: false });
  });
}
