// The program's own pictures of its screens, over the page's drawing of them.

import { h } from "./dom.js";
import { get } from "./wire.js";
import { on, state, toast } from "./state.js";
import { topOf } from "./stage.js";

let image;
let isOn = false;
let isAsking = false;
/** Whether the stage has changed since the last request. */
let isOld = false;

async function draw() {
  const top = state.look ? null : topOf(state.stage?.stage);
  if (!isOn || !top) {
    image.hidden = true;
    return;
  }
  isOld = isAsking;
  if (isAsking) return;
  isAsking = true;
  try {
    const { type, data } = await get(`screens/${top.id}/picture`);
    image.src = `data:${type};base64,${data}`;
    image.alt = `The program's picture of ${top.name ?? top.view}`;
    image.hidden = !isOn || Boolean(state.look);
  } catch (error) {
    // The page's drawing is visible again.
    image.hidden = true;
    if (!isOld) toast(error.message);
  }
  isAsking = false;
  if (isOld) draw();
}

/** Shows the program's pictures in the device's frame, or hides them. */
export function showShots(frame, isShown) {
  if (!image) {
    image = h("img.screen-shot", { hidden: true });
    frame.append(image);
    on("stage", "look", draw);
  }
  isOn = isShown;
  draw();
}
