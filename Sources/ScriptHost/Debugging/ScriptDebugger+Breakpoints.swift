import Synchronization

extension ScriptDebugger {
  /// Replaces the breakpoints of a file; unchanged ones keep their number and hit count.
  ///
  /// Later changes are reported as ``ScriptDebugEvent/breakpoint(_:)``.
  @discardableResult
  package func setBreakpoints(
    _ requests: [ScriptBreakpoint.Request],
    in file: String
  ) -> [ScriptBreakpoint] {
    let entries = stops.withLock { $0.set(requests, in: file) }
    perform { $0.placeBreakpoints(in: file) }
    return entries.map(\.breakpoint)
  }

  /// Replaces the breakpoints on functions: `guard product`, or `product` for the first one called.
  @discardableResult
  package func setFunctionBreakpoints(
    _ requests: [(name: String, request: ScriptBreakpoint.Request)]
  ) -> [ScriptBreakpoint] {
    let entries = stops.withLock { $0.set(functions: requests) }
    perform { $0.placeFunctionBreakpoints() }
    return entries.map(\.breakpoint)
  }

  /// Sets which mistakes stop the scripts; initially ``ScriptException/uncaught``.
  package func setExceptions(_ exceptions: Set<ScriptException>) {
    stops.withLock { $0.exceptions = exceptions }
    perform { $0.applyExceptions() }
  }
}

extension ScriptBreakpoint.Request {
  func isDue(at hits: Int) -> Bool {
    guard let hitCount else { return true }
    let text = hitCount.filter { $0 != " " }
    let digits = text.drop { !$0.isNumber }
    guard let number = Int(digits), number > 0 else { return true }
    switch text.dropLast(digits.count) {
    case "", "=", "==": return hits == number
    case ">": return hits > number
    case ">=": return hits >= number
    case "<": return hits < number
    case "<=": return hits <= number
    case "%": return hits.isMultiple(of: number)
    default: return true
    }
  }

  /// The parts of the text of a logpoint: texts, and expressions from braces.
  var logParts: [(text: String, isExpression: Bool)] {
    var parts: [(text: String, isExpression: Bool)] = []
    var rest = Substring(log ?? "")
    while let open = rest.firstIndex(of: "{") {
      var (depth, close) = (0, open)
      while close < rest.endIndex {
        if rest[close] == "{" { depth += 1 }
        if rest[close] == "}" { depth -= 1 }
        if depth == 0 { break }
        close = rest.index(after: close)
      }
      guard close < rest.endIndex else { break }
      parts.append((String(rest[..<open]), false))
      parts.append((String(rest[rest.index(after: open)..<close]), true))
      rest = rest[rest.index(after: close)...]
    }
    parts.append((String(rest), false))
    return parts.filter { !$0.text.isEmpty }
  }
}
