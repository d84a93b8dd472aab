// One field for routes, links, views, personas, commands and problems.

import { h, fill, clip, icon } from "./dom.js";
import { get } from "./wire.js";
import { becomePersona, has, keep, kept, set, state, tell } from "./state.js";
import { go } from "./address.js";
import { rows } from "./live.js";
import { setTheme, themes } from "./header.js";
import { followNewest, togglePin } from "./follow.js";
import { open, setLink } from "./linkbox.js";
import { showFull } from "./panes.js";
import { clearTimeline } from "./timeline.js";
import { views } from "./views.js";
import { openPlace } from "./code.js";
import { setClock, setSize, sizes } from "./device.js";
import { copyJourney } from "./copies.js";
import { saveJourney } from "./journeys.js";
import { viewsWithLooks } from "./looks/looks.js";

const PER_GROUP = 8;
const MOST = 50;

/** The quality of a match: a prefix, the start of a word, the letters in order, or no match. */
function rank(text, words) {
  const low = text.toLowerCase();
  if (!words) return 3;
  if (low.startsWith(words)) return 4;
  const at = low.indexOf(words);
  if (at > 0) return /[^a-z0-9]/.test(low[at - 1]) ? 3 : 2;
  let next = 0;
  for (const letter of low) if (letter === words[next]) next += 1;
  return next === words.length ? 1 : 0;
}

const run = (location, isDry) => {
  setLink(location);
  open({ location, dry: isDry, more: {} });
};

/** The commands: a text and a function each. */
function commands() {
  const isClosed = state.world?.read_only === true;
  const isOn = kept("keys", "on") === "on";
  const acts = isClosed ? [] : [
    has("journeys") && ["Save journey", () => saveJourney(rows)],
    has("journeys") && ["Run all journeys", () => tell("journeys/run", {})],
    has("specs") && ["Run the specs", () => tell("specs", {})],
    state.hello?.attached !== true && ["Reload the scripts", () => tell("reload", {})],
    [state.world?.recording === false ? "Resume recording" : "Pause recording", () => tell("record", { paused: state.world?.recording !== false })],
    ["Clear the timeline", clearTimeline],
    ...(has("clock") ? [["Clock: real time", "real"], ["Clock: skip waits", "skip"], ["Clock: one minute ahead", "minute"]].map(([text, mode]) => [text, () => setClock(mode)]) : []),
  ];
  return [
    ["Follow the newest open", () => followNewest(true)], ["Pin the shown row", togglePin], ["Back to now", () => set({ look: null })],
    has("journal") && ["Copy the journey as a link", copyJourney], ...acts,
    ...["routes", "middle", "device", "timeline"].map((part) => [`Full screen: ${part}`, () => showFull(part)]),
    ...Object.entries(sizes).map(([name, [title]]) => [`Device: ${title.toLowerCase()}`, () => setSize(name)]),
    ...themes.map((theme) => [`Theme: ${theme}`, () => setTheme(theme)]),
    [`Single-key shortcuts: ${isOn ? "off" : "on"}`, () => keep("keys", isOn ? "off" : "on")],
  ].filter(Boolean).map(([text, call]) => ({ text, run: call }));
}

/** The groups: a prefix, a title, and the entries `{text, note, run}`. */
function groups(problems, listed) {
  const links = [...new Set(rows.list.toReversed().filter((row) => row[1] === "open" && row[4]?.act && !row[4].location.endsWith("…")).map((row) => row[4].location))];
  const routes = (state.routes ?? []).filter((route) => route.sample);
  return [
    ["/", "Recent links", links.slice(0, 50).map((text) => ({ text, run: (isDry) => run(text, isDry) }))],
    ["/", "links.txt", listed.map((text) => ({ text, run: (isDry) => run(text, isDry) }))],
    ["/", "Routes", routes.map((route) => ({ text: route.sample, note: route.name ?? route.pattern, run: (isDry) => run(route.sample, isDry) }))],
    [">", "Views", views.filter((view) => has(view.feature)).map((view) => ({ text: view.title, run: () => go(view.name) }))],
    ["v ", "Screens", has("gallery") ? [...new Set([...state.views, ...viewsWithLooks()])].sort().map((text) => ({ text, run: () => go("gallery", { view: text }) })) : []],
    ["as ", "Personas", [null, ...(state.personas?.personas ?? []).map((one) => one.name)].map((name) => ({ text: name ?? "no persona", run: () => becomePersona(name) }))],
    [">", "Commands", commands()],
    ["!", "Problems", problems.map((one) => ({ text: one.message, note: one.file ? `${one.file}:${one.line}` : null, run: () => one.file ? openPlace(one.file, one.line) : go("check") }))],
  ];
}

