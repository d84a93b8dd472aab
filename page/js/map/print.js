// The whole map as a file and on paper.

import { count, download, h, s } from "../dom.js";
import { definitions, draw } from "./draw.js";

const wide = { x: -Infinity, y: -Infinity, right: Infinity, bottom: Infinity };
/** Above this number of routes, paper has an overview and a page for each district. */
export const ONE_PAGE = 200;

/** Draws the map, or one rectangle of it, as a picture of its own. */
function picture(model, box = { x: 0, y: 0, width: model.layout.width, height: model.layout.height }, level = 2) {
  const area = level && box.width < model.layout.width ? { x: box.x, y: box.y, right: box.x + box.width, bottom: box.y + box.height } : wide;
  const zoom = level ? 1 : 0.3;
  const whole = s("svg", { xmlns: "http://www.w3.org/2000/svg", class: "map-picture", viewBox: `${box.x - 8} ${box.y - 8} ${box.width + 16} ${box.height + 16}`, role: "img", "aria-label": "Map of the routes" }, definitions(), draw({ ...model, focused: null }, area, level, zoom));
  // The keyboard has no use for a picture.
  for (const one of whole.querySelectorAll("[role], [tabindex]")) for (const name of ["role", "tabindex", "aria-level", "aria-selected", "aria-expanded"]) one.removeAttribute(name);
  return whole;
}

/** The rules for the map, with the values of the colours in one theme. */
function styles(isDark) {
  const all = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const rules = all.filter((rule) => rule.selectorText?.includes(".map-") && !rule.selectorText.includes("view")).map((rule) => rule.cssText).join("\n");
  const probe = document.body.appendChild(h("span"));
  probe.style.colorScheme = isDark ? "dark" : "light";
  const values = [...new Set(rules.match(/--[\w-]+/g))].map((name) => {
    probe.style.color = `var(${name})`;
    return [name, name === "--mono" || name === "--sans" ? getComputedStyle(document.documentElement).getPropertyValue(name) : getComputedStyle(probe).color];
  });
  probe.remove();
  return rules.replace(/var\((--[\w-]+)\)/g, (text, name) => values.find(([one]) => one === name)[1]);
}

/** Saves the map as an SVG file that needs no other file. */
export function saveSVG(model) {
  const whole = picture(model);
  const isDark = getComputedStyle(document.body).colorScheme.endsWith("dark") && !matchMedia("(prefers-color-scheme: light)").matches;
  whole.setAttribute("width", model.layout.width);
  whole.setAttribute("height", model.layout.height);
  whole.prepend(s("style", {}, styles(isDark)));
  download("map.svg", "image/svg+xml", new XMLSerializer().serializeToString(whole));
}

const signs = [["fixed", "always redirects"], ["seen", "was redirected, with a count"], ["child", "parent in another district"]];

/** The legend of the map. */
export const legend = (person) => h("div.map-legend", signs.map(([kind, text]) => h("span", s("svg", { width: 26, height: 10, "aria-hidden": "true" }, s("path", { class: `map-road is-${kind}`, d: "M1 5H25" })), text)),
  h("span", s("svg", { width: 14, height: 22, "aria-hidden": "true" }, s("path", { class: "map-gate is-shut", d: "M7 1v20" })), "gate, shut"),
  h("span", s("svg", { width: 14, height: 22, "aria-hidden": "true" }, s("path", { class: "map-gate is-open", d: "M7 1v6M7 15v6" })), "open"),
  h("span", s("svg", { width: 14, height: 22, "aria-hidden": "true" }, s("path", { class: "map-gate is-depends", d: "M7 1v6M7 9v4M7 15v6" })), "depends"),
  person && h("span", `Light: ${person}`));

/** Puts the map on pages of A3, until they are printed; a large one as an overview and a page for each district. */
export function layPaper(model, unfoldedModel) {
  const { graph } = model;
  const head = (text) => h("div.map-page-head", h("strong", document.title), h("span", text), h("span", new Date().toLocaleDateString()), legend(model.person));
  const isLarge = graph.nodes.length > ONE_PAGE;
  const pages = [h("section.map-page", head(count(graph.nodes.length, "route")), picture(model, undefined, isLarge ? 0 : 2))];
  if (isLarge) {
    const whole = unfoldedModel();
    for (const one of whole.layout.districts) {
      const roads = whole.layout.roads.filter((road) => road.from.home === one && road.to.home === one);
      pages.push(h("section.map-page", head(`${one.name}, ${count(one.count, "route")}`), picture({ ...whole, layout: { ...whole.layout, districts: [one], nodes: one.rows, roads } }, { x: one.x, y: one.y, width: one.width + 40, height: one.height })));
    }
  }
  const box = h("div.map-paper", pages);
  document.body.append(box);
  document.body.dataset.print = "map";
  const end = () => {
    box.remove();
    delete document.body.dataset.print;
  };
  addEventListener("afterprint", end, { once: true });
}
