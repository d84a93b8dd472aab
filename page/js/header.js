// The header: the application, its generation, the link box, the persona, and the connection status.

import { count, h, fill, refill, icon, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { newKey, onResult } from "./live.js";
import { becomePersona, has, keep, kept, later, on, set, state } from "./state.js";
import { addressOf, go } from "./address.js";
import { makeLinkBox } from "./linkbox.js";
import { views } from "./views.js";

export const themes = ["system", "light", "dark"];

/** Sets the theme of the page. */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
  set({ theme });
}

export const showHelp = () => later(() => import("./help.js"), (module) => module.showHelp());

export const showPalette = () => later(() => import("./palette.js"), (module) => module.showPalette());

function themeButton() {
  const button = h("button.icon-button", { onclick: () => {
    setTheme(themes[(themes.indexOf(kept("theme", "system")) + 1) % themes.length]);
  } });
  const draw = () => {
    const theme = kept("theme", "system");
    const label = `Theme: ${theme}`;
    button.title = label;
    button.setAttribute("aria-label", label);
    fill(button, icon(theme === "dark" ? "moon" : theme === "light" ? "sun" : "system"));
  };
  on("theme", draw);
  draw();
  return button;
}

function personaMenu() {
  const menu = h("select.persona", { "aria-label": "Persona", title: "Who uses the application" });
  menu.addEventListener("change", async () => {
    if (!await becomePersona(menu.value || null)) menu.value = state.world?.persona ?? "";
  });
  const box = h("label.persona-box", icon("person"), menu);
  const load = async () => {
    box.hidden = !has("personas");
    if (box.hidden) return;
    try {
      set({ personas: await get("personas") });
    } catch { /* The header shows when the server is gone. */ }
  };
  on("hello", load);
  let generation;
  on("world", () => {
    if (generation !== undefined && generation !== state.world.generation) load();
    generation = state.world.generation;
  });
  let drawn;
  on("personas", "world", () => {
    const list = state.personas?.personas ?? [];
    const current = state.world?.persona ?? "";
    // An open menu stays unchanged while its content is the same.
    const text = JSON.stringify([current, list.map(({ name }) => name)]);
    if (text !== drawn) {
      drawn = text;
      fill(menu, h("option", { value: "" }, "no persona"),
        list.map(({ name }) => h("option", { value: name }, name)));
      menu.value = current;
    }
    menu.disabled = state.world?.read_only === true || !list.length;
    menu.title = list.length ? "Who uses the application" : "Create personas.lua next to main.lua to add personas";
  });
  return box;
}

const liveWords = {
  live: ["live", "Connected to the server"],
  connecting: ["connecting", "Connecting to the server"],
  gone: ["server gone", "The server does not respond. Restart it, and open the address that it prints."],
  refused: ["other key", newKey],
};

function liveSign() {
  const text = h("span.live-text");
  const sign = h("div.live", { role: "status" }, h("span.live-dot"), text);
  on("live", "world", () => {
    const [word, title] = liveWords[state.live] ?? liveWords.connecting;
    const isPaused = state.live === "live" && state.world?.recording === false;
    sign.dataset.live = isPaused ? "paused" : state.live;
    text.textContent = isPaused ? "paused" : word;
    sign.title = isPaused ? "Recording is paused" : title;
  });
  return sign;
}

function generationSign() {
  const sign = h("button.generation", { onclick: () => set({ problemsShown: true }) },
    h("span.generation-dot"), h("span.generation-text"));
  on("world", "hello", () => {
    const generation = state.world ? state.world.generation : state.hello?.generation;
    const problems = state.world?.problems?.length ?? 0;
    sign.dataset.state = problems ? "broken" : generation === null ? "none" : "good";
    sign.lastChild.textContent = generation === null || generation === undefined
      ? "not loaded" : `generation ${generation}`;
    sign.title = problems
      ? `The scripts do not load: ${count(problems, "problem")}. Click to read.`
      : "The number of successful script loads";
    sign.disabled = !problems;
  });
  return sign;
}

const severities = [["errors", "error", "bad"], ["warnings", "warning", "notable"], ["notes", "note", "soft"]];

/** The number of problems that `moonroute check` finds. */
function checkSign() {
  const sign = h("button.check-badge", { hidden: true, onclick: () => go("check") });
  on("world", () => {
    const check = state.world?.check;
    const found = severities.filter(([name]) => check?.[name] > 0);
    // While a check runs, its last result remains.
    if (check && !check.done) return;
    sign.hidden = !found.length;
    fill(sign, found.map(([name, noun, tone]) => h("span.chip", { class: `is-${tone}` }, count(check[name], noun))));
    sign.title = "Problems that moonroute check finds";
  });
  return sign;
}

/** Draws the header. */
export function makeHeader(element) {
  const name = h("h1.application", "Moonroute");
  on("hello", () => { name.textContent = state.hello?.application ?? "Moonroute"; });
  const journeys = h("button.journeys-badge", { hidden: true, onclick: () =>
    later(() => import("./journeys.js"), (module) => module.showJourneys()) });
  onResult((result) => {
    if (result.kind !== "journeys") return;
    const known = new Map((state.journeys ?? []).map((one) => [one.name, one]));
    for (const one of result.rows) known.set(one.name, { ...known.get(one.name), ...one });
    set({ journeys: [...known.values()] });
  });
  on("journeys", () => {
    const list = state.journeys ?? [];
    const passed = list.filter((one) => one.status === "passed").length;
    journeys.hidden = !list.length;
    journeys.textContent = `${passed}/${list.length} journeys`;
    journeys.classList.toggle("is-bad", list.some((one) => one.status === "failed"));
  });
  fill(element,
    h("button.hidden-text.skip", { onclick: () => document.querySelector("#middle .tab-link")?.focus() }, "Skip to the inspector"),
    h("div.header-start", h("span.logo", { "aria-hidden": "true" }), name, generationSign(), checkSign(), journeys),
    makeLinkBox(),
    h("div.header-end", personaMenu(), liveSign(),
      h("button.button.commands", { onclick: showPalette, "aria-label": "Commands", title: "Commands", "aria-keyshortcuts": "Control+K Meta+K" }, h("kbd", /Mac|iP/.test(navigator.platform) ? "⌘ K" : "Ctrl K"), h("span", "Commands")),
      iconButton("share", "Share", () => later(() => import("./share.js"), (module) => module.showShare())),
      themeButton(), iconButton("help", "Help and keys (?)", showHelp)));
}

const places = [["device", "Device", "phone"], ["steps", "Now", "steps"], ["routes", "Routes", "list"], ["time", "Time", "time"]];

/** Draws the bar at the bottom of a narrow window. */
export function makeBar(element) {
  const menu = h("dialog.more-menu", { "aria-label": "More" });
  const more = h("button.bar-item", { onclick: () => {
    fill(menu, h("button.more-item", { onclick: () => { menu.close(); showPalette(); } }, "Commands"), views.filter(({ name, feature }) => has(feature) && !places.some(([other]) => other === name))
      .map(({ name, title }) => h("a.more-item", { href: addressOf(name), onclick: () => menu.close() }, title)));
    menu.showModal();
  } }, icon("more"), "More");
  menu.onclick = (event) => { if (event.target === menu) menu.close(); };
  on("address", () => {
    refill(element, places.map(([name, title, sign]) => h("a.bar-item", {
      href: addressOf(name),
      "aria-current": state.address.view === name ? "page" : null,
    }, icon(sign), title)), more, menu);
  });
}
