// The options of an open: animator, extra, tags, and without animation.

import { h, fill, loadStyle } from "./dom.js";

const animators = [
  "automatic", "root", "push", "show", "show_detail", "present", "sheet", "full_screen",
  "push_style_present", "refresh",
];

let dialog = null;

/** The chosen options, if they are shown; `extra` that is not JSON is an error. */
export function chosenOptions() {
  if (!dialog?.open) return {};
  const data = new FormData(dialog.querySelector("form"));
  const chosen = {};
  if (data.get("animator")) chosen.animator = data.get("animator");
  if (data.get("extra")?.trim()) chosen.extra = JSON.parse(data.get("extra"));
  if (data.get("tags")?.trim()) chosen.tags = data.get("tags").split(/[\s,#]+/).filter(Boolean);
  if (data.has("still")) chosen.animated = false;
  return chosen;
}

export const hideOptions = () => dialog?.close();

/** Shows the options below the link box, or hides them; `run` opens the link, or tries it without effect. */
export async function showOptions(box, run) {
  if (!dialog) {
    dialog = h("dialog.options-box", { "aria-label": "Options of this open", onkeydown: (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      dialog.close();
      box.querySelector("input").focus();
    } });
    box.append(dialog);
    await loadStyle();
  }
  if (dialog.open) return dialog.close();
  fill(dialog, h("form.options", { method: "dialog", onsubmit: (event) => {
    event.preventDefault();
    run(event.submitter?.value === "dry");
  } },
    h("label.field", h("span", "Animator"), h("select", { name: "animator" },
      h("option", { value: "" }, "From the route"), animators.map((name) => h("option", { value: name }, name)))),
    h("label.field", h("span", "Extra"), h("input", { name: "extra", placeholder: "JSON, such as {\"from\": \"mail\"}" })),
    h("label.field", h("span", "Tags"), h("input", { name: "tags", placeholder: "campaign spring" })),
    h("label.check", h("input", { type: "checkbox", name: "still" }), "Without animation"),
    h("div.options-actions", h("button.button", { value: "dry" }, "Dry run"),
      h("button.button.is-main", { value: "open" }, "Open"))));
  dialog.show();
  dialog.querySelector("select").focus();
}
