import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptAnalysis
import ScriptReports

/// The differences between the endings of links.
struct LinkDifferences {
  private let sides: (before: LoadedSide, after: LoadedSide)
  private let pairs: RoutePairs
  private let doors: DoorChanges
  private(set) var changes: [DiffChange] = []
  private let routesBefore: [String: RouteFacts]
  private var deadLinks: Set<String> = []
  /// The names or patterns of the new routes with another end of a link.
  private(set) var routes: Set<String> = []

  init(
    of links: [DiffLinks.Link],
    from before: [Ending],
    to after: [Ending],
    of sides: (before: LoadedSide, after: LoadedSide),
    _ pairs: RoutePairs,
    doors: DoorChanges
  ) {
    (self.sides, self.pairs, self.doors) = (sides, pairs, doors)
    routesBefore = Dictionary(sides.before.routes.map { ($0.route.label, $0) }) { first, _ in first
    }
    for (link, ends) in zip(links, zip(before, after)) { compare(link, ends.0, ends.1) }
  }

  /// The differences of links and of access; a dead link replaces its differences of access.
  var allChanges: [DiffChange] {
    changes
      + doors.changes.filter { change in
        guard change.kind == .linkDies, let door = change.door else { return true }
        return !deadLinks.contains(door.location)
      }
  }

  /// Whether two endings differ, apart from new names and the words of errors.
  static func differ(_ old: Ending, _ new: Ending, _ pairs: RoutePairs) -> Bool {
    old.status != new.status || old.code != new.code || old.target != new.target
      || pairs.newLabel(old.reached) != new.reached
  }

  private mutating func compare(_ link: DiffLinks.Link, _ old: Ending, _ new: Ending) {
    guard Self.differ(old, new, pairs) else { return }
    if old.isGood, new.isLost {
      deadLinks.insert(link.text)
      return add(.linkDies, link, old, new, death(of: link, old, new))
    }
    // The difference of access is more precise.
    if let route = pairs.newLabel(old.requested), doors.routes.contains(route),
      new.requested == route
    {
      return
    }
    guard !old.isLost || new.isGood else { return }
    // The sample of a new or moved route.
    if old.isUnknown, link.origin == nil { return }
    add(.linkMoves, link, old, new, Explanation("\(Self.words(old)) and now \(Self.ending(new))"))
  }

  // MARK: Words

  private struct Explanation {
    let words: DiffText
    var note: DiffText?
    var site: SourceSite?
    var remedy: String?

    init(_ words: DiffText) { self.words = words }
  }

  private mutating func add(
    _ kind: DiffKind,
    _ link: DiffLinks.Link,
    _ old: Ending,
    _ new: Ending,
    _ explanation: Explanation
  ) {
    let origin: DiffText = if let origin = link.origin { " (\(origin))" } else { "" }
    let route = new.requested.flatMap { pairs.pair(ofNew: $0)?.after.route.site }
    var change = DiffChange(
      kind,
      "\(code: link.text)\(origin)",
      explanation.words,
      note: explanation.note,
      at: explanation.site,
      fields: [
        JSON.Field("link", .text(link.text)), JSON.Field("origin", .optional(link.origin)),
        JSON.Field("before", Self.json(old)), JSON.Field("after", Self.json(new)),
      ]
    )
    change.rules = [explanation.site, new.site, route].compactMap(\.self)
    change.remedy = explanation.remedy
    change.route = old.requested.flatMap { pairs.pair(ofOld: $0)?.after.route.label }
    if let label = pairs.newLabel(old.requested) { routes.insert(label) }
    changes.append(change)
  }

  private static func json(_ ending: Ending) -> JSON {
    var fields = [JSON.Field("status", .text(ending.status.rawValue))]
    if let route = ending.reached ?? ending.requested {
      fields.append(JSON.Field("route", .text(route)))
    }
    if let target = ending.target { fields.append(JSON.Field("target", .text(target))) }
    if let code = ending.code { fields.append(JSON.Field("code", .text(code.rawValue))) }
    if let reason = ending.reason { fields.append(JSON.Field("reason", .text(reason))) }
    return .object(fields)
  }

  private static func words(_ old: Ending) -> DiffText {
    let route = old.reached ?? old.requested
    return switch old.status {
    case .opened, .handled, .matched:
      route.map { "used to open \(DiffText.route($0))" } ?? "used to open"
    case .intercepted: "used to be stopped"
    case .waiting: "used to wait"
    case .loop: "used to go round in a circle"
    default: old.isUnknown ? "used to lead nowhere" : "used to fail"
    }
  }

