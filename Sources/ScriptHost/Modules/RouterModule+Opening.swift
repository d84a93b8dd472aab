import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  /// The calls that open locations, restricted to tags if there are any.
  func addOpening(to module: inout ModuleTable, tags: [String]) throws(LuaError) {
    for (name, animator) in [("open", nil), ("push", Animator.push), ("present", .present)] {
      try module.addWaiting(name, usage: "router.\(name)(location, options) → outcome") { call in
        var options = try options(call, tags: tags)
        if let animator, options.animator == nil { options.animator = animator }
        return try open(call, options, .show) { generation, outcome in
          [try generation.lua(outcome)]
        }
      }
    }
    try module.addWaiting("fetch", usage: "router.fetch(location, options) → values") { call in
      try open(call, try options(call, tags: tags), .fetch) { generation, outcome in
        guard outcome.status == .handled else { throw outcome.asError }
        return try outcome.values.map { try generation.lua($0) }
      }
    }
    try module.addWaiting("build", usage: "router.build(location, options) → screen") { call in
      try open(call, try options(call, tags: tags), .build) { generation, outcome in
        guard let screen = outcome.screen else { throw outcome.asError }
        return [generation.lua(screen)]
      }
    }
  }

  /// The work of one open.
  private func open(
    _ call: LuaCall,
    _ options: OpenOptions,
    _ purpose: OpenPurpose,
    _ convert: @escaping (Generation, Outcome) throws -> [LuaValue]
  ) throws -> () async throws -> [LuaValue] {
    let text = try text(of: call)
    let generation = generation
    return {
      try convert(
        generation,
        await generation.router.run(text, options: options, purpose: purpose)
      )
    }
  }

  /// The text to open: of a location, of a name, or as it is.
  private func text(of call: LuaCall) throws -> String {
    if case .string(let text) = call[0], StoreKey.isLocation(text) { return text }
    return try generation.location(call[0], call, 0).description
  }

  private func options(_ call: LuaCall, tags: [String]) throws -> OpenOptions {
    var options = OpenOptions()
    options.tags = tags
    var reader = try self.options(
      call,
      1,
      known: ["animated", "animator", "extra", "from", "overlap", "tags"]
    )
    options.extra = generation.value(reader["extra"])
    options.isAnimated = reader.bool("animated")
    options.overlap = reader.word("overlap")
    options.tags += reader.texts("tags")
    options.animator = AnimatorReader(generation: generation).animator(&reader, "animator")
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
