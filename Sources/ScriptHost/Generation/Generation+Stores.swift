import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// The events and resources of this generation.
  ///
  /// - Throws: `closed` when another generation is in force.
  func scopes() throws(RouterError) -> StoreScopes {
    guard phase != .replaced, let stores else {
      throw RouterError(RouterError.Code(rawValue: "closed"), Self.goneError(number).message)
    }
    return stores
  }

  /// The rules for reading patterns and locations.
  var patternContext: PatternContext { PatternContext(rules) }

  /// Runs what fails as the router does, and lets it fail as scripts see it.
  func raising<Answer>(
    _ body: () throws(RouterError) -> Answer
  ) throws(LuaError) -> Answer {
    do throws(RouterError) {
      return try body()
    } catch {
      throw Self.raisable(error)
    }
  }

  /// The key that an argument means: a text, or a location.
  func storeKey(_ call: LuaCall, _ index: Int) throws(LuaError) -> String {
    if let location = call[index].object?.location { return location.description }
    return try call.string(index)
  }

  /// The request for a key; the options may have `params`, `query` and `extra`.
  func storeRequest(
    _ key: String,
    _ call: LuaCall,
    extra: LuaValue? = nil,
    options index: Int
  ) throws -> StoreRequest {
    guard !call.isAbsent(index) else {
      return StoreRequest(key, extra: extra.map { value($0) } ?? .none)
    }
    let known = extra == nil ? ["extra", "params"] : ["params", "query"]
    var reader = FieldReader(try call.table(index), as: "these options", known: known)
    var request = StoreRequest(key, extra: value(extra ?? reader["extra"]))
    if let query = reader.table("query") { request.query = queryItems(query) }
    for field in reader.table("params")?.fields ?? [] {
      let name = field.key.string ?? field.key.value.display
      guard let value = ParameterValue(field.value) else {
        throw call.argumentError(index, "'\(name)' cannot be a \(field.value.typeName)")
      }
      request.params[name] = value
    }
    try reader.raiseFirst()
    return request
  }

  /// Lets the stores of the router know that these scripts are the ones in force.
  func connectStores() {
    router.redirectLifetimeToken = chargeState()
    let isBounded = !setup.limits.hasAllLibraries
    router.resources.scriptStorageLimit = isBounded ? setup.memoryLimit : nil
    let events = router.events
    events.computing = Self.computing(of: state)
    events.reportFailure = { [weak self] error, event in
      self?.log
        .write(
          LogEntry(
            level: .error,
            message: "the event '\(event.location)': \(error.message)",
            site: error.site
          )
        )
    }
  }
}