  private static func ending(_ new: Ending) -> DiffText {
    let route = new.reached ?? new.requested
    switch new.status {
    case .opened, .handled, .matched:
      let target: DiffText = if let target = new.target { ", at \(code: target)" } else { "" }
      return route.map { "opens \(DiffText.route($0))\(target)" } ?? "opens"
    case .intercepted:
      return new.reason.map { "is stopped: \($0.onOneLine)" } ?? "is stopped"
    case .cancelled: return "is replaced by another open"
    case .waiting: return "waits"
    case .loop: return "goes round in a circle"
    case .fellBack, .notFound, .failed:
      if new.isUnknown { return "leads nowhere" }
      return new.reason.map { "fails: \($0.onOneLine)" } ?? "fails"
    }
  }

  // MARK: Reasons

  private func death(of link: DiffLinks.Link, _ old: Ending, _ new: Ending) -> Explanation {
    let words: DiffText = "\(Self.words(old)) and now"
    guard let facts = old.requested.flatMap({ routesBefore[$0] }) else {
      return Explanation("\(words) \(Self.ending(new))")
    }
    guard let pair = pairs.pair(ofOld: facts.route.label) else {
      return removal(of: facts, words, new)
    }
    if new.isUnknown { return move(pair, words) }
    if let item = changedItem(of: pair, link.text) {
      var explanation = Explanation(
        "\(words) fails: \(name: item.new.name) was \(item.old.text) and is now \(item.new.text)"
      )
      explanation.site = pair.after.route.site
      return explanation
    }
    var explanation = Explanation("\(words) \(Self.ending(new))")
    explanation.site = new.site
    return explanation
  }

  private func removal(of facts: RouteFacts, _ words: DiffText, _ new: Ending) -> Explanation {
    guard new.isUnknown, let file = facts.route.site?.file else {
      return Explanation("\(words) \(Self.ending(new))")
    }
    let isGone = !sides.after.analysed.contains { $0.file == file }
    return Explanation(
      "\(words) leads nowhere: \(code: file) \(isGone ? "is gone" : "no longer has its rule")"
    )
  }

  private func move(_ pair: RoutePairs.Pair, _ words: DiffText) -> Explanation {
    var explanation = Explanation("\(words) leads nowhere")
    explanation.site = pair.after.route.site
    if pair.isMoved {
      explanation.note = "moved to \(code: pair.after.place)"
      explanation.remedy = redirect(from: pair.before.route, to: pair.after.route)
      return explanation
    }
    let old = pair.before.route.pattern.parameters
    for parameter in pair.after.route.pattern.parameters {
      guard let before = old.first(where: { $0.name == parameter.name }),
        before.type != parameter.type
      else { continue }
      explanation.note =
        before.type.written == parameter.type.written
        ? "the type \(name: parameter.type.written) changed"
        : Self.words(parameter, was: before.type)
      break
    }
    return explanation
  }

  private static func words(_ parameter: RouteParameter, was type: ParameterType) -> DiffText {
    let (old, new) = (RouteChanges.words(type), RouteChanges.words(parameter.type))
    return "\(name: parameter.name) was \(old) and is now \(new)"
  }

  /// A query item of the link whose declaration differs.
  private func changedItem(
    of pair: RoutePairs.Pair,
    _ link: String
  ) -> (old: QueryParameter, new: QueryParameter)? {
    guard let location = try? Location(parsing: link, rules: sides.after.model.locationRules),
      pair.after.route.queryProblem(of: location) != nil
    else { return nil }
    for item in pair.after.route.query {
      let old = pair.before.route.query.first { $0.name == item.name }
      if let old, old.type != item.type || old.occurrence != item.occurrence,
        (try? item.value(in: location.query)) == nil
      {
        return (old, item)
      }
    }
    return nil
  }

  /// The definition of a redirect from an old pattern, if the new pattern needs no other
  /// parameters.
  private func redirect(from old: RouteInfo, to new: RouteInfo) -> String? {
    let isPlain = [old, new]
      .allSatisfy { route in
        route.scheme == nil && route.host == nil
          && route.pattern.text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") }
      }
    guard isPlain, let target = new.pattern.text.withoutTypes,
      Set(new.pattern.parameterNames).isSubset(of: old.pattern.parameterNames)
    else { return nil }
    return "router.route { path = \"\(old.pattern.text)\", redirect = \"\(target)\","
      + " keep_query = true }"
  }
}
