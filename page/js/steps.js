// The steps of one open: the functions that decided, their answers, and their durations.

import { clip, clipped, h, fill, empty, failure, icon, refill, time } from "./dom.js";
import { get } from "./wire.js";
import { endWords, has, later, off, on, say, set, state, statusWords, tell } from "./state.js";
import { dead, followNewest, isAsked, openOf, pinRow, rowAt, rowOf, timeSince, togglePin } from "./follow.js";
import { rows } from "./live.js";
import { code, place } from "./code.js";
import { dryRun, open, startLinks } from "./linkbox.js";
import { showOpen } from "./timeline.js";
import { brief, valueTree } from "./value.js";
import { topOf } from "./stage.js";
import { drawEnds, LONGEST, QUIET } from "./why.js";

function tone(step) {
  const answer = String(step.answer ?? "");
  if (answer.startsWith("failed")) return "bad";
  if (/^(go to|stop|rewrite|declined)/.test(answer)) return "notable";
  if (["show", "action", "fallback"].includes(step.step)) return "good";
  return "plain";
}

function answerText(step) {
  const answer = String(step.answer ?? "");
  const [, arrow, rest] = /^(go to|rewrite) ([\s\S]*)$/.exec(answer) ?? [];
  if (arrow) return [h("span.arrow", arrow === "go to" ? "→ " : "⇒ "), clip(rest, 120)];
  return answer === "go on" ? h("span.soft", "continues") : clip(answer, 120);
}

function lines(step, box) {
  if (!step.file || !step.line) return;
  get("source", { file: step.file }).then((source) => {
    const all = source.text.split("\n");
    const first = Math.max(1, step.line - 2);
    const last = Math.min(all.length, step.last_line ?? step.line + 8);
    box.append(h("div.detail-part", h("h3", "Code"),
      code(all.slice(first - 1, last), first, step.line, `Code of ${step.name ?? step.step}`)));
  }).catch(() => {});
}

/** The decision of a guard, a redirect or a proxy, as text. */
function decision({ kind, to, reason }) {
  switch (kind) {
    case "go_to": return h("p", "go to ", h("code", clipped(to)));
    case "rewrite": return h("p", "rewrite the link to ", h("code", clipped(to)));
    case "stop": return h("p", reason ? ["stop: ", clipped(reason)] : "stop without a reason");
    default: return h("p", kind);
  }
}

function details(step) {
  const box = h("div.step-details");
  const part = (title, content) => box.append(h("div.detail-part", h("h3", title), content));
  if (step.value && step.value.kind !== "go_on") part("Returned", decision(step.value));
  if (step.calls?.length) {
    part("Host calls", h("ul.plain-list", step.calls.map((call) => h("li.call",
      h("code", `${call.name}(${(call.arguments ?? []).map((one) => brief(one, 60)).join(", ")})`),
      h("span", call.error ? h("span.is-bad", ` ${call.error}`) : [h("span.arrow", " → "), h("code", brief(call.answer, 120))]),
      place(call.file, call.line)))));
  }
  if (step.session?.length) {
    part("Session", h("ul.plain-list", step.session.map((change) => h("li.call",
      h("code", ["session", ...[].concat(change.path)].join(".")),
      h("span", h("code.removed", brief(change.before)), h("span.arrow", " → "), h("code.added", brief(change.after)))))));
  }
  lines(step, box);
  return box;
}

/** Makes a row with a button that unfolds the content from `make`; without `make` the row has no button. */
function unfolding(row, make, parts, rest) {
  const id = `step-${Math.random().toString(36).slice(2, 10)}`;
  const more = h("div.step-more", { id, hidden: true });
  const button = h("button.step-button", {
    disabled: !make, "aria-expanded": make ? "false" : null, "aria-controls": make ? id : null,
    onclick: () => {
      const isOpen = more.hidden;
      more.hidden = !isOpen;
      button.setAttribute("aria-expanded", isOpen);
      if (isOpen && !more.firstChild) fill(more, make());
    },
  }, h("span.step-chevron", make && icon("chevron")), parts);
  return fill(row, h("div.step-line", button, rest), more);
}

