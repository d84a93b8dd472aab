#if Observability
import Logging
import Moonroute
import RouterObservability
import Testing

/// The code of `Observability.md`, which a test compares with it.
struct ObservabilityGuide {
  /// Writes the messages of a logger into lines.
  private struct LineHandler: LogHandler {
    let lines: GuideLines
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add("\(event.message)") }
  }

  private static func bootstrap() {
    LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: .openedLink)
  }

  @Test func `opens and errors without an outcome are logged`() async throws {
    let lines = GuideLines()
    let logger = Logger(label: "links") { _ in LineHandler(lines: lines) }
    let options = RouterOptions(instruments: RouterInstruments(logger: logger)) { error, occasion in
      logger.error("\(occasion): \(error)")
    }
    let router = try LinkRouter(options: options) {
      LinkRoute("/product/:id<int>", name: "product").view("Product")
    }
    #expect(await router.open("/product/7").status == .opened)
    try await router.on("/cart") { _ in throw RouterError(.denied, "No.") }
    try await router.emit("/cart")
    #expect(lines.all.count == 2)
    #expect(lines.all.first == "open")
    #expect(lines.all.last?.hasPrefix("the event '/cart': ") == true)
  }

  @Test func `an open can time its steps`() async throws {
    let lines = GuideLines()
    let logger = Logger(label: "links") { _ in LineHandler(lines: lines) }
    let router = try LinkRouter {
      LinkRoute("/product/:id<int>", name: "product").view("Product")
    }
    var options = OpenOptions()
    options.recordsTiming = true
    let outcome = await router.open("/product/7", options: options)
    for step in outcome.steps {
      logger.info("\(step.kind): \(step.answer), \(step.duration ?? .zero)")
    }
    #expect(lines.all.first?.hasPrefix("parse: /product/7, ") == true)
    #expect(outcome.steps.allSatisfy { $0.duration != nil })
  }
}
#endif
