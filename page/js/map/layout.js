// The places of the map: districts in columns, with a row for each route below its parent.

export const CARD = { width: 216, height: 40, pitch: 48, indent: 44, lead: 46 };
const PAD = 16;
const HEAD = 40;
const GAP = 28;
const FOLDED = { width: 264, height: 64 };
/** Above this number of routes, districts start folded. */
export const FOLD = 300;

/** The district of a route, as a tree; a route whose parent is in another district is a root. */
function districtsOf({ districts, nodes }) {
  const list = districts.map((name, index) => ({ id: `d${index}`, index, name, roots: [], count: 0, rank: 0 }));
  const known = new Map(nodes.map((node) => [node.id, { ...node, id: `r${node.id}`, route: node.id, children: [], above: null }]));
  for (const node of known.values()) {
    const district = list[node.district];
    const above = known.get(node.parent);
    node.home = district;
    district.count += 1;
    if (above?.district === node.district) {
      node.above = above;
      above.children.push(node);
    } else district.roots.push(node);
  }
  return { list, known };
}

/** The ways between districts, without the redirects that were seen: a new one must not move anything. */
function waysBetween(list, known, edges) {
  const targets = new Map(list.map((one) => [one, new Set()]));
  for (const { from, to, kind } of edges) {
    const [a, b] = [known.get(from)?.home, known.get(to)?.home];
    if (a && b && a !== b && kind !== "seen") targets.get(a).add(b);
  }
  return targets;
}

/** Orders districts by the length of the longest way to them, and then by file. */
function rank(list, targets) {
  const order = [];
  const begun = new Set();
  const done = new Set();
  const forward = new Map(list.map((one) => [one, []]));
  for (const root of list) {
    const stack = begun.has(root) ? [] : [[root, [...targets.get(root)]]];
    begun.add(root);
    while (stack.length) {
      const [one, rest] = stack.at(-1);
      const next = rest.shift();
      if (!next) {
        done.add(one);
        order.push(one);
        stack.pop();
        continue;
      }
      // A way back to an open district would close a cycle.
      if (!begun.has(next) || done.has(next)) forward.get(one).push(next);
      if (begun.has(next)) continue;
      begun.add(next);
      stack.push([next, [...targets.get(next)]]);
    }
  }
  for (const one of order.toReversed()) for (const next of forward.get(one)) next.rank = Math.max(next.rank, one.rank + 1);
  return list.toSorted((one, other) => one.rank - other.rank || one.index - other.index);
}

/** Moves each district of a rank to the mean place of its neighbours, in sweeps from the left and from the right. */
function swept(districts, targets, sweeps) {
  const near = new Map(districts.map((one) => [one, []]));
  for (const [one, others] of targets) for (const other of others) {
    near.get(one).push(other);
    near.get(other).push(one);
  }
  const ranks = [...Map.groupBy(districts, (one) => one.rank).values()];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const list of sweep % 2 ? ranks.toReversed() : ranks) {
      const places = new Map(ranks.flat().map((one, index) => [one, index]));
      const means = new Map(list.map((one) => {
        const all = near.get(one).map((other) => places.get(other));
        return [one, all.length ? all.reduce((sum, place) => sum + place, 0) / all.length : places.get(one)];
      }));
      list.sort((one, other) => means.get(one) - means.get(other) || one.index - other.index);
    }
  }
  return ranks.flat();
}

/** The routes of a district as rows, children below their parents. */
function rowsOf(district) {
  const rows = [];
  const stack = district.roots.map((node) => [node, 0]).reverse();
  while (stack.length) {
    const [node, depth] = stack.pop();
    node.depth = depth;
    rows.push(node);
    for (const child of node.children.toReversed()) stack.push([child, depth + 1]);
  }
  return rows;
}

const widthOf = (rows) => PAD + CARD.lead + Math.max(0, ...rows.map((node) => node.depth)) * CARD.indent + CARD.width + PAD;
const heightOf = (rows) => HEAD + rows * CARD.pitch - (CARD.pitch - CARD.height) + PAD;

/** The height of a column, so that the map is 1.6 times as wide as high. */
function columnHeight(districts) {
  const area = districts.reduce((sum, one) => sum + (one.width + 60) * (one.height + GAP), 0);
  const tallest = Math.max(...districts.map((one) => Math.min(one.height, heightOf(24))));
  return Math.max(tallest, Math.sqrt(area / 1.6));
}

/** Puts districts below each other; a district higher than a column continues in the next ones. */
function fillColumns(districts, most) {
  const columns = [];
  let column = null;
  let y = 0;
  const begin = () => {
    column = { index: columns.length, width: 0 };
    columns.push(column);
    y = 0;
  };
  for (const district of districts) {
    const perColumn = Math.max(1, Math.floor((most - HEAD - PAD) / CARD.pitch));
    const parts = district.isFolded ? 1 : Math.ceil(district.rows.length / perColumn) || 1;
    if (!column || (y > 0 && (parts > 1 || y + district.height > most))) begin();
    district.y = y;
    district.columns = [column];
    if (district.isFolded) {
      column.width = Math.max(column.width, district.width);
      y += district.height + GAP;
      continue;
    }
    const size = Math.ceil(district.rows.length / parts);
    district.height = heightOf(size);
    for (let part = 0; part < parts; part += 1) {
      if (part) {
        begin();
        district.columns.push(column);
      }
      const rows = district.rows.slice(part * size, (part + 1) * size);
      rows.forEach((node, index) => Object.assign(node, { column, y: district.y + HEAD + index * CARD.pitch }));
      column.width = Math.max(column.width, parts > 1 ? widthOf(rows) : district.width);
    }
    if (parts > 1) column = null;
    else y += district.height + GAP;
  }
  return columns;
}

/** Lays out a graph; `unfolded` has the names of the districts that show their routes. */
export function layOut(graph, unfolded, isNarrow, sweeps = 0) {
  const { list, known } = districtsOf(graph);
  const targets = waysBetween(list, known, graph.edges);
  const districts = swept(rank(list, targets), targets, sweeps);
  for (const district of districts) {
    district.rows = rowsOf(district);
    district.isFolded = !unfolded.has(district.name);
    district.width = district.isFolded ? FOLDED.width : widthOf(district.rows);
    district.height = district.isFolded ? FOLDED.height + Math.round(6 * Math.log2(district.count + 1)) : heightOf(district.rows.length);
  }
  const columns = fillColumns(districts, isNarrow ? Infinity : columnHeight(districts));
  return { districts, columns, known, nodes: districts.flatMap((one) => one.isFolded ? [] : one.rows) };
}

/** Gives everything its horizontal place, when the widths of the gutters are known. */
export function place(layout, gutters, top) {
  let x = 0;
  layout.columns.forEach((column, index) => {
    x += gutters[index];
    column.x = x;
    x += column.width;
  });
  layout.width = x + gutters[layout.columns.length];
  for (const district of layout.districts) {
    const last = district.columns.at(-1);
    district.x = district.columns[0].x;
    district.y += top;
    if (!district.isFolded) district.width = last.x + last.width - district.x;
    for (const node of district.isFolded ? [] : district.rows) {
      node.x = node.column.x + PAD + CARD.lead + node.depth * CARD.indent;
      node.y += top;
      Object.assign(node, { width: CARD.width, height: CARD.height });
    }
  }
  layout.height = Math.max(0, ...layout.districts.map((one) => one.y + one.height)) + GAP;
}
