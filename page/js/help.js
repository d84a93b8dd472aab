// The help: a list of the keys.

import { h } from "./dom.js";
import { keep, kept } from "./state.js";
import { sheet } from "./sheet.js";

const keys = [
  ["Ctrl k", "Find a link, a view, a persona or a command"], ["/", "Go to the link box"], ["Enter", "Open the link"],
  ["Shift Enter", "Dry run: nothing changes"], ["Alt Enter", "Choose animator, extra and tags"], ["f", "Filter the routes"],
  ["j  k", "Next and previous route"], ["d", "Dry run"], ["[  ]", "Back and forth through time"],
  ["1 … 7", "A tab by its position"], ["{  }", "Previous and next view"], ["F6", "Next part of the page, with Shift the previous one"],
  [".", "One part on the full screen"], ["r", "Show or hide the routes"],
  ["c", "Copy the shown open, or that of a row, as a spec line, a link or a command"],
  ["p", "Pin the shown row, or follow the newest open again"],
  ["Esc", "Leave a field, close a dialog, leave the past, follow the newest open"], ["?", "This help"],
];

const show = sheet();

/** Shows the shortcuts. */
export function showHelp() {
  const isOn = kept("keys", "on") === "on";
  show("Keys", h("dl.keys", keys.map(([key, text]) => [
    h("dt", key.split(" ").filter(Boolean).map((one) => h("kbd", one))), h("dd", text),
  ])),
  h("label.check", h("input", { type: "checkbox", checked: isOn, onchange: (event) => keep("keys", event.target.checked ? "on" : "off") }), "Single-key shortcuts"),
  h("p.soft", "A link is matched while you type and opened with Enter. On the device, click to tap. Drag from the left edge to go back, and drag a sheet down to close it."));
}
