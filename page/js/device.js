// The device: a frame around the stage, and the user's actions in it.

import { h, fill, icon, iconButton, isStill } from "./dom.js";
import { post } from "./wire.js";
import { askStage } from "./live.js";
import { returnTo } from "./timeline.js";
import { has, keep, kept, on, say, set, state, tell, toast } from "./state.js";
import { StageView, topOf } from "./stage.js";
import { followGestures } from "./gestures.js";
import { coloursOf, followLooks } from "./looks/looks.js";

export const sizes = {
  phone: ["Phone", 393, 780], small: ["Small phone", 320, 568], tablet: ["Tablet", 820, 1100], window: ["Window", 0, 0],
};

let frame;
let stage;
let notice;
let space;
let part;
let zoom;
let sizeMenu;
/** Whether the device has its full size, even if it then must be scrolled. */
let isWhole = false;

/** What listens here; the device is drawn after the state has begun to change. */
const listeners = [];
const listen = (...all) => listeners.push(on(...all));

/** The smallest and the largest scale of the device. */
const [SMALLEST, LARGEST] = [0.6, 1.5];

/** Shakes the device and shows the reason for a refusal. */
function refuse(reason) {
  const text = reason || "The application does not allow this now.";
  notice.textContent = text;
  notice.hidden = false;
  say(text);
  clearTimeout(refuse.timer);
  refuse.timer = setTimeout(() => { notice.hidden = true; }, 5000);
  if (isStill()) return;
  frame.animate({ translate: ["0", "-7px 0", "6px 0", "-4px 0", "2px 0", "0"] }, { duration: 320, easing: "ease-out" });
}

/** Sends an action of the device's user. */
export async function act(body) {
  if (state.look) {
    refuse("You are viewing an earlier time. Go back to now, or return here, to use the device.");
    return false;
  }
  try {
    const answer = await post("act", body);
    if (answer.ok) notice.hidden = true;
    else refuse(answer.reason);
    return answer.ok;
  } catch (error) {
    refuse(error.message);
    return false;
  }
}

function fit() {
  const [, width, height] = sizes[part.dataset.size] ?? sizes.phone;
  const [room, tall] = [space.clientWidth, space.clientHeight];
  if (!room || !tall) return;
  const isWindow = !width;
  const [w, t] = isWindow ? [room, tall] : [width, height];
  const fitting = Math.min(LARGEST, room / w, tall / t);
  const scale = isWindow ? 1 : isWhole ? 1 : Math.max(SMALLEST, fitting);
  space.classList.toggle("is-scrolled", scale > fitting);
  zoom.hidden = isWindow || !isWhole && fitting >= SMALLEST;
  zoom.textContent = isWhole ? "Fit" : "100 %";
  frame.style.width = `${w}px`;
  frame.style.height = `${t}px`;
  frame.style.scale = String(scale);
  frame.style.marginInlineStart = `${Math.max(0, (room - w * scale) / 2)}px`;
  frame.style.marginBlockStart = `${Math.max(0, (tall - t * scale) / 2)}px`;
}

/** Sets the size of the device. */
export function setSize(size) {
  part.dataset.size = sizeMenu.value = size;
  keep("device", size);
  fit();
}

/** Sets how the application waits: `real`, `skip`, or a `minute` ahead. */
export async function setClock(mode) {
  const told = await tell("clock", mode === "minute" ? { mode: state.clock?.mode, advance: 60 } : { mode });
  set({ clock: told ?? state.clock });
}

