// Gestures on the device: swiping from the left edge returns, and dragging moves a sheet.

import { isStill } from "./dom.js";

const EDGE = 28;

function begin(window, event) {
  const box = window.getBoundingClientRect();
  const scale = box.width / window.offsetWidth || 1;
  const layers = [...window.querySelectorAll(".layer:not([data-leaving])")];
  const layer = layers.at(-1);
  const within = layer ? layer.querySelector(".modal") : window.querySelector(".stage-base");
  if (!within.contains(event.target)) return null;
  const grip = event.target.closest(".grabber, .screen-bar");
  if (layer && grip && layer.dataset.kind !== "full" && !event.target.closest("button")) {
    const axis = layer.dataset.position === "left" || layer.dataset.position === "right" ? "x" : "y";
    const way = layer.dataset.position === "left" || layer.dataset.position === "top" ? -1 : 1;
    return { kind: "swipe", element: within, screen: Number(within.dataset.screen), axis, way, scale };
  }
  const inside = within.getBoundingClientRect();
  if ((event.clientX - inside.left) / scale > EDGE) return null;
  const stacks = [...within.querySelectorAll(".node-stack")].filter((one) => one.querySelector(":scope > .is-covered"));
  const stack = stacks.filter((one) => one.contains(event.target)).at(-1);
  const element = stack ? [...stack.children].filter((one) => !one.inert).at(-1) : layer?.dataset.kind === "full" ? within : null;
  return element && { kind: "swipe", element, screen: Number(element.dataset.screen ?? element.dataset.node), axis: "x", way: 1, scale };
}

/** Follows pointers in the device's window. */
export function followGestures(window, act) {
  let drag = null;
  window.addEventListener("pointerdown", (event) => {
    // A second finger does not affect the drag of the first one.
    if (drag || event.button !== 0 || event.target.closest("input")) return;
    drag = begin(window, event);
    if (drag) Object.assign(drag, { x: event.clientX, y: event.clientY, id: event.pointerId, far: 0 });
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    // The pointer was released outside of the device before it moved.
    if (!(event.buttons & 1)) return void end(event);
    const moved = (drag.axis === "x" ? event.clientX - drag.x : event.clientY - drag.y) / drag.scale;
    drag.far = Math.max(0, moved * drag.way);
    if (drag.far < 6 && !drag.isMoving) return;
    if (!drag.isMoving) window.setPointerCapture(drag.id);
    drag.isMoving = true;
    const far = drag.far * drag.way;
    drag.element.style.translate = drag.axis === "x" ? `${far}px 0` : `0 ${far}px`;
  });
  const end = async (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { element, far, axis, isMoving, kind, screen } = drag;
    drag = null;
    if (!isMoving) return;
    const whole = axis === "x" ? element.offsetWidth : element.offsetHeight;
    const isDone = event.type === "pointerup" && far > Math.min(120, whole / 3) && await act({ kind, screen });
    if (isDone) {
      // The next stage removes the element; if it stays, it returns to its position.
      setTimeout(() => { if (drag?.element !== element) element.style.removeProperty("translate"); }, 1500);
      return;
    }
    const from = element.style.translate;
    element.style.removeProperty("translate");
    if (!isStill()) element.animate({ translate: [from, "0 0"] }, { duration: 180, easing: "ease-out" });
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
