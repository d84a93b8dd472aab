// Colours the Lua blocks of the site like the inspector does, because DocC does not know Lua.
// SiteBuilder copies this file to the site, and the inspector's `lua.js` next to it.

import { parts } from "./lua.js";

// DocC's style has a colour for each of these classes.
const classes = {
  comment: "syntax-comment", string: "syntax-string", word: "syntax-keyword", number: "syntax-number",
};

function paint(line) {
  const found = parts(line.textContent);
  // A line without a coloured part stays unchanged, so that the observer is not called again.
  if (line.firstElementChild || !found.some(({ kind }) => kind)) return;
  line.replaceChildren(...found.map(({ text, kind }) => {
    if (!kind) return text;
    const span = document.createElement("span");
    span.className = classes[kind];
    span.textContent = text;
    return span;
  }));
}

const paintAll = () => document.querySelectorAll('[data-syntax="lua"] .code-line').forEach(paint);

// DocC draws a page after its script has loaded the text, and again for each link.
new MutationObserver(paintAll).observe(document.body, { childList: true, subtree: true });
paintAll();
