#if Command && Inspector && Releases
import Foundation
import Moonroute
import ReleaseHTTP
import ScriptHost
import ScriptReleases
import Testing

/// `moonroute watch --push`, and a program that follows it.
@Suite(.timeLimit(.minutes(10))) struct PushTests {
  private static func main(_ text: String) -> String {
    #"router.route { name = "rules", path = "/rules", action = function() return "\#(text)" end }"#
  }

  private static func start(_ folder: URL) async throws -> (run: WatchRun, link: URL) {
    let run = try WatchRun([folder.path, "--push", "--host", "127.0.0.1", "--port", "0"])
    let line = try #require(await run.line(with: "moonroute-dev://127.0.0.1:"))
    return (run, try #require(URL(string: line)))
  }

  @Test func `a program has the saved scripts, and keeps them after a broken save`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: scratch["main.lua"], options: .atomic)
    }
    try write(Self.main("one"))
    let (run, link) = try await Self.start(scratch.folder)
    #expect(await run.line(with: "pushed")?.contains(" 1: 1 file, ") == true)

    let host = try ScriptHost(.texts(["main.lua": Self.main("own")]))
    let feed = try await LaptopFeed(link)
    let (events, event) = AsyncStream.makeStream(of: ReleaseEvent.self)
    var next = events.makeAsyncIterator()
    let updates = try ScriptUpdates(
      of: host,
      app: feed.app,
      channel: feed.channel,
      root: feed.root,
      from: feed,
      storedIn: nil,
      every: .seconds(86_400)
    ) { event.yield($0) }
    try await updates.start()
    let following = Task { await updates.run() }
    for version in 1...3 {
      let text = "\(version)"
      if version > 1 {
        try write(Self.main(text))
        #expect(await run.line(with: "pushed")?.contains(" \(version): ") == true)
      }
      updates.checkForUpdates()
      let event = await next.next(isolation: #isolation)
      #expect(event?.description == "release \(version) of 'dev' is in use")
      let value = await host.router.open("/rules").values.first?.text
      #expect(value == (version == 1 ? "one" : text))
    }
    try write("router.route {")
    #expect(await run.line(with: "✗") == "✗ 1 problem; the previous scripts keep running")
    try write(Self.main("4"))
    #expect(await run.line(with: "pushed")?.contains(" 4: ") == true)
    following.cancel()
    await following.value
    await host.close()
    #expect(await run.interrupt() == 0)
  }

  @Test func `only the link of this run leads to the scripts`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(Self.main("one").utf8).write(to: scratch["main.lua"])
    let (run, link) = try await Self.start(scratch.folder)
    #expect(await run.line(with: "pushed") != nil)
    let port = try #require(link.port)
    let other = try #require(
      URL(string: "moonroute-dev://127.0.0.1:\(port)/#\(String(repeating: "0", count: 32))")
    )
    let error = await #expect(throws: FeedError.self) { try await LaptopFeed(other) }
    #expect(
      error?.description
        == "http://127.0.0.1:\(port)/api/depot is not the depot of this link: each start of"
        + " 'moonroute watch --push' has a new key. Use the link that it printed last."
    )
    let open = try HTTPFeed(try #require(URL(string: "http://127.0.0.1:\(port)/api/depot")))
    let bytes = try await open.fetch("metadata/timestamp.json", limit: 1_000)
    #expect(bytes == nil)
    #expect(await run.interrupt() == 0)
  }

  @Test(arguments: [
    "https://rules.example", "moonroute-dev://192.168.1.5:7770", "moonroute-dev://x/#12",
    "moonroute-dev:///#0123456789abcdef0123456789abcdef",
    "moonroute-dev://a@b/#0123456789abcdef0123456789abcdef",
    "moonroute-dev://x:1/y#0123456789abcdef0123456789abcdef",
    "moonroute-dev://x:1/#0123456789ABCDEF0123456789abcdef",
  ])
  func `another link is an error`(text: String) async throws {
    let url = try #require(URL(string: text))
    let error = await #expect(throws: FeedError.self) { try await LaptopFeed(url) }
    #expect(error?.description.contains("is not a link of 'moonroute watch --push'") == true)
  }

  /// Options, and the hint.
  private static let refusals: [(options: [String], words: String)] = [
    (["--port", "1"], "--host and --port need --push."),
    (["--push", "--port", "65536"], "--port takes 0 to 65535, but got 65536."),
    (["--push", "--unsafe"], "Programs run pushed scripts in the sandbox"),
    (["--push", "--host", "203.0.113.1"], "cannot listen at 203.0.113.1:7770"),
  ]

  @Test(arguments: refusals)
  func `a meaningless option is refused`(options: [String], words: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(Self.main("one").utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.moonroute(["watch", "."] + options, in: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
#endif
