import MessageStream
import ScriptHost

/// The breakpoints that a client has set, with the numbers that it knows them by.
///
/// They are there before the scripts are, and outlive a debugger: each spec file has its own.
struct Breakpoints {
  struct Entry {
    /// The number that the client knows.
    let id: Int
    let request: ScriptBreakpoint.Request
    /// The route's function, for one on a function.
    var function: String?
    /// The debugger's answer about it; `nil` without one.
    var state: ScriptBreakpoint?
  }

  struct File {
    /// The path, or the number, that the client named it by.
    let source: JSON
    /// The script's name, or `nil` while it is not known.
    var name: String?
    var entries: [Entry]
  }

  private(set) var files: [String: File] = [:]
  private(set) var functions: [Entry] = []
  private var count = 0

  /// Replaces the breakpoints of a file; those that are the same keep their numbers.
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

  /// Says which script a file is.
  mutating func name(_ key: String, _ name: String) { files[key]?.name = name }

  /// Notes what a debugger made of the breakpoints of a file, in their order.
  mutating func note(_ states: [ScriptBreakpoint], in key: String) {
    for (index, state) in states.enumerated()
    where files[key]?.entries.indices.contains(index) == true {
      files[key]?.entries[index].state = state
    }
  }

  /// Notes what a debugger made of the breakpoints on functions, in their order.
  mutating func noteFunctions(_ states: [ScriptBreakpoint]) {
    for (index, state) in states.enumerated() where functions.indices.contains(index) {
      functions[index].state = state
    }
  }

  /// Notes a change of one.
  ///
  /// - Returns: The entry, and the file of one that is in a file; `nil` for one that is gone.
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

  /// Forgets what a debugger said, which is gone.
  mutating func forgetStates() {
    for key in files.keys {
      for index in files[key]?.entries.indices ?? 0..<0 { files[key]?.entries[index].state = nil }
    }
    for index in functions.indices { functions[index].state = nil }
  }

  /// The client's number of a debugger's breakpoint.
  func id(of number: Int) -> Int? {
    let all = files.values.flatMap(\.entries) + functions
    return all.first { $0.state?.id == number }?.id
  }

  private mutating func makeID() -> Int {
    count += 1
    return count
  }
}
