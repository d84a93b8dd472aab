// The looks of the application's views, from `looks.lua`.

import { get } from "../wire.js";
import { has, on, set, state } from "../state.js";
import { loadStyle } from "../dom.js";

/** The looks: `{number, accent, views, failed, problems}`; `state.looks` is their number once they are drawn. */
let looks = { number: 0, views: {}, failed: [], accent: null };

export const looksNumber = () => looks.number;
export const lookOf = (view) => looks.views[view] ?? null;
export const viewsWithLooks = () => Object.keys(looks.views);
export const hasFailed = (view) => looks.failed.includes(view);

const channel = (value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const mix = (colour, target, part) => `#${[1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * (1 - part) + parseInt(target.slice(at, at + 2), 16) * part).toString(16).padStart(2, "0")).join("")}`;

/** The colour for text of a colour on a ground: the colour itself, or moved towards black or white until it is readable. */
export function readable(colour, ground) {
  const target = luminance(ground) > 0.4 ? "#000000" : "#ffffff";
  let part = 0;
  while (part < 1 && contrast(mix(colour, target, part), ground) < 4.5) part += 0.05;
  return mix(colour, target, part);
}

/** Text on a ground of a colour: white or black, one of which is always readable. */
const over = (colour) => contrast("#ffffff", colour) >= 4.5 ? "#ffffff" : "#000000";

/** The colours of the application for a device, as properties. */
export function coloursOf() {
  const { accent } = looks;
  if (!accent) return {};
  const both = (light, dark) => `light-dark(${light}, ${dark})`;
  return {
    "--accent": both(readable(accent.light, "#ffffff"), readable(accent.dark, "#1b1d22")), "--accent-ground": both(accent.light, accent.dark),
    "--on-accent": both(over(accent.light), over(accent.dark)),
    // Buttons have their text at 4.5 : 1 on the tint.
    "--tint": both(mix(accent.light, "#ffffff", 0.88), mix(accent.dark, "#101114", 0.82)),
    "--on-tint": both(readable(accent.light, mix(accent.light, "#ffffff", 0.88)), readable(accent.dark, mix(accent.dark, "#101114", 0.82))),
  };
}

async function load() {
  const number = state.world?.looks ?? 0;
  if (number === looks.number && looks.isLoaded) return;
  try {
    const next = await get("looks");
    if (Object.keys(next.views).length) await loadStyle("looks");
    looks = { ...next, isLoaded: true };
    set({ looks: next.number });
  } catch {
    // Without looks, views are rows.
  }
}

/** Starts following the looks. */
export function followLooks() {
  on("world", "hello", () => { if (has("looks") && (state.world?.looks ?? 0) !== looks.number) load(); });
  on("resumed", load);
  if (has("looks") && state.world?.looks) load();
}

const pictures = new Map();

/** The address of a picture as data, or null without one. */
export function pictureOf(name) {
  const key = `${looks.number} ${name}`;
  if (!pictures.has(key)) {
    if (pictures.size > 200) pictures.clear();
    pictures.set(key, get("pictures", { name }).then(({ type, data }) => `data:${type};base64,${data}`, () => null));
  }
  return pictures.get(key);
}
