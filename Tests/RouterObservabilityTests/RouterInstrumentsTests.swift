#if Observability
import InMemoryTracing
import Logging
import MetricsTestKit
import Moonroute
import RouterObservability
import Testing
import Tracing

/// Opens in logs, metrics and traces.
@Suite struct RouterInstrumentsTests {
  private let tracer = InMemoryTracer()
  private let metrics = TestMetrics()
  private let lines = LogLines()

  private func application(_ level: Logger.Level = .info) async throws -> LinkRouter {
    let within = lines.logger(metadataProvider: .openedLink)
    let instruments = RouterInstruments(
      logger: lines.logger(level),
      metrics: metrics,
      tracer: tracer
    )
    let application = try LinkRouter(options: RouterOptions(instruments: instruments)) {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
      LinkRoute("/staff", name: "staff")
        .view { _ in Screen("Staff") }
        .guarded { _ in
          await Task.yield()
          within.info("asked")
          return .stop("closed")
        }
      LinkRoute("/broken", name: "broken").action { _ in throw RouterError(.denied, "No.") }
    }
    return application
  }

  @Test func `an open is a span with nested spans for its steps, in order`() async throws {
    let application = try await application()
    let outcome = await application.open("/")
    let spans = tracer.finishedSpans
    let open = try #require(spans.first { $0.operationName == "open" })
    let steps = spans.filter { $0.operationName != "open" }
    #expect(steps.map(\.operationName) == outcome.steps.map(\.kind.rawValue))
    #expect(steps.count >= 4)
    #expect(steps.allSatisfy { $0.parentSpanID == open.spanID })
    var time = open.startInstant.nanosecondsSinceEpoch
    for step in steps {
      #expect(step.startInstant.nanosecondsSinceEpoch == time)
      time = step.endInstant.nanosecondsSinceEpoch
    }
    #expect(open.attributes.get("moonroute.link") == .int64(1))
    #expect(open.attributes.get("moonroute.status") == .string("opened"))
    #expect(open.attributes.get("moonroute.route") == .string("home"))
    #expect(open.status == nil)
  }

  @Test func `a nested open is inside its parent's span`() async throws {
    let inner = try await application()
    let tracer = tracer
    let instruments = RouterInstruments(logger: lines.logger(), metrics: metrics, tracer: tracer)
    let outer = try LinkRouter(options: RouterOptions(instruments: instruments)) {
      LinkRoute("/outer", name: "outer")
        .action { _ in
          _ = await inner.open("/")
          return []
        }
    }
    _ = await outer.open("/outer")
    let opens = tracer.finishedSpans.filter { $0.operationName == "open" }
    #expect(opens.count == 2)
    #expect(opens.first?.parentSpanID == opens.last?.spanID)
  }

  @Test func `a failed open is a span with its error, and a line in the log`() async throws {
    let application = try await application()
    _ = await application.open("/broken")
    let span = try #require(tracer.finishedSpans.first { $0.operationName == "open" })
    #expect(span.status?.code == .error)
    #expect(span.errors.count == 1)
    let line = try #require(lines.all.last)
    #expect(line.level == .error)
    #expect(line.metadata["error"]?.contains("No.") == true)
  }

  @Test func `each log line has the link's number, including the program's lines`()
    async throws
  {
    let application = try await application()
    _ = await application.open("/")
    _ = await application.open("/staff")
    #expect(lines.all.map(\.message) == ["open", "asked", "open"])
    #expect(lines.all.map { $0.metadata["link"] } == ["1", "2", "2"])
    #expect(lines.all.last?.metadata["status"] == "intercepted")
    #expect(lines.all.last?.metadata["reason"] == "closed")
    #expect(lines.all.last?.level == .notice)
  }

  @Test func `at the debug level, each step is a line`() async throws {
    let application = try await application(.debug)
    let outcome = await application.open("/")
    let steps = lines.all.dropFirst()
    #expect(steps.map(\.message) == outcome.steps.map(\.kind.rawValue))
    #expect(steps.allSatisfy { $0.level == .debug && $0.metadata["link"] == "1" })
  }

  @Test func `opens are counted and timed by status and route`() async throws {
    let application = try await application()
    _ = await application.open("/")
    _ = await application.open("/")
    _ = await application.open("/nowhere")
    let opened = [("status", "opened"), ("route", "home")]
    let missed = [("status", "not_found"), ("route", "")]
    #expect(try metrics.expectCounter("moonroute_opens", opened).totalValue == 2)
    #expect(try metrics.expectCounter("moonroute_opens", missed).totalValue == 1)
    #expect(try metrics.expectTimer("moonroute_open_duration", opened).values.count == 2)
  }

  @Test func `without instruments, no step is measured`() async throws {
    let application = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
    }
    let outcome = await application.open("/")
    #expect(outcome.steps.allSatisfy { $0.duration == nil })
  }
}
#endif