function found(all, typed) {
  const result = [];
  for (const [prefix, title, entries] of all) {
    const isMeant = prefix !== "/" && typed.startsWith(prefix);
    if (!isMeant && all.some(([other]) => other !== "/" && other !== prefix && typed.startsWith(other))) continue;
    const words = (isMeant ? typed.slice(prefix.length) : typed).trim();
    const best = [];
    for (const entry of entries) {
      const score = Math.max(rank(entry.text, words), entry.note ? rank(entry.note, words) : 0);
      if (score) best.push([score, entry]);
    }
    best.sort((one, other) => other[0] - one[0]);
    if (best.length) result.push([title, best.slice(0, PER_GROUP).map(([, entry]) => entry)]);
  }
  let room = MOST;
  return result.map(([title, entries]) => {
    const some = entries.slice(0, room);
    room -= some.length;
    return [title, some];
  }).filter(([, some]) => some.length);
}

let dialog;

/** Opens the palette. */
export async function showPalette() {
  if (dialog?.open) return dialog.close();
  dialog ??= document.body.appendChild(h("dialog.palette", { "aria-label": "Commands" }));
  let all = groups([], []);
  let shown = [];
  let at = 0;
  const list = h("div.palette-list", { role: "listbox", id: "palette-list", "aria-label": "Results" });
  const input = h("input.palette-input", {
    role: "combobox", "aria-label": "Find", "aria-controls": "palette-list", "aria-expanded": "true", placeholder: "A link,  v a screen,  as a persona,  > a command,  ! a problem", spellcheck: "false",
    oninput: () => { at = 0; draw(); },
    onkeydown: (event) => {
      if (event.isComposing) return;
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by) at = (at + by + shown.length) % Math.max(1, shown.length);
      else if (event.key === "Tab" && shown[at]) input.value = shown[at].text;
      else if (event.key !== "Enter") return;
      // Otherwise Enter would also press the button that has the focus next.
      event.preventDefault();
      if (event.key === "Enter") return choose(at, event.shiftKey);
      draw();
    },
  });
  const choose = (index, isDry) => {
    const entry = shown[index];
    dialog.close();
    if (entry) entry.run(isDry);
    else if (input.value.startsWith("/")) run(input.value.trim(), isDry);
  };
  const draw = () => {
    shown = [];
    fill(list, found(all, input.value.toLowerCase()).map(([title, entries]) => h("div", { role: "group", "aria-label": title }, h("p.palette-title", { "aria-hidden": "true" }, title), entries.map((entry) => {
      const index = shown.push(entry) - 1;
      return h("div.palette-row", { role: "option", id: `palette-${index}`, "aria-selected": String(index === at), onclick: () => choose(index, false) },
        h("span", clip(entry.text, 120)), entry.note && h("span.soft", clip(entry.note, 80)));
    }))), !shown.length && h("p.soft.palette-title", "No matches"));
    if (shown.length) input.setAttribute("aria-activedescendant", `palette-${at}`);
    else input.removeAttribute("aria-activedescendant");
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  };
  fill(dialog, h("div.palette-head", icon("why"), input), list);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  draw();
  dialog.showModal();
  input.focus();
  const [{ problems = [] }, { locations = [] }] = await Promise.all(["check", "links"].map((path) => has("check") ? get(path).catch(() => ({})) : {}));
  if (!dialog.open) return;
  all = groups(problems, locations);
  draw();
}
