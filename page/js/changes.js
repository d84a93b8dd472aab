// Changes of a stage: the server sends only the differences from the previous one.

/** Calls a function for a node and all nodes inside and over it, until it returns a value. */
function find(node, test, parent = null) {
  const found = test(node, parent);
  if (found) return found;
  for (const child of node.children ?? []) {
    const inner = find(child, test, node);
    if (inner) return inner;
  }
  return node.presented ? find(node.presented.node, test, node) : null;
}

/** Applies changes to a tree, which they alter. */
export function apply(tree, changes) {
  const node = (id) => id === 0 ? tree : find(tree, (one) => one.id === id && one);
  const remove = (id) => find(tree, (one, parent) => {
    const at = parent ? parent.children?.indexOf(one) ?? -1 : -1;
    return one.id === id && at >= 0 && parent.children.splice(at, 1)[0];
  });
  for (const [name, id, ...rest] of changes) {
    if (name === "add") node(id).children.splice(rest[0], 0, rest[1]);
    else if (name === "remove") remove(id);
    else if (name === "set") Object.assign(node(id), rest[0]);
    else if (name === "move") node(rest[0]).children.splice(rest[1], 0, remove(id));
    else if (name === "present") node(id).presented = rest[0];
    else if (name === "dismiss") node(id).presented = null;
  }
  return tree;
}
