import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

/// The Lua half of the runner, loaded next to an application's scripts.
struct SpecLibrary {
  struct Functions {
    let begin: LuaFunction
    let step: LuaFunction
    let giveUp: LuaFunction
    let skip: LuaFunction
    let finish: LuaFunction
  }

  let current: SpecCurrentFile
  let driver: SpecDriver
  let runner: SpecRunner
  let files: SpecFiles
  let time: RehearsalTime
  let lines: SpecLines
  let opens: SpecOpens
  let plan: SpecPlan
  let nativeSearchPath: [String]

  var file: String { current.file }

  /// Whether specs have only the globals of Lua and busted: without an application and without the
  /// sandbox.
  private var isPlain: Bool { runner.isUnsafe && driver.folder == nil }

  /// Loads the library.
  ///
  /// - Throws: An error in the library, or `memory_limit`.
  func load() throws(LuaError) -> Functions {
    let state = driver.state
    let environment = try state.makeEnvironment()
    try state.openNativeFunctions(in: environment)
    let main = try Self.chunk("main", state, environment)
    let suite = try state.call(main, [.table(try host(environment))]).first?.table ?? LuaTable()
    guard let begin = suite["begin"].function, let step = suite["step"].function,
      let giveUp = suite["give_up"].function, let skip = suite["skip"].function,
      let finish = suite["finish"].function
    else { throw LuaError(.hostError, "the test library is incomplete") }
    return Functions(begin: begin, step: step, giveUp: giveUp, skip: skip, finish: finish)
  }

  private static func chunk(
    _ name: String,
    _ state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction {
    let chunk = try CompiledTexts.loadLibrary(
      "testing/\(name).lua",
      name: "//moonroute/testing/\(name).lua",
      in: state,
      environment
    )
    guard let chunk else {
      throw LuaError(.hostError, "the test library has no '\(name)'")
    }
    return chunk
  }

  /// The functions for the library; see `scripts/testing/main.lua`.
  private func host(_ environment: LuaEnvironment) throws(LuaError) -> LuaTable {
    let state = driver.state
    var host = LuaTable()
    host["globals"] = .reference(driver.globals.reference)
    host["loaded"] = .reference(driver.loadedModules)
    host["path"] = .string(files.searchPath.joined(separator: ";"))
    host["cpath"] = .string(nativeSearchPath.joined(separator: ";"))
    host["folder"] = .string(SpecFiles.folder)
    host["chunk"] = .function(
      try state.makeFunction("chunk") { call in
        [.function(try Self.chunk(try call.string(0), call.state, environment))]
      }
    )
    host["snapshot"] = .function(
      try state.makeFunction("matches_snapshot") { [current] call in
        let (name, text) = (try call.string(0), try call.string(1))
        do throws(SpecSnapshots.Problem) {
          return [try current.snapshots.compare(name, text).map(LuaValue.string) ?? .nil]
        } catch {
          return [.nil, .string("\(error)")]
        }
      }
    )
    try addPlan(to: &host)
    try addTime(to: &host)
    if !isPlain {
      try addApplication(to: &host)
      try addAccess(to: &host)
      try addRules(to: &host)
    }
    try addFiles(to: &host)
    return host
  }

  /// Adds the functions of the plan: `plan(block, name, line, is_test, file)` returns the number of
  /// an element.
  ///
  /// `unplan(number [, reason])` records that the element needs no result, or why it gets none.
  private func addPlan(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    host["plan"] = .function(
      try state.makeFunction("plan") { [plan] call in
        let number = plan.add(
          to: Int(clamping: try call.integer(0)),
          Self.text(call[1]),
          Self.text(call[4]),
          Int(clamping: try call.integer(2)),
          isTest: try call.boolean(3)
        )
        return [.integer(Int64(number))]
      }
    )
    host["unplan"] = .function(
      try state.makeFunction("unplan") { [plan] call in
        let number = Int(clamping: try call.integer(0))
        if call.isAbsent(1) { plan.settle(number) } else { plan.lose(number, Self.text(call[1])) }
        return []
      }
    )
  }

  private static func text(_ value: LuaValue) -> String {
    String(decoding: value.utf8 ?? [], as: UTF8.self)
  }

  private func addTime(to host: inout LuaTable) throws(LuaError) {
    let state = driver.state
    let clock = ContinuousClock()
    let start = clock.now
    host["time"] = .function(
      try state.makeFunction("time") { _ in [.number(start.duration(to: clock.now).seconds)] }
    )
    guard !isPlain else {
      host["sleep"] = .function(
        try driver.makeSuspending("sleep", endsByItself: true) { call in
          let duration = try Self.duration(call)
          return {
            try await time.clock.sleep(for: duration)
            return []
          }
        }
      )
      return try addLimit(to: &host)
    }
    host["now"] = .function(
      try state.makeFunction("clock.now") { _ in [.number(time.clock.now.offset.seconds)] }
    )
    host["advance"] = .function(
      try driver.makeSuspending("clock.advance") { call in
        let duration = try Self.duration(call)
        return {
          await time.clock.advance(by: duration)
          return []
        }
      }
    )
    try addLimit(to: &host)
  }

  private func addLimit(to host: inout LuaTable) throws(LuaError) {
    host["limit"] = .function(
      try driver.state.makeFunction("timeout") { call in
        time.limit(try call.isAbsent(0) ? nil : Self.duration(call))
        return []
      }
    )
  }

  private static func duration(_ call: LuaCall) throws(LuaError) -> Duration {
    let seconds = try call.number(0)
    guard seconds >= 0, seconds <= 3.2e9 else {
      throw call.argumentError(0, "a number of seconds of at least 0 expected")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}
