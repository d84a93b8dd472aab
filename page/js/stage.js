// The stage in the page: the server's tree, with the animation of each change.
// Elements live as long as their node; only the two upper screens of a stack are in the page.

import { h, fill, icon, isStill } from "./dom.js";
import { drawScreen } from "./screen.js";
import { looksNumber } from "./looks/looks.js";

const titleOf = (node) => node.title ?? node.props?.title ?? node.view ?? node.name ?? "Screen";

/** The visible screen of a node. */
export function topOf(node) {
  if (!node) return null;
  if (node.presented) return topOf(node.presented.node);
  if (node.kind === "tabs") return topOf(node.children[node.selected] ?? node.children.at(-1));
  if (node.kind === "screen") return node;
  return topOf(node.children?.at(-1));
}

/** The presentations over a node and inside its visible part, the lowest first. */
function layersOf(node, list = []) {
  if (!node) return list;
  if (node.kind === "tabs") layersOf(node.children[node.selected], list);
  else if (node.kind === "stack") layersOf(node.children.at(-1), list);
  else for (const child of node.children ?? []) layersOf(child, list);
  if (node.presented) {
    list.push(node.presented);
    layersOf(node.presented.node, list);
  }
  return list;
}

const edges = { bottom: "0 100%", top: "0 -100%", left: "-100% 0", right: "100% 0" };

/** The edge and the layout options of a presentation. */
function styleOf({ animator, options = {} }) {
  const isSheet = animator === "sheet";
  const position = options.position === "centre" ? "center" : options.position ?? "bottom";
  const isWhole = animator === "full_screen" || animator === "push_style_present" || options.full_screen === true;
  const kind = isSheet ? "sheet" : isWhole ? "full" : "present";
  const from = animator === "push_style_present" ? edges.right : isSheet ? edges[position] ?? "0 24px" : edges.bottom;
  return { kind, position: isSheet ? position : "bottom", from, isFading: isSheet && position === "center" };
}

const sizes = { small: "35%", medium: "50%", half: "50%", large: "92%", full: "100%" };

function sizeOf(value) {
  if (typeof value === "number") return value > 0 && value <= 1 ? `${value * 100}%` : value > 1 ? `${value}px` : null;
  return typeof value === "string" ? sizes[value] ?? (/^\d+(\.\d+)?(px|%)$/.test(value) ? value : null) : null;
}

export class StageView {
  /** `act(body)` sends the user's action to the server. */
  constructor(window, act) {
    this.window = window;
    this.act = act;
    this.base = h("div.stage-base");
    this.layers = h("div.stage-layers");
    this.nodes = new Map();
    window.append(this.base, this.layers);
  }

  /** Draws a stage; `change` is the change that led to it. */
  show(stage, change = {}) {
    this.seconds = isStill() || change.animated === false ? 0 : Math.min(change.seconds ?? 0.35, 3);
    this.seen = new Set();
    const root = stage?.children?.[0] ?? null;
    const hadFocus = this.window.contains(document.activeElement);
    this.showRoot(root);
    this.showLayers(root);
    if (hadFocus) this.keepFocus();
    for (const id of this.nodes.keys()) if (!this.seen.has(id)) this.nodes.delete(id);
  }

  /** Moves the focus to the visible screen if the focused one is gone. */
  keepFocus() {
    const now = document.activeElement;
    if (this.window.contains(now) && !now.closest("[inert]")) return;
    const seen = [...this.window.querySelectorAll(".screen-content")].filter((one) => !one.closest("[inert], .is-moving"));
    seen.at(-1)?.focus({ preventScroll: true });
  }

  animate(element, frames, after) {
    const done = () => {
      delete element.dataset.moving;
      after?.();
    };
    if (!this.seconds) return done();
    element.dataset.moving = "true";
    const motion = element.animate(frames, { duration: this.seconds * 1000, easing: "cubic-bezier(.32,.72,0,1)" });
    motion.onfinish = motion.oncancel = done;
  }

  showRoot(root) {
    if (!root) {
      if (!this.emptySign) {
        this.emptySign = h("div.stage-empty", h("p.empty-title", "The stage is empty"), h("p", "Open a link, and its screen appears here."));
        this.base.replaceChildren(this.emptySign);
      }
      return;
    }
    this.emptySign?.remove();
    this.emptySign = null;
    const element = this.draw(root, { isRoot: true });
    const before = this.base.firstElementChild;
    if (before === element) return;
    this.base.replaceChildren(element);
    if (before) this.animate(element, { opacity: [0, 1] });
  }

  /** Creates or reuses the element of a node and updates it. */
  draw(node, place) {
    this.seen.add(node.id);
    let entry = this.nodes.get(node.id);
    if (!entry || entry.kind !== node.kind) {
      entry = { kind: node.kind, element: h(`div.node.node-${node.kind}`, { dataset: { node: node.id } }) };
      this.nodes.set(node.id, entry);
    }
    const draw = { screen: "drawOne", stack: "drawStack", tabs: "drawTabs", split: "drawSplit" }[node.kind] ?? "drawStack";
    this[draw](node, entry, place);
    return entry.element;
  }