function timeCell(microseconds, longest) {
  const cell = h("span.step-time");
  if (microseconds === null || microseconds === undefined) return cell;
  const bar = h("span.bar", h("span.bar-fill"));
  bar.firstChild.style.width = `${longest ? Math.max(2, Math.min(100, 100 * microseconds / longest)) : 0}%`;
  return fill(cell, bar, h("span.micro", time(microseconds)));
}

function stepRow(step, context) {
  const canUnfold = step.file || (step.value && step.value.kind !== "go_on") || step.calls || step.session;
  const name = step.name && step.name !== step.answer ? clip(step.name, 120) : "";
  const row = h("li.step", { class: `is-${tone(step)}`, dataset: { step: step.step } });
  unfolding(row, canUnfold && (() => [details(step)]), [h("span.kind", step.step),
    h("span.step-who", name), h("span.step-answer", answerText(step),
      step.count > 1 && h("span.soft", ` (${step.number} of ${step.count})`))],
  [h("span.step-place", place(step.file, step.line)), timeCell(step.microseconds, context.longest)]);
  const inner = step.opens ?? (step.open ? [step.open] : []);
  if (inner.length) row.append(innerOpens(inner, context));
  return row;
}

const INNER = 20;

/** The opens inside a step, below it; each unfolds to its own steps. */
function innerOpens(numbers, context) {
  const list = h("ol.steps.is-inner", { "aria-label": "Opened inside" });
  const add = (from) => {
    const rows = numbers.slice(from, from + INNER).map((number) => innerRow(number, context));
    list.append(...rows.map(({ row }) => row));
    const rest = numbers.length - from - INNER;
    if (rest <= 0) return rows[0];
    const more = h("li.step", h("button.link-button.step-rest", { onclick: async () => {
      const { row, isDrawn } = add(from + INNER);
      await isDrawn;
      row.querySelector("button")?.focus();
      more.remove();
    } }, `${rest} more`));
    list.append(more);
    return rows[0];
  };
  add(0);
  return list;
}

function innerRow(number, context) {
  const row = h("li.step", { dataset: { open: number } }, h("div.step-line.step-waits.soft", `Open ${number}`));
  const isDrawn = context.find(number).then((outcome) => {
    const { text, tone: kind } = statusWords(outcome.status);
    const end = outcome.redirects?.at(-1);
    row.classList.add(`is-${kind}`);
    unfolding(row, () => [drawEnd(outcome), drawLegs(outcome, context)], [
      h("span.kind", outcome.purpose ?? "open"), h("span.step-who", h("code", outcome.location)),
      h("span.step-answer", text.toLowerCase(), end && [h("span.arrow", " → "), end])],
    [h("span.step-place", !context.isDry && h("button.link-button", {
      title: "Show its row in the timeline", "aria-label": `Open ${number} in the timeline`, onclick: () => showOpen(number),
    }, "timeline")), timeCell(outcome.microseconds, context.longest)]);
  }, (error) => row.firstChild.append(error.status === 404 ? " is still running, or is no longer stored" : ` ${error.message}`));
  return { row, isDrawn };
}

function legs(steps) {
  const result = [];
  for (const step of steps) {
    if (!result.length || (step.step === "parse" && !step.depth) || (step.location && step.location !== result.at(-1).location && !step.depth)) {
      result.push({ location: step.location ?? null, steps: [] });
    }
    result.at(-1).steps.push(step);
  }
  return result;
}

/** The reason, the error and the result of an outcome. */
function drawEnd(outcome) {
  return [
    outcome.reason && h("p.reason-line", clipped(outcome.reason)),
    outcome.error && h("div.note", { class: outcome.status === "failed" ? "is-bad" : "is-notable" }, h("p", clipped(outcome.error.message)),
      place(outcome.error.file, outcome.error.line),
      outcome.error.traceback?.length > 0 && h("details", h("summary", "Traceback"), h("pre.traceback", outcome.error.traceback.join("\n")))),
    outcome.value !== null && outcome.value !== undefined && h("div.answer", h("h2", "Answer"), valueTree(outcome.value)),
  ];
}

