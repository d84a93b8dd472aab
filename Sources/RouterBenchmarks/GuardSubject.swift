import BenchmarkBaselines
import LuaRuntime
import Moonroute
import RoutePatterns
import ScriptHost

/// A script's guard, called as in an open, compared with the same guard called from C.
enum GuardSubject {
  static let subject = BenchmarkSubject(
    name: "guard",
    cases: [
      ("guard/reads-nothing/1", makeReadingNothing),
      ("guard/reads-one-parameter/1", { try make("guard/reads-one-parameter/1", times: 1) }),
      ("guard/reads-one-parameter/4", { try make("guard/reads-one-parameter/4", times: 4) }),
      ("guard/limits/1", { try makeLimited("guard/limits/1", reading) }),
      ("guard/limits-loop/1", { try makeLimited("guard/limits-loop/1", looping) }),
    ]
  )

  static let path = "/users/42/posts/7"
  static let reading = "function(state) return state.params.id == '42' end"

  private static let looping =
    "function(state) local n = 0 for i = 1, 100 do n = n + i end return state.params.id == '42' end"

  /// The cost of the time and memory limits: without limits, with them, and with a count hook.
  private static func makeLimited(_ name: String, _ source: String) throws -> BenchmarkCase {
    let free = try StateProbe(source, path: path, times: 1, limits: .unlimited)
    let limited = try StateProbe(source, path: path, times: 1)
    LuaState.denyWatchdog(true)
    defer { LuaState.denyWatchdog(false) }
    let counted = try StateProbe(source, path: path, times: 1)
    return BenchmarkCase(
      name: name,
      unitCount: 100,
      peers: [
        .init(name: "without limits") { free.ask(100) },
        .init(name: "with limits", goal: 1.1) { limited.ask(100) },
        .init(name: "with limits, by a count hook") { counted.ask(100) },
      ]
    )
  }

  private static func makeReadingNothing() throws -> BenchmarkCase {
    let baseline = try GuardBaseline("function() end")
    let state = try StateProbe("function() end", path: path, times: 1)
    let host = try HostProbe("function() end", path: path, times: 1)
    return BenchmarkCase(
      name: "guard/reads-nothing/1",
      unitCount: 100,
      peers: [
        .init(name: "C, lua_pcall of an empty function") {
          for _ in 0..<100 { baseline_callempty(baseline.guard) }
          return 100
        },
        .init(name: "a decision, LuaRuntime", goal: 1.4) { state.ask(100) },
        .init(name: "a decision, ScriptHost, its state included") { host.ask(100) },
      ]
    )
  }

  private static func make(_ name: String, times: Int) throws -> BenchmarkCase {
    let baseline = try GuardBaseline(reading)
    let state = try StateProbe(reading, path: path, times: times)
    let host = try HostProbe(reading, path: path, times: times)
    guard baseline.ask(path, times: times) == times, state.ask(1) == times, host.ask(1) == times
    else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return BenchmarkCase(
      name: name,
      unitCount: 100,
      peers: [
        .init(name: "C, a new userdata each open") {
          (0..<100).reduce(0) { sum, _ in sum &+ baseline.ask(path, times: times) }
        },
        .init(name: "a record and decisions, LuaRuntime", goal: 1.25) { state.ask(100) },
        .init(name: "a state and decisions, ScriptHost") { host.ask(100) },
      ]
    )
  }
}

private final class GuardBaseline {
  let `guard`: OpaquePointer

  init(_ source: String) throws {
    guard let made = baseline_makeguard("return " + source, "id", "post") else {
      throw BenchmarkError.noMemory
    }
    `guard` = made
  }

  deinit { baseline_freeguard(`guard`) }

  func ask(_ path: String, times: Int) -> Int {
    var path = path
    let captures = [baseline_Capture(start: 7, end: 9), baseline_Capture(start: 16, end: 17)]
    return path.withUTF8 { path in
      guard let bytes = path.baseAddress else { return 0 }
      return Int(baseline_askguard(`guard`, bytes, path.count, captures, Int32(times)))
    }
  }
}

/// The guard, called through LuaRuntime: one record for each open.
struct StateProbe {
  private let state: LuaState
  private let function: LuaFunction
  private let record: LuaRecord
  private let shape: LuaRecordShape
  private let path: [UInt8]
  private let times: Int
  private let environment: LuaEnvironment

  init(
    _ source: String,
    path: String,
    times: Int,
    limits: LuaLimits = LuaLimits()
  ) throws {
    state = try LuaState(limits: limits)
    environment = try state.makeEnvironment()
    let chunk = try state.load(
      "return " + source,
      name: "guard.lua",
      environment: environment
    )
    guard let function = try state.call(chunk).first?.function else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    self.function = function
    shape = try state.makeRecordShape(
      LuaRecordDefinition(
        "state",
        parameters: [LuaRecordParameter("id"), LuaRecordParameter("post")]
      )
    )
    record = LuaRecord(in: state)
    self.path = Array(path.utf8)
    self.times = times
  }

  func attachDebugger() throws { _ = try state.attachDebugger(environment) { _ in .on } }

  func detachDebugger() { state.detachDebugger() }

  func setBreakpoint(in file: String) { state.setBreakpoints([1], in: file) }

  /// Calls a guard without parameters without a record, as the host does.
  func ask(_ openCount: Int) -> Int {
    guard function.parameterCount != 0 else {
      for _ in 0..<openCount * times { _ = state.decide(function) }
      return openCount * times
    }
    let ranges: [UInt32] = [7, 9, 16, 17]
    var passed = 0
    path.withUnsafeBytes { path in
      ranges.withUnsafeBytes { ranges in
        for _ in 0..<openCount {
          record.begin(shape, text: path, ranges: ranges)
          for _ in 0..<times {
            if case .answered(.yes) = state.decide(function, record) { passed += 1 }
          }
        }
      }
    }
    record.end()
    return passed
  }
}

/// The guard of an application, called as in an open: one state for each open.
private struct HostProbe {
  private let application: LinkRouter
  private let path: String
  private let times: Int

  init(_ source: String, path: String, times: Int) throws {
    let script = """
      router.route {
        name = "post", path = "/users/:id/posts/:post", view = "Post", redirect = \(source),
      }
      """
    application = try LinkRouter(isolation: MainActor.shared)
    let host = try ScriptHost(.texts(["main.lua": script]), in: application)
    _ = try application.assumeIsolated { application in try host.load(in: application) }
    self.path = path
    self.times = times
  }

  func ask(_ openCount: Int) -> Int {
    application.assumeIsolated { application in
      let rules = application.router.rules
      let index = rules.directory.index
      guard let location = Location(path), let match = index.table.match(location),
        case .decided(let handler, _)? = rules.redirects(of: index.route(of: match)).first,
        case .eventual(let ask) = handler.body
      else { return 0 }
      var passed = 0
      for _ in 0..<openCount {
        let state = RouteState(
          of: index.route(of: match),
          match: match,
          location: location,
          extra: .null,
          redirectedFrom: nil,
          source: nil
        )
        for _ in 0..<times {
          if case .now(let answer)? = try? ask(state), case .proceed = answer.kind { passed += 1 }
        }
      }
      return passed
    }
  }
}
