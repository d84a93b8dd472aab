import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  static let openOptions = ["animated", "animator", "extra", "from", "go", "on", "overlap", "tags"]

  /// The calls that open locations, restricted to tags if any.
  func addOpening(to module: inout ModuleTable, tags: [String]) throws(LuaError) {
    try addShowing(
      to: &module,
      "open",
      "Opens a location, and returns when its screen is on the stage or its action has returned.",
      tags: tags
    )
    try addShowing(to: &module, "push", "Opens a location by pushing.", .push, tags: tags)
    try addShowing(to: &module, "present", "Opens a location by presenting.", .present, tags: tags)
    try addShowing(
      to: &module,
      "replace",
      "Opens a location in place of the top.",
      .replace,
      tags: tags
    )
    try addShowing(
      to: &module,
      "go",
      "Opens a location with every screen on the way to it, in place of the stack.",
      goes: true,
      tags: tags
    )
    try addAsk(to: &module, tags: tags)
    try module.addSuspending(
      "fetch",
      "(location, options) → values",
      "Runs the action of a location and returns its values; raises an error if no action handles it."
    ) { call in
      try open(call, try openOptions(call, tags: tags), .fetch) { outcome in
        guard outcome.status == .handled else { throw outcome.failure }
        return try outcome.values.map { try bridge.lua($0) }
      }
    }
    try module.addSuspending(
      "build",
      "(location, options) → screen",
      "Makes the screen of a location without showing it; raises an error if it has none."
    ) { call in
      try open(call, try openOptions(call, tags: tags), .build) { outcome in
        guard let screen = outcome.screen else { throw outcome.failure }
        return [bridge.lua(screen)]
      }
    }
    if tags.isEmpty { try addRecheck(to: &module) }
  }

  private func addShowing(
    to module: inout ModuleTable,
    _ name: String,
    _ summary: String,
    _ animator: Animator? = nil,
    goes: Bool = false,
    tags: [String]
  ) throws(LuaError) {
    try module.addSuspending(name, "(location, options) → outcome", summary) { call in
      var options = try openOptions(call, tags: tags)
      options.buildsStack = goes || options.buildsStack
      if let animator, options.animator == nil { options.animator = animator }
      return try open(call, options, .show) { outcome in
        [try bridge.lua(outcome)]
      }
    }
  }

  private func addAsk(to module: inout ModuleTable, tags: [String]) throws(LuaError) {
    try module.addSuspending(
      "ask",
      "(location, options) → value, how",
      "Opens a location and waits for the result of its screen.",
      isToldOfEnd: true
    ) { call in
      let (text, options) = (try text(of: call), try openOptions(call, tags: tags))
      return {
        let outcome = await bridge.scope.router.open(text, options: options)
        try outcome.checkRefusal()
        guard let handle = outcome.handle else {
          let value = outcome.values.first ?? .null
          return [try bridge.lua(value), .string(outcome.status.rawValue)]
        }
        do {
          let result = try await calls.result(of: handle)
          return [try bridge.lua(result.value), .string(result.reason.rawValue)]
        } catch is CancellationError {
          return [.nil, .string(Outcome.Status.cancelled.rawValue)]
        }
      }
    }
  }

  private func addRecheck(to module: inout ModuleTable) throws(LuaError) {
    try module.addSuspending(
      "recheck",
      "() → outcome?",
      "Runs the guards of the screens on the stage again, for example after a login or a logout."
    ) { _ in
      {
        guard let outcome = await bridge.scope.router.revalidate() else { return [] }
        return [try bridge.lua(outcome)]
      }
    }
  }

  private func open(
    _ call: LuaCall,
    _ options: OpenOptions,
    _ purpose: OpenPurpose,
    _ convert: @escaping (Outcome) throws -> [LuaValue]
  ) throws -> () async throws -> [LuaValue] {
    let text = try text(of: call)
    return {
      let outcome = await bridge.scope.router.run(text, options: options, purpose: purpose)
      try outcome.checkRefusal()
      return try convert(outcome)
    }
  }

  /// The text to open: from a location, from a name, or unchanged.
  private func text(of call: LuaCall) throws -> String {
    if case .string(let text) = call[0], StoreKey.isLocation(text) { return text }
    return try bridge.location(call[0], call, 0).description
  }

  private func openOptions(_ call: LuaCall, tags: [String]) throws -> OpenOptions {
    var options = OpenOptions()
    options.tags = tags
    var reader = try self.options(call, 1, known: Self.openOptions)
    options.extra = bridge.value(reader["extra"])
    options.isHearing = messages.isHearing
    options.animated = reader.bool("animated")
    options.whenBusy = reader.word("overlap")
    options.buildsStack = reader.bool("go") ?? false
    options.tags += reader.texts("tags")
    options.animator = AnimatorReader(handlers: handlers).animator(&reader, "animator")
    for field in reader.table("on")?.fields ?? [] {
      guard let name = field.key.string, case .function(let function) = field.value else {
        throw call.argumentError(1, "'on' must be a table of functions by message name")
      }
      options.messages[name] = Listener(unchecked: messages.listener(function))
    }
    options.makeLifetimeToken = bridge.memory.chargeState(hearing: options.messages.keys)
    if !reader["from"].isNil {
      guard let screen = reader["from"].object?.payload as? ScriptScreen else {
        throw call.argumentError(1, "'from' must be a screen, not a \(reader["from"].typeName)")
      }
      options.source = screen.id
    }
    try reader.raiseFirst()
    return options
  }
}

extension Outcome {
  fileprivate func checkRefusal() throws {
    if isRefused, let error { throw RefusedOpenError(error: error) }
  }
}