function drawLegs(outcome, context) {
  const groups = legs(outcome.steps);
  return groups.map((leg, index) => [
    groups.length > 1 && leg.location && h("h2.leg", index ? "then " : "", h("code", clipped(leg.location))),
    h("ol.steps", leg.steps.map((step) => stepRow(step, context))),
  ]);
}

/** Draws an outcome with its steps; a dry run contains its inner opens, because they are not recorded. */
export function drawOutcome(outcome, { isDry = false, stage = null, inner = [] } = {}) {
  const end = outcome.redirects?.at(-1);
  const { text, tone: kind } = endWords({ status: outcome.status, target: end });
  const total = outcome.microseconds ?? null;
  const context = {
    isDry, longest: Math.max(0, ...outcome.steps.map((step) => step.microseconds ?? 0)),
    find: isDry ? async (number) => inner.find((one) => one.number === number) ?? Promise.reject(Object.assign(new Error(), { status: 404 }))
      : (number) => get(`outcomes/${number}`),
  };
  return [
    isDry && h("div.banner.is-dry", h("span", "Dry run: nothing has changed."),
      h("span.banner-actions", stage && h("button.button", { onclick: () => set({ look: { dry: true, stage } }) }, "Show the stage"),
        h("button.button.is-main", { onclick: () => open({ location: outcome.location, more: {} }) }, "Open it"))),
    h("div.outcome", h("span.chip", { class: `is-${kind}` }, clipped(text, 80)), h("code.outcome-link", clipped(outcome.location)),
      end && [h("span.arrow", "→"), h("code.outcome-link", clipped(end))],
      h("span.outcome-end", outcome.name && h("span", outcome.name), outcome.animator && h("span.soft", outcome.animator),
        total !== null && h("span.micro", time(total)),
        h("button.button.is-small.copy-as", { onclick: () => later(() => import("./copies.js"), (module) => module.copyOutcome(outcome, isDry ? null : rowOf(outcome.number)?.[0])), "aria-keyshortcuts": "c" }, "Copy as…"))),
    drawEnd(outcome), drawLegs(outcome, context),
  ];
}

/** Draws a row without an open. */
function drawRow(row) {
  const [number, kind, ms, , { text = "", file, line, ...rest } = {}] = row;
  return [h("div.outcome", h("span.chip", kind), h("code.outcome-link", clipped(text))),
    h("dl.row-facts", h("dt", "Row"), h("dd", number), h("dt", "After"), h("dd", `${(ms / 1000).toFixed(2)} s`),
      file && [h("dt", "Place"), h("dd", place(file, line))],
      Object.entries(rest).map(([name, value]) => [h("dt", name), h("dd", brief(value, 300))]))];
}

async function cancel(open) {
  await tell(`opens/${open}/cancel`, {});
}

/** Waits take no time until the open is over. */
async function skip(open) {
  const before = state.clock?.mode ?? "real";
  set({ clock: await tell("clock", { mode: "skip" }) ?? state.clock });
  const back = async () => {
    if (state.running.has(open)) return;
    off("running", back);
    set({ clock: await tell("clock", { mode: before }) ?? state.clock });
  };
  on("running", back);
  // The open may have ended in the meantime.
  back();
}

