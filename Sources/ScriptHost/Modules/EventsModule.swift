import LuaRuntime
import Moonroute
import RoutePatterns

/// `events`: declaring events, listening to them, emitting them.
struct EventsModule {
  unowned let generation: Generation

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("events", in: generation)
    try addListening(to: &module)
    try addEmitting(to: &module)
    try addSticky(to: &module)
    return module.value
  }

  private func addListening(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "declare",
      "(definition)",
      "Gives a pattern of events a name without listening; sticky ones are kept for who comes later."
    ) { call in
      var reader = FieldReader(
        try call.table(0),
        as: "an event",
        known: ["name", "path", "sticky"]
      )
      let (name, path) = (reader.text("name"), reader.text("path"))
      let isSticky = reader.bool("sticky") ?? false
      if path == nil { reader.add(.badPattern, "An event needs a path, such as \"/seek/:at\".") }
      try generation.report(reader.mistakes, call)
      guard let path, reader.mistakes.isEmpty else { return [] }
      try generation.raising { () throws(RouterError) in
        try generation.router.events.declare(
          name,
          path,
          isSticky: isSticky,
          for: try generation.scopes().events,
          generation.patternContext
        )
      }
      return []
    }
    try module.addRegistering(
      "on",
      "(key, fn, options) → subscription",
      "Listens to a pattern, to a name, or to a pattern that gets a name: { name, path }.",
      inert: [generation.lua(ScriptRegistration())]
    ) { call in
      [generation.lua(ScriptRegistration(try listen(call)))]
    }
    try module.addSuspending(
      "next",
      "(key, options) → event?, how",
      "Waits for the next event; after `timeout` seconds it answers nil and \"timeout\"."
    ) { call in
      try next(call)
    }
  }

  private func addEmitting(to module: inout ModuleTable) throws(LuaError) {
    try module.addAnswering(
      "emit",
      "(key, extra, options) → receivers",
      "Emits an event, and answers how many subscriptions it reaches.",
      suspends: .sometimes
    ) { call in
      try emit(call)
    }
  }

  private func addSticky(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "last",
      "(key) → event?",
      "Answers the last event of a sticky name or location."
    ) { [unowned generation] call in
      let key = try key(call)
      let event = try generation.raising { () throws(RouterError) in
        try generation.router.events.last(key)
      }
      return [try event.map { try generation.lua($0.state) } ?? .nil]
    }
    try module.add(
      "forget",
      "(key)",
      "Forgets what is kept for a sticky name or location."
    ) { [unowned generation] call in
      guard generation.phase == .running || generation.phase == .replaced else {
        throw LuaError(
          "denied",
          "events.forget works once the scripts are loaded: else it would be forgotten for nothing if"
            + " they do not load. Call it in a handler."
        )
      }
      let key = try key(call)
      try generation.raising { () throws(RouterError) in
        try generation.router.events.forget(key)
      }
      return []
    }
  }

  private func listen(_ call: LuaCall) throws -> Registration {
    let listener = ScriptListener(try call.function(1), of: generation)
    let (key, name) = try target(call)
    var reader = FieldReader(
      call.isAbsent(2) ? LuaTable() : try call.table(2),
      as: "these options",
      known: ["once", "owner"]
    )
    let options = EventSubscribing(
      isOnce: reader.bool("once") ?? false,
      owner: generation.owner(&reader, "owner") ?? generation.viewOwner,
      isScriptRunning: { listener.isScriptRunning }
    )
    try reader.raiseFirst()
    let registration = try generation.raising { () throws(RouterError) in
      try generation.router.events.listen(
        key,
        name: name,
        options,
        for: try generation.scopes().events,
        generation.patternContext,
        handler: listener.handler
      )
    }
    listener.registration = registration
    return registration
  }

  /// The target of a subscription: a key, or a pattern with a name.
  private func target(_ call: LuaCall) throws -> (key: String, name: String?) {
    guard case .table(let table) = call[0] else { return (try key(call), nil) }
    var reader = FieldReader(table, as: "an event", known: ["name", "path"])
    let (name, path) = (reader.text("name"), reader.text("path"))
    if name == nil, path == nil {
      reader.add(.badPattern, "An event needs a path or a name.")
    }
    try reader.raiseFirst()
    return path.map { ($0, name) } ?? (name ?? "", nil)
  }

  private func next(_ call: LuaCall) throws -> () async throws -> [LuaValue] {
    let key = try key(call)
    var reader = FieldReader(
      call.isAbsent(1) ? LuaTable() : try call.table(1),
      as: "these options",
      known: ["timeout"]
    )
    let seconds = reader.number("timeout")
    if let seconds, !(seconds >= 0 && seconds < 3.2e9) {
      reader.add(.wrongType, "'timeout' is a number of seconds from 0 on.", field: "timeout")
    }
    try reader.raiseFirst()
    let timeout = seconds.map { Duration.nanoseconds(Int64($0 * 1e9)) }
    let generation = generation
    return {
      let events = generation.router.events
      let event = try await events.next(timeout: timeout) { handler throws(RouterError) in
        try events.listen(
          key,
          name: nil,
          EventSubscribing(isOnce: true),
          for: try generation.scopes().events,
          generation.patternContext,
          isReplayed: false,
          handler: handler
        )
      }
      guard let event else { return [.nil, "timeout"] }
      return [try generation.lua(event.state)]
    }
  }

  private func emit(_ call: LuaCall) throws -> LuaAnswer {
    guard generation.phase == .running else {
      throw LuaError(
        "denied",
        "events.emit works once the scripts are loaded: nobody listens before. Emit from a view,"
          + " an action or a timer."
      )
    }
    let events = generation.router.events
    var request = try generation.storeRequest(try key(call), call, extra: call[1], options: 2)
    if events.keepsSticky || request.extra.isLarge || call.byteCount >= String.largeBytes {
      let bytes = 2 * call.byteCount + request.extra.hostBytes
      request.lifetimeToken = try generation.charge(.events, bytes)
    }
    let count = try generation.raising { () throws(RouterError) in try events.post(request) }
    let answer = [LuaValue.integer(Int64(count))]
    // Scripts can only be entered when none runs: this one waits meanwhile, if it can.
    guard events.entersScripts, !events.isDelivering, call.canSuspend else {
      events.deliver()
      return .values(answer)
    }
    var computed: UInt64 = 0
    return .suspend(
      PendingOperation(
        work: {
          computed = await events.deliverAll()
          return answer
        },
        computed: { computed }
      )
    )
  }

  private func key(_ call: LuaCall) throws -> String {
    try generation.storeKey(call, 0)
  }
}
