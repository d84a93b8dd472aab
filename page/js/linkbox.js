// The link box: matches while the user types, opens with Enter.

import { clip, h, fill, icon } from "./dom.js";
import { post } from "./wire.js";
import { endWords, has, later, on, say, set, state, tell, toast } from "./state.js";
import { go } from "./address.js";
import { leave } from "./follow.js";
import { middleView } from "./views.js";
import { showWhy } from "./why.js";

let input;
let timer;
/** Whether the box has text that the page does not show yet. */
let isTyped = false;

/** The link in the box. */
export const link = () => input.value.trim();

/** Sets the link in the box. */
export function setLink(text, { focus = false } = {}) {
  input.value = text;
  if (focus) {
    input.focus();
    input.select();
  }
}

export function focusLink() {
  input.focus();
  input.select();
}

/** The module of the list below the box, once it is loaded. */
let found = null;

/** The views that explain the link or its open; in another one, the answer is a list below the box. */
const own = ["why", "steps", "route"];

function typed() {
  clearTimeout(timer);
  isTyped = true;
  timer = setTimeout(() => {
    isTyped = false;
    const view = middleView();
    if (!view || own.includes(view.name)) return showWhy(link());
    later(() => import("./found.js"), (module) => {
      found = module;
      found.showFound(input.closest(".link-box"), link());
    });
  }, 30);
}

let opened = 0;

/** The dry run in the steps view; only this page has it. */
export let dryRun = null;

/** Opens the link, or runs it dry. */
export async function open({ dry = false, location = link(), more = null } = {}) {
  if (!location) return focusLink();
  if (state.look?.row && !dry) return toast("You are viewing the past. Return to now, or continue from here.");
  clearTimeout(timer);
  isTyped = false;
  found?.hideFound();
  let chosen;
  try {
    chosen = more ?? options?.chosenOptions() ?? {};
  } catch {
    return toast("“Extra” is not JSON. Write a value such as {\"from\": \"mail\"}.", { kind: "is-bad" });
  }
  const mine = ++opened;
  const from = state.address.view;
  // If it takes a while, the steps show it before it ends.
  if (!dry) set({ opening: true, pinned: null });
  try {
    const answer = await post("open", { location, dry, ...chosen });
    // A dry run that waits for a person has no outcome.
    answer.outcome ??= { location, status: "waiting", steps: [], reason: "It waits for a person." };
    const { text } = endWords({ ...answer.outcome, target: answer.outcome.redirects?.at(-1) });
    // A slow open may end after a newer one; it is still in the timeline.
    if (mine !== opened) return;
    say(clip(`${dry ? "Dry run: " : ""}${text}: ${answer.outcome.location}`));
    if (dry) {
      dryRun = { ...answer, link: location };
      go("steps", { dry: location });
      set({ dryRun });
    } else {
      set({ look: null, pinned: null, newer: 0 });
      // If somebody chose another view meanwhile, it stays.
      if (["steps", from].includes(state.address.view)) go("steps", { open: answer.number });
    }
    options?.hideOptions();
  } catch (error) {
    if (error.status === 422 && error.body?.outcome) return;
    toast(error.message, { kind: "is-bad", seconds: dry ? 15 : 6 });
  } finally {
    if (mine === opened) set({ opening: false });
  }
}

/** Three links of this application: a plain one, one behind a guard, and one with a parameter. */
export function suggestions() {
  const routes = (state.routes ?? []).filter((route) => route.sample && route.has_view);
  const hasHole = (route) => /[:*]/.test(route.pattern);
  const chosen = [routes.find((route) => !hasHole(route) && !route.guards), routes.find((route) => route.guards > 0), routes.find(hasHole)];
  return [...new Set(chosen.filter(Boolean).map((route) => route.sample))];
}

/** Draws buttons that open these links. */
export const startLinks = () => suggestions().map((text) => h("button.button.start-link", { disabled: state.world?.read_only === true, onclick: () => {
  setLink(text);
  open();
} }, h("code", clip(text, 60))));

function key(event) {
  // Enter and Escape belong to the input method during composition.
  if (event.isComposing) return;
  if (event.key === "Enter") {
    event.preventDefault();
    if (event.altKey) showOptions();
    else open({ dry: event.shiftKey });
  } else if (event.key === "Escape") {
    event.stopPropagation();
    clearTimeout(timer);
    isTyped = false;
    const { view, params } = state.address;
    if (found?.hideFound()) return;
    if (view === "steps" && state.running.has(Number(params.open))) tell(`opens/${params.open}/cancel`, {});
    else if (view === "why" && params.link) {
      input.value = "";
      leave();
    } else input.blur();
  }
}

/** The module of the options, once they have been shown. */
let options = null;

const showOptions = () => later(() => import("./options.js"), (module) => {
  options = module;
  options.showOptions(input.closest(".link-box"), (dry) => open({ dry }));
});

/** Draws the link box. */
export function makeLinkBox() {
  input = h("input.link-input", {
    id: "link", type: "text", "aria-label": "Link", placeholder: "Type a link, such as /product/7",
    autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", "aria-keyshortcuts": "/",
    oninput: typed, onkeydown: key,
  });
  const dry = h("button.button", {
    title: "Try it without effect (Shift+Enter)", onclick: () => open({ dry: true }),
  }, "Dry run");
  const opener = h("button.button.is-main", { title: "Open it (Enter)", onclick: () => open() }, "Open");
  const more = h("button.icon-button", {
    title: "Animator, extra and tags (Alt+Enter)", "aria-label": "Options", onclick: showOptions,
  }, icon("down"));
  on("hello", "world", () => {
    const isClosed = state.world?.read_only === true;
    // Without the feature, the button stays and shows the reason; otherwise Shift+Enter would open the link.
    dry.setAttribute("aria-disabled", String(!has("dry")));
    dry.title = has("dry") ? "Try it without effect (Shift+Enter)" : "Dry run is not available; press for the reason";
    opener.disabled = dry.disabled = isClosed;
    opener.title = isClosed ? "This server is read-only" : "Open it (Enter)";
  });
  on("routes", () => {
    const links = suggestions();
    input.placeholder = `Type a link, such as ${links[1] ?? links[0] ?? "/product/7"}`;
  });
  const take = (text) => { if (text !== undefined && text !== link() && !isTyped) input.value = text; };
  on("address", () => {
    const { params } = state.address;
    take(params.link ?? params.dry);
  });
  let last;
  on("shownLink", () => {
    // An open that ends while somebody edits the link does not replace it.
    const isEdited = document.activeElement === input && link() !== last;
    last = state.shownLink;
    if (!isEdited && state.address.view === "steps" && state.address.params.dry === undefined) take(state.shownLink);
  });
  return h("div.link-box", { role: "search" },
    h("div.link-field", h("span.link-icon", icon("why")), input, h("kbd.link-key", "/")), opener, dry, more);
}