/** Draws an open that still runs, with its steps so far, and its pending step. */
function drawRunning(message, context) {
  const done = message.steps.slice(0, -1).map(([, step]) => step);
  const waiting = message.steps.at(-1)[1];
  const { waits } = waiting;
  const isClosed = state.world?.read_only === true;
  const what = waits.for ? [" waits for ", h("code", `${waits.for}(${waits.arguments.map((one) => brief(one, 60)).join(", ")})`)] : " waits";
  const follows = ["guard", "redirect", "proxy"].includes(waiting.step) ? "animator, build and show, if it goes on" : waiting.step === "build" ? "show" : null;
  return [
    h("div.outcome", h("span.chip.is-wait", "Waiting, ", timeSince(message.began)), h("code.outcome-link", clipped(message.location))),
    h("ol.steps", done.map((step) => stepRow(step, context)),
      h("li.step.is-waiting", h("span.ring", { "aria-hidden": "true" }), h("div.waiting-text",
        h("p", h("strong", waiting.step ?? "The open"), waiting.name && ` of ${waiting.name}`, what),
        h("p.soft", place(waiting.file, waiting.line), " since ", timeSince(message.stuck),
          waiting.step && (waits.limit === null ? ", no time limit" : `, at most ${waits.limit} s`))),
      has("clock") && !isClosed && state.clock?.mode !== "skip" && h("button.button.is-small", { onclick: () => skip(message.open) }, "Skip the wait"),
      has("steps") && !isClosed && h("button.button.is-small.is-cancel", { onclick: () => cancel(message.open) }, "Cancel", h("kbd", "Esc"))),
      follows && h("li.step.is-next", h("span.ring", { "aria-hidden": "true" }), h("span.soft", follows))),
    follows && nothingYet(),
  ];
}

/** Names the screen that the device still shows while an open waits before its screen. */
function nothingYet() {
  const top = topOf(state.stage?.stage?.children?.[0]);
  return h("p.soft.earlier", `Nothing has changed yet: the device ${top ? `still shows ${clip(top.title || top.view || top.location, 60)}` : "is still empty"}.`);
}

/** The number of earlier opens below the steps. */
const EARLIER = 5;

/** The opens before an open, the newest first; a click shows the steps, and nothing travels in time. */
function drawEarlier(number) {
  const list = rows.list.filter((row) => isAsked(row) && row[3] < number && !dead.has(row[0])).slice(-EARLIER).reverse();
  if (!list.length) return null;
  return h("section.earlier", h("h2", "Earlier", h("span.soft", "A click shows the steps. The application stays as it is.")),
    h("ul", list.map((row) => {
      const { text, tone } = endWords(row[4]);
      const { location = row[4].text, reason, name, status } = row[4];
      const more = reason ? `: ${clip(reason, 60)}` : name && status === "opened" && !row[4].target ? ` ${name}` : "";
      return h("li", h("button.earlier-row", { onclick: () => pinRow(row[0]) }, h("code", clip(location, 80)),
        h("span.mark", { class: `is-${tone}` }, text[0].toLowerCase() + text.slice(1), more), h("span.soft", cause(row))));
    })));
}

/** The act that caused an open, in a few words. */
function cause(row) {
  const act = rowAt(row[4].act)?.[4];
  return act?.kind === "open" ? "" : clip(act?.text ?? "", 40);
}

/** Whether scripts were loaded after a row. */
const isBeforeReload = ([number]) => rows.list.findLast((one) => one[0] <= number || one[1] === "reload" && one[4]?.generation)?.[0] > number;

/** Names the subject of the middle, with the buttons that change it. */
function followLine(line) {
  const { params } = state.address;
  const open = Number(params.open ?? state.newest);
  const isPinned = state.pinned !== null;
  const row = params.dry !== undefined ? null : isPinned ? rowAt(state.pinned) : rowOf(open) ?? rowAt(state.running.get(open)?.row);
  // Keep the buttons while rows arrive, so that a press is not lost.
  const isOld = Boolean(row) && isBeforeReload(row);
  const key = JSON.stringify([row?.[0], isPinned, isOld, state.newer]);
  if (line.dataset.key === key) return;
  line.dataset.key = key;
  line.classList.toggle("is-pinned", isPinned);
  refill(line, row && [h("span.follow-dot"), h("strong", isPinned ? "Pinned" : "Following"),
    h("span.follow-text", `row ${row[0]}: ${row[4]?.text ?? row[1]}`)],
  isOld && h("span", "Scripts have changed since"),
  state.newer > 0 && h("button.chip.is-news", { onclick: () => followNewest(true) }, `${state.newer} newer`),
  row && h("button.button.is-small", { onclick: togglePin, "aria-keyshortcuts": "p" }, isPinned ? "Follow" : "Pin", h("kbd", "p")));
}

