// The parts of a line of Lua, for the inspector and for the site of the documentation.

const tokens = new RegExp([
  "(--.*$)", "(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*')",
  "\\b(and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)\\b",
  "\\b(\\d+(?:\\.\\d+)?)\\b",
].join("|"), "g");

/** Splits a line into texts; the kind is comment, string, word, number, or undefined. */
export function parts(line) {
  const found = [];
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    found.push({ text: line.slice(end, match.index) });
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "word" : "number";
    found.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  found.push({ text: line.slice(end) });
  return found.filter(({ text }) => text !== "");
}