function toolbar() {
  const theme = h("button.icon-button", { onclick: () => setTheme(frame.dataset.theme === "dark" ? "light" : "dark") });
  const setTheme = (next) => {
    frame.dataset.theme = next;
    keep("device-theme", next);
    const label = `Device: ${next}. Switch to ${next === "dark" ? "light" : "dark"}`;
    theme.title = label;
    theme.setAttribute("aria-label", label);
    fill(theme, icon(next === "dark" ? "moon" : "sun"));
  };
  const dark = document.documentElement.dataset.theme === "dark"
    || document.documentElement.dataset.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(kept("device-theme", dark ? "dark" : "light"));
  sizeMenu = h("select.device-size", { "aria-label": "Size of the device", onchange: () => setSize(sizeMenu.value) },
    Object.entries(sizes).map(([name, [title]]) => h("option", { value: name }, title)));
  sizeMenu.value = part.dataset.size;
  const recheck = iconButton("check", "Check the guards of all screens again", async () => {
    if (await act({ kind: "recheck" })) toast("The guards of all screens have been checked again.");
  });
  const clock = h("select.device-size", { "aria-label": "Clock", title: "How the application waits", onchange: () => setClock(clock.value) },
    h("option", { value: "real" }, "Real time"), h("option", { value: "skip" }, "Skip waits"), h("option", { value: "minute" }, "+ 1 minute"));
  listen("clock", "hello", () => {
    clock.hidden = !has("clock");
    clock.value = state.clock?.mode ?? "real";
    clock.disabled = (state.world ?? state.hello)?.read_only === true;
  });
  const back = iconButton("back", "Swipe back", () => act({ kind: "swipe", screen: topOf(state.stage?.stage)?.id }));
  listen("stage", "world", () => {
    back.disabled = recheck.disabled = !topOf(state.stage?.stage) || state.world?.read_only === true;
  });
  const shots = h("button.device-zoom", { "aria-pressed": "false", title: "The program's own picture of the top screen", onclick: async () => {
    const isShown = shots.getAttribute("aria-pressed") !== "true";
    shots.setAttribute("aria-pressed", String(isShown));
    (await import("./shots.js")).showShots(frame, isShown);
  } }, "Picture");
  listen("hello", () => { shots.hidden = !has("screen_pictures"); });
  zoom = h("button.device-zoom", { hidden: true, title: "Full size, or as large as fits", onclick: () => {
    isWhole = !isWhole;
    fit();
  } }, "100 %");
  return h("div.device-bar", back, recheck, h("span.grow"), shots, zoom, clock, theme, sizeMenu);
}

function banner() {
  const element = h("div.look-banner", { hidden: true });
  listen("look", () => {
    const { look } = state;
    element.hidden = !look;
    part.classList.toggle("is-looking", Boolean(look));
    if (!look) return;
    fill(element, h("span", look.dry ? "The stage after the dry run" : `The stage after row ${look.row}`),
      h("button.button", { onclick: () => set({ look: null }) }, "Back to now"),
      !look.dry && has("travel") && h("button.button.is-main", { onclick: () => returnTo(look.row) }, "Return here"));
  });
  return element;
}

let drawn = null;

function draw() {
  const seen = state.look ?? state.stage;
  if (!seen) return;
  const tree = seen.stage?.stage ?? seen.stage;
  const isNext = !state.look && drawn && !drawn.look && state.stage.number !== drawn.number;
  stage.show(tree, isNext ? state.stage : { animated: false });
  drawn = { look: Boolean(state.look), number: state.stage?.number };
}

/** Draws the device. */
export function makeDevice(element) {
  part = element;
  const window = h("div.device-window");
  notice = h("div.refusal", { role: "alert", hidden: true });
  frame = h("div.device-frame", window, notice);
  space = h("div.device-space", frame);
  stage = new StageView(window, act);
  followGestures(window, act);
  part.dataset.size = kept("device", "phone") in sizes ? kept("device", "phone") : "phone";
  part.append(banner(), space, toolbar());
  new ResizeObserver(fit).observe(space);
  listen("stage", "look", draw);
  let colours = {};
  on("looks", () => {
    for (const name of Object.keys(colours)) window.style.removeProperty(name);
    colours = coloursOf();
    for (const [name, value] of Object.entries(colours)) window.style.setProperty(name, value);
    draw();
  });
  followLooks();
  on("resumed", askStage);
  for (const call of listeners) call();
  if (!state.stage) askStage();
}