/** Makes the view. */
export function make(view) {
  view.classList.add("steps-view");
  const line = h("div.follow-line");
  const element = h("div.steps-body");
  view.append(line, element);
  let asked = null;
  /** The link box has the link of the shown open. */
  let location;
  const tellLink = (text) => {
    location = text;
    set({ shownLink: text });
  };
  function intro() {
    asked = null;
    tellLink("");
    fill(element, empty("No link has been opened yet",
      "Type a link above and press Enter. Its steps appear here, with their answers and durations.", startLinks()));
  }
  let quiet;
  /** Shows how the link ends for each persona. */
  function askEnds(number, location) {
    if (!has("matrix") || !state.personas?.personas.length || location.length > LONGEST) return;
    quiet = setTimeout(async () => {
      const { ends } = await get("match", { location, near: false, ends: true }).catch(() => ({}));
      if (asked === number && ends?.length) element.querySelector(".outcome")?.after(drawEnds(ends));
    }, QUIET);
  }
  async function show({ open: given, dry, row }, isRedrawn = false) {
    followLine(line);
    let number = given ?? (row === undefined ? state.newest ?? undefined : undefined);
    if (row !== undefined) {
      const found = rowAt(Number(row));
      number = found && openOf(found) || undefined;
      if (found && number === undefined) {
        asked = `row ${row}`;
        fill(element, drawRow(found));
        return;
      }
    }
    if (dry !== undefined) {
      asked = `dry ${dry}`;
      if (dryRun?.link === dry) fill(element, drawOutcome(dryRun.outcome, { ...dryRun, isDry: true }));
      else {
        fill(element, empty("This dry run is over", has("dry") && state.world?.read_only !== true
          ? `Running it again: ${dry}` : "Dry run is not available."));
        if (has("dry") && state.world?.read_only !== true) open({ dry: true, location: dry, more: {} });
      }
      return;
    }
    if (number === undefined) return intro();
    const running = state.running.get(Number(number));
    if (running) {
      if (asked !== `runs ${number}`) say(`Waiting: ${clip(running.location)}`);
      if (!isRedrawn || asked !== `runs ${number}`) tellLink(running.location);
      asked = `runs ${number}`;
      const longest = Math.max(0, ...running.steps.map(([, step]) => step.microseconds ?? 0));
      refill(element, drawRunning(running, { longest, find: (one) => get(`outcomes/${one}`) }), drawEarlier(number));
      return;
    }
    if (asked === number) return tellLink(location);
    asked = number;
    clearTimeout(quiet);
    try {
      const outcome = await get(`outcomes/${number}`);
      if (asked !== number) return;
      fill(element, drawOutcome(outcome), drawEarlier(number));
      tellLink(outcome.location);
      askEnds(number, outcome.location);
    } catch (error) {
      if (asked !== number) return;
      asked = null;
      if (error.status === 404 && Number(number) >= (state.newest ?? 0)) return fill(element, h("p.loading", "The open is running…"));
      fill(element, failure(error.status === 404 ? { message: `The server keeps the last 1,000 opens; number ${number} is no longer stored.` } : error));
    }
  }
  on("rows", "pinned", "newer", "look", "running", () => { if (state.address.view === "steps") followLine(line); });
  on("running", "clock", () => {
    if (state.address.view === "steps" && (String(asked).startsWith("runs") || state.running.has(Number(state.address.params.open)))) show(state.address.params, true);
  });
  view.addEventListener("keydown", (event) => {
    const open = Number(String(asked).replace("runs ", ""));
    if (event.key !== "Escape" || !state.running.has(open)) return;
    event.stopPropagation();
    cancel(open);
  });
  // A restarted server counts its opens from 1 again.
  on("resumed", () => { asked = null; });
  on("dryRun", () => {
    if (state.address.view === "steps" && state.address.params.dry !== undefined) show(state.address.params);
  });
  return { show };
}
