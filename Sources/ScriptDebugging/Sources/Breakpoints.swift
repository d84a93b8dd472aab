import MessageStream
import ScriptHost

/// The breakpoints that a client has set, with the client's numbers.
///
/// They exist before the scripts are loaded and outlive a debugger: each spec file has its own.
struct Breakpoints {
  struct Entry {
    /// The number in the protocol.
    let id: Int
    let request: ScriptBreakpoint.Request
    var function: String?
    /// The state in the debugger, or `nil` without a debugger.
    var state: ScriptBreakpoint?
  }

  struct File {
    /// The client's path or number of the file.
    let source: JSON
    /// The name of the script, or `nil` while it is unknown.
    var name: String?
    var entries: [Entry]
  }

  private(set) var files: [String: File] = [:]
  private(set) var functions: [Entry] = []
  private var count = 0

  /// Replaces the breakpoints of a file; unchanged ones keep their numbers.
  mutating func replace(
    _ requests: [ScriptBreakpoint.Request],
    in source: JSON,
    named name: String?
  ) -> String {
    let key = source["path"].text ?? "#\(source["sourceReference"].int ?? 0)"
    var old = files[key]?.entries ?? []
    let entries = requests.map { request in
      if let index = old.firstIndex(where: { $0.request == request }) {
        var entry = old.remove(at: index)
        entry.state = nil
        return entry
      }
      return Entry(id: makeID(), request: request)
    }
    files[key] = entries.isEmpty ? nil : File(source: source, name: name, entries: entries)
    return key
  }

  mutating func replaceFunctions(_ requests: [(String, ScriptBreakpoint.Request)]) {
    var old = functions
    functions = requests.map { name, request in
      if let index = old.firstIndex(where: { $0.function == name && $0.request == request }) {
        return old.remove(at: index)
      }
      return Entry(id: makeID(), request: request, function: name)
    }
  }

  mutating func name(_ key: String, _ name: String) { files[key]?.name = name }

  /// Records the debugger's states for the breakpoints of a file, in their order.
  mutating func note(_ states: [ScriptBreakpoint], in key: String) {
    for (index, state) in states.enumerated()
    where files[key]?.entries.indices.contains(index) == true {
      files[key]?.entries[index].state = state
    }
  }

  /// Records the debugger's states for function breakpoints, in their order.
  mutating func noteFunctions(_ states: [ScriptBreakpoint]) {
    for (index, state) in states.enumerated() where functions.indices.contains(index) {
      functions[index].state = state
    }
  }

  /// Records the changed state of a breakpoint; returns the entry, and its file unless it is a
  /// function breakpoint, or `nil` for a removed one.
  mutating func note(_ state: ScriptBreakpoint) -> (entry: Entry, file: File?)? {
    for (key, file) in files {
      guard let index = file.entries.firstIndex(where: { $0.state?.id == state.id }) else {
        continue
      }
      files[key]?.entries[index].state = state
      return files[key].map { ($0.entries[index], $0) }
    }
    guard let index = functions.firstIndex(where: { $0.state?.id == state.id }) else { return nil }
    functions[index].state = state
    return (functions[index], nil)
  }

  /// Clears the states of a detached debugger.
  mutating func forgetStates() {
    for key in files.keys {
      for index in files[key]?.entries.indices ?? 0..<0 { files[key]?.entries[index].state = nil }
    }
    for index in functions.indices { functions[index].state = nil }
  }

  func id(of number: Int) -> Int? {
    let all = files.values.flatMap(\.entries) + functions
    return all.first { $0.state?.id == number }?.id
  }

  private mutating func makeID() -> Int {
    count += 1
    return count
  }
}