  drawOne(node, entry, place) {
    const text = JSON.stringify([node, place.back ?? null, place.close ?? null, looksNumber()]);
    if (entry.text === text) return;
    entry.text = text;
    if (!entry.content) {
      entry.bar = h("div.screen-bar");
      entry.content = h("div.screen-content", { tabindex: "0", role: "region" });
      entry.element.append(entry.bar, entry.content);
      entry.element.dataset.screen = node.id;
    }
    const title = titleOf(node);
    entry.content.setAttribute("aria-label", title);
    const back = place.back && h("button.screen-back", {
      "aria-label": "Back", title: `Back to ${place.back}`, onclick: () => this.act({ kind: "back", screen: node.id }),
    }, icon("back"), h("span", { "aria-hidden": "true" }, place.back));
    const close = place.close && h("button.screen-close", {
      "aria-label": "Close", onclick: () => this.act({ kind: "close", screen: place.close }),
    }, icon("close"));
    fill(entry.bar, h("span.screen-side", back), h("span.screen-title", { title }, title), h("span.screen-side.is-end", close));
    drawScreen(entry.content, node, (body) => this.act({ ...body, screen: node.id }));
  }

  drawStack(node, entry, place) {
    const ids = node.children.map((child) => child.id);
    const [under, top] = [node.children.at(-2), node.children.at(-1)];
    const before = entry.top;
    const known = entry.ids ?? [];
    if (!top) {
      entry.top = null;
      entry.ids = [];
      fill(entry.element, h("div.stage-empty", h("p", "No screen is here yet.")));
      return;
    }
    entry.element.querySelector(":scope > .stage-empty")?.remove();
    const bar = (child) => ({
      back: child === node.children[0] ? null : titleOf(topOf(node.children[node.children.indexOf(child) - 1]) ?? {}),
      close: place.close,
    });
    const kept = [under, top].filter(Boolean).map((child) => this.draw(child, bar(child)));
    const upper = kept.at(-1);
    for (const element of kept) {
      const isCovered = element !== upper;
      element.inert = isCovered;
      element.classList.toggle("is-covered", isCovered);
      element.style.removeProperty("translate");
      if (element.parentNode !== entry.element) entry.element.append(element);
    }
    const old = before && before.id !== top.id ? before.element : null;
    for (const child of [...entry.element.children]) if (!kept.includes(child) && child !== old) child.remove();
    // Moving an element loses its focus and its scroll position.
    const last = [...entry.element.children].slice(-kept.length);
    if (kept.some((one, at) => one !== last[at])) entry.element.append(...kept);
    if (old) this.moveStack(entry, old, upper, known.includes(top.id) && !ids.includes(before.id));
    entry.top = { id: top.id, element: upper };
    entry.ids = ids;
  }

  moveStack(entry, old, upper, isBack) {
    const away = () => {
      old.classList.remove("is-moving");
      const isKept = this.nodes.get(Number(old.dataset.node))?.element === old;
      if (!isKept || (entry.top?.element !== old && !old.classList.contains("is-covered"))) old.remove();
    };
    if (!this.seconds) {
      if (!old.classList.contains("is-covered")) old.remove();
      return;
    }
    old.classList.add("is-moving");
    if (isBack) {
      entry.element.append(old);
      old.inert = true;
      const from = old.style.translate || "0 0";
      this.animate(upper, { translate: ["-30% 0", "0 0"] });
      this.animate(old, { translate: [from, "100% 0"] }, away);
    } else {
      if (old.parentNode === entry.element) entry.element.prepend(old);
      this.animate(old, { translate: ["0 0", "-30% 0"] }, away);
      this.animate(upper, { translate: ["100% 0", "0 0"] });
    }
  }

  drawTabs(node, entry, place) {
    if (!entry.body) {
      entry.body = h("div.tabs-body");
      entry.bar = h("div.tabs-bar", { role: "tablist", "aria-label": `Tabs of ${node.name ?? "the application"}` });
      entry.element.append(entry.body, entry.bar);
    }
    const branch = node.children[node.selected] ?? node.children.at(-1);
    for (const child of node.children) this.seen.add(child.id);
    const element = branch && this.draw(branch, place);
    if (element && entry.body.firstElementChild !== element) {
      const isFirst = !entry.body.firstElementChild;
      entry.body.replaceChildren(element);
      if (!isFirst) this.animate(element, { opacity: [0.3, 1] });
    }
    entry.bar.hidden = Boolean(branch?.children?.at(-1)?.options?.hides_bottom_bar ?? branch?.options?.hides_bottom_bar);
    const text = JSON.stringify([node.selected, node.children.map((child) => [child.name, child.title])]);
    if (entry.text === text) return;
    entry.text = text;
    const hadFocus = entry.bar.contains(document.activeElement);
    fill(entry.bar, node.children.map((child, index) => {
      const isSelected = index === node.selected;
      return h("button.tab", {
        role: "tab", "aria-selected": String(isSelected), tabindex: isSelected ? "0" : "-1",
        onclick: () => this.act({ kind: isSelected ? "reselect" : "select", tab: String(child.name ?? index), screen: topOf(branch)?.id }),
        onkeydown: (event) => this.tabKey(event, entry.bar),
      }, h("span.tab-sign"), child.title ?? child.name ?? `Tab ${index + 1}`);
    }));
    if (hadFocus) entry.bar.querySelector("[aria-selected=true]")?.focus();
  }

