// The gallery on paper, and as one file that needs no other file.

import { download, h } from "../dom.js";

const LIMIT = 10_000_000;
/** The longest side of a picture in a file, in pixels. */
const SIDE = 600;

/** Copies groups of tiles without their controls. */
function copyOf(groups) {
  const copy = h("div.gallery-groups", groups.map((group) => group.cloneNode(true)));
  for (const one of copy.querySelectorAll(".tile-open")) one.remove();
  for (const one of copy.querySelectorAll("button")) one.tabIndex = -1;
  return copy;
}

const head = (words) => h("header.gallery-paper-head", h("strong", words.title), h("span", words.people), h("span", words.count), h("span", words.date));

/** Puts the gallery on pages until they are printed. */
export function printGallery(groups, words) {
  const paper = h("div.gallery-paper", head(words), copyOf(groups));
  document.body.append(paper);
  document.body.dataset.print = "gallery";
  addEventListener("afterprint", () => {
    paper.remove();
    delete document.body.dataset.print;
  }, { once: true });
  print();
}

/** A picture as data of at most 600 pixels. */
async function smaller(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const scale = Math.min(1, SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
  if (scale === 1 || address.startsWith("data:image/svg")) return address;
  const canvas = h("canvas", { width: Math.round(picture.naturalWidth * scale), height: Math.round(picture.naturalHeight * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const text = canvas.toDataURL("image/webp", 0.85);
  return text.length < address.length ? text : address;
}

/** The styles that the file needs; rules for printing the rest of the page stay out. */
const styles = () => [...document.styleSheets].filter((sheet) => /(tokens|base|device|looks|gallery)\.css$/.test(sheet.href ?? ""))
  .flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");

/** Saves the gallery as one file without scripts; throws if it is too large, with the largest pictures. */
export async function saveGallery(groups, words) {
  const copy = copyOf(groups);
  const pictures = [...copy.querySelectorAll("img")];
  const known = new Map();
  for (const one of pictures) {
    if (!known.has(one.src)) known.set(one.src, await smaller(one.src).catch(() => ""));
    one.src = known.get(one.src);
  }
  const page = document.implementation.createHTMLDocument(words.title);
  page.documentElement.lang = "en";
  const meta = (properties) => page.head.append(Object.assign(page.createElement("meta"), properties));
  page.head.prepend(Object.assign(page.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'; img-src data:" }));
  meta({ name: "viewport", content: "width=device-width, initial-scale=1" });
  page.head.append(Object.assign(page.createElement("style"), { textContent: styles() }));
  page.body.className = "gallery-file";
  page.body.append(page.adoptNode(head(words)), page.adoptNode(copy));
  const text = `<!doctype html>\n<meta charset="utf-8">\n${page.documentElement.outerHTML}\n`;
  if (text.length > LIMIT) {
    const largest = [...new Set(pictures)].sort((one, other) => other.src.length - one.src.length).slice(0, 3)
      .map((one) => one.closest("[aria-label]")?.getAttribute("aria-label") ?? "a picture");
    throw new Error(`The file would have ${Math.ceil(text.length / 1e6)} MB; at most 10 MB can be saved. The largest pictures: ${[...new Set(largest)].join(", ")}.`);
  }
  download("gallery.html", "text/html", text);
}
