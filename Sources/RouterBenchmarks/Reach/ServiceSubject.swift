#if LinkService
import Foundation

/// `moonroute host` with an application of 1,000 routes, compared with a server that echoes.
enum ServiceSubject {
  private static let batchLines = 1_000

  static func subject(_ moonroute: String) -> BenchmarkSubject {
    BenchmarkSubject(
      name: "host",
      figures: { _ in try BenchmarkFolder.with { try figures(moonroute, $0) } }
    )
  }

  private static func figures(
    _ moonroute: String,
    _ folder: BenchmarkFolder
  ) throws -> [BenchmarkFigure] {
    for (name, text) in ScriptSamples.linked(modules: 50) {
      try folder.write(text, to: "app/\(name)")
    }
    let links = (0..<batchLines).map { "/module\($0 % 50)/route\($0 % 20)/\($0)" }
    let calls = links.map { #"{"location":"\#($0)"}"# }
    let list = try folder.write(
      String(repeating: links.joined(separator: "\n") + "\n", count: 100),
      to: "links.txt"
    )
    let echo = try MeasuredServer([CommandLine.arguments[0], "--echo"])
    defer { echo.end() }
    let host = try MeasuredServer([moonroute, "host", folder.path("app"), "--port", "0", "--json"])
    defer { host.end() }
    let floor = try microseconds(echo, calls, "/v1/match")
    let match = try microseconds(host, calls, "/v1/match")
    let resolve = try microseconds(host, calls, "/v1/resolve")
    let batch = [request("/v1/resolve", calls.joined(separator: "\n"), "application/x-ndjson")]
    let batches = try host.answer(batch, rounds: 25)
    let perSecond =
      Double(MeasuredServer.count(batch, rounds: 25) * batchLines) / batches.passed
    let audit = try ProgramRun.times(3, [moonroute, "audit", folder.path("app"), list], in: folder)
    return [
      .init(name: "host/echo, processor time of a request", value: floor, unit: "µs"),
      .init(name: "host/match, processor time of a request", value: match, unit: "µs"),
      .init(name: "host/match over echo", value: match / floor, unit: "×", goal: 1.5),
      .init(name: "host/resolve, processor time of a request", value: resolve, unit: "µs"),
      .init(name: "host/resolve over echo", value: resolve / floor, unit: "×", goal: 2.5),
      .init(name: "host/resolve in batches of 1,000", value: perSecond, unit: "links/s"),
      .init(
        name: "host/audit of 100,000 links over resolving them in batches",
        value: audit.fastest / 100_000 * perSecond,
        unit: "×"
      ),
    ]
  }

  private static func microseconds(
    _ server: MeasuredServer,
    _ calls: [String],
    _ path: String
  ) throws -> Double {
    let requests = calls.map { request(path, $0, "application/json") }
    let time = try server.answer(requests, rounds: 5).processor
    return time * 1e6 / Double(MeasuredServer.count(requests, rounds: 5))
  }

  private static func request(_ path: String, _ body: String, _ type: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
#endif
