// The ends of the routes for the current persona, from the access table that another view has read.

import { anyPersona, on, set, state } from "./state.js";
import { endsOf } from "./map/light.js";

let matrix = null;
let read;

function take() {
  if (!matrix || !state.routes) return;
  // A new generation may end differently, and its table is not known yet.
  if (read !== state.world?.generation) matrix = null;
  const names = matrix?.people.map((one) => one.name) ?? [];
  const person = [state.world?.persona, anyPersona(), names[0]].find((name) => names.includes(name));
  set({ endings: person ? endsOf(matrix, person, state.routes) : null });
}

/** Takes the access table of the current generation. */
export function takeMatrix(next) {
  [matrix, read] = [next, state.world?.generation];
  take();
}

on("world", "personas", take);
