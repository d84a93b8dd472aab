import LuaRuntime
import Moonroute
import RoutePatterns

extension LuaBridge {
  /// The state of an open for scripts: a record, created at its first step in Lua.
  func lua(_ state: RouteState) throws(LuaError) -> LuaValue { .record(try record(of: state)) }

  func lua(_ event: LinkEvent) throws(LuaError) -> LuaValue { .record(try record(of: event)) }

  func record(of event: LinkEvent) throws(LuaError) -> LuaRecord {
    let record = try record(of: event.state, .event)
    if let origin = event.origin { try record.set("origin", to: .string(origin)) }
    if event.isRedelivered { try record.set("redelivered", to: true) }
    return record
  }

  /// The record of a state, the same for every handler of its route in one open.
  func record(
    of state: RouteState,
    _ subject: RecordSubject = .state
  ) throws(LuaError) -> LuaRecord {
    if let known = state.hostForm as? StateRecord, known.generation == scope.number {
      return known.record
    }
    let fresh =
      records.take()
      ?? StateRecord(LuaRecord(in: self.state), generation: scope.number, pool: records)
    try fill(fresh.record, from: state, subject)
    state.hostForm = fresh
    return fresh.record
  }

  private func fill(
    _ record: LuaRecord,
    from state: RouteState,
    _ subject: RecordSubject
  ) throws(LuaError) {
    let (route, match) = (state.route, state.match)
    let leaf = state.leaf
    let shape = try shapes.shape(of: route, leaf: leaf, subject)
    let tag = state.source?.rawValue ?? 0
    if let host = route.pattern.host, !host.parameters.isEmpty {
      begin(record, shape, from: state, host: host)
    } else {
      match.withUnsafeCaptures { path, separator, captures in
        record.begin(
          shape,
          text: UnsafeRawBufferPointer(path),
          ranges: UnsafeRawBufferPointer(captures),
          separator: separator,
          tag: tag
        )
      }
    }
    let hasLists = leaf.query.contains { $0.occurrence == .list }
    if !state.isPlain || hasLists { try describe(state, hasLists: hasLists, in: record) }
    let rest = match.rest
    if !rest.isEmpty { try record.set("rest", to: .table(LuaTable(rest.map { .string($0) }))) }
  }

  /// Begins a record of a route with parameters in its host: their texts follow the path.
  private func begin(
    _ record: LuaRecord,
    _ shape: LuaRecordShape,
    from state: RouteState,
    host: HostPattern
  ) {
    var text: [UInt8] = []
    var ranges: [Range<Int>?] = []
    var between = UInt8(ascii: "/")
    state.match.withUnsafeCaptures { path, separator, captures in
      text = Array(path)
      // A route above the leaf has fewer parameters than the match has captures.
      let own = captures.prefix(state.route.pattern.slots.count)
      ranges = own.map { $0.isPresent ? $0.range : nil }
      between = separator
    }
    for parameter in host.parameters {
      let value = Array((state.match.value(of: parameter.name)?.text ?? "").utf8)
      ranges.append(text.count..<text.count + value.count)
      text += value
    }
    record.begin(
      shape,
      text: text,
      ranges: ranges,
      separator: between,
      tag: state.source?.rawValue ?? 0
    )
  }

  /// Lists that the route declares in the query exist even if they are empty.
  private func describe(
    _ state: RouteState,
    hasLists: Bool,
    in record: LuaRecord
  ) throws(LuaError) {
    let (location, extra) = (state.location, state.extra)
    if !location.isPlainPath { try describe(location, in: record) }
    if hasLists || !location.isPlainPath && !location.query.isEmpty {
      try record.set("query", to: query(of: state))
    }
    if !extra.isNull { try record.set("extra", to: try lua(extra)) }
    if !state.dropped.isEmpty { try record.set("dropped", to: lua(state.dropped)) }
    if let first = state.redirectedFrom { try record.set("redirected_from", to: lua(first)) }
  }

