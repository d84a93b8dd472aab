extension LuaTree {
  private static let testWords: Set<String> = [
    "context", "describe", "insulate", "it", "spec", "test",
  ]

  /// Whether the file contains tests: it calls `describe` or `it` with a name and a function,
  /// outside of functions, so that helper files for specs do not count.
  package var hasTests: Bool {
    guard let block = firstChild(of: root) else { return false }
    return children(of: block)
      .contains { statement in
        guard kind(of: statement) == .callStatement, let call = firstChild(of: statement),
          kind(of: call) == .call, let callee = firstChild(of: call), kind(of: callee) == .name,
          Self.testWords.contains(name(of: callee))
        else { return false }
        let parts = nodes(from: call)
        return parts.contains { kind(of: $0) == .string }
          && parts.contains { kind(of: $0) == .function }
      }
  }
}
