// A journey as a file: it saves the actions in this page, and replays saved ones act by act.

import { copy, h, fill, refill, count, download, iconButton } from "./dom.js";
import { addressOf } from "./address.js";
import { get, post } from "./wire.js";
import { has, on, say, set, state, tell } from "./state.js";
import { Scroller } from "./scroller.js";

/** The maximum size of a request in bytes. */
const LARGEST = 1 << 20;

/** The open journey: its acts with `state` and `now`, the next act, and whether it runs. */
let journey = null;
/** The message for an invalid file. */
let mistake = null;
let draw = () => {};

const isClosed = () => state.world?.read_only === true;

/** Opens a journey file: it is read completely, but not run yet. */
export async function openJourney(file) {
  const refuse = (why) => {
    mistake = `“${file.name}” is not a valid journey. ${why}`;
    say(mistake);
    draw();
  };
  if (isClosed()) return refuse("This server is read-only. Start it with --control.");
  if (journey?.isRunning) return refuse("Another journey is running. Stop it first.");
  if (file.size > LARGEST) return refuse(`It has ${(file.size / LARGEST).toFixed(1)} MiB; the limit is 1 MiB.`);
  let body;
  try {
    body = JSON.parse(await file.text());
  } catch {
    return refuse("It is not JSON. Save one with “Save a file”.");
  }
  try {
    const told = await post("journal", body);
    journey = { name: file.name, next: 0, isRunning: false, isFresh: has("return"), stopped: null, ...told };
    mistake = null;
    say(`${count(journey.acts.length, "act")}, paused before the first`);
    draw();
  } catch (error) {
    refuse(error.message);
  }
}

/** Programs for mail and tickets cut longer addresses. */
const LONGEST_LINK = 8000;

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The acts until a row as an address of this page, which reads it like a file. */
export async function journeyAddress(to = state.look?.row) {
  const text = JSON.stringify(await get("journal", { to }));
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const code = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const address = `${location.origin}/${addressOf("journey", { j: code })}`;
  if (address.length > LONGEST_LINK) throw new Error(`The link would have ${count(address.length, "character")}. Save a file instead.`);
  return address;
}

async function copyLink(button) {
  try {
    const address = await journeyAddress();
    mistake = null;
    await copy(address, button);
  } catch (error) {
    mistake = error.message;
  }
  draw();
}

/** Reads a journey from an address; it is paused, like one from a file. */
async function readLink(code) {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    await openJourney(new File([await through(bytes, new DecompressionStream("deflate-raw"))], "A link"));
  } catch {
    mistake = "The address has no valid journey. Copy the whole link.";
    draw();
  }
}

async function save() {
  try {
    const { acts, ...head } = await get("journal", { to: state.look?.row });
    const lines = acts.map((act) => JSON.stringify(act)).join(",\n");
    download(`${head.application}.journey.json`, "application/json", `${JSON.stringify(head).slice(0, -1)},"acts":[\n${lines}\n]}\n`);
    mistake = null;
  } catch (error) {
    mistake = error.message;
  }
  draw();
}

/** Records the end of an act; a different end stops the journey before the next act. */
function settle(mine, at, end) {
  const act = mine.acts[at];
  act.now = end;
  // An act without a recorded end may end in any way.
  act.state = act.end === null || act.end === end ? "done" : "differs";
  if (act.state === "differs") pause(mine, at, `Act ${at + 1} ended differently than recorded. Now: ${end}. Recorded: ${act.end}.`);
  draw();
}

function pause(mine, at, why) {
  mine.isRunning = false;
  mine.stopped = why;
  say(why);
}

/** Runs the next act as if the user had done it. */
async function doNext(mine) {
  const at = mine.next;
  const act = mine.acts[at];
  mine.stopped = null;
  if (at === 0 && mine.isFresh && has("return")) {
    if (!await tell("travel", { to: 0, mode: "return" })) return pause(mine, at, "The application did not restart.");
  }
  if (at === 0) set({ look: null });
  mine.next += 1;
  act.state = "runs";
  draw();
  const ended = post(act.post, act.body).then((answer) => settle(mine, at, answer.end), (error) => {
    if (error.status === 422) return settle(mine, at, error.code);
    act.state = "undone";
    act.now = error.message;
    // A restarted server accepts the request again.
    if (error.status === 0) mine.next = at;
    pause(mine, at, `Act ${at + 1} was not done. ${error.message}`);
    draw();
  });
  // In the recording, the next act started before this one ended; the replay does the same.
  const isLong = act.long || act.end === null;
  await (isLong ? Promise.race([ended, new Promise((done) => setTimeout(done, 200))]) : ended);
  if (act.state === "runs") act.state = "waits";
}

async function run(mine, isAll) {
  if (mine.isRunning) return;
  mine.isRunning = true;
  // A journey that was stopped during its act does not continue when another one runs.
  const turn = mine.turn = (mine.turn ?? 0) + 1;
  draw();
  do await doNext(mine); while (isAll && mine.turn === turn && mine.isRunning && mine.next < mine.acts.length);
  if (mine.turn !== turn) return;
  mine.isRunning = false;
  if (mine.next >= mine.acts.length && !mine.stopped) say("The journey has ended");
  draw();
}

