// The graph of the routes: children as a tree, redirects as arcs. It is accessible to screen readers.

import { h, s, fill, download, empty, failure } from "./dom.js";
import { get } from "./wire.js";
import { keep, kept, on, state } from "./state.js";
import { go } from "./address.js";

const FOLD = 300;

/** The nodes as a tree, grouped by first segment; groups with more than FOLD nodes start folded. */
function treeOf({ nodes, edges }, unfolded) {
  const known = new Map(nodes.map((node) => [node.id, { ...node, children: [], isInside: false }]));
  for (const { from, to, kind } of edges) {
    const [above, below] = [known.get(from), known.get(to)];
    if (kind !== "child" || !above || !below || below.isInside) continue;
    above.children.push(below);
    below.isInside = true;
  }
  let roots = [...known.values()].filter((node) => !node.isInside);
  if (nodes.length > FOLD) {
    const groups = new Map();
    for (const node of roots) {
      const first = `/${node.label.replace(/^[a-z]+:\/\/[^/]*/, "").split("/")[1] ?? ""}`;
      if (!groups.has(first)) groups.set(first, { id: `fold ${first}`, label: first, isFold: true, inside: [], children: [] });
      groups.get(first).inside.push(node);
    }
    roots = [...groups.values()].map((group) => group.inside.length === 1 ? group.inside[0]
      : Object.assign(group, { children: unfolded.has(group.id) ? group.inside : [], more: group.inside.length }));
  }
  return roots;
}

function layOut(roots, isAcross) {
  const placed = [];
  let next = 0;
  const walk = (node, depth, above) => {
    const below = node.children.map((child) => walk(child, depth + 1, node));
    const at = below.length ? (below[0].at + below.at(-1).at) / 2 : next++;
    Object.assign(node, { depth, at, above });
    placed.push(node);
    return node;
  };
  roots.forEach((root) => walk(root, 0, null));
  const width = Math.min(300, Math.max(110, ...placed.map((node) => node.label.length * 7.4 + (node.more ? 60 : 22))));
  for (const node of placed) {
    [node.x, node.y] = isAcross ? [20 + node.depth * (width + 56), 16 + node.at * 36] : [16 + node.at * (width + 14), 20 + node.depth * 74];
    node.width = width;
  }
  placed.sort((one, other) => one.y - other.y || one.x - other.x);
  return placed;
}

const clip = (text, width) => text.length * 7.4 > width - 16 ? `${text.slice(0, Math.floor((width - 24) / 7.4))}…` : text;

