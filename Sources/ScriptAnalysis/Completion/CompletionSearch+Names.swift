import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

extension CompletionSearch {
  // MARK: After a dot

  /// The fields of the object with this path.
  func members(of base: [String]) -> [CompletionCandidate] {
    let offset = place.replaced.lowerBound
    if base.count == 2, let function = function(withParameter: base[0], at: offset) {
      let served = model.patterns(servedBy: function, in: script)
      if base[1] == "params" { return parameters(of: served) }
      if base[1] == "query" { return queryNames(of: served) }
    }
    guard let path = path(base, at: offset) else { return [] }
    let fields = (model.globals[path] ?? []).sorted()
    guard scope == .full || path == "host" || path == "animator" else { return [] }
    let kind: CompletionCandidate.Kind = path == "animator" ? .animator : .function
    return fields.map { CompletionCandidate($0, kind) }
  }

  private func parameters(of served: [ServedPattern]) -> [CompletionCandidate] {
    var found: [String: CompletionCandidate] = [:]
    for pattern in served.map(\.pattern) {
      for parameter in pattern.parameters
      where found[parameter.name] == nil && parameter.name.isLuaName {
        found[parameter.name] = CompletionCandidate(
          parameter.name,
          .parameter,
          detail: "\(parameter.type.words)  \(pattern.text)"
        )
      }
    }
    return found.values.sorted { $0.label < $1.label }
  }

  private func queryNames(of served: [ServedPattern]) -> [CompletionCandidate] {
    Set(served.flatMap(\.query).map(\.name)).sorted().filter(\.isLuaName)
      .map { CompletionCandidate($0, .parameter) }
  }

  // MARK: Names

  /// Keys of tables and quoted names; with the full scope, locals and globals as well.
  func names() -> [CompletionCandidate] {
    if let keys = keys() { return keys }
    var found: [CompletionCandidate] = []
    if let frame = place.frames.first, let function = function(of: frame),
      NameSlot.of(function, argument: frame.argument) == .route
    {
      found = quotedRoutes(isAlone: function == "router.to" && isLastArgument)
    }
    guard scope == .full else { return found }
    let offset = place.replaced.lowerBound
    let locals = tree.variables(at: offset).map { CompletionCandidate($0.name, .variable) }
    let hidden = Set(locals.map(\.label))
    let globals =
      model.globals.names + (script.mayWriteInvariants ? [ScriptHost.invariantWord] : [])
    return found + locals.sorted { $0.label < $1.label }
      + globals.sorted().filter { !hidden.contains($0) }
      .map { CompletionCandidate($0, model.globals[$0]?.isEmpty ?? true ? .function : .field) }
  }

  private var isLastArgument: Bool {
    let next = place.token + 1
    return next >= tree.tokens.count || tree.tokens[next].kind != .comma
  }

  private func quotedRoutes(isAlone: Bool) -> [CompletionCandidate] {
    model.index.allNames.compactMap { name in
      guard let route = model.index.route(named: name) else { return nil }
      var candidate = CompletionCandidate(
        "\"\(name)\"",
        .route,
        detail: route.pattern.text
      )
      guard isAlone, let table = Self.parameters(of: route) else { return candidate }
      candidate.snippet = CompletionCandidate.escaped(candidate.text) + ", " + table
      return candidate
    }
  }

  /// The keys of the table around the position, or `nil` if no key begins here.
  private func keys() -> [CompletionCandidate]? {
    if let keys = pieceKeys() { return keys }
    guard let frame = place.frames.first, frame.callee == nil, frame.key == nil,
      let call = place.frames.dropFirst().first, let function = function(of: call)
    else { return nil }
    guard function == "router.to", let route = route(of: call) else { return nil }
    let written = writtenKeys(from: frame.opener)
    switch call.argument {
    case 1:
      return route.pattern.parameters.filter { !written.contains($0.name) }
        .map { parameter in
          key(parameter.name, detail: "\(parameter.type.words)  \(route.pattern.text)")
        }
    case 2:
      return route.query.filter { !written.contains($0.name) }
        .map { key($0.name, detail: route.pattern.text) }
    default: return nil
    }
  }

  private func key(_ name: String, detail: String) -> CompletionCandidate {
    CompletionCandidate(name, .parameter, detail: detail, text: name.asLuaKey + " = ")
  }

  /// The route named by the first argument of a call.
  func route(of call: TypingPlace.Frame) -> RouteInfo? {
    let first = call.opener + 1
    guard tree.tokens[call.opener].kind == .leftParenthesis, first < tree.tokens.count else {
      return nil
    }
    let token = tree.tokens[first]
    switch token.kind {
    case .string:
      let bytes = LuaLiteral.bytes(ofString: tree.text[token.start..<token.end])
      return model.index.route(named: String(decoding: bytes, as: UTF8.self))
    case .name:
      guard let variable = script.variable(named: tree.text(of: token), at: token.start),
        let name = script.string(of: script.constant(variable))
      else { return nil }
      return model.index.route(named: name)
    default: return nil
    }
  }

  /// The keys that a table already has.
  func writtenKeys(from opener: Int) -> Set<String> {
    var keys: Set<String> = []
    var depth = 0
    for number in (opener + 1)..<max(opener + 1, tree.tokens.count - 1) {
      switch tree.tokens[number].kind {
      case .leftBrace, .leftParenthesis: depth += 1
      case .rightBrace, .rightParenthesis:
        depth -= 1
        if depth < 0 { return keys }
      case .assign where depth == 0 && number != place.token + 1:
        keys.insert(tree.text(of: tree.tokens[number - 1]))
      default: break
      }
    }
    return keys
  }
}
