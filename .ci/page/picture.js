// The shape of the device, read from its elements. Covered and unselected places are not in the
// page; they use the shape of the stage that the page received.
const {state} = await import(new URL("state.js", document.querySelector("script[type=module]").src));
await new Promise(requestAnimationFrame);
// The device is loaded after the stream has begun, so the page may know a stage that is not drawn yet.
if (!document.querySelector("#device .stage-base")?.firstElementChild) return null;
if (document.querySelector("#device [data-moving]")) return null;

const tree = state.stage?.stage?.children?.[0] ?? null;
const known = new Map();

function learn(node) {
  if (!node) return;
  known.set(String(node.id), node);
  for (const child of node.children ?? []) learn(child);
  learn(node.presented?.node);
}

learn(tree);

const layers = [...document.querySelectorAll(".stage-layers > .layer:not([data-leaving])")];
const used = new Set();

function told(node) {
  return {
    kind: node.kind, id: node.id, selected: node.kind === "tabs" ? node.selected : null,
    children: (node.children ?? []).map(told), presented: node.presented ? told(node.presented.node) : null,
  };
}

const inside = (box) => box && [...box.children].find((one) => one.classList.contains("node"));

function shown(element) {
  const id = element.dataset.node;
  const kind = [...element.classList].find((one) => one.startsWith("node-")).slice("node-".length);
  const node = known.get(id);
  if (!node) return {kind, id: Number(id), selected: null, children: [], presented: null, lost: true};
  const children = node.children ?? [];
  const answer = {kind, id: Number(id), selected: null, children: [], presented: null};
  if (kind === "stack") {
    const drawn = [...element.children].filter((one) => one.classList.contains("node"));
    const upper = drawn.map((one) => shown(one));
    answer.children = [...children.slice(0, Math.max(0, children.length - 2)).map(told), ...upper];
    if (drawn.some((one, index) => one.inert !== (index < drawn.length - 1))) answer.lost = true;
  } else if (kind === "tabs") {
    const tabs = [...element.querySelector(":scope > .tabs-bar").children];
    answer.selected = tabs.findIndex((one) => one.ariaSelected === "true");
    const branch = inside(element.querySelector(":scope > .tabs-body"));
    answer.children = children.map((child, index) => index === answer.selected && branch ? shown(branch) : told(child));
    if (tabs.length !== children.length) answer.lost = true;
  } else if (kind === "split") {
    answer.children = [...element.children].map(inside).filter(Boolean).map(shown);
  }
  const over = node.presented && layers.find((one) => one.dataset.layer === String(node.presented.node.id));
  if (over) {
    used.add(over);
    answer.presented = shown(inside(over.querySelector(":scope > .modal")));
  }
  return answer;
}

const root = inside(document.querySelector(".stage-base"));
const picture = root ? shown(root) : null;
if (picture && layers.some((one) => !used.has(one))) picture.lost = true;
return {number: state.stage?.number ?? 0, picture};