const marks = {
  done: ["as recorded", "good"], differs: ["different", "notable"], undone: ["not done", "bad"], runs: ["running", "soft"], waits: ["waiting", "notable"],
};

function row(act, index) {
  const isNext = index === journey.next && !journey.isRunning;
  const [text, tone] = marks[act.state] ?? (isNext ? ["next", "soft"] : act.here ? ["", "soft"] : ["not possible here", "notable"]);
  const end = act.state === "differs" || act.state === "undone" ? act.now : act.end ?? "";
  return h("div.link-row.act-row", { role: "row", "aria-rowindex": index + 1, class: isNext ? "is-next" : "" },
    h("span.time-number", { role: "gridcell" }, index + 1), h("code", { role: "gridcell", title: act.body?.text ?? act.text }, act.text),
    h("span.soft", { role: "gridcell", title: end }, end), h("span.mark", { role: "gridcell", class: `is-${tone}` }, text));
}

function note() {
  const { application, acts, next, isRunning, stopped } = journey;
  if (stopped) return h("div.note.is-notable", { role: "status" }, h("p", stopped), next < acts.length && h("p.soft", "“Step” and “Run all” continue with the next act."));
  if (isRunning) return null;
  if (next >= acts.length) return h("div.note.is-good", { role: "status" }, acts.every((act) => act.state === "done") ? "All acts ended as recorded." : "All acts were done.");
  if (next > 0) return null;
  const lua = acts.filter((act) => act.post === "console").length;
  const absent = acts.filter((act) => !act.here).length;
  const other = state.hello?.application !== application;
  return h("div.note", h("p", `Paused before the first act.${other ? ` It was recorded with ${application}.` : ""}`),
    lua > 0 && h("p.soft", `${count(lua, "act")} ${lua === 1 ? "runs" : "run"} Lua. Read it before you run it.`),
    absent > 0 && h("p.soft", `${count(absent, "act")} cannot be done here.`),
    !has("return") && h("p.soft", "This application cannot restart. Acts on screens find their screens only if it has just started."));
}

/** Makes the view. */
export function make(element) {
  element.classList.add("replay-view");
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: async () => {
    const [one] = file.files;
    if (one) await openJourney(one);
    file.value = "";
  } });
  const choose = h("button.button", { onclick: () => file.click() }, "Open a file");
  const drop = h("div.drop", { class: "is-file" }, h("p", "You can save your actions as a file and replay them, act by act. Drop a journey anywhere on the page."),
    h("div.form-end", file, choose, h("button.button", { onclick: (event) => copyLink(event.currentTarget) }, "Copy a link"), h("button.button", { onclick: save }, "Save a file")));
  const wrong = h("div.note.is-bad", { role: "alert", hidden: true });
  const head = h("div.tool-row");
  const told = h("div.replay-note");
  const scroller = new Scroller({ draw: row, height: () => 32, label: "Acts" });
  const list = h("div.acts-list", scroller.element);
  element.append(drop, wrong, head, told, list);
  draw = () => {
    choose.disabled = isClosed();
    choose.title = isClosed() ? "This server is read-only" : "";
    wrong.hidden = !mistake;
    wrong.textContent = mistake ?? "";
    head.hidden = told.hidden = list.hidden = !journey;
    if (!journey) return scroller.show([]);
    const mine = journey;
    const { acts, next, isRunning } = mine;
    const isOver = next >= acts.length;
    refill(head, h("div.replay-name", h("strong", mine.name), h("span.soft", isOver ? count(acts.length, "act") : `act ${next + 1} of ${acts.length}`)),
      next === 0 && has("return") && h("label.check", h("input", { type: "checkbox", checked: mine.isFresh, onchange: (event) => { mine.isFresh = event.target.checked; } }), "Restart first"),
      h("button.button.is-small", { disabled: isRunning || isOver || isClosed(), onclick: () => run(mine, false) }, "Step"),
      h("button.button.is-small.is-main", { disabled: isRunning || isOver || isClosed(), onclick: () => run(mine, true) }, "Run all"),
      h("button.button.is-small", { disabled: !isRunning, onclick: () => { mine.isRunning = false; draw(); } }, "Stop"),
      iconButton("close", "Close the journey", () => {
        mine.isRunning = false;
        journey = null;
        draw();
      }));
    fill(told, note());
    scroller.element.setAttribute("aria-rowcount", acts.length);
    scroller.show(acts);
    const height = 32 * next;
    const { scrollTop, clientHeight } = scroller.element;
    if (height < scrollTop || height + 32 > scrollTop + clientHeight) scroller.element.scrollTop = height - clientHeight / 2;
  };
  on("world", "hello", () => { if (!element.hidden) draw(); });
  draw();
  let known = null;
  return {
    show({ j }) {
      draw();
      if (!j || j === known) return;
      known = j;
      readLink(j);
    },
  };
}
