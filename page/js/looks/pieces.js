// The pieces of a look, drawn for one screen.

import { h } from "../dom.js";
import { bound, boundText, holds, namesIn } from "./binding.js";
import { pictureOf } from "./looks.js";

/** All entries of a body, also those inside lists. */
const flat = (body) => body.flatMap((entry) => [entry, ...flat(entry.items ?? [])]);

/** A picture; without one, a hatched box with its name. */
function image(piece, context) {
  const name = boundText(piece.value, context);
  if (name === null) return null;
  const alt = piece.alt === undefined ? name.split("/").at(-1) : boundText(piece.alt, context) ?? "";
  const box = h("div.look-image", alt ? { role: "img", "aria-label": alt } : { "aria-hidden": "true" }, h("span", name.split("/").at(-1)));
  box.style.aspectRatio = String(piece.ratio ?? (piece.width ? 1 : 1.6));
  if (piece.width) box.style.width = `${piece.width}px`;
  pictureOf(name).then((address) => {
    if (!address) return;
    const picture = h("img", { src: address, alt: "" });
    picture.style.objectFit = piece.fit ?? "cover";
    box.replaceChildren(picture);
    box.classList.add("is-there");
  });
  return box;
}

function price(piece, context) {
  const value = bound(piece.value, context);
  if (value === null) return null;
  const words = (amount) => {
    if (typeof amount !== "number") return String(amount);
    const options = piece.currency ? { style: "currency", currency: piece.currency, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 } : {};
    try { return amount.toLocaleString(undefined, options); } catch { return `${amount} ${piece.currency}`; }
  };
  const was = piece.was === undefined ? null : bound(piece.was, context);
  return h("p.look-price", value === 0 && piece.zero ? piece.zero : words(value), was !== null && h("s.look-was", words(was)));
}

/** The list that a piece shows: a list of values, or the items of a list in the body. */
function itemsOf(piece, context) {
  const list = bound(piece.value, context);
  return Array.isArray(list) ? list : list && typeof list === "object" ? Object.values(list) : [];
}

function many(piece, context, tag) {
  const items = itemsOf(piece, context);
  if (!items.length) return h("p.screen-none", piece.empty ?? "Nothing here");
  const template = piece.pieces?.[0];
  const list = h(`ul.look-${tag}`, items.map((item, index) => h("li", template
    ? control(item, context, draw(template, { ...context, item, index: index + 1 }))
    : context.rows([item?.kind ? item : { kind: "text", text: item?.text ?? item }]))));
  if (tag === "grid") list.style.setProperty("--columns", String(piece.columns ?? 2));
  return list;
}

/** An item of the body that can be tapped is a button around its look; without a look for it, nothing could be tapped. */
function control(item, context, content) {
  const canTap = item && (item.kind === "link" || item.kind === "button");
  return canTap ? h("button.look-tap", { onclick: () => context.tap(item) }, content) : content;
}

function row(piece, context) {
  const box = h(`div.look-row.is-${piece.align ?? "centre"}`, (piece.pieces ?? []).map((one) => draw(one, context)));
  box.style.gap = `${piece.gap ?? 8}px`;
  return box.childElementCount ? box : null;
}

function button(piece, context) {
  const label = boundText(piece.value, context);
  if (label === null) return null;
  const target = piece.tap === undefined ? label : boundText(piece.tap, context);
  const entry = context.find(target);
  return h(`button.look-button.is-${piece.style ?? "filled"}`, { disabled: !entry, title: entry ? null : `The body has no link or button '${target}'.`, onclick: () => context.tap(entry) }, label);
}

function field(piece, context) {
  const name = String(piece.value);
  const entry = flat(context.node.body ?? []).find((one) => one.kind === "field" && String(one.text) === name) ?? { kind: "field", text: name };
  return context.rows([{ ...entry, label: piece.label ?? entry.label, placeholder: piece.placeholder ?? entry.placeholder, secret: piece.secret ?? entry.secret }]);
}

function map(piece, context) {
  const label = boundText(piece.value, context);
  if (label === null) return null;
  const pin = h("span.look-pin");
  pin.style.insetInlineStart = `${(piece.x ?? 0.5) * 100}%`;
  pin.style.insetBlockStart = `${(piece.y ?? 0.5) * 100}%`;
  const box = h("div.look-map", { role: "img", "aria-label": label }, pin, h("span.look-map-label", label));
  box.style.height = `${piece.height ?? 160}px`;
  const name = piece.image === undefined ? null : boundText(piece.image, context);
  if (name) pictureOf(name).then((address) => { if (address) box.prepend(h("img", { src: address, alt: "" })); });
  return box;
}

/** The rows of the body, without some kinds or with only some. */
function body(piece, context) {
  const list = (value) => value === undefined ? null : [].concat(value);
  const [without, only] = [list(piece.without), list(piece.only)];
  const entries = (context.node.body ?? []).filter((entry) => !without?.includes(entry.kind) && (!only || only.includes(entry.kind)));
  context.seen.hasBody = true;
  return context.rows(entries);
}

function texts(piece, context) {
  const value = boundText(piece.value, context);
  if (value === null) return null;
  if (piece.kind === "heading") return h(`p.screen-heading.is-level-${piece.level ?? 1}`, value);
  if (piece.kind === "badge") return h(`span.look-badge.is-${piece.tone ?? "accent"}`, value);
  const text = h(`p.screen-text.is-${piece.align ?? "start"}`, { class: piece.soft ? "is-soft" : "" }, value);
  if (piece.lines) {
    text.classList.add("is-short");
    text.style.setProperty("-webkit-line-clamp", String(piece.lines));
  }
  return text;
}

const words = {
  image, price, row, button, field, map, body, heading: texts, text: texts, badge: texts,
  list: (piece, context) => many(piece, context, "list"), grid: (piece, context) => many(piece, context, "grid"),
};

/** Draws one piece, or nothing if its condition does not hold or its only binding has no value. */
function draw(piece, context) {
  if (piece.when !== undefined && !holds(piece.when, context)) return null;
  if (piece.unless !== undefined && holds(piece.unless, context)) return null;
  const content = words[piece.kind](piece, context);
  if (!content || piece.tap === undefined || piece.kind === "button") return content;
  const entry = context.find(boundText(piece.tap, context));
  return entry ? h("button.look-tap", { onclick: () => context.tap(entry) }, content) : content;
}

const namesOf = (value) => value && typeof value === "object" ? Object.values(value).flatMap(namesOf) : namesIn(value);

/** Draws a look: `rows` draws entries of the body, and `tap` performs one of them. */
export function drawLook(look, node, { rows, tap }) {
  const all = flat(node.body ?? []);
  const context = {
    node, rows, tap, seen: { hasBody: false }, items: (node.body ?? []).find((entry) => entry.kind === "list")?.items ?? [],
    find: (target) => all.find((entry) => (entry.kind === "link" || entry.kind === "button") && [entry.name, entry.text].map(String).includes(String(target))) ?? null,
  };
  const pieces = look.map((piece) => draw(piece, context));
  const used = new Set(namesOf(look).map((name) => name.split(".")[0]));
  const rest = context.seen.hasBody ? [] : Object.entries(node.props ?? {}).filter(([name]) => name !== "title" && name !== "body" && !used.has(name));
  return { pieces, rest, hasBody: context.seen.hasBody };
}
