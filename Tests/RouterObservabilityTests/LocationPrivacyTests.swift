#if Observability
import InMemoryTracing
import Moonroute
import RoutePatterns
import RouterObservability
import Testing
import Tracing

/// The parts of a link that appear in logs, metrics and traces.
@Suite struct LocationPrivacyTests {
  private let signals = Signals()

  private func open(
    _ link: String,
    _ locations: RouterInstruments.Locations? = nil
  ) async throws -> Outcome {
    let options = RouterOptions(instruments: signals.instruments(locations))
    let application = try LinkRouter(options: options) {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
      LinkRoute("/reset/:token", name: "reset").view("Reset")
      LinkRoute("/login", name: "login").view("Login")
      LinkRoute("/staff/:id").redirect { .open("/login?back=\($0.location)&sid=n3wsecret") }
      LinkRoute("/old/:token").redirect { .open("/reset/\($0.location.segments.last ?? "")") }
      LinkRoute("/stop/:token").redirect { .stop("no entry for \($0.location)") }
      LinkRoute("/quote/:token").redirect { .stop("'\($0.location.segments.last ?? "")' is used") }
      LinkRoute("/bad").redirect { .open("no/../location ?sid=n3wsecret of \($0.location)") }
      LinkRoute("/far").redirect { _ in .open("/nowhere/n3wsecret?sid=n3wsecret") }
      LinkRoute("/loop").redirect { .open("/loop2?token=\($0.location.query.last("token") ?? "")") }
      LinkRoute("/loop2").redirect { .open("/loop?token=\($0.location.query.last("token") ?? "")") }
      LinkRoute("/throw")
        .action { throw RouterError(.denied, "No \($0.location.query.last("token") ?? "").") }
    }
    let target = try Location(parsing: "/reset/n3wsecret?sid=n3wsecret")
    try await application.perform { application in
      _ = try application.router.addRewriter(
        "/proxied/**",
        .immediate { _ in .rewrite(to: target) }
      )
    }
    return await application.open(link)
  }

  /// A link and its status; the secrets are `s3cret` and `n3wsecret`.
  static let links: [(String, Outcome.Status)] = [
    ("/?token=s3cret", .opened), ("/?token=s3cret#s3cret", .opened),
    ("/reset/s3cret?a=s3cret", .opened), ("/old/s3cret", .opened),
    ("/staff/s3cret?token=s3cret", .opened), ("/stop/s3cret?token=s3cret", .intercepted),
    ("/quote/s3cret", .intercepted), ("/bad?token=s3cret", .failed),
    ("/far?token=s3cret", .notFound), ("/loop?token=s3cret", .failed),
    ("/throw?token=s3cret", .failed), ("/throw?token=my%20s3cret", .failed),
    ("/proxied/s3cret?token=s3cret", .opened), ("/nowhere/s3cret?token=s3cret", .notFound),
    ("s3cret://s3cret/s3cret?token=s3cret", .notFound), ("/a/%zz?token=s3cret", .notFound),
    ("/%FF/s3cret?token=s3cret", .failed),
    ("/nowhere?route_fallback_url=/reset/s3cret%3Fa%3Ds3cret", .fellBack),
  ]

  @Test(arguments: links)
  func `no value of a link, redirect, reason or error appears in logs, metrics and traces`(
    link: String,
    status: Outcome.Status
  ) async throws {
    let outcome = try await open(link)
    #expect(outcome.status == status, "\(outcome.error?.description ?? "")")
    #expect(!signals.tracer.finishedSpans.isEmpty && signals.lines.all.count > 1)
    for word in ["s3cret", "n3wsecret"] { #expect(!signals.all.contains(word), "\(signals.all)") }
  }

  @Test(arguments: links)
  func `complete locations appear if the program allows it`(
    link: String,
    status: Outcome.Status
  ) async throws {
    _ = try await open(link, .full)
    #expect(signals.lines.all.first?.metadata["location"] == link)
    #expect(signals.all.contains("moonroute.location=") && signals.all.contains("s3cret"))
  }

  @Test(arguments: [
    ("/?token=s3cret", "/?token"), ("/", "/"), ("/reset/s3cret?a=s3cret&b&a", "/reset/:token?a&b"),
    ("/nowhere/s3cret?token=s3cret", "…?token"), ("/staff/s3cret?token=s3cret", "/staff/:id?token"),
    ("/?a%0Ab=1", "/?a%0Ab"),
  ])
  func `a location is shown as its pattern with the names of its query`(
    link: String,
    shown: String
  ) async throws {
    _ = try await open(link)
    #expect(signals.lines.all.first?.metadata["location"] == shown)
    let span = try #require(signals.tracer.finishedSpans.first { $0.operationName == "open" })
    #expect(span.attributes.get("moonroute.location") == .string(shown))
  }

  @Test(arguments: [
    ("/staff/s3cret?token=s3cret", "answer", "go to /login?back&sid"),
    ("/old/s3cret", "answer", "go to /reset/:token"),
    ("/proxied/s3cret", "answer", "rewrite /reset/:token?sid"),
    ("/stop/s3cret?token=s3cret", "reason", "no entry for …"),
    ("/quote/s3cret", "reason", "'…' is used"), ("/throw?token=s3cret", "error", "No …."),
    ("/throw?token=7", "error", "No …."),
    ("/far?token=s3cret", "error", "No route matches '…'."),
  ])
  func `words that are not part of a link stay`(
    link: String,
    name: String,
    text: String
  ) async throws {
    _ = try await open(link)
    #expect(
      signals.lines.all.contains { $0.metadata[name]?.hasSuffix(text) == true },
      "\(signals.all)"
    )
  }

  @Test func `a text that is too long, or a link with too many parts, is removed completely`()
    async throws
  {
    _ = try await open("/stop/\(String(repeating: "x", count: 3_000))")
    #expect(signals.lines.all.first?.metadata["reason"] == "…")
    _ = try await open("/throw?\((0..<100).map { "token=part\($0)" }.joined(separator: "&"))")
    #expect(signals.lines.all.contains { $0.metadata["error"]?.hasSuffix(": …") == true })
  }
}
#endif
