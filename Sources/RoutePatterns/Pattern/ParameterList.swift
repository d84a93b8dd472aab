import Synchronization

/// The parameters of a pattern's path in order, one for each capture, and their positions.
///
/// All patterns of the process share the lists of built-in types, and these lists are never freed.
/// A match can therefore refer to its list without reference counting, which would take half as
/// long as the search. Templates with the same names share a list; beyond a limit, lists are
/// ordinary objects.
@usableFromInline
final class ParameterList: Sendable {
  let slots: [RouteParameter]
  /// The segment index of each slot, if every value is a whole segment at a fixed index, or the
  /// rest.
  private let places: [Int]?
  /// The slot of the rest of the path, or -1.
  let restSlot: Int
  /// Whether the list is never freed.
  let isImmortal: Bool

  private init(_ key: Key, isImmortal: Bool) {
    slots = key.slots
    places = key.places
    restSlot = key.slots.lastIndex { $0.type == .list } ?? -1
    self.isImmortal = isImmortal
  }

  private struct Key: Hashable {
    let slots: [RouteParameter]
    let places: [Int]?

    /// The approximate size in bytes.
    var byteCount: Int {
      slots.reduce(256) { $0 + 128 + $1.name.utf8.count + $1.type.byteCount }
    }
  }

  private struct Immortals {
    var lists: [Key: ParameterList] = [:]
    var bytes = 0
  }

  private static let limit = 4_096
  /// The approximate limit for all lists that are never freed: scripts may create new patterns
  /// without end.
  static let byteLimit = 8 << 20
  private static let shared = Mutex(Immortals())

  static func list(of shape: PatternShape) -> ParameterList {
    let key = Key(slots: shape.slots, places: shape.fixedPlaces)
    guard key.slots.allSatisfy(\.type.isPlain) else { return ParameterList(key, isImmortal: false) }
    return shared.withLock { known in
      if let list = known.lists[key] { return list }
      let bytes = known.bytes + key.byteCount
      let list = ParameterList(
        key,
        isImmortal: known.lists.count < limit && bytes <= byteLimit
      )
      if list.isImmortal {
        known.lists[key] = list
        known.bytes = bytes
      }
      return list
    }
  }

  /// Whether counting segments finds the values.
  var isFixed: Bool { places != nil }

  func slot(of name: String) -> Int? {
    guard !name.isEmpty else { return nil }
    return slots.firstIndex { $0.name == name }
  }

  /// Finds the values in a matching path by counting segments.
  func captures(
    in path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    into captures: UnsafeMutableBufferPointer<RouteCapture>
  ) {
    guard let places, let base = path.baseAddress else { return }
    let view = PathView(path, base: base, separator: separator)
    var position = view.start
    var segment = 0
    for slot in places.indices {
      let place = places[slot]
      position = view.start(ofSegment: place, from: (segment, position))
      segment = place
      let end = slot == restSlot ? path.count : view.segmentEnd(from: position)
      captures[slot] = RouteCapture(start: UInt32(position), end: UInt32(end))
    }
  }

  func visitCaptures(
    in path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ body: (UnsafeBufferPointer<UInt8>, UInt8, UnsafeBufferPointer<RouteCapture>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: slots.count) {
      captures(in: path, separator, into: $0)
      body(path, separator, UnsafeBufferPointer($0))
    }
  }

  /// Finds one value by counting segments; `nil` if the values have no fixed positions.
  func capture(
    of slot: Int,
    in path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8
  ) -> Range<Int>? {
    guard let places, let base = path.baseAddress else { return nil }
    let view = PathView(path, base: base, separator: separator)
    let start = view.start(ofSegment: places[slot], from: (0, view.start))
    return start..<max(start, slot == restSlot ? path.count : view.segmentEnd(from: start))
  }
}
