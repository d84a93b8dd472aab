// Places in scripts: lines of code, links that open the editor, and the drawer with a whole script.

import { h, fill, failure, iconButton } from "./dom.js";
import { parts } from "./lua.js";
import { get } from "./wire.js";
import { later, state } from "./state.js";

/** Draws script lines with their numbers, one of them marked. */
export function code(lines, first, marked, label) {
  return h("div.code", { tabindex: "0", role: "region", "aria-label": label ?? "Code" },
    lines.map((line, index) => {
      const number = first + index;
      return h("div.code-line", number === marked && { class: "is-marked", "aria-current": "true" },
        h("span.code-number", number), h("span.code-text", paint(line)));
    }));
}

const paint = (line) =>
  parts(line).map(({ text, kind }) => kind ? h(`span.code-${kind}`, text) : text);

let drawer;

/** Opens the drawer with a script; the marked line is in the middle. */
const showCode = (file, line) => later(() => null, () => openDrawer(file, line));

async function openDrawer(file, line) {
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

const schemes = {
  vscode: (path, line) => `vscode://file${path}:${line}`,
  cursor: (path, line) => `cursor://file${path}:${line}`,
  zed: (path, line) => `zed://file${path}:${line}`,
  idea: (path, line) => `idea://open?file=${encodeURIComponent(path)}&line=${line}`,
};

/** The address that opens a position in the editor, or null without an editor. */
export function editorAddress(file, line) {
  const { folder, editor } = state.hello ?? {};
  const make = schemes[editor];
  if (!make || !folder || !file) return null;
  const path = `${folder.replace(/\/$/, "")}/${file}`;
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return make(absolute.split("/").map(encodeURIComponent).join("/"), line ?? 1);
}

/** Opens a place in the editor, or without one in the drawer. */
export function openPlace(file, line) {
  const address = editorAddress(file, line);
  if (address) location.href = address;
  else showCode(file, line);
}

/** Draws `routes/products.lua:57`, with a button that shows the code in the page. */
export function place(file, line) {
  if (!file) return null;
  const text = line ? `${file}:${line}` : file;
  // If there is too little space, the end stays visible, because it has the line.
  const short = h("span.place-text", { title: text }, h("bdi", text));
  const address = editorAddress(file, line);
  if (!address) {
    return h("button.place", { onclick: () => showCode(file, line) }, short);
  }
  return h("span.place-pair",
    h("a.place", { href: address, title: `Open ${text} in the editor` }, short),
    h("button.place-code", {
      title: `Show ${text} here`, "aria-label": `Show the code of ${text}`,
      onclick: () => showCode(file, line),
    }, "{ }"));
}
