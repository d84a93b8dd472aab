// A list of any length that keeps only its visible rows in the page.

import { h } from "./dom.js";

/**
 * Makes a scrolled list of rows with the same height. `draw(item, index)` makes a row;
 * `height()` returns the row height, which may change with the width.
 */
export class Scroller {
  constructor({ draw, height, label, role = "grid", onchoose, most = 40, key = (item) => item }) {
    Object.assign(this, { drawRow: draw, height, onchoose, most, keyOf: key });
    this.items = [];
    this.selected = -1;
    this.space = h("div.scroller-space", { role: "presentation" });
    this.element = h("div.scroller", { role, tabindex: "0", "aria-label": label }, this.space);
    this.element.addEventListener("scroll", () => this.later(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.later()).observe(this.element);
    // A pressed row stays until it is released, so that new rows do not prevent the click.
    this.element.addEventListener("pointerdown", () => { this.isHeld = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => setTimeout(() => {
        if (!this.isHeld) return;
        this.isHeld = false;
        this.later();
      }), true);
    }
    this.prefix = `row-${Math.random().toString(36).slice(2, 7)}-`;
  }

  /** Shows other items; the selection stays with its item, identified by `key`, unless one is given. */
  show(items, { selected, toEnd = false } = {}) {
    if (selected === undefined && this.chosen !== undefined) {
      selected = items.findIndex((item) => this.keyOf(item) === this.chosen);
    }
    this.items = items;
    this.selected = selected ?? -1;
    this.chosen = this.selected < 0 ? undefined : this.keyOf(items[this.selected]);
    this.isStale = true;
    // A row that was selected since the last frame stays visible instead of the end of the list.
    this.toEnd = toEnd && !this.isMoved;
    this.later();
  }

  later() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = null;
      this.draw();
    });
  }

  /** The focused control of a row: its item, and its index in the row. */
  focusOf() {
    const control = document.activeElement;
    const row = this.space.contains(control) ? control.closest("[role=row]") : null;
    return row && { item: row.item, at: [...row.querySelectorAll("a, button")].indexOf(control) };
  }

  draw() {
    if (this.isHeld) return;
    const row = this.height();
    const total = this.items.length * row;
    if (this.total !== total) {
      this.space.style.height = `${total}px`;
      this.total = total;
    }
    if (this.toEnd) {
      this.element.scrollTop = total;
      this.toEnd = false;
    }
    this.isMoved = false;
    const height = this.element.clientHeight;
    const top = Math.max(0, Math.floor(this.element.scrollTop / row) - 4);
    const end = Math.min(this.items.length, top + Math.min(this.most, Math.ceil(height / row) + 8));
    if (!this.isStale && top === this.top && end === this.end && row === this.row) return;
    Object.assign(this, { top, end, row, isStale: false });
    const focus = this.focusOf();
    const rows = [];
    for (let index = top; index < end; index += 1) {
      const element = this.drawRow(this.items[index], index);
      element.item = this.keyOf(this.items[index]);
      element.id = this.prefix + index;
      element.style.transform = `translateY(${index * row}px)`;
      element.style.height = `${row}px`;
      if (index === this.selected) element.setAttribute("aria-selected", "true");
      // With the keyboard, only the controls of the selected row are reachable, so that the table is quick to pass.
      else for (const one of element.querySelectorAll("a, button")) one.tabIndex = -1;
      element.addEventListener("click", (event) => {
        if (!event.target.closest("a, button")) this.choose(index);
      });
      rows.push(element);
    }
    this.space.replaceChildren(...rows);
    if (focus) {
      const same = rows.find((one) => one.item === focus.item)?.querySelectorAll("a, button")[focus.at];
      (same ?? this.element).focus({ preventScroll: true });
    }
    const isSeen = this.selected >= top && this.selected < end;
    if (isSeen) this.element.setAttribute("aria-activedescendant", this.prefix + this.selected);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Selects a row and scrolls it into view. */
  select(index) {
    if (!this.items.length) return;
    this.toEnd = false;
    this.isMoved = true;
    this.selected = Math.max(0, Math.min(this.items.length - 1, index));
    this.chosen = this.keyOf(this.items[this.selected]);
    const row = this.height();
    const [top, height] = [this.element.scrollTop, this.element.clientHeight];
    if (this.selected * row < top) this.element.scrollTop = this.selected * row;
    else if ((this.selected + 1) * row > top + height) {
      this.element.scrollTop = (this.selected + 1) * row - height;
    }
    this.isStale = true;
    this.later();
  }

  choose(index) {
    this.select(index);
    this.onchoose?.(this.items[index], index);
  }

  key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height()) - 1);
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page };
    if (event.key in moves) this.select(this.selected + moves[event.key]);
    else if (event.key === "Home") this.select(0);
    else if (event.key === "End") this.select(this.items.length - 1);
    else if (event.key === "Enter" && this.selected >= 0) this.choose(this.selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
