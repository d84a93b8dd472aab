// The ways of the last opens over the map.

import { get } from "../wire.js";

const isGate = (step) => ["guard", "redirect", "proxy"].includes(step.step);

function trailOf({ steps }, { graph }) {
  const ids = new Map(graph.nodes.map((node) => [node.name ?? node.label, node.id]));
  const legs = [];
  const gates = new Map();
  let number = 0;
  for (const step of steps) {
    if (step.depth) continue;
    if (step.step === "match") {
      const id = ids.get(step.name);
      if (id !== undefined && legs.at(-1) !== id) legs.push(id);
    } else if (isGate(step) && legs.length) {
      const index = graph.gates.findIndex((gate) => gate.file === step.file && gate.line === step.line && gate.kind === step.step);
      if (index < 0) continue;
      number += 1;
      // The number is at the route, or at its parent with this gate.
      for (let node = graph.nodes.find((one) => one.id === legs.at(-1)); node; node = graph.nodes.find((one) => one.id === node.parent)) {
        if (!gates.has(node.id)) gates.set(node.id, new Map());
        gates.get(node.id).set(index, number);
      }
    }
  }
  return { legs, gates };
}

/** Reads some opens, the newest first: `trails` of `{legs, gates}`, and whether all their redirects are roads. */
export async function trailsOf(opens, model) {
  const outcomes = await Promise.all(opens.map((open) => get(`outcomes/${open}`).catch(() => null)));
  const trails = outcomes.filter(Boolean).map((outcome) => trailOf(outcome, model));
  const ways = new Set(model.graph.edges.filter((edge) => edge.kind !== "child").map(({ from, to }) => `${from} ${to}`));
  return { trails, hasRoads: trails.every(({ legs }) => legs.every((leg, at) => !at || ways.has(`${legs[at - 1]} ${leg}`))) };
}
