import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  func addRegistration(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "route",
      "(definition) → route",
      "Registers a route and its children.",
      inert: [bridge.lua(route: ScriptRegistration())]
    ) { call in
      try refuseColon(call, "route")
      var reader = reader(at: SourceSite(call.caller()))
      var route = LinkRoute(path: "")
      reader.read(try call.table(0), into: &route)
      let registered = try register(route, reader.mistakes, owner: reader.owner, call)
      return [bridge.lua(route: registered)]
    }
    try module.addRegistering(
      "group",
      "(definition) → registration",
      "Registers routes that share a path, a scheme, a host, tags, redirects or notes.",
      inert: [bridge.lua(ScriptRegistration())]
    ) { call in
      try refuseColon(call, "group")
      var reader = reader(at: SourceSite(call.caller()))
      let group = reader.group(try call.table(0))
      let registered = try register(group, reader.mistakes, owner: reader.owner, call)
      return [bridge.lua(registered)]
    }
    try addShell(to: &module)
    try addMount(to: &module)
    try addLazy(to: &module)
  }

  /// Rejects `router:route { … }`, which passes the router itself.
  private func refuseColon(_ call: LuaCall, _ name: String) throws(LuaError) {
    guard case .table(let table) = call[0], !table["pop_to_root"].isNil else { return }
    throw LuaError(
      .scriptError,
      "router:\(name) passes the router itself to '\(name)'. Use a dot: router.\(name)."
    )
  }

  /// `mount`; Lua finds its module before the host gets the definitions.
  private func addMount(to module: inout ModuleTable) throws(LuaError) {
    let mount = try functions.state.makeFunction("router.mount") { call in
      try registrar.register(
        call,
        inert: [bridge.lua(ScriptRegistration())],
        rule: "router.mount"
      ) {
        [bridge.lua(try self.mount(call))]
      }
    }
    try module.addAnswering(
      "mount",
      "(path, module, options) → registration",
      "Registers the routes that a module returns, below a path and with a prefix for their names."
    ) { call in
      guard let find = library.findDefinitions else { return .values([]) }
      return .call(find, [.function(mount), call[0], call[1], call[2]])
    }
  }

  /// Registers a list of definitions below a path; a list that is already mounted stays.
  private func mount(_ call: LuaCall) throws -> ScriptRegistration {
    let path = try call.string(0)
    let module: ModuleMounts.Module
    if case .string(let name) = call[3] {
      module = .named(name)
    } else {
      module = .written(definitions: "\(call[1])", options: "\(call[2])")
    }
    let key = ModuleMounts.Key(path: path, module: module, scheme: scheme)
    if let known = try registrar.mounts.known(key, options: call[2]) { return known }
    let registration = try mount(call, at: path)
    let isPlain = call.isAbsent(2) || Value(plain: call[2]) != nil
    registrar.mounts.note(
      ModuleMounts.Late(key: key, options: call[2], registration: registration),
      at: SourceSite(call.caller()),
      isLate: key.name != nil && isPlain && bridge.scope.phase == .running
    )
    return registration
  }

  /// Mounts a module of the previous scripts again, unless its file is gone.
  func mountAgain(_ mount: ModuleMounts.Late) throws(LuaError) {
    guard let find = library.findDefinitions, let module = mount.key.name,
      !registrar.mounts.contains(mount.key),
      ModuleFinder.files(of: module)?.contains(where: registrar.sources.has) == true
    else { return }
    let again = try functions.state.makeFunction("router.mount") { call in
      try registrar.register(call, inert: []) {
        let registration = try self.mount(call, at: try call.string(0))
        registrar.mounts.note(
          ModuleMounts.Late(
            key: mount.key,
            options: mount.options,
            registration: registration
          ),
          at: nil,
          isLate: true,
          isKept: true
        )
        return [bridge.lua(registration)]
      }
    }
    _ = try functions.state.call(
      find,
      [.function(again), .string(mount.key.path), .string(module), mount.options]
    )
  }

  private func mount(_ call: LuaCall, at path: String) throws -> ScriptRegistration {
    guard case .table(let list) = call[1] else {
      throw LuaError(
        .badArgument,
        "A module must return a list of definitions, not a \(call[1].typeName). Write return { … }."
      )
    }
    let site = SourceSite(call.caller())
    var reader = reader(at: site)
    let options = call.isAbsent(2) ? LuaTable() : try call.table(2)
    let group = reader.mount(list, at: path, options, from: place(of: call[3]))
    return try register(group, reader.mistakes, owner: reader.owner, call)
  }

  func place(of module: LuaValue) -> SourceSite? {
    switch module {
    case .function(let function): SourceSite(function.definedAt)
    case .string(let name):
      ModuleFinder.files(of: name)?.first { registrar.sources[$0] != nil }
        .map { SourceSite(file: $0, line: 1) }
    default: nil
    }
  }

  func reader(at site: SourceSite?) -> RouteReader {
    RouteReader(
      handlers: handlers,
      registrar: registrar,
      bridge: bridge,
      views: offers.viewNames,
      site: site,
      scheme: scheme
    )
  }

  /// Registers a route and the routes below it, or records the reason for the failure.
  func register(
    _ route: LinkRoute,
    _ mistakes: [FieldReader.Mistake],
    owner: AnyObject?,
    _ call: LuaCall
  ) throws(LuaError) -> ScriptRegistration {
    try registrar.report(mistakes, call)
    do throws(RouteProblems) {
      let info = try bridge.scope.rules.add(route, owner: owner ?? bridge.scope.viewOwner)
      if bridge.scope.phase == .running { bridge.scope.rules.directory.settle() }
      return ScriptRegistration(
        info.registration,
        name: info.name,
        pattern: info.pattern.text
      )
    } catch {
      registrar.names.failed.formUnion(route.names)
      // Mistakes in the fields of a route have already been reported.
      if mistakes.isEmpty { try registrar.report(error.problems, call) }
      return ScriptRegistration(name: route.name, pattern: route.path)
    }
  }
}

extension LinkRoute {
  fileprivate var names: [String] {
    (name.map { [$0] } ?? []) + children.flatMap(\.names)
  }
}

extension RouterModule {
  func addShell(to module: inout ModuleTable) throws(LuaError) {
    try module.addRegistering(
      "shell",
      "(definition) → registration",
      "Registers tabs: routes with branches that have a stack each.",
      inert: [bridge.lua(ScriptRegistration())]
    ) { call in
      var reader = reader(at: SourceSite(call.caller()))
      let shell = reader.shell(try call.table(0))
      let registered = try register(shell, reader.mistakes, owner: reader.owner, call)
      return [bridge.lua(registered)]
    }
  }
}
