import LuaRuntime
import Moonroute
import RoutePatterns

enum RecordSubject {
  case state
  case event
}

/// The shapes of states, made once for each route of a generation.
final class StateShapes {
  private enum Key: Hashable {
    case state(route: ObjectIdentifier, leaf: ObjectIdentifier)
    // A pattern that loses its last listener has another identity when it gets the next one.
    case event(pattern: String, name: String?)

    init(_ route: RouteInfo, leaf: RouteInfo, _ subject: RecordSubject) {
      self =
        switch subject {
        case .state: .state(route: ObjectIdentifier(route), leaf: ObjectIdentifier(leaf))
        case .event: .event(pattern: route.pattern.text, name: route.name)
        }
    }
  }

  /// All shapes are dropped at this number: scripts may keep adding and removing routes.
  private static let limit = 2_048

  private unowned let bridge: LuaBridge
  private var shapes: [Key: Known] = [:]
  private var computed: [(name: String, function: LuaFunction)] = []

  /// Handles a note that the `meta` of a route does not have.
  private var missingNote: LuaFunction?

  private weak var notedIndex: RouteIndex?
  private var noteNames: Set<String> = []

  private struct Known {
    let shape: LuaRecordShape
    let route: RouteInfo
    let leaf: RouteInfo
    let subject: RecordSubject
  }

  /// The last requested shape: the guards of one route mostly run one after the other.
  private var last: Known?

  var count: Int { shapes.count }

  init(bridge: LuaBridge) { self.bridge = bridge }

  /// The shape of a route's states in opens of a leaf, or of the events of a pattern.
  func shape(
    of route: RouteInfo,
    leaf: RouteInfo,
    _ subject: RecordSubject = .state
  ) throws(LuaError) -> LuaRecordShape {
    if let last, last.route === route, last.leaf === leaf, last.subject == subject {
      return last.shape
    }
    let key = Key(route, leaf: leaf, subject)
    let shape: LuaRecordShape
    if let known = shapes[key] {
      shape = known.shape
    } else {
      shape = try subject == .event ? makeEvent(route) : make(route, leaf: leaf)
      if shapes.count >= Self.limit { shapes = [:] }
      shapes[key] = Known(shape: shape, route: route, leaf: leaf, subject: subject)
    }
    last = Known(shape: shape, route: route, leaf: leaf, subject: subject)
    return shape
  }

  func removeAll() {
    shapes = [:]
    last = nil
  }

  private func make(_ route: RouteInfo, leaf: RouteInfo) throws(LuaError) -> LuaRecordShape {
    var definition = LuaRecordDefinition(
      "state",
      fields: [
        "pattern": .string(route.pattern.text),
        "tags": .table(LuaTable(route.tags.map { .string($0) })),
        "branch": .table(LuaTable(leaf.branch.map { .string($0.label) })),
        "meta": try bridge.lua(.table(route.meta)),
      ],
      parameters: parameters(of: route.pattern) + queryParsers(of: leaf)
    )
    if let name = route.name {
      definition.fields.append(LuaField(key: .string("name"), value: .string(name)))
    } else {
      definition.optional.append("name")
    }
    definition.optional += ["extra", "fragment", "host", "redirected_from", "scheme"]
    definition.tables = ["dropped", "query", "query_all", "rest"]
    definition.texts = ["path", "uri"]
    definition.merged = [("all", ["query", "params", "extra"])]
    definition.computed = computed
    definition.describe = bridge.descriptions["state"].function
    if let missingNote { definition.strict.append(("meta", missingNote)) }
    if route.declaresQuery {
      definition.strict.append(("query", try missingItem(of: route, leaf: leaf)))
    }
    return try bridge.state.makeRecordShape(definition)
  }

  /// Makes the function that handles an item that the query of a link does not have.
  private func missingItem(of route: RouteInfo, leaf: RouteInfo) throws(LuaError) -> LuaFunction {
    try bridge.state.makeFunction("state.query", depth: 0) { call in
      if let name = call[1].string, let problem = route.problem(readingQuery: name, in: [leaf]) {
        throw LuaError.raisable(problem)
      }
      return []
    }
  }

  /// Rejects a note that none of the routes has.
  private func checkNote(_ name: String) throws(LuaError) {
    let index = bridge.scope.rules.directory.index
    if notedIndex !== index { (notedIndex, noteNames) = (index, index.metaNames) }
    guard !noteNames.contains(name) else { return }
    throw LuaError.raisable(RouterError.unknownNote(name, among: noteNames))
  }

  private func makeEvent(_ pattern: RouteInfo) throws(LuaError) -> LuaRecordShape {
    var definition = LuaRecordDefinition(
      "event",
      fields: ["pattern": .string(pattern.pattern.text)],
      parameters: parameters(of: pattern.pattern)
    )
    if let name = pattern.name {
      definition.fields.append(LuaField(key: .string("name"), value: .string(name)))
    } else {
      definition.optional.append("name")
    }
    definition.optional += ["extra", "fragment", "host", "origin", "redelivered", "scheme"]
    definition.tables = ["query", "query_all", "rest"]
    definition.texts = ["path", "uri"]
    definition.computed = computed.filter { $0.name == "location" }
    definition.describe = bridge.descriptions["event"].function
    return try bridge.state.makeRecordShape(definition)
  }

  /// Runs Lua, so it must be called before a script can get a state.
  func prepare(
    wrapping wrap: (LuaFunction) throws(LuaError) -> LuaValue
  ) throws(LuaError) {
    let state = bridge.state
    let locate = try state.makeFunction("state.location") { [unowned bridge] call in
      [bridge.lua(try bridge.location(call[0], call, 0))]
    }
    let source = try state.makeFunction("state.from", depth: 0) { [unowned bridge] call in
      guard case .reference(let record) = call[0], let tag = record.tag else { return [] }
      let screen = bridge.scope.router.stage.screen(Screen.ID(rawValue: tag))
      // The record does not keep the screen: after a refresh, the screen itself keeps the record.
      return [screen.map { bridge.lua($0) } ?? .nil, .boolean(true)]
    }
    missingNote = try state.makeFunction("state.meta", depth: 0) { [unowned self] call in
      if let name = call[1].string { try checkNote(name) }
      return []
    }
    let location = try wrap(locate)
    computed = [("location", location), ("from", .function(source))]
      .compactMap { name, value in value.function.map { (name: name, function: $0) } }
  }

  private func parameters(of pattern: RoutePattern) -> [LuaRecordParameter] {
    (pattern.slots + (pattern.host?.parameters ?? []))
      .map { parameter in
        LuaRecordParameter(
          parameter.name,
          parameter.name.isEmpty ? .none : Self.kind(of: parameter.type),
          parse: bridge.scriptType(of: parameter)?.parse
        )
      }
  }

  /// The functions that convert query items, under names that parameters cannot have.
  private func queryParsers(of leaf: RouteInfo) -> [LuaRecordParameter] {
    leaf.query.compactMap { item in
      bridge.scriptType(of: item.type)?.parse
        .map { LuaRecordParameter("?" + item.name, .none, parse: $0) }
    }
  }

  private static func kind(of type: ParameterType) -> LuaRecordParameter.Kind {
    switch type {
    case .integer: .integer
    case .number: .number
    case .bool: .boolean
    case .uuid: .lowered
    case .list: .list
    default: .text
    }
  }
}