/** Makes the view. */
export function make(element) {
  element.classList.add("graph-view");
  let graph = null;
  let isAcross = kept("graph", "across") === "across";
  const unfolded = new Set();
  const box = h("div.graph-box");
  const turn = h("button.button", { onclick: () => {
    isAcross = !isAcross;
    keep("graph", isAcross ? "across" : "down");
    draw();
  } });
  const save = h("button.button", { onclick: () => {
    const copy = box.querySelector("svg").cloneNode(true);
    const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((text) => text.includes(".graph-") || text.startsWith(":root"));
    copy.prepend(s("style", {}, style.join("\n")));
    download("routes.svg", "image/svg+xml", new XMLSerializer().serializeToString(copy));
  } }, "SVG");
  element.append(h("div.graph-tools", turn, save, h("div.legend", h("span", h("i"), "child"), h("span.is-fixed", h("i"), "always redirects"), h("span.is-seen", h("i"), "redirect seen"))), box);
  function choose(node) {
    if (!node.isFold) return go("route", { id: node.id });
    if (!unfolded.delete(node.id)) unfolded.add(node.id);
    draw(node.id);
  }
  function key(event, node, nodes) {
    const along = isAcross ? "y" : "x";
    const siblings = nodes.filter((one) => one.depth === node.depth).sort((one, other) => one[along] - other[along]);
    const at = siblings.indexOf(node);
    const [deeper, upper, later, sooner] = isAcross ? ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"] : ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"];
    const target = { [deeper]: node.children[0], [upper]: node.above, [later]: siblings[at + 1], [sooner]: siblings[at - 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") choose(node);
    else if (!target) return;
    else focus(target.id);
    event.preventDefault();
    event.stopPropagation();
  }
  function focus(id) {
    for (const one of box.querySelectorAll("[tabindex='0']")) one.setAttribute("tabindex", "-1");
    const found = box.querySelector(`[data-id="${CSS.escape(id)}"]`);
    found?.setAttribute("tabindex", "0");
    found?.focus();
  }
  function draw(focused = null) {
    turn.textContent = isAcross ? "Draw downwards" : "Draw across";
    save.disabled = !graph?.nodes.length;
    if (!graph?.nodes.length) return fill(box, graph ? empty("No routes yet", "Write a route in main.lua: it becomes a node here.") : h("p.loading", "Reading the graph…"));
    const nodes = layOut(treeOf(graph, unfolded), isAcross);
    const known = new Map(nodes.map((node) => [node.id, node]));
    const width = Math.max(...nodes.map((node) => node.x + node.width)) + 70;
    const height = Math.max(...nodes.map((node) => node.y)) + 60;
    const lines = nodes.filter((node) => node.above).map(({ x, y, above, width: wide }) => isAcross
      ? `M${above.x + wide} ${above.y + 13}C${above.x + wide + 28} ${above.y + 13} ${x - 28} ${y + 13} ${x} ${y + 13}`
      : `M${above.x + wide / 2} ${above.y + 26}C${above.x + wide / 2} ${above.y + 50} ${x + wide / 2} ${y - 24} ${x + wide / 2} ${y}`);
    const arcs = graph.edges.filter((edge) => edge.kind !== "child" && known.has(edge.from) && known.has(edge.to)).map((edge) => {
      const [from, to] = [known.get(edge.from), known.get(edge.to)];
      const [x1, y1, x2, y2] = [from.x + from.width, from.y + 13, to.x + to.width, to.y + 13];
      const far = Math.max(x1, x2) + 34;
      return [s("path", { class: `graph-edge is-${edge.kind}`, d: `M${x1} ${y1}C${far} ${y1} ${far} ${y2} ${x2} ${y2}`, "marker-end": "url(#arrow)" }),
        edge.count > 0 && s("text", { class: "graph-count", x: far - 8, y: (y1 + y2) / 2 }, edge.count)];
    });
    const leads = (node) => graph.edges.filter((edge) => edge.from === node.id && edge.kind !== "child").map((edge) => `, redirects to ${known.get(edge.to)?.label ?? "another route"}`).join("");
    fill(box, s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": "Routes" },
      s("defs", {}, s("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, s("path", { d: "M0 0L8 4L0 8z", fill: "currentColor" }))),
      lines.map((d) => s("path", { class: "graph-edge", d })), arcs,
      nodes.map((node, index) => {
        const label = `${node.label}${node.name ? `, ${node.name}` : ""}${leads(node)}`;
        const group = s("g", { class: "graph-node", role: "treeitem", tabindex: index ? -1 : 0, "data-id": node.id, transform: `translate(${node.x} ${node.y})`, "aria-label": label, "aria-level": node.depth + 1,
          "aria-expanded": node.isFold ? String(unfolded.has(node.id)) : null, "aria-selected": String(state.address.view === "route" && String(node.id) === state.address.params.id) },
        s("title", {}, label), s("rect", { width: node.width, height: 26, rx: 7 }), s("text", { x: 9, y: 17 }, clip(node.label, node.width - (node.more ? 40 : 0))),
        node.more && s("text", { class: "graph-more", x: node.width - 9, y: 17, "text-anchor": "end" }, `${unfolded.has(node.id) ? "−" : "+"}${node.more}`));
        group.addEventListener("click", () => choose(node));
        group.addEventListener("keydown", (event) => key(event, node, nodes));
        return group;
      })));
    if (typeof focused === "string") focus(focused);
  }
  let generation;
  let number = 0;
  async function load() {
    if (graph && generation === state.world?.generation) return;
    generation = state.world?.generation;
    const mine = ++number;
    try {
      const next = await get("graph");
      if (mine !== number) return;
      graph = next;
      const focused = box.contains(document.activeElement) ? document.activeElement.dataset.id : null;
      draw(focused);
    } catch (error) {
      if (mine !== number) return;
      graph = null;
      fill(box, failure(error, load));
    }
  }
  on("world", () => { if (!element.hidden) load(); });
  draw();
  return { show: load };
}
