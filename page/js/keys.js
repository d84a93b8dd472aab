// The keyboard shortcuts, and the help that lists them.

import { h, fill, iconButton } from "./dom.js";
import { focusLink, open } from "./linkbox.js";
import { focusFilter, stepRoutes } from "./routes.js";
import { stepTime } from "./timeline.js";
import { stepView } from "./views.js";
import { followNewest, togglePin } from "./follow.js";
import { later, set, state } from "./state.js";
import { go } from "./address.js";
import { toggleFull } from "./panes.js";

const keys = [
  ["Ctrl k", "Find a link, a view, a persona or a command"], ["/", "Go to the link box"], ["Enter", "Open the link"], ["Shift Enter", "Dry run: nothing changes"],
  ["Alt Enter", "Choose animator, extra and tags"], ["f", "Filter the routes"],
  ["j  k", "Next and previous row"], ["d", "Dry run"],
  ["[  ]", "Back and forth through time"], ["{  }", "Previous and next view"], [".", "One part on the full screen"], ["r", "Show or hide the routes"], ["c", "Copy the shown open as a spec line, a link or a command"], ["p", "Pin the shown row, or follow the newest open again"],
  ["Esc", "Leave a field, close a dialog, leave the past, follow the newest open"], ["?", "This help"],
];

let dialog;

/** Shows the shortcuts. */
export function showHelp() {
  dialog ??= document.body.appendChild(h("dialog.sheet-dialog", { "aria-labelledby": "help-title" }));
  fill(dialog,
    h("div.dialog-head", h("h2", { id: "help-title" }, "Keys"), iconButton("close", "Close", () => dialog.close())),
    h("dl.keys", keys.map(([key, text]) => [
      h("dt", key.split(" ").filter(Boolean).map((one) => h("kbd", one))), h("dd", text),
    ])),
    h("p.soft", "A link is matched while you type and opened with Enter. On the device, click to tap. Drag from the left edge to go back, and drag a sheet down to close it."));
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  if (!dialog.open) dialog.showModal();
}

const isTyping = (target) => target.closest?.("input, textarea, select, [contenteditable]");

/** Leaves the full screen, then the past, and after that the pinned row. */
function leave() {
  if (state.full) set({ full: null });
  else if (state.look) set({ look: null });
  else if (state.pinned !== null) followNewest();
}

/** In a window of medium width, the routes slide over the middle. */
function toggleRoutes() {
  if (!matchMedia("(max-width: 1199px)").matches) return focusFilter();
  if (state.address.view === "routes") history.back();
  else go("routes");
}

const actions = {
  Escape: leave, ".": toggleFull, r: toggleRoutes, p: togglePin, c: () => document.querySelector("#view-steps:not([hidden]) .copy-as")?.click(),
  "/": focusLink, f: focusFilter, j: () => stepRoutes(1), k: () => stepRoutes(-1),
  d: () => open({ dry: true }), "[": () => stepTime(-1), "]": () => stepTime(1), "?": showHelp,
  "{": () => stepView(-1), "}": () => stepView(1),
};

/** Starts following the keyboard. */
export function followKeys() {
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "k" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      later(() => import("./palette.js"), (module) => module.showPalette());
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("dialog:modal")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
