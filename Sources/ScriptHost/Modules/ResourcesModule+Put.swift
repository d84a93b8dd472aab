import LuaRuntime
import Moonroute
import RoutePatterns

extension ResourcesModule {
  static let putFields = ["combine", "name", "owner", "path", "persistent", "shared", "value"]

  /// Represents a function of the program while a script decides whether it stays.
  private struct ProgramFunction: Sendable {}

  /// A place that a script has not decided about yet; it ends with the call.
  private final class Undecided {
    var place: ResourcePlace?

    init(_ place: ResourcePlace) { self.place = place }
  }

  /// `put`; Lua runs its `combine` before the host continues.
  func addPut(to module: inout ModuleTable) throws(LuaError) {
    let undecided = try functions.state.makeClass(LuaClassDefinition<Undecided>("resource"))
    let finish = try functions.state.makeFunction("resources.put") { call in
      guard let decision = call[0].object?.payload as? Undecided, let place = decision.place else {
        return []
      }
      decision.place = nil
      let inert = [bridge.lua(ScriptRegistration())]
      return try registrar.register(call, inert: inert, isCounted: false) {
        [try conclude(place, self.decided(call[1], place))]
      }
    }
    let combine = library["combine"].function
    try module.addAnswering(
      "put",
      "(definition) → registration",
      "Puts a value, or a function that makes it, under a pattern.",
      suspends: .never
    ) { call in
      var answer = LuaAnswer.values([])
      let values = try registrar.register(
        call,
        inert: [bridge.lua(ScriptRegistration())],
        isCounted: false
      ) {
        var reader = FieldReader(try call.table(0), as: "a resource", known: Self.putFields)
        let function = reader.function("combine")
        guard let place = try place(&reader, call) else {
          return [bridge.lua(ScriptRegistration())]
        }
        guard let current = place.current else { return [try conclude(place, place.new.content)] }
        guard let function, let combine else { throw LuaError.raisable(place.taken) }
        let bytes = LuaObject.smallBytes + place.new.content.hostBytes
        try bridge.memory.reserve(.objects, bytes)
        let decision = LuaObject(Undecided(place), type: undecided, bytes: bytes)
        answer = .call(
          combine,
          [
            .function(finish), .object(decision), .function(function),
            try shown(current), reader["value"],
          ]
        )
        return []
      }
      if case .call = answer { return answer }
      return .values(values)
    }
  }

  private func place(_ reader: inout FieldReader, _ call: LuaCall) throws -> ResourcePlace? {
    let path = reader.text("path")
    let new = ResourcePut(
      path: path ?? "",
      name: reader.text("name"),
      content: content(reader["value"]),
      isPersistent: reader.bool("persistent") ?? false,
      isShared: reader.bool("shared") ?? false,
      owner: registrar.owner(&reader, "owner") ?? bridge.scope.viewOwner,
      at: SourceSite(call.caller())
    )
    if path == nil {
      reader.add(.badPattern, "A resource needs a path, such as \"/price/:sku\".")
    }
    try registrar.report(reader.mistakes, call)
    guard reader.mistakes.isEmpty else { return nil }
    return try bridge.scope.raising { () throws(RouterError) in
      let resources = bridge.scope.router.resources
      return try resources.place(
        for: new,
        in: try bridge.scope.scopes().resources,
        beside: resources.program,
        bridge.scope.patternContext
      )
    }
  }

  private func conclude(
    _ place: ResourcePlace,
    _ content: ResourceContent
  ) throws(LuaError) -> LuaValue {
    let bytes = content.hostBytes + place.patternText.tableBytes(below: 0)
    let lifetimeToken = try bridge.memory.charge(.resources, bytes)
    let registration = try bridge.scope.raising { () throws(RouterError) in
      try bridge.scope.router.resources.conclude(
        place,
        content: content,
        lifetimeToken: lifetimeToken
      )
    }
    return bridge.lua(ScriptRegistration(registration))
  }

  /// A resource's content as `combine` sees it.
  private func shown(_ content: ResourceContent) throws(LuaError) -> LuaValue {
    switch content {
    case .constant(let value), .script(_, let value): return try bridge.lua(value)
    case .made:
      let stand = Value.ObjectReference(ProgramFunction(), id: 0, kind: "function of the program")
      return try bridge.lua(.reference(stand))
    }
  }

  private func decided(_ answer: LuaValue, _ place: ResourcePlace) -> ResourceContent {
    if let reference = answer.object?.payload as? Value.ObjectReference,
      reference.object is ProgramFunction, let current = place.current
    {
      return current
    }
    if let current = place.current, isSame(answer, as: current) { return current }
    return content(answer)
  }

  /// Whether a result is the function that already is the pattern's content, as a value.
  ///
  /// Any other function makes the value.
  private func isSame(_ answer: LuaValue, as content: ResourceContent) -> Bool {
    guard let function = answer.function, case .constant(let value) = content,
      let known = (try? bridge.lua(value))?.function
    else { return false }
    return known.isSame(as: function)
  }
}
