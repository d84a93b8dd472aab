import Moonroute
import TestSupport
import Testing

/// The end of an application: closed, or released.
@Suite struct ApplicationCloseTests {
  private static func make() throws -> LinkRouter {
    try LinkRouter(options: RouterOptions(clock: StillClock())) {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root)
      LinkRoute("/page", name: "page")
        .view("Page")
        .animator(.present)
      LinkRoute("/waits")
        .view { _ in
          try await Task.sleep(for: .seconds(3_600))
          return Screen("Late")
        }
    }
  }

  @Test func `close ends opens, results, messages and streams`() async throws {
    let application = try Self.make()
    let handle = try #require(await application.open("/").handle)
    let result = Task { try await handle.result() }
    let messages = Task { await handle.messages("news").reduce(0) { count, _ in count + 1 } }
    let outcomes = await application.outcomes()
    let values = try await application.values("/event")
    let happenings = await application.updates()
    let asks = Task { await application.ask("/page") }
    while await application.perform({ $0.stage.top?.name }) != "page" { await Task.yield() }
    await application.close()
    await application.close()
    #expect(await application.isClosed)
    #expect(try await result.value == ScreenResult(.null, .removed))
    #expect(await messages.value == 0)
    #expect(await asks.value.ending == .left(.removed))
    for await _ in outcomes {}
    for await _ in values {}
    for await _ in happenings {}
    #expect(await application.perform { $0.stage.screens.isEmpty })
  }

  @Test func `close cancels an open while its view is made, and later opens fail`() async throws {
    let application = try Self.make()
    let open = Task { await application.open("/waits") }
    while await !application.hasOpenUnderWay { await Task.yield() }
    await application.close()
    #expect(await open.value.status == .cancelled)
    let later = await application.open("/")
    #expect(later.status == .failed)
    #expect(later.error == RouterError(.closed, "The router is closed. Make a new one."))
    #expect(!application.canOpen("/"))
  }

  @Test func `releasing an application ends its streams and the results of its screens`()
    async throws
  {
    var application: LinkRouter? = try Self.make()
    weak let gone = application
    let handle = try #require(await application?.open("/").handle)
    let result = Task { try await handle.result() }
    let messages = handle.messages("news")
    let outcomes = await application?.outcomes()
    application = nil
    #expect(gone == nil)
    #expect(try await result.value == ScreenResult(.null, .removed))
    for await _ in messages {}
    if let outcomes { for await _ in outcomes {} }
  }

  @Test func `an application can be released although an event handler waits forever`()
    async throws
  {
    var application: LinkRouter? = try Self.make()
    weak let gone = application
    let gate = await Gate()
    _ = try await application?
      .perform { application in
        try application.events.on("/go") { _ async in await gate.pass() }
      }
    #expect(try await application?.emit("/go") == 1)
    await gate.reached()
    application = nil
    for _ in 0..<10_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
    await gate.open()
  }

  @Test func `a waiting event handler is cancelled when its application is released`()
    async throws
  {
    var application: LinkRouter? = try Self.make()
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    _ = try await application?
      .perform { application in
        try application.events.on("/go") { _ async in
          end.yield(false)
          let (nothing, _) = AsyncStream.makeStream(of: Never.self)
          for await _ in nothing {}
          end.yield(Task.isCancelled)
          end.finish()
        }
      }
    _ = try await application?.emit("/go")
    var iterator = ends.makeAsyncIterator()
    _ = await iterator.next()
    application = nil
    #expect(await iterator.next() == true)
  }
}

extension LinkRouter {
  /// Whether an open is running.
  fileprivate var hasOpenUnderWay: Bool { router.hasOpens }
}
