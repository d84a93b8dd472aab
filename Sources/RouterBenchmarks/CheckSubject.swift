import LuaSyntax
import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// `moonroute check`: loading, the review of the routes, and every rule on the scripts.
enum CheckSubject {
  private static let small = "check/500 routes in 26 files"
  private static let large = "check/1000 routes in 51 files"

  static let subject = BenchmarkSubject(
    name: "check",
    cases: [
      (small, makeSmall), (large, makeLarge),
    ],
    figures: { times in
      guard let large = times[Self.large], large.count == 4 else { return [] }
      var figures = [
        figure("parse of \(kilobytes(modules: 50)) kB", large[0], goal: 25),
        figure("review of 1000 routes", large[1], goal: 20),
        figure("every rule over 1000 routes in 51 files", large[2]),
        figure("1000 routes in 51 files, from load to the last rule", large[3], goal: 100),
      ]
      if let small = times[Self.small], small.count == 4 {
        let growth = zip(large, small).map { $0 / $1 }
        figures += [
          BenchmarkFigure(
            name: "check/review of 1000 routes over 500",
            value: growth[1],
            unit: "×",
            goal: 2.5
          ),
          BenchmarkFigure(
            name: "check/rules over 1000 routes over 500",
            value: growth[2],
            unit: "×",
            goal: 2.5
          ),
        ]
      }
      return figures
    }
  )

  private static func figure(
    _ name: String,
    _ nanoseconds: Double,
    goal: Double? = nil
  ) -> BenchmarkFigure {
    BenchmarkFigure(name: "check/" + name, value: nanoseconds / 1e6, unit: "ms", goal: goal)
  }

  private static func kilobytes(modules: Int) -> Int {
    ScriptSamples.linked(modules: modules).values.reduce(0) { $0 + $1.utf8.count } / 1000
  }

  private static func makeSmall() throws -> BenchmarkCase { try makeChecks(small, modules: 25) }
  private static func makeLarge() throws -> BenchmarkCase { try makeChecks(large, modules: 50) }

  private static func makeChecks(_ name: String, modules: Int) throws -> BenchmarkCase {
    let files = ScriptSamples.linked(modules: modules)
    let texts = files.values.map { Array($0.utf8) }
    let checked = try CheckedScripts(files)
    guard checked.review() == 0, checked.rules() == 0 else { throw BenchmarkError.noMemory }
    return BenchmarkCase(
      name: name,
      unitCount: 1,
      peers: [
        .init(name: "parse") { texts.reduce(0) { $0 + LuaTree($1).problems.count } },
        .init(name: "review of the routes") { checked.review() },
        .init(name: "every rule") { checked.rules() },
        .init(name: "load, review, every rule") {
          (try? CheckedScripts(files)).map { $0.review() + $0.rules() } ?? -1
        },
      ]
    )
  }
}

private struct CheckedScripts {
  let application: LinkRouter
  let host: ScriptHost

  init(_ files: [String: String]) throws {
    application = try LinkRouter(isolation: MainActor.shared)
    host = try ScriptHost(.texts(files), in: application)
    _ = try application.assumeIsolated { [host] in try host.load(in: $0) }
  }

  func review() -> Int {
    application.assumeIsolated { RouteReview(of: $0.router.rules).problems.count }
  }

  func rules() -> Int {
    application.assumeIsolated { [host] application in
      ScriptReview(of: host, specs: [:], reportsSpecs: false, in: application).findings.count
    }
  }
}
