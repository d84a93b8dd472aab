import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// The state of an open as scripts see it.
  func lua(_ state: RouteState) throws(LuaError) -> LuaValue {
    var fields: [String: LuaValue] = [:]
    let location = state.location
    fields["location"] = lua(location)
    fields["path"] = .string(location.path)
    fields["pattern"] = .string(state.route.pattern.text)
    fields["name"] = state.route.name.map(LuaValue.string) ?? .nil
    fields["scheme"] = location.scheme.map(LuaValue.string) ?? .nil
    fields["host"] = location.host.map(LuaValue.string) ?? .nil
    fields["params"] = lua(state.params)
    fields["query"] = lua(state.query)
    fields["query_all"] = allQuery(of: location)
    fields["fragment"] = location.fragment.map(LuaValue.string) ?? .nil
    fields["rest"] = .table(LuaTable(state.match.rest.map(LuaValue.string)))
    fields["extra"] = try lua(state.extra)
    fields["all"] = try lua(.table(Table(fields: state.all)))
    fields["meta"] = try lua(.table(state.route.meta))
    fields["tags"] = .table(LuaTable(state.route.tags.map(LuaValue.string)))
    fields["branch"] = .table(
      LuaTable(state.leaf.branch.map { .string($0.name ?? $0.pattern.text) })
    )
    fields["redirected_from"] = state.redirectedFrom.map { lua($0) } ?? .nil
    if let source = state.source, let screen = router.stage.screen(source) {
      fields["from"] = lua(screen)
    }
    return .table(LuaTable([], fields: fields.map { LuaField(key: .string($0), value: $1) }))
  }

  /// Every value of each query name in order, the reserved names left out.
  func allQuery(of location: Location) -> LuaValue {
    let names = location.query.names.filter { !ReservedQuery.names.contains($0) }
    return .table(
      LuaTable(
        [],
        fields: names.map { name in
          LuaField(
            key: .string(name),
            value: .table(LuaTable(location.query.all(name).map(LuaValue.string)))
          )
        }
      )
    )
  }

  /// A screen as it is now: on the stage, or as it was made.
  func current(_ screen: ScriptScreen) -> Screen {
    router.stage.screen(screen.description.id) ?? screen.description
  }
}

extension Location {
  /// The last value of each query name, the reserved names left out.
  var lastQuery: [String: String] {
    var last: [String: String] = [:]
    for item in query where !ReservedQuery.names.contains(item.name) {
      last[item.name] = item.value
    }
    return last
  }
}
