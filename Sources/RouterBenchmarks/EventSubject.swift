import BenchmarkBaselines
import Moonroute
import RoutePatterns
import ScriptHost

/// An event for one script handler, compared with a look-up, a userdata and a call in C.
enum EventSubject {
  static let subject = BenchmarkSubject(
    name: "emit",
    cases: [
      named("emit/reads-nothing/100", "function(event) return true end"),
      named(
        "emit/reads-one-parameter/100",
        "function(event) return event.params.at == '7' end"
      ),
    ]
  )

  private static let patterns = (0..<100).map { "/module\($0)/seek/:at/of/:track" }
  private static let path = "/module42/seek/7/of/12"

  private static func named(
    _ name: String,
    _ handler: String
  ) -> (name: String, make: @Sendable () throws -> BenchmarkCase) {
    (name, { try make(name, handler) })
  }

  private static func make(_ name: String, _ handler: String) throws -> BenchmarkCase {
    let baseline = try EventBaseline(patterns, handler)
    let probe = try EventProbe(patterns, handler, path)
    guard baseline.emit(path, times: 1) == 1, try probe.heard(path) == 1 else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return BenchmarkCase(
      name: name,
      unitCount: 100,
      peers: [
        .init(name: "C, lookup, userdata, lua_pcall") { baseline.emit(path, times: 100) },
        .init(name: "emit(location)", goal: 3) { probe.emit(probe.location, times: 100) },
        .init(name: "emit(text)") { probe.emit(path, times: 100) },
      ]
    )
  }
}

private final class EventBaseline {
  private let table: RouteBaseline
  private let handler: OpaquePointer

  init(_ patterns: [String], _ handler: String) throws {
    table = try RouteBaseline(patterns)
    guard let made = baseline_makeguard("return " + handler, "at", "track") else {
      throw BenchmarkError.noMemory
    }
    self.handler = made
  }

  deinit { baseline_freeguard(handler) }

  /// Emits the event `times` times, and returns how often the handler returned true.
  func emit(_ path: String, times: Int) -> Int {
    var path = path
    return path.withUTF8 { path in
      guard let bytes = path.baseAddress else { return 0 }
      return (0..<times)
        .reduce(0) { sum, _ in sum &+ Int(baseline_emit(table.table, handler, bytes, path.count)) }
    }
  }
}

/// An application with a script that listens to every pattern.
private struct EventProbe {
  let location: Location
  private let application: LinkRouter

  init(_ patterns: [String], _ handler: String, _ path: String) throws {
    location = try Location(parsing: path)
    let script = patterns.map { "events.on(\"\($0)\", \(handler))\n" }.joined()
    application = try LinkRouter(isolation: MainActor.shared)
    let host = try ScriptHost(.texts(["main.lua": script]), in: application)
    _ = try application.assumeIsolated { application in try host.load(in: application) }
  }

  func heard(_ path: String) throws -> Int {
    try application.assumeIsolated { try $0.events.emit(path) }
  }

  /// Emits events at a location, and returns the number of handler calls.
  func emit(_ location: Location, times: Int) -> Int {
    application.assumeIsolated { application in
      let events = application.events
      return (0..<times).reduce(0) { sum, _ in sum &+ ((try? events.emit(location)) ?? 0) }
    }
  }

  func emit(_ path: String, times: Int) -> Int {
    application.assumeIsolated { application in
      let events = application.events
      return (0..<times).reduce(0) { sum, _ in sum &+ ((try? events.emit(path)) ?? 0) }
    }
  }
}
