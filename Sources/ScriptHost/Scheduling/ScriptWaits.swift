import LuaRuntime
import Synchronization

/// The operations that scripts wait for, oldest first.
///
/// The message about a wait that cannot end lists them.
package final class ScriptWaits: Sendable {
  private struct State {
    var lastNumber = 0
    var words: [Int: String] = [:]
  }

  /// The number of waits that a message lists.
  private static let limit = 4

  private let state = Mutex(State())

  package init() {}

  /// Lists a wait until its work has ended.
  func during(
    _ words: String,
    _ work: @escaping () async throws -> [LuaValue]
  ) -> () async throws -> [LuaValue] {
    {
      let number = self.begin(words)
      defer { self.end(number) }
      return try await work()
    }
  }

  private func begin(_ words: String) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.words[state.lastNumber] = words
      return state.lastNumber
    }
  }

  private func end(_ number: Int) { state.withLock { $0.words[number] = nil } }

  /// A sentence that lists the waits, or an empty text if no script waits.
  package var sentence: String {
    let waits = state.withLock { state in
      state.words.sorted { $0.key < $1.key }.prefix(Self.limit).map(\.value)
    }
    return waits.isEmpty ? "" : ". It waits " + waits.joined(separator: "; ")
  }
}

extension ScriptWaits {
  /// Describes a call that waits: its function with the first argument, and its place.
  static func words(for name: String, _ call: LuaCall) -> String {
    let place = call.caller().map { " (\($0))" } ?? ""
    switch call[0] {
    case .object(let object):
      guard let task = object.payload as? ScriptTask else { break }
      let site = task.function.definedAt.map { " of \($0)" } ?? ""
      return "for the task\(site)\(place)"
    default: break
    }
    let key = call[0].isNil ? "" : "'\(call[0].display)'"
    let what =
      switch name {
      case "events.next": "for the event \(key)"
      case "router.ask": "for the result of the screen \(key)"
      default: key.isEmpty ? "for \(name)" : "for \(name) of \(key)"
      }
    return what + place
  }
}
