// Code: lines of a script where they are told of, and the drawer with all of it.

import { h, fill, failure, iconButton } from "./dom.js";
import { get } from "./wire.js";
import { editorAddress } from "./place.js";

/** Draws lines of a script with their numbers, one of them marked. */
export function code(lines, first, marked, label) {
  return h("div.code", { tabindex: "0", role: "region", "aria-label": label ?? "Code" },
    lines.map((line, index) => {
      const number = first + index;
      return h("div.code-line", number === marked && { class: "is-marked", "aria-current": "true" },
        h("span.code-number", number), h("span.code-text", paint(line)));
    }));
}

const tokens = new RegExp([
  "(--.*$)", "(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*')",
  "\\b(and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)\\b",
  "\\b(\\d+(?:\\.\\d+)?)\\b",
].join("|"), "g");

function paint(line) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    parts.push(line.slice(end, match.index));
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "word" : "number";
    parts.push(h(`span.code-${kind}`, match[0]));
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end));
  return parts.filter((part) => part !== "");
}

let drawer;

/** Opens the drawer with a script, one line marked and in the middle. */
export async function showCode(file, line) {
  const title = h("h2.drawer-title", `${file}${line ? `:${line}` : ""}`);
  const content = h("div.drawer-content", h("p.loading", "Reading the script…"));
  drawer ??= document.body.appendChild(h("dialog.drawer", { "aria-label": "Code" }));
  const address = editorAddress(file, line);
  fill(drawer,
    h("div.drawer-head", title, address && h("a.button", { href: address }, "Open in the editor"),
      iconButton("close", "Close", () => drawer.close())),
    content);
  if (!drawer.open) drawer.showModal();
  drawer.onclick = (event) => { if (event.target === drawer) drawer.close(); };
  try {
    const source = await get("source", { file });
    const lines = source.text.replace(/\n$/, "").split("\n");
    fill(content, code(lines, 1, line, `${file}, ${lines.length} lines`));
    content.querySelector(".is-marked")?.scrollIntoView({ block: "center" });
  } catch (error) {
    fill(content, failure(error));
  }
}
