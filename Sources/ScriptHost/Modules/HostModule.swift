import LuaRuntime
import Moonroute
import TextTools

/// `host`: the program's functions and objects, by name.
struct HostModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let stubs: HostStubs
  let offers: HostOffers
  let tables: ProgramTables
  let replies: RepliesModule

  /// The global; `run` runs a file of the library with arguments.
  func object(
    _ watch: HostWatch,
    _ run: (String, [LuaValue]) throws(LuaError) -> LuaValue
  ) throws(LuaError) -> LuaValue {
    let known = try offeredFunctions()
    let offered = try offered(known, watch, run)
    let names = offered.keys.sorted()
    var definition = LuaClassDefinition<HostObject>("host")
    definition.get = { _, field in
      if let function = stubs[field] ?? known[field] {
        return .function(try watch.watched(field, function))
      }
      if let value = offered[field] { return value }
      throw Self.unknown(field, among: names + stubs.names)
    }
    definition.describe = { _ in "host" }
    let type = try functions.state.makeClass(definition)
    return .object(LuaObject(HostObject(), type: type))
  }

  /// Everything behind the global, by name.
  private func offered(
    _ known: [String: LuaFunction],
    _ watch: HostWatch,
    _ run: (String, [LuaValue]) throws(LuaError) -> LuaValue
  ) throws(LuaError) -> [String: LuaValue] {
    var offered = known.mapValues(LuaValue.function)
    for (name, value) in offers.values { offered[name] = try tables.lua(value, "host.\(name)") }
    var module = ModuleTable("host", in: functions)
    try addCall(to: &module, known, watch)
    try addStub(to: &module)
    try replies.add(to: &module, run)
    for field in module.fields { offered[field.key.string ?? ""] = field.value }
    return offered
  }

  private func offeredFunctions() throws(LuaError) -> [String: LuaFunction] {
    var functions: [String: LuaFunction] = [:]
    for (name, offered) in offers.functions {
      functions[name] = try function(name, offered)
    }
    return functions
  }

  /// The object of the global, without data of its own.
  private struct HostObject {}

  private static func unknown(_ name: String, among names: [String]) -> LuaError {
    let hint = NearestNames.hint(for: name, among: names.sorted())
    return LuaError(
      "unknown_name",
      "The program does not offer '\(name)'.\(hint.isEmpty ? " Register it." : hint)"
    )
  }

  private func function(
    _ name: String,
    _ offered: Handler<[Value], Value>
  ) throws(LuaError) -> LuaFunction {
    let home = bridge.scope.router.home
    if let body = offered.body(at: home) {
      return try functions.state.makeFunction("host.\(name)") { call in
        do {
          return [try bridge.lua(try body(call.arguments.map { bridge.value($0) }))]
        } catch {
          throw LuaError.raisable(error)
        }
      }
    }
    let advice = home.flatMap { offered.reportHops(from: $0)?.advice(callsFrom: $0) }
    return try functions.makeSuspending("host.\(name)", endsByItself: true, advice: advice) {
      call in
      let arguments = call.arguments.map { bridge.value($0) }
      let clock = bridge.scope.router.clock
      return {
        let answer = try await Self.answer(by: clock) { try await offered.answer(arguments) }
        return [try bridge.lua(answer)]
      }
    }
  }

  /// Waits for a function of the program, but no longer than its script runs.
  ///
  /// A program's function that ignores cancellation therefore retains nothing of the scripts.
  private static func answer(
    by clock: RouterClock,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Value
  ) async throws -> Value {
    let continuation = OneShotContinuation<Value>()
    var work: Task<Void, Never>?
    defer { work?.cancel() }
    return try await continuation.wait {
      work = Task {
        _ = isolation
        do {
          try await clock.preferring { continuation.resume(returning: try await body()) }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// `host.call(name, …)`, for names that are not identifiers.
  private func addCall(
    to module: inout ModuleTable,
    _ functions: [String: LuaFunction],
    _ watch: HostWatch
  ) throws(LuaError) {
    try module.addAnswering(
      "call",
      "(name, ...) → values",
      "Calls a function of the program by a name that is not an identifier.",
      mayWait: true
    ) { call in
      let name = try call.string(0)
      guard let function = stubs[name] ?? functions[name] else {
        throw Self.unknown(name, among: Array(functions.keys) + stubs.names)
      }
      return .call(try watch.watched(name, function), Array(call.arguments.dropFirst()))
    }
  }

  /// `host.stub(name, fn)`, in `headless.lua` only.
  private func addStub(to module: inout ModuleTable) throws(LuaError) {
    try module.add(
      "stub",
      "(name, stand_in)",
      "Replaces a function of the program, only in headless.lua."
    ) { call in
      guard stubs.isOpen else {
        throw LuaError(
          "denied",
          "host.stub only works in headless.lua and in specs. Register the function."
        )
      }
      let (name, function) = (try call.string(0), try call.function(1))
      stubs.add(name, function)
      return []
    }
  }
}
