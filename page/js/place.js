// A place in a script: a link that opens the editor, or the code drawer with the line marked.

import { h } from "./dom.js";
import { later, state } from "./state.js";

const schemes = {
  vscode: (path, line) => `vscode://file${path}:${line}`,
  cursor: (path, line) => `cursor://file${path}:${line}`,
  zed: (path, line) => `zed://file${path}:${line}`,
  idea: (path, line) => `idea://open?file=${encodeURIComponent(path)}&line=${line}`,
};

/** The address that opens a place in the editor; null where none does. */
export function editorAddress(file, line) {
  const { folder, editor } = state.hello ?? {};
  const make = schemes[editor];
  if (!make || !folder || !file) return null;
  const path = `${folder.replace(/\/$/, "")}/${file}`;
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return make(absolute.split("/").map(encodeURIComponent).join("/"), line ?? 1);
}

const showCode = (file, line) => later(() => import("./code.js"), (module) => module.showCode(file, line));

/** Draws `routes/products.lua:57`; the button beside it shows the code in the page. */
export function place(file, line) {
  if (!file) return null;
  const text = line ? `${file}:${line}` : file;
  // Where there is no room the end stays, which has the line.
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
