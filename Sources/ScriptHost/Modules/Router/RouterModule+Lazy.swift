import LuaRuntime
import Moonroute
import RoutePatterns

/// `router.lazy`: modules that are loaded when a location or a name first needs them.
extension RouterModule {
  func addLazy(to module: inout ModuleTable) throws(LuaError) {
    functions.loadPart = { [registrar, library] again, call in
      guard let (loading, late) = registrar.mounts.parts.needed, let load = library.loadPart else {
        return nil
      }
      registrar.mounts.parts.needed = nil
      loading.announcesAtEnd = true
      let begin = try self.begin(loading, of: late)
      return .call(load, [.function(begin), .function(again)] + call.arguments)
    }
    try module.addRegistering(
      "lazy",
      "(pattern, modules, options) → registration",
      "Registers the routes of modules, which are loaded when a location or a name first needs them.",
      inert: [bridge.lua(ScriptRegistration())]
    ) { call in
      [bridge.lua(try lazy(call))]
    }
  }

  private func lazy(_ call: LuaCall) throws -> ScriptRegistration {
    let site = SourceSite(call.caller())
    let rules = bridge.scope.rules
    let pattern = try pattern(of: try call.string(0), rules)
    if let other = rules.late.first(where: { $0.pattern == pattern }) {
      let place = other.site.map { " (\($0))" } ?? ""
      throw LuaError(
        "duplicate",
        "'\(pattern.text)' already has late parts\(place). Use one call of router.lazy for it."
      )
    }
    let options = call.isAbsent(2) ? LuaTable() : try call.table(2)
    var reader = reader(at: site)
    _ = reader.mount(LuaTable(), at: pattern.template, options, from: nil)
    try registrar.report(reader.mistakes, call)
    guard reader.mistakes.isEmpty else { return ScriptRegistration() }
    let parts = try LatePartsReader(pattern: pattern, names: options["names"].string ?? "")
      .parts(of: call[1])
    // As all handlers of rules, the parts retain the generation.
    let generation = handlers.generation
    let registration = rules.addLate(
      pattern,
      parts: parts,
      site: site,
      owner: reader.owner ?? bridge.scope.viewOwner
    ) { [self] late, part throws(RouterError) in
      try withExtendedLifetime(generation) { () throws(RouterError) in
        try load(part, of: late, options)
      }
    }
    return ScriptRegistration(registration, pattern: pattern.text)
  }

  private func pattern(of text: String, _ rules: RouterRules) throws -> RoutePattern {
    let pattern: RoutePattern
    do throws(PatternError) {
      pattern = try RoutePattern(
        text,
        types: rules.types,
        rules: rules.configuration.locationRules
      )
    } catch {
      throw LuaError("bad_pattern", error.message, cause: error)
    }
    guard pattern.hasWholeSegments, pattern.host?.parameters.isEmpty ?? true else {
      throw LuaError(
        "bad_pattern",
        "'\(text)' has a wildcard, an optional part or text next to a parameter. The pattern of late"
          + " parts consists of fixed segments and parameters."
      )
    }
    return pattern
  }

  /// Loads the module of a part and adds its routes, or leaves everything as it was.
  private func load(
    _ part: LateRoutes.Part,
    of late: LateRoutes,
    _ options: LuaTable
  ) throws(RouterError) {
    let loading = PartLoading(part, among: registrar.mounts.parts, of: bridge.scope) {
      [self] list, call in try add(list, of: part, late, options, call)
    }
    let state = functions.state
    guard !state.isRunning else {
      registrar.mounts.parts.needed = (loading, late)
      throw RouterError(.latePart(late.pattern(of: part).text))
    }
    do throws(LuaError) {
      guard let load = library.loadPart else { return }
      let begin = try begin(loading, of: late)
      try GenerationLoader.loading(in: state) { () throws(LuaError) in
        _ = try state.call(load, [.function(begin)])
      }
    } catch {
      throw RouterError(error)
    }
    loading.announce()
  }

  /// The function that begins to load a part for the library.
  func begin(_ loading: PartLoading, of late: LateRoutes) throws(LuaError) -> LuaFunction {
    let add = try functions.state.makeFunction("router.lazy") { [unowned registrar] call in
      try registrar.register(call, inert: []) {
        try loading.add(call)
        return []
      }
    }
    return try functions.state.makeFunction("router.lazy") { [self] _ in
      let (part, pattern) = (loading.part, late.pattern(of: loading.part))
      guard part.state == .waiting, let type = bridge.classes.part else { return [] }
      let files = ModuleFinder.files(of: part.module)
      guard files?.contains(where: registrar.sources.has) == true else {
        throw missing(part.module, pattern, late.site)
      }
      let location = try? Location(segments: try pattern.path(parameters: [:]))
      let params = try bridge.unreadParams(of: location.flatMap { pattern.match($0) })
      loading.begin()
      return [
        .function(add), .string(part.module), params, .object(LuaObject(loading, type: type)),
      ]
    }
  }

  private func add(
    _ list: LuaTable,
    of part: LateRoutes.Part,
    _ late: LateRoutes,
    _ options: LuaTable,
    _ call: LuaCall
  ) throws {
    var reader = reader(at: late.site)
    var group = reader.mount(
      list,
      at: late.pattern.template,
      options.filling(part.values),
      from: place(of: .string(part.module))
    )
    group.fixed = part.values
    if let first = reader.mistakes.first, first.place == nil {
      let place = place(of: .string(part.module)).map { LuaPosition(file: $0.file, line: $0.line) }
      throw LuaError(LuaErrorCode(rawValue: first.code.rawValue), first.message, position: place)
    }
    try registrar.report(reader.mistakes, call)
    guard reader.mistakes.isEmpty else { return }
    do throws(RouteProblems) {
      try bridge.scope.rules.add(group, of: late)
    } catch {
      throw LuaError.raisable(error.problems.first.map { Self.hinted($0, part) } ?? error)
    }
  }

  /// Parts without a prefix easily have equal names.
  private static func hinted(_ problem: RouterError, _ part: LateRoutes.Part) -> RouterError {
    guard problem.code == .duplicate, part.names.isEmpty, let name = part.values.keys.min() else {
      return problem
    }
    return RouterError(
      problem.code,
      problem.message + " Or give each part a prefix: { names = ':\(name).' }.",
      at: problem.site
    )
  }

  private func missing(
    _ module: String,
    _ pattern: RoutePattern,
    _ site: SourceSite?
  ) -> LuaError {
    let place = site.map { " (\($0))" } ?? ""
    let hint = ModuleFinder.hint(for: module, among: registrar.sources.paths)
    return LuaError(
      .scriptError,
      "Cannot find module '\(module)', which '\(pattern.text)' needs\(place).\(hint)",
      position: site.map { LuaPosition(file: $0.file, line: $0.line) }
    )
  }
}

extension LuaTable {
  /// The options of `router.lazy` with values for parameters in the names, tags and notes.
  fileprivate func filling(_ values: [String: String]) -> LuaTable {
    var filled = self
    for field in ["names", "tags", "meta"] where !self[field].isNil {
      filled[field] = self[field].filling(values)
    }
    return filled
  }
}

extension LuaValue {
  fileprivate func filling(_ values: [String: String]) -> LuaValue {
    switch self {
    case .string(let text): return .string(PartText(text).filled(with: values))
    case .table(let table):
      return .table(
        LuaTable(
          table.array.map { $0.filling(values) },
          fields: table.fields.map { LuaField(key: $0.key, value: $0.value.filling(values)) }
        )
      )
    default: return self
    }
  }
}
