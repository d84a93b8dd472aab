/// The host functions and host objects that Lua knows by number.
///
/// A number is never used twice: it combines a place with how often that place was used before.
struct LuaHandles {
  enum Entry {
    case free(next: Int)
    case function(LuaHostFunction)
    case object(LuaObject)

    /// The bytes of host memory charged for it.
    var byteCount: Int {
      switch self {
      case .free: 0
      case .function: LuaObject.smallBytes
      case .object(let object): object.bytes
      }
    }
  }

  private var entries: [(uses: UInt32, entry: Entry)] = []
  private var firstFree = -1
  private(set) var count = 0
  /// The bytes of host memory charged for them.
  private(set) var byteCount = 0
  /// The handles that may have no value in Lua, because Lua had no room for it.
  var fresh: [UInt64] = []

  mutating func insert(_ entry: Entry) -> UInt64 {
    count += 1
    byteCount += entry.byteCount
    guard firstFree >= 0 else {
      entries.append((0, entry))
      return UInt64(entries.count - 1)
    }
    let place = firstFree
    if case .free(let next) = entries[place].entry { firstFree = next }
    entries[place].entry = entry
    return UInt64(entries[place].uses) << 32 | UInt64(place)
  }

  subscript(_ handle: UInt64) -> Entry? {
    let place = Int(truncatingIfNeeded: handle & 0xFFFF_FFFF)
    guard place < entries.count, entries[place].uses == UInt32(handle >> 32) else { return nil }
    return entries[place].entry
  }

  @inline(__always)
  func function(_ handle: UInt64) -> LuaHostFunction? {
    let place = Int(truncatingIfNeeded: handle & 0xFFFF_FFFF)
    guard place < entries.count, entries[place].uses == UInt32(handle >> 32),
      case .function(let function) = entries[place].entry
    else { return nil }
    return function
  }

  @discardableResult
  mutating func remove(_ handle: UInt64) -> Entry? {
    let place = Int(truncatingIfNeeded: handle & 0xFFFF_FFFF)
    guard let entry = self[handle] else { return nil }
    if case .free = entry { return nil }
    entries[place] = (entries[place].uses &+ 1, .free(next: firstFree))
    firstFree = place
    count -= 1
    byteCount -= entry.byteCount
    return entry
  }
}
