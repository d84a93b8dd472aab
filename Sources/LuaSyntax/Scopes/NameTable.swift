/// Assigns numbers to names; equal names have the same number.
struct NameTable {
  private var slots: [Int32]
  private var starts: [LuaToken] = []
  private var hashes: [UInt32] = []

  init() { slots = Array(repeating: -1, count: 1024) }

  var count: Int { starts.count }

  mutating func number(of token: LuaToken, in text: [UInt8]) -> Int {
    var hash: UInt32 = 2_166_136_261
    for place in token.start..<token.end { hash = (hash ^ UInt32(text[place])) &* 16_777_619 }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if hashes[known] == hash, isSame(starts[known], token, text) { return known }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: starts.count)
    starts.append(token)
    hashes.append(hash)
    if starts.count * 2 > slots.count { grow() }
    return starts.count - 1
  }

  private func isSame(_ first: LuaToken, _ second: LuaToken, _ text: [UInt8]) -> Bool {
    guard first.end - first.start == second.end - second.start else { return false }
    for distance in 0..<(first.end - first.start)
    where text[first.start + distance] != text[second.start + distance] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }
}