  private func describe(_ location: Location, in record: LuaRecord) throws(LuaError) {
    try record.set("path", to: .string(location.path))
    try record.set("uri", to: .string(location.description))
    if let scheme = location.scheme { try record.set("scheme", to: .string(scheme)) }
    if let host = location.host { try record.set("host", to: .string(host)) }
    if let fragment = location.fragment { try record.set("fragment", to: .string(fragment)) }
    if !location.query.isEmpty { try record.set("query_all", to: allQuery(of: location)) }
  }

  /// The query as a route declares it: converted values, and the last text of every other name.
  func query(of location: Location?, declaredBy route: RouteInfo?) throws(LuaError) -> LuaValue {
    guard let location else { return .table(LuaTable()) }
    guard let route, !route.query.isEmpty else { return lua(location.lastQuery) }
    var fields: [LuaField] = []
    for (name, value) in route.queryValues(of: location) {
      fields.append(LuaField(key: .string(name), value: try lua(value)))
    }
    return .table(LuaTable(fields: fields))
  }

  /// The query for scripts: if the route declares a query, only the declared items.
  private func query(of state: RouteState) throws(LuaError) -> LuaValue {
    let all = try query(of: state.location, declaredBy: state.leaf)
    guard state.route.declaresQuery, case .table(let table) = all else { return all }
    let known = state.route.queryNames(in: [state.leaf])
    let fields = table.fields.filter { $0.key.string.map(known.contains) ?? false }
    return .table(LuaTable(fields: fields))
  }

  /// As ``query(of:declaredBy:)``, but converts each value once a script reads it.
  func unreadQuery(
    of location: Location?,
    declaredBy route: RouteInfo?
  ) throws(LuaError) -> LuaValue {
    let items = (route?.query ?? []).map { ($0.name, $0.type) }
    return try unread(try query(of: location, declaredBy: route), items)
  }

  /// Parameters for scripts, with values that are converted once a script reads them.
  func unreadParams(of match: RouteMatch?) throws(LuaError) -> LuaValue {
    guard let match else { return lua([String: ParameterValue]()) }
    return try unread(lua(match.params), match.slots.map { ($0.name, $0.type) })
  }

  private func unread(
    _ values: LuaValue,
    _ types: [(name: String, type: ParameterType)]
  ) throws(LuaError) -> LuaValue {
    var parsers: [String: LuaFunction] = [:]
    for (name, type) in types { parsers[name] = scriptType(of: type)?.parse }
    guard !parsers.isEmpty, case .table(let table) = values else { return values }
    return .reference(try state.makeUnread(table, parsers: parsers))
  }

  /// Every value of each query name in order, without the reserved names.
  func allQuery(of location: Location) -> LuaValue { allQuery(of: Array(location.query)) }

  /// The values of items by name, without the reserved names.
  func allQuery(of items: [LocationQuery.Item]) -> LuaValue {
    var values: [String: [String]] = [:]
    for item in items where !ReservedQuery.names.contains(item.name) {
      values[item.name, default: []].append(item.value)
    }
    return lua(values)
  }

  /// The values of query items by name.
  func lua(_ items: [String: [String]]) -> LuaValue {
    let fields = items.map {
      LuaField(key: .string($0.key), value: .table(LuaTable($0.value.map { .string($0) })))
    }
    return .table(LuaTable(fields: fields))
  }

  /// The current state of a screen: on the stage, or as it was made.
  func current(_ screen: ScriptScreen) -> Screen {
    scope.router.stage.screen(screen.description.id) ?? screen.description
  }
}

extension Location {
  /// The last value of each query name, without the reserved names.
  var lastQuery: [String: String] {
    var last: [String: String] = [:]
    for item in query where !ReservedQuery.names.contains(item.name) {
      last[item.name] = item.value
    }
    return last
  }
}
