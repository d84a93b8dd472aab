// A Lua prompt in the application, if the server offers one.

import { h, fill, empty } from "./dom.js";
import { post } from "./wire.js";
import { say } from "./state.js";
import { place } from "./code.js";

/** The previous inputs, oldest first; they are not stored, because they may contain secrets. */
const texts = [];
const MOST = 200;

/** The position in a script; inputs of the prompt have no file to open. */
const placeOf = ({ file, line }) => file && !file.startsWith("(") && place(file, line);

function answerOf({ values = [], output = [], problem }) {
  return [
    output.map((one) => h("div.console-line.is-output", { class: one.level === "error" ? "is-bad" : "" }, h("span.console-text", one.text), placeOf(one))),
    problem && h("div.console-line.is-bad", h("span.console-sign", "✗"), h("span.console-text", problem.message), placeOf(problem)),
    values.length > 0 && h("div.console-line", h("span.console-sign", "="), h("span.console-text.is-value", values.join(", "))),
  ];
}

/** Makes the view. */
export function make(element) {
  element.classList.add("console-view");
  const list = h("ol.console-list", { tabindex: "0", "aria-label": "History" });
  const hint = empty("Nothing has run yet", "Enter Lua below, as in “moonroute repl”. It runs in the application, and is recorded like any other act.");
  const input = h("textarea.console-input", { "aria-label": "Lua", rows: "1", spellcheck: "false", placeholder: "router.open(\"/\")" });
  const form = h("form.console-form", { onsubmit: (event) => {
    event.preventDefault();
    run();
  } }, h("span.console-sign", { "aria-hidden": "true" }, "›"), input, h("button.button.is-main", { value: "run", title: "Run (Enter); Shift+Enter inserts a line break" }, "Run"));
  element.append(hint, list, form);
  list.hidden = true;
  /** The index in `texts` that the arrow keys have reached. */
  let at = 0;
  const fit = () => { input.rows = Math.min(8, input.value.split("\n").length); };
  const write = (text) => {
    input.value = text;
    fit();
  };
  const atEnd = () => { list.scrollTop = list.scrollHeight; };
  async function run() {
    const text = input.value;
    if (!text.trim()) return input.focus();
    const answer = h("div.console-answer", h("span.soft", "running…"));
    const entry = h("li.console-entry", h("div.console-line", h("span.console-sign", "›"), h("code.console-text", text)), answer);
    list.append(entry);
    while (list.children.length > MOST) list.firstChild.remove();
    [hint.hidden, list.hidden] = [true, false];
    write("");
    atEnd();
    let told;
    try {
      told = await post("console", { text });
    } catch (error) {
      told = { problem: { message: error.message } };
    }
    if (told.goes_on) {
      // The input is incomplete: it returns to the field, unless the user has typed other text.
      entry.remove();
      [hint.hidden, list.hidden] = [list.children.length > 0, !list.children.length];
      if (!input.value) write(`${text}\n`);
      return;
    }
    texts.push(text);
    if (texts.length > MOST) texts.shift();
    at = texts.length;
    fill(answer, answerOf(told));
    atEnd();
    say(told.problem ? `Failed: ${told.problem.message}` : told.values.length ? told.values.join(", ") : "Done");
  }
  input.addEventListener("input", fit);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isBare = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    const { value, selectionStart: from, selectionEnd: to } = input;
    // The arrow keys skip an unchanged previous input; in other text they first move to the first or last line.
    const isPassed = value === texts[at] && from === value.length;
    if (event.key === "Enter" && isBare) run();
    else if (event.key === "ArrowUp" && isBare && from === to && (isPassed || !value.slice(0, from).includes("\n")) && at > 0) write(texts[at -= 1]);
    else if (event.key === "ArrowDown" && isBare && from === to && !value.slice(to).includes("\n") && at < texts.length) write(texts[at += 1] ?? "");
    else if (event.key === "Escape") input.blur();
    else return;
    event.preventDefault();
  });
  return { show() { if (matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true }); } };
}