  tabKey(event, bar) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const tabs = [...bar.children];
    tabs[(tabs.indexOf(event.currentTarget) + by + tabs.length) % tabs.length].focus();
  }

  drawSplit(node, entry, place) {
    const [primary, detail] = node.children.length > 1 || node.children[0]?.place !== "detail"
      ? node.children : [null, node.children[0]];
    if (!entry.places) {
      entry.places = [h("div.split-place.is-primary"), h("div.split-place.is-detail")];
      entry.element.append(...entry.places);
    }
    [primary, detail].forEach((child, index) => {
      const box = entry.places[index];
      const element = child ? this.draw(child, index ? {} : place) : null;
      if (element) {
        if (box.firstElementChild !== element) {
          const isFirst = !box.firstElementChild;
          box.replaceChildren(element);
          if (!isFirst) this.animate(element, { opacity: [0.3, 1] });
        }
      } else if (!box.querySelector(":scope > .stage-empty")) {
        box.replaceChildren(h("div.stage-empty", h("p", index ? "Choose something on the left." : "Nothing here.")));
      }
    });
    entry.element.classList.toggle("has-detail", Boolean(detail));
  }

  showLayers(root) {
    const list = layersOf(root);
    const kept = new Set(list.map(({ node }) => String(node.id)));
    for (const layer of [...this.layers.children]) {
      if (!kept.has(layer.dataset.layer) && !layer.dataset.leaving) this.leave(layer);
    }
    list.forEach((presentation, index) => {
      const isTop = index === list.length - 1;
      const layer = this.layer(presentation);
      layer.inert = !isTop;
      layer.querySelector("[role=dialog]").setAttribute("aria-modal", String(isTop));
    });
    this.base.inert = list.length > 0;
  }

  layer({ node, animator, options = {} }) {
    let layer = [...this.layers.children].find((one) => one.dataset.layer === String(node.id) && !one.dataset.leaving);
    const style = styleOf({ animator, options });
    const screen = topOf(node);
    const first = node.kind === "screen" ? node : node.children?.[0] ?? node;
    if (!layer) {
      const backdrop = h("div.backdrop", { onclick: () => this.act({ kind: "outside", screen: topOf(layer.node)?.id ?? node.id }) });
      const dialog = h("div.modal", { role: "dialog" });
      layer = h("div.layer", { dataset: { layer: node.id, kind: style.kind, position: style.position, cover: options.cover ?? "dim" } }, backdrop, dialog);
      layer.style.setProperty("--radius", `${Number.isFinite(options.corner_radius) ? options.corner_radius : 20}px`);
      const size = sizeOf(options.size) ?? sizeOf(options.size?.height);
      if (size) dialog.style.setProperty("--size", size);
      this.layers.append(layer);
      this.animate(backdrop, { opacity: [0, 1] });
      this.animate(dialog, style.isFading ? { opacity: [0, 1], scale: ["0.94", "1"] } : { translate: [style.from, "0 0"] });
    }
    layer.node = node;
    layer.from = style;
    const dialog = layer.lastElementChild;
    dialog.setAttribute("aria-label", screen ? titleOf(screen) : "Presented");
    dialog.dataset.screen = first.id;
    dialog.style.removeProperty("translate");
    if (style.kind === "sheet" && !dialog.querySelector(":scope > .grabber")) dialog.prepend(h("div.grabber", { "aria-hidden": "true" }));
    const element = this.draw(node, { close: first.id });
    if (element.parentNode !== dialog) dialog.append(element);
    return layer;
  }

  leave(layer) {
    layer.dataset.leaving = "true";
    layer.inert = true;
    const [backdrop, dialog] = layer.children;
    dialog.removeAttribute("role");
    const from = dialog.style.translate || "0 0";
    this.animate(backdrop, { opacity: [1, 0] });
    this.animate(dialog, layer.from.isFading ? { opacity: [1, 0], scale: ["1", "0.94"] } : { translate: [from, layer.from.from] }, () => layer.remove());
  }
}
