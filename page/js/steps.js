// The steps of one open: who was asked, what they answered, and how long it took.

import { h, fill, empty, failure, icon, time } from "./dom.js";
import { get } from "./wire.js";
import { has, on, set, state, statusWords } from "./state.js";
import { addressOf } from "./address.js";
import { code, place } from "./place.js";
import { dryRun, open } from "./linkbox.js";
import { brief, valueTree } from "./value.js";

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
  if (arrow) return [h("span.arrow", arrow === "go to" ? "→ " : "⇒ "), rest];
  return answer === "go on" ? h("span.soft", "goes on") : answer;
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

/** What a guard, a redirect or a proxy decided, in words. */
function decision({ kind, to, reason }) {
  switch (kind) {
    case "go_to": return h("p", "go to ", h("code", to));
    case "rewrite": return h("p", "take the link as ", h("code", to));
    case "stop": return h("p", reason ? ["stop: ", reason] : "stop, without a reason");
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
  if (step.open) {
    part("Opened inside", [].concat(step.opens ?? step.open).map((one) => h("a", { href: addressOf("steps", { open: one }) }, `Open ${one} `)));
  }
  lines(step, box);
  return box;
}

function stepRow(step, longest, index) {
  const id = `step-${index}-${Math.random().toString(36).slice(2, 6)}`;
  const more = h("div.step-more", { id, hidden: true });
  const canUnfold = step.file || step.value !== undefined || step.calls || step.session || step.open;
  const name = step.name && step.name !== step.answer ? step.name : "";
  const button = h("button.step-button", {
    disabled: !canUnfold, "aria-expanded": canUnfold ? "false" : null, "aria-controls": canUnfold ? id : null,
    onclick: () => {
      const isOpen = more.hidden;
      more.hidden = !isOpen;
      button.setAttribute("aria-expanded", isOpen);
      if (isOpen && !more.firstChild) more.append(details(step));
    },
  }, h("span.step-chevron", canUnfold && icon("chevron")), h("span.kind", step.step),
    h("span.step-who", name), h("span.step-answer", answerText(step),
      step.count > 1 && h("span.soft", ` (${step.number} of ${step.count})`)));
  const bar = h("span.bar", h("span.bar-fill"));
  bar.firstChild.style.width = `${longest ? Math.max(2, 100 * (step.microseconds ?? 0) / longest) : 0}%`;
  const row = h("li.step", { class: `is-${tone(step)}`, dataset: { step: step.step } },
    h("div.step-line", button, h("span.step-place", place(step.file, step.line)),
      h("span.step-time", step.microseconds === null || step.microseconds === undefined ? null : [bar, h("span.micro", time(step.microseconds))])),
    more);
  row.style.setProperty("--depth", step.depth ?? 0);
  return row;
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

/** Draws an outcome with its steps. */
export function drawOutcome(outcome, { isDry = false, stage = null } = {}) {
  const { text, tone: kind } = statusWords(outcome.status);
  const longest = Math.max(0, ...outcome.steps.map((step) => step.microseconds ?? 0));
  const end = outcome.redirects?.at(-1);
  const total = outcome.microseconds ?? null;
  const groups = legs(outcome.steps);
  return [
    isDry && h("div.banner.is-dry", h("span", "Dry run: nothing has changed."),
      h("span.banner-actions", stage && h("button.button", { onclick: () => set({ look: { dry: true, stage } }) }, "Show the stage"),
        h("button.button.is-main", { onclick: () => open({ location: outcome.location, more: {} }) }, "Open it"))),
    h("div.outcome", h("span.chip", { class: `is-${kind}` }, text), h("code.outcome-link", outcome.location),
      end && [h("span.arrow", "→"), h("code.outcome-link", end)],
      h("span.outcome-end", outcome.name && h("span", outcome.name), outcome.animator && h("span.soft", outcome.animator),
        total !== null && h("span.micro", time(total)))),
    outcome.reason && h("p.reason-line", outcome.reason),
    outcome.error && h("div.note", { class: outcome.status === "failed" ? "is-bad" : "is-notable" }, h("p", outcome.error.message),
      place(outcome.error.file, outcome.error.line),
      outcome.error.traceback?.length > 0 && h("details", h("summary", "Traceback"), h("pre.traceback", outcome.error.traceback.join("\n")))),
    outcome.value !== null && outcome.value !== undefined && h("div.answer", h("h2", "Answer"), valueTree(outcome.value)),
    groups.map((leg, index) => [
      groups.length > 1 && leg.location && h("h2.leg", index ? "then " : "", h("code", leg.location)),
      h("ol.steps", leg.steps.map((step, at) => stepRow(step, longest, `${index}-${at}`))),
    ]),
  ];
}

/** Makes the view. */
export function make(element) {
  element.classList.add("steps-view");
  let asked = null;
  function intro() {
    fill(element, empty("No link was opened yet",
      "Type a link above and press Enter. Each step that it takes stands here, with its answer and its time."));
  }
  async function show({ open: number, dry }) {
    if (dry !== undefined) {
      asked = `dry ${dry}`;
      if (dryRun?.link === dry) fill(element, drawOutcome(dryRun.outcome, { isDry: true, stage: dryRun.stage }));
      else {
        fill(element, empty("This dry run is over", has("dry") && state.world?.read_only !== true
          ? `It is tried again: ${dry}` : "There is no dry run here."));
        if (has("dry") && state.world?.read_only !== true) open({ dry: true, location: dry, more: {} });
      }
      return;
    }
    if (number === undefined) return asked ? null : intro();
    if (asked === number) return;
    asked = number;
    try {
      const outcome = await get(`outcomes/${number}`);
      if (asked === number) fill(element, drawOutcome(outcome));
    } catch (error) {
      if (asked !== number) return;
      asked = null;
      fill(element, failure(error.status === 404 ? { message: `The server keeps the last 1,000 opens; number ${number} is not among them.` } : error));
    }
  }
  // A server that was started again counts its opens from 1.
  on("resumed", () => { asked = null; });
  on("dryRun", () => {
    if (state.address.view === "steps" && state.address.params.dry !== undefined) show(state.address.params);
  });
  return { show };
}
