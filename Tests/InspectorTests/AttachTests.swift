import Foundation
#if Inspector
import MessageStream
import Moonroute
import ScriptHost
import Testing

@testable import Inspector

@Suite struct AttachTests {
  @Test func `an inspector attaches to a running application and detaches from it`() async throws {
    let host = try ScriptHost(.texts(Samples.small))
    try await host.load()
    let inspector = try await Inspector.attach(to: host)
    #expect(inspector.url.absoluteString.hasPrefix("http://127.0.0.1:\(inspector.port)/#key="))
    _ = await host.router.open("/item/1")
    #expect(inspector.service.timeline.last > 0)
    #expect(!inspector.service.features.contains("clock"))
    let last = inspector.service.timeline.last
    await inspector.close()
    _ = await host.router.open("/item/2")
    #expect(inspector.service.timeline.last == last)
  }

  @Test func `an attached program is tried in a twin, but never goes back in time`()
    async throws
  {
    let host = try ScriptHost(.texts(Samples.small))
    try await host.load()
    let inspector = try await Inspector.attach(to: host) { application in
      try ScriptHost(
        .texts(Samples.small),
        in: application,
        options: ScriptOptions(runsHeadless: true)
      )
    }
    let features = inspector.service.features
    #expect(features.contains("dry") && !features.contains("return"))
    let inspected = Inspected(inspector)
    let dry = await inspected.post("open", #"{"location":"/item/1","dry":true}"#)
    #expect(dry.json["outcome"]["status"] == .text("opened"))
    let back = await inspected.post("travel", #"{"mode":"return"}"#)
    #expect(back.status == 404)
    #expect(
      back.message
        == "This server has no 'return'. Only 'moonroute serve' can return to an earlier stage."
    )
    await inspector.close()
  }

  @Test func `an application without scripts can be inspected`() async throws {
    let application = try LinkRouter {
      LinkRoute("/", name: "home").view { _ in Screen("Home") }
    }
    let inspector = try await Inspector.attach(to: application)
    _ = await application.open("/")
    #expect(inspector.service.timeline.last == 2)
    #expect(!inspector.service.features.contains("session"))
    await inspector.close()
  }

  @Test func `a program shows pictures of the screens on its stage`() async throws {
    let application = try LinkRouter {
      LinkRoute("/", name: "home").view { _ in Screen("Home") }
      LinkRoute("/:name", name: "other").view { _ in Screen("Other") }
    }
    let start = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let inspector = try await Inspector.attach(to: application) { screen in
      switch screen.location?.description {
      case "/": start + [1]
      case "/text": Data("text".utf8)
      case "/large": start + Data(count: 2 << 20)
      default: nil
      }
    }
    #expect(inspector.service.features.contains("screen_pictures"))
    let inspected = Inspected(inspector)
    for (link, status) in [("/", 200), ("/text", 422), ("/large", 422), ("/none", 404)] {
      let screen = try #require(await application.open(link).screen?.id)
      let answer = await inspected.get("screens/\(screen)/picture")
      #expect(answer.status == status, "\(link): \(answer.message)")
      if status == 200 {
        #expect(answer.json.line == #"{"type":"image/png","data":"iVBORw0KGgoB"}"#)
      }
    }
    for path in ["screens/99/picture", "screens/1", "screens/x/picture", "screens/1/picture/2"] {
      #expect(await inspected.get(path).status == 404, "\(path)")
    }
    await inspector.close()
    let other = try await Inspector.attach(to: application)
    #expect(!other.service.features.contains("screen_pictures"))
    await other.close()
  }

  @Test func `two inspectors of one application see the same until they are closed`()
    async throws
  {
    let host = try ScriptHost(.texts(Samples.small))
    try await host.load()
    let (first, second) = (
      try await Inspector.attach(to: host), try await Inspector.attach(to: host)
    )
    #expect(first.port != second.port)
    _ = await host.router.open("/item/1")
    let last = first.service.timeline.last
    #expect(last > 0)
    #expect(second.service.timeline.last == last)
    await first.close()
    _ = await host.router.open("/item/2")
    #expect(first.service.timeline.last == last)
    #expect(second.service.timeline.last == last * 2)
    await second.close()
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `a closed inspector keeps nothing of an application alive`(isClosed: Bool) async throws {
    weak var host: ScriptHost?
    weak var application: LinkRouter?
    weak var world: InspectedApplication?
    weak var service: InspectorService?
    do {
      let running = try ScriptHost(.texts(Samples.small))
      try await running.load()
      let inspector = try await Inspector.attach(to: running) {
        try ScriptHost(.texts(Samples.small), in: $0)
      }
      _ = await running.router.open("/item/1")
      (host, application) = (running, running.router)
      (world, service) = (inspector.service.inspected, inspector.service)
      if isClosed { await inspector.close() }
    }
    while host != nil || application != nil || world != nil || service != nil {
      await Task.yield()
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `work in twins ends with the inspector`(isClosed: Bool) async throws {
    let host = try ScriptHost(.texts(Samples.small))
    let ended = AsyncStream.makeStream(of: Void.self)
    do {
      let inspector = try await Inspector.attach(to: host)
      inspector.service.work.begin(.links) {
        while !Task.isCancelled { await Task.yield() }
        ended.continuation.finish()
      }
      if isClosed {
        await inspector.close()
        inspector.service.work.begin(.links) { #expect(Task.isCancelled) }
      }
    }
    for await _ in ended.stream {}
  }

  @Test func `a release build is refused unless it is explicitly allowed`() throws {
    #expect(throws: InspectorError.release) { try Inspector.check(false, isDebug: false) }
    try Inspector.check(true, isDebug: false)
    try Inspector.check(false, isDebug: true)
    #expect(
      InspectorError.release.description
        == "The inspector does not attach in a release build, because anyone with its address can"
        + " control the application. Attach in #if DEBUG, or pass allowsRelease: true."
    )
  }
}
#endif
