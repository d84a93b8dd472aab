// A list of any length that keeps only its visible rows in the page.

import { h } from "./dom.js";

/** The height of a heading between rows. */
const HEAD = 30;

/**
 * Makes a scrolled list of rows with the same height. `draw(item, index)` makes a row;
 * `height()` returns the row height, which may change with the width. Items with `isHead` are
 * headings, which cannot be selected; a list with headings begins with one.
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

  /** Places the rows, if they or their height have changed, and returns their height. */
  lay() {
    const row = this.height();
    if (this.laid === this.items && this.tops?.row === row) return row;
    this.laid = this.items;
    this.tops = null;
    if (!this.items[0]?.isHead) return row;
    let top = 0;
    this.tops = Object.assign([0, ...this.items.map((item) => top += item.isHead ? HEAD : row)], { row });
    return row;
  }

  /** The index of the row at a place. */
  indexAt(place, row) {
    if (!this.tops) return Math.floor(place / row);
    let [low, high] = [0, this.items.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.tops[middle] > place) high = middle;
      else low = middle;
    }
    return low;
  }

  topOf(index, row) {
    return this.tops?.[index] ?? index * row;
  }

  draw() {
    if (this.isHeld) return;
    const row = this.lay();
    const total = this.topOf(this.items.length, row);
    if (this.total !== total) {
      this.space.style.height = `${total}px`;
      this.total = total;
    }
    if (this.toEnd) {
      this.element.scrollTop = total;
      this.toEnd = false;
    }
    this.isMoved = false;
    const { scrollTop, clientHeight } = this.element;
    const top = Math.max(0, this.indexAt(scrollTop, row) - 4);
    const end = Math.min(this.items.length, top + this.most, this.indexAt(scrollTop + clientHeight, row) + 5);
    if (!this.isStale && top === this.top && end === this.end && row === this.row) return;
    Object.assign(this, { top, end, row, isStale: false });
    const focus = this.focusOf();
    const rows = [];
    for (let index = top; index < end; index += 1) {
      const element = this.drawRow(this.items[index], index);
      element.item = this.keyOf(this.items[index]);
      element.id = this.prefix + index;
      element.style.transform = `translateY(${this.topOf(index, row)}px)`;
      element.style.height = `${this.items[index].isHead ? HEAD : row}px`;
      if (index === this.selected) element.setAttribute("aria-selected", "true");
      // With the keyboard, only the controls of the selected row are reachable, so that the table is quick to pass.
      else for (const one of element.querySelectorAll("a, button")) one.tabIndex = -1;
      element.addEventListener("click", (event) => {
        if (!event.target.closest("a, button") && !this.items[index].isHead) this.choose(index);
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
    const before = this.selected;
    this.selected = Math.max(0, Math.min(this.items.length - 1, index));
    if (this.items[this.selected].isHead) this.selected += this.selected && this.selected < before ? -1 : 1;
    this.chosen = this.keyOf(this.items[this.selected]);
    const row = this.lay();
    const [top, height] = [this.element.scrollTop, this.element.clientHeight];
    const [begin, end] = [this.topOf(this.selected, row), this.topOf(this.selected + 1, row)];
    if (begin < top) this.element.scrollTop = begin;
    else if (end > top + height) this.element.scrollTop = end - height;
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
