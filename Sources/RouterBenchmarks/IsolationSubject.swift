import Foundation
import Moonroute
import ScriptHost
import Synchronization

/// One program, made on the main actor as in `main()` and made in nonisolated code.
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
      return [
        .init(name: "isolation/open, main actor", value: main.open, unit: "µs"),
        .init(name: "isolation/open, nonisolated", value: outside.open, unit: "µs"),
        .init(
          name: "isolation/open, main actor ÷ nonisolated",
          value: main.open / outside.open,
          unit: "×",
          goal: 1.1
        ),
        .init(name: "isolation/open, another actor", value: apart.open, unit: "µs"),
        .init(name: "isolation/host call, main actor", value: main.call, unit: "µs"),
        .init(name: "isolation/host call, nonisolated", value: outside.call, unit: "µs"),
        .init(
          name: "isolation/host call, main actor ÷ nonisolated",
          value: main.call / outside.call,
          unit: "×",
          goal: 1.1
        ),
        .init(name: "isolation/host call, another actor", value: apart.call, unit: "µs"),
      ]
    }
  )

  private static let rounds = 15
  private static let count = 500
  private static let source = ScriptSource.files([
    "main.lua": """
    router.route { path = "/calls", action = function()
      for i = 1, \(count) do host.pieces(i) end
      return true
    end }
    """
  ])

  @MainActor private static func onMainActor() throws -> ScriptHost {
    let application = try Application {
      Route(
        "/sum/:a<int>",
        action: { .integer(try $0.int("a")) },
        redirect: { _ in .proceed }
      )
    }
    return try ScriptHost(scripts: source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .none }
    }
  }

  private static func onNone() throws -> ScriptHost {
    let application = try Application {
      Route(
        "/sum/:a<int>",
        action: { .integer(try $0.int("a")) },
        redirect: { _ in .proceed }
      )
    }
    return try ScriptHost(scripts: source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .none }
    }
  }

  @MainActor private static func onAnother() throws -> ScriptHost {
    let application = try Application(isolation: nil) {
      Route(
        "/sum/:a<int>",
        action: { .integer(try $0.int("a")) },
        redirect: { _ in .proceed }
      )
    }
    return try ScriptHost(scripts: source, in: application) { offers in
      offers.function("pieces") { arguments in arguments.first ?? .none }
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
    let application = host.application
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
