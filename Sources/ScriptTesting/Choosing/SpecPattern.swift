import LuaRuntime

/// A pattern of Lua, asked outside of a running script.
struct SpecPattern {
  private let pattern: String

  init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern is somewhere in a text.
  ///
  /// Plain words, which nearly all are, need no Lua.
  func matches(_ text: String) -> Bool {
    guard pattern.utf8.contains(where: { "^$*+?.([%-".utf8.contains($0) }) else {
      return Self.contains(text, pattern)
    }
    guard let state = try? LuaState(), let environment = try? state.makeEnvironment(),
      let chunk = try? state.load(
        "local text, pattern = ... return text:find(pattern) ~= nil",
        name: "//moonroute/pattern.lua",
        environment: environment
      ),
      let answer = try? state.call(chunk, [.string(text), .string(pattern)])
    else { return false }
    return answer.first?.boolean ?? false
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard !part.isEmpty else { return true }
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
