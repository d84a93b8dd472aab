// QR codes: bytes, error correction M, versions 1 to 10 (up to 213 bytes), the mask with the lowest penalty.

// For each version: error correction codewords per block, and the blocks as [count, data codewords].
const versions = [
  [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]],
  [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
];
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const exp = [];
const log = [];
for (let index = 0, value = 1; index < 255; index += 1) {
  exp[index] = value;
  log[value] = index;
  value = value << 1 ^ (value > 127 ? 0x11d : 0);
}
const multiply = (one, other) => one && other ? exp[(log[one] + log[other]) % 255] : 0;

function correction(data, count) {
  let generator = [1];
  for (let index = 0; index < count; index += 1) {
    const next = [...generator, 0];
    generator.forEach((value, at) => { next[at + 1] ^= multiply(value, exp[index]); });
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const factor = rest[index];
    generator.forEach((value, at) => { rest[index + at] ^= multiply(value, factor); });
  }
  return rest.slice(data.length);
}

function codewords(bytes, version) {
  const [count, ...groups] = versions[version - 1];
  const capacity = groups.reduce((sum, [blocks, data]) => sum + blocks * data, 0);
  const bits = [];
  const put = (value, length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push(value >> at & 1); };
  put(4, 4);
  put(bytes.length, version > 9 ? 16 : 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xfd) data.push(pad);
  const blocks = [];
  for (const [number, length] of groups) for (let block = 0; block < number; block += 1) blocks.push(data.splice(0, length));
  const checks = blocks.map((block) => correction(block, count));
  const result = [];
  for (const list of [blocks, checks]) {
    for (let at = 0; at < Math.max(...list.map((block) => block.length)); at += 1) for (const block of list) if (at < block.length) result.push(block[at]);
  }
  return result;
}

function remainder(value, generator, length) {
  let rest = value << length;
  for (let at = 31 - Math.clz32(generator); 31 - Math.clz32(rest) >= at && rest;) rest ^= generator << (31 - Math.clz32(rest) - at);
  return value << length | rest;
}

const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
];

function frame(version) {
  const size = version * 4 + 17;
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (x, y, draw) => {
    for (let dy = -4; dy <= 4; dy += 1) for (let dx = -4; dx <= 4; dx += 1) {
      const dark = draw(Math.max(Math.abs(dx), Math.abs(dy)));
      if (dark !== null && grid[y + dy]?.[x + dx] !== undefined) grid[y + dy][x + dx] = dark;
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, (far) => far !== 2 && far !== 4);
  const spots = alignments[version - 1];
  for (const x of spots) for (const y of spots) if (grid[y][x] === null) square(x, y, (far) => far > 2 ? null : far !== 1);
  for (let at = 8; at < size - 8; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
  for (let at = 0; at < 9; at += 1) {
    grid[8][at] ??= false;
    grid[at][8] ??= false;
    if (at < 8) {
      grid[8][size - 1 - at] = false;
      grid[size - 1 - at][8] = false;
    }
  }
  grid[size - 8][8] = true;
  if (version > 6) {
    const bits = remainder(version, 0x1f25, 12);
    for (let at = 0; at < 18; at += 1) {
      const [x, y] = [at / 3 | 0, size - 11 + at % 3];
      grid[y][x] = grid[x][y] = Boolean(bits >> at & 1);
    }
  }
  return grid;
}

function drawFormat(grid, mask) {
  const size = grid.length;
  const bits = remainder(mask, 0x537, 10) ^ 0x5412;
  const bit = (at) => Boolean(bits >> at & 1);
  for (let at = 0; at < 15; at += 1) {
    grid[at < 6 ? at : at < 8 ? at + 1 : size - 15 + at][8] = bit(at);
    grid[8][at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at] = bit(at);
  }
}

function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  for (const lines of [grid, grid.map((_, x) => grid.map((row) => row[x]))]) {
    for (const line of lines) {
      const text = line.map((dark) => dark ? 1 : 0).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let at = 0; at + 11 <= size; at += 1) if (["10111010000", "00001011101"].includes(text.slice(at, at + 11))) sum += 40;
    }
  }
  for (let y = 1; y < size; y += 1) for (let x = 1; x < size; x += 1) {
    if (grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1]) sum += 3;
  }
  const dark = grid.flat().filter(Boolean).length;
  return sum + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}

/** The rows of the code, where dark modules are true; null if the text is too long. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex(([, ...groups], index) =>
    bytes.length + (index > 8 ? 3 : 2) <= groups.reduce((sum, [blocks, data]) => sum + blocks * data, 0)) + 1;
  if (!version) return null;
  const base = frame(version);
  const size = base.length;
  const data = codewords(bytes, version);
  let best = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const grid = base.map((row) => [...row]);
    let at = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) for (const x of [right, right - 1]) {
        const y = right + 1 & 2 ? step : size - 1 - step;
        if (base[y][x] !== null) continue;
        const dark = (data[at >> 3] ?? 0) >> (7 - (at & 7)) & 1;
        at += 1;
        grid[y][x] = Boolean(dark ^ (masks[mask](x, y) === 0 ? 1 : 0));
      }
    }
    drawFormat(grid, mask);
    const score = penalty(grid);
    if (!best || score < best.score) best = { score, grid };
  }
  return best.grid;
}
