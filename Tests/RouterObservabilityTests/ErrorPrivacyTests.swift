#if Observability
import InMemoryTracing
import Moonroute
import RouterObservability
import Testing

/// Errors that quote a link with a secret in its path, query and fragment.
@Suite struct ErrorPrivacyTests {
  private let signals = Signals()

  /// An error of the program that contains a link.
  private struct Lost: Error { let link: String }

  private static let tail = "s3cret?token=s3cret&s=a%20s3cret#s3cret"

  private static let codes: [RouterError.Code] = [
    .badLocation, .notFound, .matchLimit, .intercepted, .redirectLoop, .redirectLimit,
    .missingParameter, .unknownParameter, .wrongType, .unknownName, .scriptError, .timeout,
    .memoryLimit, .denied, .cancelled, .closed, .animationFailed, .noView, .badPattern, .duplicate,
    .unknownType, .unknownField,
  ]

  private func application(_ locations: RouterInstruments.Locations?) async throws -> LinkRouter {
    let options = RouterOptions(instruments: signals.instruments(locations))
    let application = try LinkRouter(options: options) {
      LinkRoute("/home/:id", name: "home").view("Home")
      LinkRoute("/act/:id").action { _ in [] }
      LinkRoute("/decides/:id").redirect { _ in .proceed }
      LinkRoute("/stops/:id").redirect { .stop("'\($0.location)' is not for you") }
      LinkRoute("/loop/:id").redirect { .open("/back/\($0.location.segments[1])") }
      LinkRoute("/back/:id").redirect { .open("/loop/\($0.location.segments[1])") }
      LinkRoute("/grows/:id").redirect { .open("\($0.location.path)?x=\($0.location)") }
      LinkRoute("/far/:id").redirect { _ in .open("web://s3cret.example/s3cret?token=s3cret") }
      LinkRoute("/lost/:id").action { throw Lost(link: "\($0.location)") }
      LinkRoute("/wrong/:id").redirect { .open("s3cret of \($0.location)") }
      for code in Self.codes {
        LinkRoute("/fails/\(code.rawValue)/:id")
          .action {
            let (whole, id) = ($0.location, $0.location.segments.last ?? "")
            throw RouterError(
              code,
              "'\(whole)' was not found: '\(id)', token=\(id), (\(id.uppercased())) at \(whole)."
            )
          }
      }
    }
    try await application.perform {
      try $0.router.rules.configuration.setScheme("web", hosts: ["a.example"])
    }
    return application
  }

  /// Links and the codes of their errors; no code for an open that is stopped.
  static let links: [(String, String)] =
    codes.map { ("/fails/\($0.rawValue)/\(tail)", $0.rawValue) }
    + [
      ("/nowhere/\(tail)", "not_found"), ("web://s3cret.example/\(tail)", "not_found"),
      ("web://s3cret:s3cret@a.example/\(tail)", "not_found"),
      ("s3cret://s3cret/\(tail)", "not_found"), ("/far/\(tail)", "not_found"),
      ("/%FF/\(tail)", "bad_location"),
      ("/%FF/\(String(repeating: "a ", count: 28))s3cretpart", "bad_location"),
      ("/" + String(repeating: "a/", count: 300) + tail, "bad_location"),
      ("/a?" + String(repeating: "a&", count: 2_000) + "t=s3cret", "bad_location"),
      ("/" + String(repeating: "s3cret", count: 20_000), "bad_location"),
      ("/decides/\(tail)", "no_view"), ("/stops/\(tail)", ""),
      ("/loop/\(tail)", "redirect_loop"), ("/grows/\(tail)", "redirect_loop"),
      ("/lost/\(tail)", "script_error"), ("/wrong/\(tail)", "bad_location"),
    ]

  @Test(arguments: links)
  func `an error of an open has no value of its link in logs, metrics and traces`(
    link: String,
    code: String
  ) async throws {
    let outcome = try await application(nil).open(link)
    #expect((outcome.error?.code.rawValue ?? "") == code, "\(outcome.error?.description ?? "none")")
    #expect(signals.lines.all.count > 1 && !signals.tracer.finishedSpans.isEmpty)
    #expect(!signals.all.lowercased().contains("s3cr"), "\(signals.all)")
  }

  @Test(arguments: ["/home/\(tail)", "/act/\(tail)"])
  func `an error of a fetch or a build has no value of its link`(link: String) async throws {
    let application = try await application(nil)
    _ = try? await application.fetchValues(link)
    _ = try? await application.build(link)
    #expect(signals.lines.all.contains { $0.metadata["error"] != nil })
    #expect(!signals.all.lowercased().contains("s3cr"), "\(signals.all)")
  }

  @Test(arguments: codes)
  func `with full locations, an error has its whole message`(code: RouterError.Code) async throws {
    let link = "/fails/\(code.rawValue)/\(Self.tail)"
    let outcome = try await application(.full).open(link)
    #expect(signals.all.contains(try #require(outcome.error).message))
    #expect(signals.lines.all.first?.metadata["location"] == link)
  }
}
#endif
