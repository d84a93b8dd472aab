// The device: a frame around the stage, and the user's actions in it.

import { count, h, fill, icon, iconButton, isStill } from "./dom.js";
import { get, post } from "./wire.js";
import { has, keep, kept, on, say, set, state, tell, toast } from "./state.js";
import { StageView, topOf } from "./stage.js";
import { followGestures } from "./gestures.js";

const sizes = {
  phone: ["Phone", 393, 780], small: ["Small phone", 320, 568], tablet: ["Tablet", 820, 1100], window: ["Window", 0, 0],
};

let frame;
let stage;
let notice;
let space;
let part;

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
  const scale = Math.min(1, room / w, tall / t);
  frame.style.width = `${w}px`;
  frame.style.height = `${t}px`;
  frame.style.scale = String(scale);
  frame.style.marginInlineStart = `${(room - w * scale) / 2}px`;
  frame.style.marginBlockStart = `${Math.max(0, (tall - t * scale) / 2)}px`;
}

function setSize(size) {
  part.dataset.size = size;
  keep("device", size);
  fit();
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
  const size = h("select.device-size", { "aria-label": "Size of the device", onchange: () => setSize(size.value) },
    Object.entries(sizes).map(([name, [title]]) => h("option", { value: name }, title)));
  size.value = kept("device", "phone") in sizes ? kept("device", "phone") : "phone";
  const recheck = iconButton("check", "Check the guards of all screens again", async () => {
    if (await act({ kind: "recheck" })) toast("The guards of all screens have been checked again.");
  });
  const clock = h("select.device-size", { "aria-label": "Clock", title: "How the application waits", onchange: () => setClock(clock.value) },
    h("option", { value: "real" }, "Real time"), h("option", { value: "skip" }, "Skip waits"), h("option", { value: "minute" }, "+ 1 minute"));
  const setClock = async (mode) => {
    const told = await tell("clock", mode === "minute" ? { mode: state.clock?.mode, advance: 60 } : { mode });
    set({ clock: told ?? state.clock });
  };
  on("clock", "hello", () => {
    clock.hidden = !has("clock");
    clock.value = state.clock?.mode ?? "real";
    clock.disabled = (state.world ?? state.hello)?.read_only === true;
  });
  const back = iconButton("back", "Swipe back", () => act({ kind: "swipe", screen: topOf(state.stage?.stage)?.id }));
  on("stage", "world", () => {
    back.disabled = recheck.disabled = !topOf(state.stage?.stage) || state.world?.read_only === true;
  });
  return h("div.device-bar", back, recheck, h("span.grow"), clock, theme, size);
}

function banner() {
  const element = h("div.look-banner", { hidden: true });
  on("look", () => {
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

/** Resumes the application from a row. */
export async function returnTo(row) {
  const told = await tell("travel", { to: row, mode: "return" });
  if (!told) return;
  set({ look: null });
  toast(told.diverged?.length
    ? `Back at row ${row}. ${count(told.diverged.length, "act")} ended differently than recorded.`
    : `Back at row ${row}. The application continues from here.`);
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
  on("stage", "look", draw);
  on("hello", "resumed", async () => {
    try {
      const before = state.stage;
      if (before && !state.resumed) return;
      const stage = await get("stage");
      // The stream may have sent a newer stage in the meantime.
      if (state.stage === before) set({ stage: { ...stage, animated: false } });
    } catch { /* The stream will send it. */ }
  });
}
