// Journeys: actions that are saved as a spec, which runs again after each reload.

import { h, fill, empty } from "./dom.js";
import { get, post } from "./wire.js";
import { on, set, state, statusWords, tell } from "./state.js";
import { place } from "./code.js";
import { sheet } from "./sheet.js";

const show = sheet();

async function reload() {
  try {
    set({ journeys: (await get("journeys")).journeys });
  } catch { /* The header shows when the server is gone. */ }
}

/** Asks for a name and saves the rows as a journey. */
export function saveJourney(rows) {
  const numbers = rows.list.filter((row) => !row.gap).map((row) => row[0]);
  const name = h("input", { name: "name", required: true, placeholder: "a visitor looks for the orders", maxlength: "80" });
  const from = h("input", { name: "from", type: "number", min: "1", value: numbers[0] ?? 1 });
  const to = h("input", { name: "to", type: "number", min: "1", value: state.look?.row ?? numbers.at(-1) ?? 1 });
  const answer = h("div.form-answer", { role: "status" });
  let isSaving = false;
  const save = async (replace) => {
    if (isSaving) return;
    isSaving = true;
    fill(answer, h("p.loading", "Saving, then running it…"));
    try {
      const { file, status } = await post("journeys", {
        name: name.value.trim(), from: Number(from.value), to: Number(to.value), ...(replace ? { replace: true } : {}),
      });
      const { text, tone } = statusWords(status);
      fill(answer, h("div.note", { class: `is-${tone}` }, h("strong", text), place(file)));
      reload();
    } catch (error) {
      if (error.status === 409) {
        fill(answer, h("div.note.is-notable", h("p", error.message),
          h("button.button", { onclick: () => save(true) }, "Replace it")));
      } else fill(answer, h("div.note.is-bad", h("p", error.message)));
    } finally {
      isSaving = false;
    }
  };
  show("Save journey", numbers.length ? h("form.journey", { onsubmit: (event) => {
    event.preventDefault();
    save(false);
  } }, h("label.field", h("span", "Description"), name),
    h("div.fields.is-two", h("label.field", h("span", "From row"), from), h("label.field", h("span", "To row"), to)),
    h("p.soft", "It becomes a spec in spec/journeys, which runs immediately and after each reload."),
    h("div.form-end", h("button.button.is-main", { type: "submit" }, "Save spec")), answer)
    : empty("Nothing to save yet", "Open links and tap on the device first. Your actions become the journey."));
  name.focus();
}

const run = (name) => tell("journeys/run", name ? { name } : {});

function row(journey) {
  const { text, tone } = statusWords(journey.status);
  return h("li.journey-row", h("span.mark", { class: `is-${tone}` }, text), h("div", h("div", journey.name),
    journey.message && h("div.soft", journey.step ? `Step ${journey.step}: ` : "", journey.message)), place(journey.file, journey.line),
    h("button.button.is-small", { onclick: () => run(journey.name) }, "Run"));
}

let list;

const draw = () => fill(list, (state.journeys ?? []).map(row));

/** Lists the saved journeys. */
export function showJourneys() {
  if (!list) {
    list = h("ul.plain-list");
    on("journeys", draw);
  }
  draw();
  show("Journeys", list, h("div.form-end", h("button.button.is-main", { onclick: () => run(null) }, "Run all")));
}
