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
  /// The ways it may end; more than one where it depends on which limit is met first.
  let ends: [LuaErrorCode]
  let source: String

  /// Takes one of the scripts.
  init(_ script: HostileScript) {
    name = script.name
    ends = script.ends.map { LuaErrorCode(rawValue: $0.rawValue) }
    source = script.source
  }

  /// The scripts that compute without end.
  static var onTime: [Attack] { HostileScript.onTime.map(Attack.init) }

  /// The limits of a script that has to come as far as its own end, or to that of its memory.
  static let limits = LuaLimits(memoryBytes: 32 << 20, computingTime: .milliseconds(250))

  /// The limits of a script that has to be stopped, however early.
  static let shortLimits = LuaLimits(
    memoryBytes: 32 << 20,
    computingTime: .milliseconds(TestScale.stoppedMilliseconds)
  )

  /// The milliseconds of processor time that a stopped script may have taken beyond its limit.
  ///
  /// Far more than the 20 to 100 that an unoptimised build takes to let go of millions of values,
  /// since the time of a processor that others share is noisy; a script that is not stopped takes
  /// seconds.
  static var slack: Double { isSanitized ? 2_000 : 500 }

  /// The milliseconds of processor time after which a script with these limits must have ended.
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

  /// Runs it in a fresh state.
  ///
  /// A slow attack is run again, twice at most: on a virtual machine the time of a thread
  /// contains what other machines took from it.
  ///
  /// - Returns: What was wrong, or nil if the state held.
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
