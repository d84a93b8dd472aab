import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// An outcome as scripts see it.
  func lua(_ outcome: Outcome) throws(LuaError) -> LuaValue {
    var table = LuaTable()
    table["status"] = .string(outcome.status.rawValue)
    table["ok"] = .boolean(outcome.isSuccess)
    table["location"] = outcome.location.map { lua($0) } ?? .string(outcome.text)
    table["name"] = LuaValue(optional: outcome.name)
    table["pattern"] = LuaValue(optional: outcome.route?.pattern.text)
    table["params"] = lua(outcome.params)
    table["query"] = lua(outcome.location?.lastQuery ?? [:])
    table["redirects"] = .table(LuaTable(outcome.redirects.map { lua($0) }))
    table["animator"] = LuaValue(optional: outcome.animator)
    table["reason"] = LuaValue(optional: outcome.reason)
    table["error"] = outcome.error.map { .error(Self.raisable($0)) } ?? .nil
    table["steps"] = .table(LuaTable(outcome.steps.map { lua($0) }))
    table["screen"] = outcome.screen.map { lua($0) } ?? .nil
    table["handle"] = outcome.handle.map { lua($0) } ?? .nil
    var values: [LuaValue] = []
    for value in outcome.values { values.append(try lua(value)) }
    table["value"] = values.count > 1 ? .table(LuaTable(values)) : values.first ?? .nil
    if let match = outcome.match, let route = outcome.route, let location = outcome.location {
      table["match"] = try lua(match, route: route, location: location)
    }
    return .table(table)
  }

  private func lua(_ step: OutcomeStep) -> LuaValue {
    var table = LuaTable()
    table["step"] = .string(step.kind.rawValue)
    table["name"] = LuaValue(optional: step.name)
    table["file"] = LuaValue(optional: step.site?.file)
    table["line"] = step.site.map { .integer(Int64($0.line)) } ?? .nil
    table["answer"] = .string(step.answer)
    table["microseconds"] = step.microseconds.map { .integer($0) } ?? .nil
    return .table(table)
  }
}
