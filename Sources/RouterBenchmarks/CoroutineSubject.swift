import BenchmarkBaselines
import LuaRuntime

/// A guard that waits and continues, compared with a reused coroutine in C.
enum CoroutineSubject {
  static let subject = BenchmarkSubject(
    name: "wait",
    cases: [
      ("wait/guard/1", { try make() }), ("wait/guards-of-50-ms/1000", { try makeOpens() }),
    ]
  )

  private static func make() throws -> BenchmarkCase {
    let baseline = try CoroutineBaseline()
    let probe = try CoroutineProbe()
    guard baseline.wait(1) == 1, probe.wait(1) == 1, probe.waitAsked(1) == 1 else {
      throw BenchmarkError.wrongAnswer(path: "wait")
    }
    return BenchmarkCase(
      name: "wait/guard/1",
      unitCount: 100,
      peers: [
        .init(name: "C, a coroutine that is kept") { baseline.wait(100) },
        .init(name: "suspended and resumed, LuaRuntime", goal: 1.5) { probe.wait(100) },
        .init(name: "the same, asked what it waits for") { probe.waitAsked(100) },
      ]
    )
  }
}

private final class CoroutineBaseline {
  private let coroutine: OpaquePointer

  init() throws {
    guard let coroutine = baseline_makecoroutine() else { throw BenchmarkError.noMemory }
    self.coroutine = coroutine
  }

  deinit { baseline_freecoroutine(coroutine) }

  func wait(_ count: Int) -> Int {
    (0..<count).reduce(0) { sum, _ in sum &+ Int(baseline_suspend(coroutine)) }
  }
}

private struct CoroutineProbe {
  private let state: LuaState
  private let function: LuaFunction
  private let suspendingCall = SuspendingCall { _ in .nothing }

  init() throws {
    state = try LuaState()
    let environment = try state.makeEnvironment()
    let wait = try state.makeSuspending("wait", for: suspendingCall)
    try environment.set("wait", to: .function(wait))
    let chunk = try state.load(
      "return function() wait() end",
      name: "guard.lua",
      environment: environment
    )
    guard let function = try state.call(chunk).first?.function else {
      throw BenchmarkError.wrongAnswer(path: "wait")
    }
    self.function = function
  }

  func wait(_ count: Int) -> Int {
    var passed = 0
    for _ in 0..<count {
      guard case .suspended(let task) = state.decide(function) else { continue }
      if case .finished(let values) = state.resume(task), values.isEmpty { passed += 1 }
    }
    return passed
  }

  /// Like a host with several functions, it determines the function and its arguments.
  func waitAsked(_ count: Int) -> Int {
    var passed = 0
    for _ in 0..<count {
      guard case .suspended(let task) = state.decide(function),
        task.suspendingCall === suspendingCall, task.arguments.isEmpty,
        case .finished(let values) = state.resume(task), values.isEmpty
      else { continue }
      passed += 1
    }
    return passed
  }
}
