// The difference between the current scripts and an earlier version, as `moonroute diff` reports it.

import { copy, empty, failure, fill, h } from "../dom.js";
import { get, post } from "../wire.js";
import { on, say, state } from "../state.js";
import { place } from "../code.js";

const tones = { breaks: "bad", opens: "bad", look: "notable", tells: "soft" };
const titles = { breaks: "Breaks", opens: "Opens doors", look: "Look at", tells: "Also changed" };

/** The place in a sentence, which becomes a link after it. */
function placed(one) {
  const [, file, line] = one.file ? [null, one.file, one.line] : /([\w./-]+\.lua):(\d+)\)/.exec(one.text) ?? [];
  const mark = `${file}:${line}`;
  return { file, line: Number(line), text: file ? one.text.replace(` (${mark})`, "").replace(`, ${mark})`, ")") : one.text };
}

function finding(one) {
  const { file, line, text } = placed(one);
  return h("li.difference-item", h("div.problem-line", h("p.problem-text", text), place(file, line)), one.remarks.map((words) => h("p.soft", words)), one.remedy && h("code", one.remedy));
}

function report(answer) {
  if (!answer.sections.length) return empty("No differences", answer.ending);
  return [answer.sections.map((section) => h("section.problem", h("h2", h("span.chip", { class: `is-${tones[section.severity]}` }, titles[section.severity] ?? section.title)),
    h("ul", section.findings.map(finding)))), answer.ending && h("p.soft", answer.ending)];
}

/** Makes the view. */
export function make(element) {
  let answer = null;
  let known = { generations: [], commits: false };
  let generation = state.world?.generation;
  const kind = h("select", { "aria-label": "Compare with", onchange: () => {
    drawName();
    if (!hasName()) run();
  } });
  const name = h("input", { "aria-label": "Name", hidden: true, spellcheck: "false", onkeydown: (event) => {
    if (event.key === "Enter" && !event.isComposing) run();
  } });
  const compare = h("button.button", { onclick: () => run() }, "Compare");
  const words = h("strong", { role: "status" });
  const copied = h("button.button", { hidden: true, onclick: (event) => copy(answer.markdown, event.currentTarget) }, "Copy for the pull request");
  const body = h("div.difference");
  element.append(h("div.tool-row", h("span.soft", "The scripts now, compared with "), kind, name, compare, words, h("span.grow"), copied), body);

  const hasName = () => ["snapshot", "commit"].includes(kind.value);

  function drawName() {
    name.hidden = !hasName();
    name.placeholder = kind.value === "commit" ? "main" : "access.snap";
  }

  function drawKinds() {
    const before = kind.value;
    fill(kind, h("option", { value: "save" }, "the last save"), known.generations.toReversed().slice(1).map((number) => h("option", { value: `generation ${number}` }, `generation ${number}`)),
      h("option", { value: "snapshot" }, "a snapshot of moonroute access"), known.commits && h("option", { value: "commit" }, "a commit"));
    if ([...kind.options].some((one) => one.value === before)) kind.value = before;
    drawName();
  }

  let number = 0;
  async function run() {
    const mine = ++number;
    if (hasName() && !name.value.trim()) return name.focus();
    fill(body, h("p.loading", "Opening every route in both versions…"));
    copied.hidden = true;
    words.textContent = "";
    try {
      known = await get("difference");
      drawKinds();
      if (kind.value === "save" && !known.generations.length) {
        answer = null;
        fill(body, empty("Nothing to compare with yet", "After the next save, its effects on links and people are listed here. Until then, compare with a snapshot or, under moonroute serve --git, a commit."));
        return;
      }
      const [word, count] = kind.value.split(" ");
      const next = await post("difference", { kind: word, ...(count ? { generation: Number(count) } : {}), ...(hasName() ? { name: name.value.trim() } : {}) });
      if (mine !== number) return;
      answer = next;
      words.textContent = answer.headline;
      copied.hidden = !answer.sections.length;
      fill(body, report(answer));
      say(answer.headline);
    } catch (error) {
      if (mine === number) fill(body, failure(error, run));
    }
  }

  drawKinds();
  on("world", () => {
    if (generation !== state.world.generation && !element.hidden) run();
    generation = state.world.generation;
  });
  let shown;
  return {
    show() {
      if (shown === state.world?.generation && answer) return;
      shown = state.world?.generation;
      run();
    },
  };
}
