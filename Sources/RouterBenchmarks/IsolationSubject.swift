import Foundation
import Moonroute
import ScriptHost
import Synchronization

/// Compares one program made on the main actor, as in `main()`, and in nonisolated code.
///
/// It opens a location with a guard and an action of the program, and calls a function of the
/// program from Lua. Handlers of the main actor in an application with an actor of its own are
/// measured without a goal.
enum IsolationSubject {
  static let subject = BenchmarkSubject(
    name: "isolation",
    figures: { _ in
      var times = [Times(), Times(), Times()]
      for _ in 0..<rounds {
        times[0].add(try onMain { try await measure(onMainActor()) })
        times[1].add(try onMain { try await concurrently { try await measure(onNone()) } })
        times[2]
          .add(
            try onMain {
              try await HopLog.$current.withValue(HopLog { _ in }) {
                try await measure(onAnother())
              }
            }
          )
      }
      let (main, outside, apart) = (times[0].least, times[1].least, times[2].least)
      return [("open", \Measurement.open), ("host call", \.call)]
        .flatMap { work, unit in
          [
            ("main actor", main[keyPath: unit], "µs", nil),
            ("nonisolated", outside[keyPath: unit], "µs", nil),
            ("main actor ÷ nonisolated", main[keyPath: unit] / outside[keyPath: unit], "×", 1.1),
            ("another actor", apart[keyPath: unit], "µs", nil),
          ]
          .map { place, value, unit, goal in
            BenchmarkFigure(
              name: "isolation/\(work), \(place)",
              value: value,
              unit: unit,
              goal: goal
            )
          }
        }
    }
  )

  private static let rounds = 15
  private static let count = 500
  private static let source = ScriptSource.texts([
    "main.lua": """
    router.route { path = "/calls", action = function()
      for i = 1, \(count) do host.pieces(i) end
      return true
    end }
    """
  ])

  @MainActor private static func onMainActor() throws -> ScriptHost {
    let application = try LinkRouter {
      LinkRoute("/sum/:a<int>")
        .action { .int(try $0.int("a")) }
        .guarded { _ in .proceed }
    }
    return try ScriptHost(source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .null }
    }
  }

  private static func onNone() throws -> ScriptHost {
    let application = try LinkRouter {
      LinkRoute("/sum/:a<int>")
        .action { .int(try $0.int("a")) }
        .guarded { _ in .proceed }
    }
    return try ScriptHost(source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .null }
    }
  }

  @MainActor private static func onAnother() throws -> ScriptHost {
    let application = try LinkRouter(isolation: nil) {
      LinkRoute("/sum/:a<int>")
        .action { .int(try $0.int("a")) }
        .guarded { _ in .proceed }
    }
    return try ScriptHost(source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .null }
    }
  }

  /// Microseconds for each unit.
  private struct Measurement {
    let open: Double
    let call: Double
  }

  private struct Times {
    private var all: [Measurement] = []

    mutating func add(_ measurement: Measurement) { all.append(measurement) }

    var least: Measurement {
      Measurement(
        open: all.map(\.open).min() ?? .infinity,
        call: all.map(\.call).min() ?? .infinity
      )
    }
  }

  /// Measures a program on the actor of the caller.
  private static func measure(_ host: ScriptHost) async throws -> Measurement {
    try await host.load()
    let application = host.router
    let start = ContinuousClock.now
    for _ in 0..<count {
      guard await application.open("/sum/7").status == .handled else {
        throw BenchmarkError.wrongAnswer(path: "/sum/7")
      }
    }
    let middle = ContinuousClock.now
    let calls = await application.open("/calls")
    let end = ContinuousClock.now
    guard calls.values == [true] else { throw BenchmarkError.wrongAnswer(path: "/calls") }
    await application.close()
    let unit = Duration.microseconds(count)
    return Measurement(open: (middle - start) / unit, call: (end - middle) / unit)
  }

  @concurrent private static func concurrently(
    _ body: @Sendable () async throws -> Measurement
  ) async throws -> Measurement {
    try await body()
  }

  /// Runs a task of the main actor on the main thread, which calls this function.
  private static func onMain(
    _ body: @escaping @MainActor () async throws -> Measurement
  ) throws -> Measurement {
    let answer = Mutex<Result<Measurement, any Error>?>(nil)
    Task { @MainActor in
      let found: Result<Measurement, any Error>
      do { found = .success(try await body()) } catch { found = .failure(error) }
      answer.withLock { $0 = found }
    }
    while true {
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001))
      if let found = answer.withLock({ $0 }) { return try found.get() }
    }
  }
}
