import BenchmarkBaselines
import LuaRuntime
import RoutePatterns

/// A whole link: parsed, matched, passed by a script's guard and answered by a script's handler.
enum LinkSubject {
  static let subject = BenchmarkSubject(
    name: "link",
    cases: [("link/parse-match-guard-handler/142", { try make() })]
  )

  private static let source = "function(state) return state.params.owner == 'moon' end"
  private static let path = "/repos/moon/route/events"

  private static func make() throws -> BenchmarkCase {
    let baseline = try LinkBaseline(source)
    let probe = try LinkProbe(source)
    guard baseline.open(path, 1) == 2, probe.open(path, 1) == 2 else {
      throw BenchmarkError.wrongAnswer(path: path)
    }
    return BenchmarkCase(
      name: "link/parse-match-guard-handler/142",
      unitCount: 100,
      peers: [
        .init(name: "C, a lookup and two calls") { baseline.open(path, 100) },
        .init(name: "Location, RouteTable, LuaRuntime", goal: 1.4) { probe.open(path, 100) },
      ]
    )
  }
}

/// The same in C, without parsing the path.
final class LinkBaseline {
  private let table: RouteBaseline
  private let script: OpaquePointer

  init(_ source: String) throws {
    table = try RouteBaseline(GitHubRoutes.templates)
    guard let made = baseline_makeguard("return " + source, "owner", "repo") else {
      throw BenchmarkError.noMemory
    }
    script = made
  }

  deinit { baseline_freeguard(script) }

  func open(_ path: String, _ count: Int) -> Int {
    var path = path
    return path.withUTF8 { path in
      (0..<count).reduce(0) { sum, _ in sum + table.ask(script, path, times: 2) }
    }
  }
}

/// Parses a location, converts its match to a record, and passes the record to two functions.
private struct LinkProbe {
  private let table: RouteTable
  private let state: LuaState
  private let function: LuaFunction
  private let shape: LuaRecordShape
  private let record: LuaRecord

  init(_ source: String) throws {
    table = RouteTable(try GitHubRoutes.templates.map { .init(pattern: try RoutePattern($0)) })
    state = try LuaState()
    let chunk = try state.load(
      "return " + source,
      name: "guard.lua",
      environment: try state.makeEnvironment()
    )
    guard let function = try state.call(chunk).first?.function else {
      throw BenchmarkError.noMemory
    }
    self.function = function
    shape = try state.makeRecordShape(
      LuaRecordDefinition(
        "state",
        parameters: [LuaRecordParameter("owner"), LuaRecordParameter("repo")]
      )
    )
    record = LuaRecord(in: state)
  }

  func open(_ path: String, _ count: Int) -> Int {
    var passed = 0
    for _ in 0..<count {
      guard let location = Location(path), let match = table.match(location) else { return -1 }
      match.withUnsafeCaptures { path, separator, captures in
        record.begin(
          shape,
          text: UnsafeRawBufferPointer(path),
          ranges: UnsafeRawBufferPointer(captures),
          separator: separator
        )
      }
      for _ in 0..<2 {
        if case .answered(.yes) = state.decide(function, record) { passed += 1 }
      }
      record.end()
    }
    return passed
  }
}
