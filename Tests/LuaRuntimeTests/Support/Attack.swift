import LuaRuntime
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A script that tries to hang its host, to exhaust it, or to outlive its end.
struct Attack {
  /// The name in the reference.
  let name: String
  /// The possible errors: more than one if it depends on the limit that is reached first.
  let ends: [LuaErrorCode]
  let source: String

  /// Uses one of the hostile scripts.
  init(_ script: HostileScript) {
    name = script.name
    ends = script.ends.map { LuaErrorCode(rawValue: $0.rawValue) }
    source = script.source
  }

  /// The scripts that compute endlessly.
  static var onTime: [Attack] { HostileScript.onTime.map(Attack.init) }

  /// The limits for a script that must reach its own end, or its memory limit.
  static let limits = LuaLimits(memoryBytes: 32 << 20, computingTime: .milliseconds(250))

  /// The limits for a script that must be stopped, at any point.
  static let shortLimits = LuaLimits(
    memoryBytes: 32 << 20,
    computingTime: .milliseconds(TestScale.stoppedMilliseconds)
  )

  /// The processor time, in milliseconds, that a stopped script may take beyond its limit.
  ///
  /// An unoptimised build takes 20 to 100 ms to release millions of values. The limit is far higher
  /// because the processor time of a shared machine is noisy. A script that is not stopped takes
  /// seconds.
  static var slack: Double { isSanitized ? 4_000 : 2_000 }

  /// The processor time, in milliseconds, after which a script with these limits must have ended.
  static func allowance(_ limits: LuaLimits) -> Double {
    limits.computingTime / .milliseconds(1) + slack
  }

  /// The processor time of this thread in milliseconds.
  static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static var isSanitized: Bool {
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") != nil
  }

  /// Runs the script in a new state.
  ///
  /// A slow attack is repeated up to twice: on a virtual machine, the time of a thread includes
  /// time taken by other machines.
  ///
  /// - Returns: The problem, or `nil`.
  func problem() throws -> String? {
    let limits = ends.first == .timeout ? Self.shortLimits : Self.limits
    for _ in 0..<2 {
      let (time, problem) = try run(limits: limits)
      if time <= Self.allowance(limits) { return problem }
    }
    let (time, problem) = try run(limits: limits)
    return time <= Self.allowance(limits) ? problem : "took \(time) ms"
  }

  private func run(limits: LuaLimits) throws -> (time: Double, problem: String?) {
    let script = try Script(limits: limits)
    try script.define("take") { _ in .values([]) }
    try script.define("refuse") { _ in throw LuaError("refused", "no") }
    try script.state.onPrint { _, _ in }
    let start = Self.threadTime
    let error = script.failure(source)
    let time = Self.threadTime - start
    let peak = script.state.memoryPeak
    guard let error else { return (time, "ended without an error") }
    if !ends.contains(error.code) { return (time, "ended as \(error.code.rawValue): \(error)") }
    if peak > limits.memoryBytes { return (time, "held \(peak) bytes") }
    script.state.collect()
    let after = display(try script.run("local t = {} for i = 1, 9 do t[i] = i end return #t"))
    return (time, after == "9" ? nil : "afterwards answered \(after)")
  }
}
