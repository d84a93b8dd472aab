import Synchronization

/// The planned tests of a file, kept outside Lua so that they survive the end of its state.
///
/// Each has a number, starting at 1, in the order in which the file adds them.
final class SpecPlan: Sendable {
  struct Element: Hashable, Sendable {
    let file: String
    let line: Int
    /// The names of the blocks around it and its own name.
    let name: String
    let isTest: Bool
  }

  /// An element in the order of the file.
  struct Listed: Sendable {
    let element: Element
    /// The position of the block around it, or `nil` for the file.
    let block: Int?
  }

  /// An element without a result.
  struct Missing: Sendable {
    let element: Element
    /// The reason, if the runner knows it.
    let reason: String?
  }

  private struct Entry {
    let parent: Int
    let name: String
    let file: String
    let line: Int
    let isTest: Bool
    var reason: String?
    var isSettled = false
  }

  private struct State {
    var entries: [Entry] = []
    var nameBytes = 0
    /// The reason why the file ended early.
    var reason: String?

    /// The indices of the entries in the order of the file, with the contents of a block after the
    /// block.
    var ordered: [Int] {
      var children = Array(repeating: [Int](), count: entries.count + 1)
      for (index, entry) in entries.enumerated() { children[entry.parent].append(index) }
      var ordered: [Int] = []
      var rest = Array(children[0].reversed())
      while let index = rest.popLast() {
        ordered.append(index)
        rest += children[index + 1].reversed()
      }
      return ordered
    }

    func element(_ index: Int) -> Element {
      let entry = entries[index]
      var names = [entry.name]
      var parent = entry.parent
      while parent > 0 {
        names.append(entries[parent - 1].name)
        parent = entries[parent - 1].parent
      }
      let name = SpecPlan.joined(names.reversed().filter { !$0.isEmpty })
      return Element(file: entry.file, line: entry.line, name: name, isTest: entry.isTest)
    }
  }

  /// The limit on the bytes of all names; later elements have no names, only lines.
  private static let nameLimit = 16 << 20

  /// The limit on the bytes of a full name, as in `scripts/testing/suite.lua`.
  private static let fullNameLimit = 4 << 10

  private let state = Mutex(State())

  /// Joins the names of blocks and a test, shortened as in results.
  private static func joined(_ names: [String]) -> String {
    let count = names.reduce(max(0, names.count - 1)) { $0 + $1.utf8.count }
    guard count > fullNameLimit else { return names.joined(separator: " ") }
    var bytes: [UInt8] = []
    for name in names where bytes.count <= fullNameLimit {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      bytes += name.utf8
    }
    var end = fullNameLimit
    // Do not split a UTF-8 character.
    while bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(count - end) bytes left out)"
  }

  func begin() { state.withLock { $0 = State() } }

  /// Adds an element to a block, or to the file if `parent` is 0, and returns its number.
  func add(to parent: Int, _ name: String, _ file: String, _ line: Int, isTest: Bool) -> Int {
    state.withLock { state in
      let isKept = state.nameBytes + name.utf8.count <= Self.nameLimit
      if isKept { state.nameBytes += name.utf8.count }
      let known = state.entries.indices.contains(parent - 1) ? parent : 0
      state.entries.append(
        Entry(parent: known, name: isKept ? name : "", file: file, line: line, isTest: isTest)
      )
      return state.entries.count
    }
  }

  /// Records that an element has its result or needs none.
  func settle(_ number: Int) {
    state.withLock { state in
      guard state.entries.indices.contains(number - 1) else { return }
      state.entries[number - 1].isSettled = true
    }
  }

  /// Records why an element, or the file for 0, gets no result, or why its tests may be missing.
  func lose(_ number: Int, _ reason: String) {
    state.withLock { state in
      if number == 0 { state.reason = reason }
      guard state.entries.indices.contains(number - 1) else { return }
      state.entries[number - 1].reason = reason
    }
  }

  /// Whether tests may be missing from the plan.
  var isPartial: Bool {
    state.withLock { state in
      state.reason != nil
        || state.entries.contains { !$0.isTest && (!$0.isSettled || $0.reason != nil) }
    }
  }

  /// The reasons for missing tests, by the full name of the block.
  var blockReasons: [String: String] {
    state.withLock { state in
      var reasons: [String: String] = [:]
      for (index, entry) in state.entries.enumerated() where !entry.isTest {
        if let reason = entry.reason { reasons[state.element(index).name] = reason }
      }
      return reasons
    }
  }

  var fileReason: String? { state.withLock { $0.reason } }

  var listed: [Listed] {
    state.withLock { state in
      var positions: [Int: Int] = [:]
      return state.ordered.enumerated()
        .map { position, index in
          positions[index] = position
          return Listed(
            element: state.element(index),
            block: positions[state.entries[index].parent - 1]
          )
        }
    }
  }

  var missing: [Missing] {
    state.withLock { state in
      state.ordered.filter { !state.entries[$0].isSettled }
        .map { Missing(element: state.element($0), reason: state.entries[$0].reason) }
    }
  }
}
