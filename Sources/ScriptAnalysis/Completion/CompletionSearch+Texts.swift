import LuaSyntax
import Moonroute
import RoutePatterns
import TextTools

extension CompletionSearch {
  func texts() -> ([CompletionCandidate], Range<Int>?) {
    if isPattern, let (types, range) = patternTypes() { return (types, range) }
    if let kinds = pieceKinds() { return (kinds, nil) }
    guard let slot = slot() else { return ([], nil) }
    switch slot {
    case .route: return routes(isAlone: isOnlyArgument)
    case .routeOrPattern: return (routes(isAlone: false).0 + patterns, nil)
    case .event: return (model.eventNames.map { CompletionCandidate($0, .event) }, nil)
    case .resource: return (model.resourceNames.map { CompletionCandidate($0, .resource) }, nil)
    case .tag: return (model.tags.map { CompletionCandidate($0, .tag) }, nil)
    case .module: return (model.modules.map { CompletionCandidate($0, .module) }, nil)
    case .location, .redirect: return (locations, nil)
    case .target: return (locations + plainRoutes, nil)
    case .view: return (views, nil)
    case .routeOrView: return (routes(isAlone: false).0 + views, nil)
    case .animator: return (model.animators.map { CompletionCandidate($0, .animator) }, nil)
    }
  }

  // MARK: Routes

  /// The names of routes, with their parameters if the name is the only argument.
  func routes(isAlone: Bool) -> ([CompletionCandidate], Range<Int>?) {
    let quote = tree.text[place.replaced.lowerBound - 1]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let mark = isQuoted ? String(decoding: [quote], as: UTF8.self) : ""
    let isWhole = isAlone && isQuoted && takesParameters
    let candidates = model.index.allNames.map { name in
      var candidate = CompletionCandidate(name, .route)
      guard let route = model.index.route(named: name) else { return candidate }
      candidate.detail = route.pattern.text
      guard isWhole else { return candidate }
      candidate.text = name + mark
      let table = Self.parameters(of: route)
      candidate.snippet = CompletionCandidate.escaped(name + mark) + (table.map { ", \($0)" } ?? "")
      return candidate
    }
    let range = place.replaced
    guard isWhole else { return (candidates, nil) }
    return (candidates, range.lowerBound..<(range.upperBound + (place.isClosed ? 1 : 0)))
  }

  /// The names that are targets by themselves, because their routes require no parameters.
  private var plainRoutes: [CompletionCandidate] {
    routes(isAlone: false).0
      .filter { model.index.route(named: $0.label)?.pattern.requiredParameters.isEmpty == true }
  }

  /// The table of the parameters that a route requires, with placeholders, or `nil`.
  static func parameters(of route: RouteInfo) -> String? {
    let needed = route.pattern.requiredParameters
    guard !needed.isEmpty else { return nil }
    let items = needed.enumerated()
      .map { number, parameter in
        let sample = CompletionCandidate.escaped(parameter.type.luaSample)
        return "\(parameter.name.asLuaKey) = ${\(number + 1):\(sample)}"
      }
    return "{ " + items.joined(separator: ", ") + " }"
  }

  /// Whether the call around the position accepts parameters after the name.
  private var takesParameters: Bool {
    place.frames.first.flatMap(function) == "router.to"
  }

  private var isOnlyArgument: Bool {
    guard place.frames.first?.argument == 0, place.token + 1 < tree.tokens.count,
      let frame = place.frames.first, tree.tokens[frame.opener].kind == .leftParenthesis
    else { return false }
    return tree.tokens[place.token + 1].kind != .comma
  }

  // MARK: Locations

  /// A location for each route that can be opened.
  private var locations: [CompletionCandidate] {
    var seen: Set<String> = []
    return model.index.routes.filter { !$0.parts.isEmpty }
      .compactMap { route in
        guard let sample = model.sample(of: route)?.description, seen.insert(sample).inserted
        else { return nil }
        return CompletionCandidate(
          sample,
          .location,
          detail: [route.name, route.pattern.text].compactMap(\.self).joined(separator: "  ")
        )
      }
      .sorted { $0.label < $1.label }
  }

  private var patterns: [CompletionCandidate] {
    Set(model.index.routes.map(\.pattern.text)).sorted().map { CompletionCandidate($0, .location) }
  }

  /// The types that can follow `:name<`, if the position is after it.
  private func patternTypes() -> ([CompletionCandidate], Range<Int>)? {
    let typed = tree.text[place.typed]
    guard let open = typed.lastIndex(of: UInt8(ascii: "<")),
      !typed[open...].contains(UInt8(ascii: ">")),
      typed[..<open].contains(UInt8(ascii: ":")),
      typed[(open + 1)...].allSatisfy(LuaLexer.isWord)
    else { return nil }
    var end = open + 1
    while end < place.replaced.upperBound, LuaLexer.isWord(tree.text[end]) { end += 1 }
    let isClosed = end < tree.text.count && tree.text[end] == UInt8(ascii: ">")
    let candidates = model.types.names.map {
      CompletionCandidate($0, .type, text: isClosed ? $0 : $0 + ">")
    }
    return (candidates, (open + 1)..<end)
  }

  // MARK: Views

  private var views: [CompletionCandidate] {
    model.viewNames.map { CompletionCandidate($0, .view) }
  }
}

extension RoutePattern {
  /// The parameters that a location must have.
  var requiredParameters: [RouteParameter] {
    parameters.filter { parameter in
      let others = parameters.filter { $0.name != parameter.name }
        .map { ($0.name, $0.type.sample()) }
      return (try? path(parameters: Dictionary(others) { $1 })) == nil
    }
  }
}
