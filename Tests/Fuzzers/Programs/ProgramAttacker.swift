import LuaRuntime
import TextTools

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs generated programs with limits from the smallest up.
///
/// Each program ends within its time and memory limits, and leaves its state usable for other
/// programs.
///
/// The first part of a case is `limits BYTES MILLISECONDS`. Each other part is a statement.
struct ProgramAttacker: Attacker {
  static let name = "programs"
  static let round = 1_500

  /// The processor time, in milliseconds, that a program may take beyond its limit, with the
  /// sanitizer and with its waits.
  private static let slack = 700.0

  /// The results of another program in the same state, before and after.
  private static let look = """
    local t = {} for i = 1, 9 do t[i] = ('x'):rep(i) end
    return table.concat(t, ','), getmetatable(''), ('%d'):format(7), secret, rawlen(_G)
    """

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    var generator = ScriptGenerator(seed: random.next())
    let bytes = random.chance(70) ? 300_000 + 16_384 * random.next(below: 64) : 4 << 20
    return AttackCase(
      ["limits \(bytes) \(random.pick([1, 2, 3, 5, 10, 40]))"] + generator.statements()
    )
  }

  func problem(of attack: AttackCase) throws -> String? {
    let words = (attack.parts.first ?? "").split(separator: " ")
    var limits = LuaLimits(memoryBytes: 4 << 20, computingTime: .milliseconds(5))
    limits.reserveBytes = 256 << 10
    var statements = attack.parts[...]
    if words.count == 3, words[0] == "limits" {
      limits.memoryBytes = Int(words[1]) ?? limits.memoryBytes
      limits.computingTime = .milliseconds(Int(words[2]) ?? 5)
      statements = statements.dropFirst()
    }
    // The smallest limits may leave no room for a state.
    guard let program = try? Program(limits: limits, look: Self.look) else { return nil }
    let before = program.answer()
    let start = Self.threadTime
    program.run("local a, b, c = ... " + statements.joined(separator: "\n"))
    let time = Self.threadTime - start
    if time > limits.computingTime / .milliseconds(1) + Self.slack { return "time: \(time) ms" }
    if program.state.isPoisoned { return "poisoned: the state" }
    let most = limits.memoryBytes + limits.reserveBytes
    if program.state.memoryPeak > most { return "memory: \(program.state.memoryPeak) bytes" }
    if let problem = program.problem { return problem }
    program.state.collect()
    let after = program.answer()
    // The values of a program may leave no room, which affects only the program itself.
    return after == before || after.hasPrefix("memory_limit")
      ? nil : "others: answered \(after) instead of \(before)"
  }

  /// The processor time of this thread in milliseconds.
  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// A state with host functions and two programs.
private final class Program {
  let state: LuaState
  private let environment: LuaEnvironment
  private let look: LuaFunction
  /// The first forbidden value that a host function saw.
  private(set) var problem: String?

  init(limits: LuaLimits, look: String) throws {
    state = try LuaState(limits: limits, label: "the attacked state")
    environment = try state.makeEnvironment()
    let other = try state.makeEnvironment()
    try other.set("secret", to: "of another program")
    self.look = try state.load(look, name: "other.lua", environment: other)
    try define()
  }

  /// The result of the other program, which has enough time on any machine.
  func answer() -> String {
    do {
      let values = try state.computing(for: .seconds(10)) { () throws(LuaError) in
        try state.call(look)
      }
      return values.map { "\($0)" }.joined(separator: ", ")
    } catch {
      return "\(error.code.rawValue): \(error)"
    }
  }

  /// Runs a program, resuming some of its waits and abandoning others.
  func run(_ source: String) {
    guard let function = try? state.load(source, name: "case.lua", environment: environment) else {
      return
    }
    var step = state.start(function, [.integer(1), "text", .table(LuaTable())])
    var waits = 0
    while case .suspended(let task) = step, waits < 20 {
      waits += 1
      _ = try? state.call(of: task).caller()
      step =
        switch waits % 5 {
        case 0: state.resume(task, throwing: LuaError("odd", "no"))
        case 1: state.resumeAtOnce(task, throwing: LuaError("odd", "no"))
        case 2: state.resume(task)
        default: state.resume(task, with: .values([.integer(Int64(waits))]))
        }
    }
    if case .finished(let values) = step { see(values) }
  }

  /// Records values that belong to another program.
  private func see(_ values: [LuaValue]) {
    if values.contains(where: { "\($0)".contains("of another program") }) {
      problem = "leak: a value of another program crossed"
    }
  }

  private func define(
    _ name: String,
    suspends: LuaSuspends = .never,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) throws {
    try environment.set(name, to: .function(state.makeAnswering(name, suspends: suspends, body)))
  }

  private func define() throws {
    var definition = LuaClassDefinition<Int>("Thing", fieldNames: ["x"])
    definition.get = { _, _ in 1 }
    definition.join = { _, _ in "joined" }
    definition.close = { _, _ in }
    let type = try state.makeClass(definition)
    try define("await", suspends: .sometimes) { call in
      call.canSuspend ? .suspend(.nothing) : .values([0])
    }
    try environment.set(
      "pause",
      to: .function(state.makeSuspending("pause", for: SuspendingCall { _ in .nothing }))
    )
    try define("take") { [weak self] call in
      self?.see(call.arguments)
      return .values(call.arguments)
    }
    try define("run") { call in
      .call(try call.function(0), Array(call.arguments.dropFirst()))
    }
    try define("refuse") { _ in throw LuaError("refused", "no") }
    try define("make") { _ in .values([.object(LuaObject(1, type: type))]) }
    try state.onPrint { _, _ in }
  }
}
