// Sharing a link: a QR code for a phone, commands to copy, and the routes as a table.

import { h, s, fill, copy, download } from "./dom.js";
import { addressOf } from "./address.js";
import { state } from "./state.js";
import { link } from "./linkbox.js";
import { csv, markdown } from "./links.js";
import { workOf } from "./filter.js";
import { commandOf, quoted } from "./copies.js";
import { qrCode } from "./qr.js";
import { sheet } from "./sheet.js";

function picture(text) {
  const code = qrCode(text);
  if (!code) return h("p.soft", "This link is too long for a QR code.");
  const size = code.length;
  const d = code.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x} ${y}h1v1h-1z` : "")).join("");
  return s("svg", { class: "qr", viewBox: `-2 -2 ${size + 4} ${size + 4}`, role: "img", "aria-label": `QR code of ${text}`, "shape-rendering": "crispEdges" }, s("path", { d, fill: "#000" }));
}

function command(title, text) {
  const pre = h("pre", { tabindex: "0" }, text);
  const button = h("button.button", { onclick: () => copy(text, button) }, "Copy");
  return h("div.command", h("span", title), pre, button);
}

const show = sheet();

/** Opens the dialog. */
export function showShare() {
  const rows = () => [["pattern", "name", "work", "animator", "tags", "owner", "scheme", "guards", "hits", "in journeys", "in specs", "place"], ...(state.routes ?? []).map((route) =>
    [route.pattern, route.name, workOf(route), route.animator, (route.tags ?? []).join(" "), route.owner, route.scheme, route.guards, route.hits, route.journey_hits, route.spec_hits, `${route.file}:${route.line}`])];
  const known = (state.routes ?? []).find((route) => route.scheme)?.scheme ?? `${state.hello?.application ?? "app"}`.replace(/[^a-z0-9+.-]/gi, "").toLowerCase();
  const path = link() || "/";
  const address = h("input", { value: /^[a-z][a-z0-9+.-]*:/i.test(path) ? path : `${known}:/${path}`, "aria-label": "Address", oninput: () => draw() });
  const out = h("div.share");
  const draw = () => {
    const text = address.value;
    fill(out, picture(text), command("iOS simulator", `xcrun simctl openurl booted ${quoted(text)}`), command("Android", `adb shell am start -a android.intent.action.VIEW -d ${quoted(quoted(text))}`),
      command("Command line", commandOf(path)));
  };
  const dialog = show("Share", h("div.share", h("label.field", h("span", "The link for another device"), address), out, h("div.form-end",
      h("a.link-button.at-start", { href: addressOf("journey"), onclick: () => dialog.close() }, "A journey as a file"),
      h("button.button", { onclick: () => download("routes.csv", "text/csv", csv(rows())) }, "Routes as CSV"),
      h("button.button", { onclick: () => download("routes.md", "text/markdown", markdown(rows())) }, "Routes as Markdown"))));
  draw();
}
