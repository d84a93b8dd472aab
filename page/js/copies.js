// The texts that an open can be copied as.

import { clip, copy, h } from "./dom.js";
import { get, post } from "./wire.js";
import { endWords, has, state, toast } from "./state.js";
import { journeyAddress } from "./replay.js";
import { sheet } from "./sheet.js";

/** A word for a shell. */
export const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that opens a link in this application. */
export function commandOf(location) {
  const folder = state.hello?.folder ?? state.hello?.application ?? ".";
  return `moonroute run ${/^[\w@%+=:,./-]+$/.test(folder) ? folder : quoted(folder)} ${quoted(location)}`;
}

/** The request that opens a link through this server. The key stays out of texts that are pasted elsewhere. */
const curlOf = (location) => `curl ${quoted(`${window.location.origin}/api/v1/open`)} -H "X-Moonroute-Key: $KEY" -H 'X-Moonroute: 1' -H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ location }))}`;

const show = sheet();

function showTexts(texts) {
  show("Copy as", texts.filter(([, text]) => text).map(([name, text]) => h("div.copy-row", h("span.soft", name), h("code", clip(text, 200)),
    h("button.button.is-small", { "aria-label": `Copy as ${name}`, onclick: (event) => copy(text, event.currentTarget) }, "Copy"))));
}

/** Offers an open as a line of a spec, a link, a command, a sentence, or a journey until then. */
export async function copyOutcome(outcome, row = null) {
  const { text } = endWords({ status: outcome.status, target: outcome.redirects?.at(-1) });
  const journey = row === null ? null : await journeyAddress(row).catch(() => null);
  showTexts([["Spec line", outcome.spec], ["Link", outcome.location], ["Command", commandOf(outcome.location)], ["curl", curlOf(outcome.location)],
    ["Markdown", `\`${outcome.location}\`: ${text}${outcome.reason ? ` (${outcome.reason})` : ""}`], ["Journey link", journey]]);
}

/** Offers the open of a row. */
export async function copyOpen(number, row) {
  try {
    await copyOutcome(await get(`outcomes/${number}`), row);
  } catch (error) {
    toast(error.message, { kind: "is-bad" });
  }
}

/** Copies the acts until now, or until the viewed row, as a link. */
export async function copyJourney() {
  try {
    await navigator.clipboard.writeText(await journeyAddress());
    toast("The link of the journey is in the clipboard.");
  } catch (error) {
    toast(error.message, { kind: "is-bad" });
  }
}

/** Offers a cell of the access table; the lines of a spec log the person in. */
export async function copyCell(location, person, words) {
  const { spec } = has("assertion") ? await post("assertion", { location, persona: person.persona }).catch(() => ({})) : {};
  showTexts([["Spec line", spec], ["Link", location], ["Command", commandOf(location)], ["curl", curlOf(location)], ["Markdown", `\`${location}\` as ${person.name}: ${words}`]]);
}
