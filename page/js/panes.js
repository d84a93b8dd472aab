// The sizes of the page's parts: splitters that remember, and one part on the full screen.

import { h } from "./dom.js";
import { keep, kept, on, set, state } from "./state.js";

/** The three layouts by width; each has sizes of its own. */
const layouts = { wide: "(min-width: 1200px)", medium: "(min-width: 768px)", phone: "all" };

const panes = {
  routes: { axis: "x", sign: 1, least: 200, most: 0.5, sizes: { wide: 296 }, label: "Width of the routes" },
  device: { axis: "x", sign: -1, least: 240, most: 0.6, sizes: { wide: 392, medium: 320 }, label: "Width of the device" },
  timeline: { axis: "y", sign: -1, least: 80, most: 0.7, sizes: { wide: 204, medium: 40 }, label: "Height of the timeline" },
};

let main;
let layout;
let own = {};
const splitters = new Map();

function limits(name) {
  const { axis, least, most } = panes[name];
  const whole = axis === "x" ? main.clientWidth : main.clientHeight;
  return [least, Math.max(least, Math.round(whole * most))];
}

/** The size of a pane, within its limits. */
function sizeOf(name) {
  const [least, most] = limits(name);
  const chosen = own[layout]?.[name];
  if (chosen !== undefined) return Math.min(most, Math.max(least, chosen));
  // The collapsed timeline is smaller than a person can make it.
  return Math.min(most, name === "timeline" && innerHeight < 560 ? 40 : panes[name].sizes[layout]);
}

function draw() {
  layout = Object.keys(layouts).find((name) => matchMedia(layouts[name]).matches);
  if (layout === "phone" && state.full) set({ full: null });
  for (const [name, element] of splitters) {
    element.hidden = panes[name].sizes[layout] === undefined;
    if (element.hidden) continue;
    const size = sizeOf(name);
    const [least, most] = limits(name);
    main.style.setProperty(`--${name}`, `${size}px`);
    element.setAttribute("aria-valuenow", Math.round(size));
    element.setAttribute("aria-valuemin", Math.min(least, Math.round(size)));
    element.setAttribute("aria-valuemax", most);
  }
}

function resize(name, size) {
  const [least, most] = limits(name);
  own[layout] = { ...own[layout], [name]: size === null ? undefined : Math.min(most, Math.max(least, Math.round(size))) };
  keep("panes", JSON.stringify(own));
  draw();
}

function splitter(name) {
  const { axis, sign, label } = panes[name];
  const element = h(`div.splitter.is-${name}`, {
    role: "separator", tabindex: "0", "aria-label": label, "aria-controls": name,
    "aria-orientation": axis === "x" ? "vertical" : "horizontal",
    ondblclick: () => resize(name, null),
    onkeydown: (event) => {
      const [less, more] = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
      const step = (event.shiftKey ? 64 : 16) * sign;
      const [least, most] = limits(name);
      const sizes = { [less]: sizeOf(name) - step, [more]: sizeOf(name) + step, Home: least, End: most, Enter: null };
      if (!(event.key in sizes)) return;
      event.preventDefault();
      event.stopPropagation();
      resize(name, sizes[event.key]);
    },
    onpointerdown: (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      const at = (one) => axis === "x" ? one.clientX : one.clientY;
      const [begin, size] = [at(event), sizeOf(name)];
      const move = (one) => resize(name, size + (at(one) - begin) * sign);
      element.addEventListener("pointermove", move);
      element.addEventListener("lostpointercapture", () => element.removeEventListener("pointermove", move), { once: true });
    },
  });
  splitters.set(name, element);
  return element;
}

/** Shows a part alone, or all parts with null; a phone shows one part anyway. */
export function showFull(part) {
  if (layout !== "phone") set({ full: part });
}

/** Shows a part alone, by default the focused one, or all parts again. */
export function toggleFull(part = document.activeElement?.closest("#main > section")?.id ?? "middle") {
  showFull(state.full ? null : part);
}

/** Draws the splitters, and follows the size of the window. */
export function makePanes(element) {
  main = element;
  try { own = JSON.parse(kept("panes", "{}")) ?? {}; } catch { own = {}; }
  main.append(...Object.keys(panes).map(splitter));
  new ResizeObserver(draw).observe(main);
  on("full", () => {
    if (state.full) document.body.dataset.full = state.full;
    else delete document.body.dataset.full;
  });
}
