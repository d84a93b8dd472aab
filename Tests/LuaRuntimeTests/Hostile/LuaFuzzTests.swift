import LuaRuntime
import TestSupport
import Testing

/// Runs generated scripts; each must end in time, and leave the state usable.
///
/// For more scripts than a soak tries, set `MOONROUTE_SOAK` to a factor, as in
/// `MOONROUTE_SOAK=1000 swift test --filter LuaFuzz`; to repeat a run, set `MOONROUTE_SEED` to the
/// seed that a failure tells.
struct LuaFuzzTests {
  private static let scriptsPerState = 25
  private static let limits = LuaLimits(
    memoryBytes: 4 << 20,
    computingTime: .milliseconds(5)
  )

  @Test func `no script brings its state down`() throws {
    let seed = TestScale.seed
    var generator = ScriptGenerator(seed: seed)
    for round in 0..<TestScale.fuzzedStates {
      guard try check(&generator, round, seed: seed) else { return }
    }
  }

  /// Runs some scripts in one state, and answers whether all was well.
  private func check(_ generator: inout ScriptGenerator, _ round: Int, seed: UInt64) throws -> Bool
  {
    let script = try Script(limits: Self.limits)
    try define(in: script)
    let other = try script.state.makeEnvironment()
    let look = try script.state.load(
      "local t = {} for i = 1, 9 do t[i] = ('x'):rep(i) end "
        + "return #table.concat(t, ','), getmetatable(''), ('%d'):format(7)",
      name: "other.lua",
      environment: other
    )
    for number in 0..<Self.scriptsPerState {
      let source = generator.script()
      guard let problem = try problem(script, source, look) else { continue }
      Issue.record("seed \(seed), script \(number) of round \(round): \(problem)\n\(source)")
      return false
    }
    return true
  }

  private func problem(_ script: Script, _ source: String, _ look: LuaFunction) throws -> String? {
    let start = Attack.threadTime
    run(script, source)
    let time = Attack.threadTime - start
    if time > 250 + Attack.allowance(Self.limits) { return "took \(time) ms" }
    if script.state.isPoisoned { return "is poisoned" }
    if script.state.memoryPeak > Self.limits.memoryBytes + Self.limits.reserveBytes {
      return "held \(script.state.memoryPeak) bytes"
    }
    script.state.collect()
    let after = display(try script.state.call(look))
    return after == "53 false \"7\"" ? nil : "afterwards answered \(after)"
  }

  /// Runs a script, answering some waits and leaving others.
  private func run(_ script: Script, _ source: String) {
    guard let function = try? script.load(source) else { return }
    var step = script.state.start(function, [.integer(1), "text", .table(LuaTable())])
    var waits = 0
    while case .suspended(let task) = step, waits < 20 {
      waits += 1
      _ = try? script.state.call(of: task).caller()
      step =
        switch waits % 5 {
        case 0: script.state.resume(task, throwing: LuaError("odd", "no"))
        case 1: script.state.resumeAtOnce(task, throwing: LuaError("odd", "no"))
        case 2: script.state.resume(task)
        default: script.state.resume(task, with: .values([.integer(Int64(waits))]))
        }
    }
  }

  private func define(in script: Script) throws {
    var definition = LuaClassDefinition<Int>("Thing", fieldNames: ["x"])
    definition.get = { _, _ in 1 }
    definition.join = { _, _ in "joined" }
    definition.close = { _ in }
    let type = try script.state.makeClass(definition)
    try script.define("await", suspends: .sometimes) { call in
      call.canSuspend ? .suspend(.nothing) : .values([0])
    }
    let pause = try script.state.makeSuspending("pause", for: .named("pause"))
    try script.environment.set("pause", to: .function(pause))
    try script.define("take") { call in .values(call.arguments) }
    try script.define("run") { call in
      .call(try call.function(0), Array(call.arguments.dropFirst()))
    }
    try script.define("refuse") { _ in throw LuaError("refused", "no") }
    try script.define("make") { _ in .values([.object(LuaObject(1, type: type))]) }
    try script.state.onPrint { _, _ in }
  }
}
