// The keyboard shortcuts.

import { showHelp, showPalette } from "./header.js";
import { focusLink, open } from "./linkbox.js";
import { focusFilter, stepRoutes } from "./routes.js";
import { stepTime } from "./timeline.js";
import { showTab, stepView } from "./views.js";
import { leave, togglePin } from "./follow.js";
import { kept, set, state } from "./state.js";
import { go } from "./address.js";
import { toggleFull } from "./panes.js";

const isTyping = (target) => target.closest?.("input, textarea, select, [contenteditable]");

/** In a window of medium width, the routes slide over the middle. */
function toggleRoutes() {
  set({ full: null });
  if (!matchMedia("(max-width: 1199px)").matches) return focusFilter();
  if (state.address.view === "routes") history.back();
  else go("routes");
}

/** Offers the focused row or cell for copying, and without one the shown open. */
function copyShown() {
  const event = new CustomEvent("copy-as", { bubbles: true, cancelable: true });
  if (document.activeElement.dispatchEvent(event)) document.querySelector("#view-steps:not([hidden]) .copy-as")?.click();
}

/** Moves the focus to the next region, or to the previous one. */
function stepRegion(by) {
  const regions = [...document.querySelectorAll("#header, #main > section, #bar")].filter((one) => one.checkVisibility());
  const at = regions.findIndex((one) => one.contains(document.activeElement));
  const next = regions[(at < 0 && by < 0 ? regions.length - 1 : at + by + regions.length) % regions.length];
  next.tabIndex = -1;
  next.focus();
}

const actions = {
  ".": () => toggleFull(), r: toggleRoutes, p: togglePin, c: copyShown,
  "/": focusLink, f: focusFilter, j: () => stepRoutes(1), k: () => stepRoutes(-1),
  d: () => open({ dry: true }), "[": () => stepTime(-1), "]": () => stepTime(1), "?": showHelp,
  "{": () => stepView(-1), "}": () => stepView(1),
};

function actionOf({ key }) {
  if (key === "Escape") return () => { if (state.full) set({ full: null }); else leave(); };
  // Software that types for a person would press single keys by accident.
  if (kept("keys", "on") === "off") return null;
  return /^[1-9]$/.test(key) ? () => showTab(Number(key)) : actions[key];
}

/** Starts following the keyboard. */
export function followKeys() {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog:modal:not(.palette)")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "k" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      showPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog:modal")) return;
    if (event.key === "F6") {
      event.preventDefault();
      stepRegion(event.shiftKey ? -1 : 1);
      return;
    }
    if (isTyping(event.target)) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
