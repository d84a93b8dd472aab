// The window onto the map: zoom and pan, with the pointer, the wheel and two fingers.

const [LEAST, MOST] = [0.03, 2];

/** Follows the pointer and the wheel over a box; calls `changed` with `{x, y, zoom}`, the map's place in the box. */
export function followPointer(box, view, changed) {
  const fingers = new Map();
  let dragged = null;
  function zoomAt(factor, x, y) {
    const zoom = Math.min(MOST, Math.max(LEAST, view.zoom * factor));
    view.x = x - (x - view.x) * zoom / view.zoom;
    view.y = y - (y - view.y) * zoom / view.zoom;
    view.zoom = zoom;
    changed();
  }
  const at = (event) => {
    const { left, top } = box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const spread = () => {
    const [[x0, y0], [x1, y1]] = fingers.values();
    return { size: Math.hypot(x1 - x0, y1 - y0), x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
  };
  box.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode ? 16 : 1;
    if (event.ctrlKey || event.metaKey) return zoomAt(Math.exp(-event.deltaY * unit / 240), ...at(event));
    const [x, y] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    view.x -= x * unit;
    view.y -= y * unit;
    changed();
  }, { passive: false });
  box.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    fingers.set(event.pointerId, at(event));
    dragged = { from: at(event), x: view.x, y: view.y, isFar: false };
  });
  box.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.size === 2 ? spread() : null;
    fingers.set(event.pointerId, at(event));
    if (before) {
      const { size, x, y } = spread();
      dragged.isFar = true;
      view.x += x - before.x;
      view.y += y - before.y;
      return zoomAt(before.size ? size / before.size : 1, x, y);
    }
    const [x, y] = at(event);
    const [dx, dy] = [x - dragged.from[0], y - dragged.from[1]];
    if (!dragged.isFar && Math.hypot(dx, dy) < 4) return;
    // A captured pointer does not click an element.
    if (!dragged.isFar) box.setPointerCapture(event.pointerId);
    dragged.isFar = true;
    box.classList.add("is-dragged");
    view.x = dragged.x + dx;
    view.y = dragged.y + dy;
    changed();
  });
  const end = (event) => {
    fingers.delete(event.pointerId);
    const [rest] = fingers.values();
    if (rest) dragged = { from: rest, x: view.x, y: view.y, isFar: true };
    else box.classList.remove("is-dragged");
  };
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) box.addEventListener(name, end);
  box.addEventListener("click", (event) => {
    if (dragged?.isFar) event.stopPropagation();
    dragged = null;
  }, true);
  return {
    zoomBy: (factor) => zoomAt(factor, box.clientWidth / 2, box.clientHeight / 2),
    /** Shows a rectangle of the map as a whole, or its width, at most at its own size; if it would be smaller than `least`, the part of it around `start`. */
    fit({ x, y, width, height }, isWidth = false, least = LEAST, start = null) {
      const [wide, high] = [box.clientWidth || 1, box.clientHeight || 1];
      view.zoom = Math.min(1, Math.max(LEAST, least, Math.min((wide - 16) / width, isWidth ? 1 : (high - 16) / height)));
      const middle = (from, size, room, mark) => {
        const rest = room - size * view.zoom;
        const place = !start || rest >= 16 ? rest / 2 : Math.min(8, Math.max(rest - 8, room / 2 - (mark - from) * view.zoom));
        return place - from * view.zoom;
      };
      view.x = middle(x, width, wide, start && start.x + start.width / 2);
      view.y = isWidth ? 8 - y * view.zoom : middle(y, height, high, start && start.y + start.height / 2);
      changed();
    },
    /** Moves a rectangle into sight; `isCentred` moves it to the middle. */
    show({ x, y, width, height }, isCentred = false) {
      const [wide, high] = [box.clientWidth, box.clientHeight];
      const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y];
      const [right, bottom] = [left + width * view.zoom, top + height * view.zoom];
      if (isCentred) {
        view.x += wide / 2 - (left + right) / 2;
        view.y += high / 2 - (top + bottom) / 2;
      } else {
        if (left < 16 || right > wide - 16) view.x += left < 16 || right - left > wide - 32 ? 16 - left : wide - 16 - right;
        if (top < 16 || bottom > high - 16) view.y += top < 16 || bottom - top > high - 32 ? 16 - top : high - 16 - bottom;
      }
      changed();
    },
  };
}
