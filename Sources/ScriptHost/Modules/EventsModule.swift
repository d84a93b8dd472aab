import LuaRuntime
import Moonroute
import RoutePatterns

/// `events`: declaring events, listening to them, emitting them.
struct EventsModule {
  static let declareFields = ["durable", "name", "path", "reach", "sticky"]

  static let targetFields = ["name", "path"]

  static let listenOptions = ["once", "owner"]

  static let nextOptions = ["timeout"]

  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let registrar: Registrar
  let handlers: ScriptHandlers

  let types: LuaTable

  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("events", in: functions)
    try addListening(to: &module)
    try addEmitting(to: &module)
    try addSticky(to: &module)
    return module.value
  }

  private func addListening(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "declare",
      "(definition)",
      "Names a pattern of events without listening; the last event of a sticky pattern is kept for later listeners."
    ) { call in
      var reader = FieldReader(
        try call.table(0),
        as: "an event",
        known: Self.declareFields
      )
      let (name, path) = (reader.text("name"), reader.text("path"))
      let isSticky = reader.bool("sticky") ?? false
      let declaration = EventDeclaration(
        isSticky: isSticky,
        reach: reader.word("reach") ?? .application,
        durable: reader.text("durable")
      )
      if declaration.durable != nil, declaration.reach != .fleet {
        reader.add(
          .badPattern,
          "A durable event needs reach = \"fleet\": the fleet keeps it.",
          field: "durable"
        )
      }
      if path == nil { reader.add(.badPattern, "An event needs a path, such as \"/seek/:at\".") }
      try registrar.report(reader.mistakes, call)
      guard let path, reader.mistakes.isEmpty else { return [] }
      try bridge.scope.raising { () throws(RouterError) in
        try bridge.scope.router.events.declare(
          name,
          path,
          declaration,
          for: try bridge.scope.scopes().events,
          bridge.scope.patternContext
        )
      }
      return []
    }
    try module.addRegistering(
      "on",
      "(key, fn, options) → subscription",
      "Listens to a pattern, to a name, or to a pattern with a new name: { name, path }.",
      inert: [bridge.lua(ScriptRegistration())]
    ) { call in
      [bridge.lua(ScriptRegistration(try listen(call)))]
    }
    try module.addSuspending(
      "next",
      "(key, options) → event?, how",
      "Waits for the next event; after `timeout` seconds it returns nil and \"timeout\"."
    ) { call in
      try next(call)
    }
  }

  private func addEmitting(to module: inout ModuleTable) throws(LuaError) {
    try module.addAnswering(
      "emit",
      "(key, extra, options) → receivers",
      "Emits an event, and returns the number of subscriptions that receive it.",
      suspends: .sometimes
    ) { call in
      try registrar.mounts.parts.refuse("events.emit")
      return try emit(call)
    }
    try module.formatParameters(of: "emit", types) { key in
      bridge.formats(of: bridge.scope.router.events.pattern(of: key))
    }
  }

  private func addSticky(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "last",
      "(key) → event?",
      "Returns the last event of a sticky name or location."
    ) { call in
      let key = try key(call)
      let event = try bridge.scope.raising { () throws(RouterError) in
        try bridge.scope.router.events.last(key)
      }
      return [try event.map { try bridge.lua($0) } ?? .nil]
    }
    try module.add(
      "forget",
      "(key)",
      "Forgets the kept events of a sticky name or location."
    ) { call in
      guard bridge.scope.phase == .running || bridge.scope.phase == .replaced else {
        throw LuaError(
          "denied",
          "events.forget cannot be called while the scripts load, since the load may still fail."
            + " Call it in a handler."
        )
      }
      let key = try key(call)
      try bridge.scope.raising { () throws(RouterError) in
        try bridge.scope.router.events.forget(key)
      }
      return []
    }
  }

  private func listen(_ call: LuaCall) throws -> Registration {
    let listener = ScriptListener(try call.function(1), of: handlers.generation)
    let (key, name) = try target(call)
    var reader = FieldReader(
      call.isAbsent(2) ? LuaTable() : try call.table(2),
      as: "these options",
      known: Self.listenOptions
    )
    let options = EventSubscribing(
      isOnce: reader.bool("once") ?? false,
      owner: registrar.owner(&reader, "owner") ?? bridge.scope.viewOwner,
      isScriptRunning: { listener.isScriptRunning },
      findSite: { listener.site }
    )
    try reader.raiseFirst()
    let registration = try bridge.scope.raising { () throws(RouterError) in
      try bridge.scope.router.events.listen(
        key,
        name: name,
        options,
        for: try bridge.scope.scopes().events,
        bridge.scope.patternContext,
        handler: listener.handler
      )
    }
    listener.registration = registration
    return registration
  }

  /// The target of a subscription: a key, or a pattern with a name.
  private func target(_ call: LuaCall) throws -> (key: String, name: String?) {
    guard case .table(let table) = call[0] else { return (try key(call), nil) }
    var reader = FieldReader(table, as: "an event", known: Self.targetFields)
    let (name, path) = (reader.text("name"), reader.text("path"))
    if name == nil, path == nil {
      reader.add(.badPattern, "An event needs a path or a name.")
    }
    try reader.raiseFirst()
    return path.map { (Self.pattern($0), name) } ?? (name ?? "", nil)
  }

  /// A path with its slash, so that it is not mistaken for a name.
  private static func pattern(_ path: String) -> String {
    path.isEmpty || StoreKey.isLocation(path) ? path : "/" + path
  }

  private func next(_ call: LuaCall) throws -> () async throws -> [LuaValue] {
    let key = try key(call)
    var reader = FieldReader(
      call.isAbsent(1) ? LuaTable() : try call.table(1),
      as: "these options",
      known: Self.nextOptions
    )
    let seconds = reader.number("timeout")
    if let seconds, !(seconds >= 0 && seconds < 3.2e9) {
      reader.add(
        .wrongType,
        "'timeout' must be a number of seconds of at least 0.",
        field: "timeout"
      )
    }
    try reader.raiseFirst()
    let timeout = seconds.map { Duration.nanoseconds(Int64($0 * 1e9)) }
    return {
      let events = bridge.scope.router.events
      let event = try await events.next(timeout: timeout) { handler throws(RouterError) in
        try events.listen(
          key,
          name: nil,
          EventSubscribing(isOnce: true),
          for: try bridge.scope.scopes().events,
          bridge.scope.patternContext,
          isReplayed: false,
          handler: handler
        )
      }
      guard let event else { return [.nil, "timeout"] }
      return [try bridge.lua(event)]
    }
  }

  private func emit(_ call: LuaCall) throws -> LuaAnswer {
    guard bridge.scope.phase == .running else {
      throw LuaError(
        "denied",
        "events.emit cannot be called while the scripts load: nobody listens yet. Emit from a view,"
          + " an action or a timer."
      )
    }
    let events = bridge.scope.router.events
    var request = try bridge.storeRequest(try key(call), call, extra: call[1], options: 2) {
      bridge.scope.router.events.pattern(of: $0)
    }
    if events.keepsSticky || request.extra.isLarge || call.byteCount >= String.largeBytes {
      let bytes = 2 * call.byteCount + request.extra.hostBytes
      request.lifetimeToken = try bridge.memory.charge(.events, bytes)
    }
    let start = try bridge.scope.raising { () throws(RouterError) in try events.start(request) }
    guard case .posted(let count) = start else { return try store(start, call) }
    let answer = [LuaValue.integer(Int64(count))]
    // Scripts can only be called while none runs, so this one is suspended meanwhile, if possible.
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

  /// Waits until the fleet has stored a durable event.
  private func store(_ start: EventStart, _ call: LuaCall) throws -> LuaAnswer {
    guard case .storing(let store) = start else { return .values([]) }
    guard call.canSuspend else { throw functions.cannotSuspend("events.emit", call) }
    return .suspend(
      PendingOperation {
        try await store()
        return [0]
      }
    )
  }

  private func key(_ call: LuaCall) throws -> String {
    try bridge.storeKey(call, 0)
  }
}
