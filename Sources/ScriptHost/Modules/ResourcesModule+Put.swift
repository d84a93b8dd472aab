import LuaRuntime
import Moonroute
import RoutePatterns

extension ResourcesModule {
  private static let fields = ["combine", "name", "owner", "path", "persistent", "value"]

  /// Stands for a function of the program while a script decides whether it stays.
  private struct ProgramFunction: Sendable {}

  /// A place that a script still decides about; it ends with the call.
  private final class Undecided {
    var place: ResourcePlace?

    init(_ place: ResourcePlace) { self.place = place }
  }

  /// `put`, whose `combine` is run by Lua before the host goes on.
  func addPut(to module: inout ModuleTable) throws(LuaError) {
    let undecided = try generation.state.makeClass(LuaClassDefinition<Undecided>("resource"))
    let finish = try generation.state.makeFunction("resources.put") { [unowned generation] call in
      guard let decision = call[0].object?.payload as? Undecided, let place = decision.place else {
        return []
      }
      decision.place = nil
      let inert = [generation.lua(ScriptRegistration())]
      return try generation.register(call, inert: inert, isCounted: false) {
        [try conclude(place, self.decided(call[1], place))]
      }
    }
    let combine = library["combine"].function
    try module.addAnswering(
      "put",
      "(definition) → registration",
      "Puts a value, or a function that makes it, under a pattern.",
      suspends: .never
    ) { [unowned generation] call in
      var answer = LuaAnswer.values([])
      let values = try generation.register(
        call,
        inert: [generation.lua(ScriptRegistration())],
        isCounted: false
      ) {
        var reader = FieldReader(try call.table(0), as: "a resource", known: Self.fields)
        let function = reader.function("combine")
        guard let place = try place(&reader, call) else {
          return [generation.lua(ScriptRegistration())]
        }
        guard let current = place.current else { return [try conclude(place, place.new.content)] }
        guard let function, let combine else { throw Generation.raisable(place.taken) }
        let bytes = LuaObject.smallBytes + place.new.content.hostBytes
        try generation.reserve(.objects, bytes)
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

  /// The place that a definition asks for, or `nil` after a mistake that was recorded.
  private func place(_ reader: inout FieldReader, _ call: LuaCall) throws -> ResourcePlace? {
    let path = reader.text("path")
    let new = ResourcePut(
      path: path ?? "",
      name: reader.text("name"),
      content: content(reader["value"]),
      isPersistent: reader.bool("persistent") ?? false,
      owner: generation.owner(&reader, "owner") ?? generation.viewOwner
    )
    if path == nil {
      reader.add(.badPattern, "A resource needs a path, such as \"/price/:sku\".")
    }
    try generation.report(reader.mistakes, call)
    guard reader.mistakes.isEmpty else { return nil }
    return try generation.raising { () throws(RouterError) in
      let resources = generation.router.resources
      return try resources.place(
        for: new,
        in: try generation.scopes().resources,
        beside: resources.program,
        generation.patternContext
      )
    }
  }

  private func conclude(
    _ place: ResourcePlace,
    _ content: ResourceContent
  ) throws(LuaError) -> LuaValue {
    let bytes = content.hostBytes + place.patternText.tableBytes(below: 0)
    let lifetimeToken = try generation.charge(.resources, bytes)
    let registration = try generation.raising { () throws(RouterError) in
      try generation.router.resources.conclude(
        place,
        content: content,
        lifetimeToken: lifetimeToken
      )
    }
    return generation.lua(ScriptRegistration(registration))
  }

  /// A resource's content as `combine` sees it.
  private func shown(_ content: ResourceContent) throws(LuaError) -> LuaValue {
    switch content {
    case .constant(let value), .script(_, let value): return try generation.lua(value)
    case .made:
      let stand = Reference(ProgramFunction(), id: 0, kind: "function of the program")
      return try generation.lua(.reference(stand))
    }
  }

  /// The content that `combine` answered.
  private func decided(_ answer: LuaValue, _ place: ResourcePlace) -> ResourceContent {
    if let reference = answer.object?.payload as? Reference,
      reference.object is ProgramFunction, let current = place.current
    {
      return current
    }
    if let current = place.current, isSame(answer, as: current) { return current }
    return content(answer)
  }

  /// Whether an answer is the function that lies behind a pattern as a value.
  ///
  /// Any other function is one that makes the value.
  private func isSame(_ answer: LuaValue, as content: ResourceContent) -> Bool {
    guard let function = answer.function, case .constant(let value) = content,
      let known = (try? generation.lua(value))?.function
    else { return false }
    return known.isSame(as: function)
  }
}
