// The dialogs of the parts that are loaded later.

import { h, fill, iconButton } from "./dom.js";

/** Makes a function that shows a dialog with a title and its content; a click outside closes it. */
export function sheet() {
  const id = `sheet-${Math.random().toString(36).slice(2, 8)}`;
  let dialog;
  return (title, ...content) => {
    dialog ??= document.body.appendChild(h("dialog.sheet-dialog", {
      "aria-labelledby": id, onclick: (event) => { if (event.target === dialog) dialog.close(); },
    }));
    fill(dialog, h("div.dialog-head", h("h2", { id }, title), iconButton("close", "Close", () => dialog.close())), content);
    if (!dialog.open) dialog.showModal();
    return dialog;
  };
}
