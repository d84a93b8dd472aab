#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import Inspector

/// Journeys as files: recording and replaying acts.
@Suite struct JournalPathTests {
  private static let acts: [(path: String, body: String)] = [
    ("persona", #"{"name": "mei"}"#), ("open", #"{"location": "/product/7"}"#),
    ("open", #"{"location": "/nowhere"}"#), ("act", #"{"kind": "dismiss"}"#),
    ("session", #"{"path": ["note"], "value": {"a": [1]}}"#), ("clock", #"{"advance": 60}"#),
    ("emit", #"{"key": "/x", "value": 1}"#), ("persona", #"{"name": "nobody"}"#),
  ]

  private static func shop() async throws -> Inspected {
    try await Inspected(rehearsing: .example("shop"), clock: LiveClock(over: StillClock()))
  }

  @Test func `a repeated journey has the recorded outcomes, act by act`() async throws {
    let first = try await Self.shop()
    for act in Self.acts { _ = await first.post(act.path, act.body) }
    let file = await first.get("journal")
    #expect(file.status == 200)
    #expect(file.json["application"].text == "application")
    #expect(file.json["acts"].items.map { $0["post"].text } == Self.acts.map(\.path))

    let second = try await Self.shop()
    let told = await second.post("journal", file.json.line)
    #expect(told.status == 200)
    // Reading it does not run it.
    #expect(await second.rows().isEmpty)
    let acts = told.json["acts"].items
    #expect(acts[1]["text"].text == "open /product/7")
    #expect(acts.allSatisfy { $0["here"].bool == true && $0["long"].bool == false })
    for (act, (path, body)) in zip(acts, Self.acts) {
      #expect(try act["body"] == Act(path, JSON(reading: body)).body)
      let reply = await second.post(path, act["body"].line)
      let end = reply.status == 200 ? reply.json["end"] : reply.json["error"]["code"]
      #expect(end == act["end"] && end != .null)
    }
    #expect(await second.tree == first.tree)
    #expect(await second.get("journal").json == file.json)
  }

  @Test func `a file contains the acts up to a row, and says so if there were none`() async throws {
    let shop = try await Self.shop()
    let none = await shop.get("journal")
    #expect((none.status, none.code) == (422, "missing_parameter"))
    #expect(none.message == "There are no acts to save as a journey.")
    await shop.open("/")
    let row = shop.service.timeline.last
    await shop.open("/product/7")
    #expect(await shop.get("journal").json["acts"].items.count == 2)
    #expect(await shop.get("journal", ["to": "\(row)"]).json["acts"].items.count == 1)
    #expect(await shop.get("journal", ["to": "x"]).status == 400)
  }

  @Test func `an act that waited for later ones is marked and has its outcome`() async throws {
    let folder = try ScriptFolder.of([
      "main.lua": """
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      router.route { name = "sure", path = "/sure", view = "Sure", animator = "sheet" }
      router.route { path = "/delete", action = function() return router.ask("/sure") end }
      """
    ])
    let world = try await Inspected(rehearsing: folder, clock: LiveClock(over: StillClock()))
    await world.open("/")
    async let outcome = world.open("/delete")
    while await !world.drawing.contains("Sure") { await Task.yield() }
    #expect(await world.get("journal").json["acts"].items[1]["end"] == .null)
    _ = await world.post("act", #"{"kind": "dismiss"}"#)
    _ = await outcome
    let acts = await world.get("journal").json["acts"].items
    #expect(acts[1]["long"].bool == true && acts[1]["end"].text?.hasPrefix("handled") == true)
    #expect(acts[2]["long"] == .null && acts[2]["end"] == .text("done"))
    let told = await world.post("journal", await world.get("journal").json.line).json
    #expect(told["acts"].items.map { $0["long"].bool } == [false, true, false])
  }

  @Test(
    arguments: [
      ("[]", "The body is a list, but must be an object of fields."),
      (
        #"{"name": "a-package", "version": 1}"#,
        "This is not a journey: its field 'moonroute' is not 'journey'. Save one on the page."
      ),
      (
        #"{"moonroute": "journey", "version": 2, "application": "a", "acts": []}"#,
        "This journey has version 2, but this server reads version 1."
      ),
      (
        #"{"moonroute": "journey", "version": 1, "application": "a", "acts": []}"#,
        "The field 'acts' must be a list of 1 to 50000 acts."
      ),
      (
        #"{"moonroute": "journey", "version": 1, "application": "a", "acts": [{}], "x": 1}"#,
        "Act 1: The field 'post' is missing; it must be a text."
      ),
      (
        file(#"{"post": "open", "body": {"location": "/"}}, {"post": "fly", "body": {}}"#),
        "Act 2: 'fly' is not an act."
      ),
      (
        file(#"{"post": "open", "body": {"location": "/", "dry": true}}"#),
        "Act 1: 'dry' is not a field of this request."
          + " Available: animated, animator, extra, go, location, tags."
      ),
      (
        file(#"{"post": "act", "body": {"kind": "tap"}}"#),
        "Act 1: The field 'target' is missing; it must be a text."
      ),
      (
        file(#"{"post": "open", "body": {"location": "/"}, "end": 7}"#),
        "Act 1: The field 'end' is a number, but must be a text."
      ),
      (
        #"{"moonroute": "journey", "version": 1, "application": "a", "x": 1, "acts": ["#
          + #"{"post": "persona", "body": {"name": null}}]}"#,
        "'x' is not a field of this request."
          + " Available: acts, application, moonroute, version."
      ),
    ]
  )
  func `an invalid journey file is refused as a whole, with the reason`(
    _ body: String,
    _ message: String
  ) async throws {
    let inspected = try await Inspected(Samples.small)
    let reply = await inspected.post("journal", body)
    #expect((reply.status, reply.message) == (400, message))
    #expect(await inspected.rows().isEmpty)
  }

  private static func file(_ acts: String) -> String {
    #"{"moonroute": "journey", "version": 1, "application": "a", "acts": ["# + acts + "]}"
  }

  @Test func `a journey that would be too large to read is not written`() async throws {
    let inspected = try await Inspected(Samples.small)
    var recording = Recording(limit: Recording.inspectorLimit)
    let long = String(repeating: "x", count: 10_000)
    for _ in 0..<100 { _ = recording.add(Recording.Entry(.opening("/" + long), row: 1)) }
    inspected.subject.recording = recording
    _ = await inspected.open("/")
    let reply = await inspected.get("journal")
    #expect((reply.status, reply.code) == (422, "value_too_large"))
    #expect(reply.message?.contains("at most 1000000 are allowed. Select an earlier row") == true)
  }

  @Test func `a row includes all acts before the next row, recorded or not`() {
    var recording = Recording(limit: Recording.inspectorLimit)
    for row in [3, nil, 5, 8, nil] as [Int?] {
      _ = recording.add(Recording.Entry(.opening("/\(row ?? 0)"), row: row))
    }
    let rows = [0, 2, 3, 5, 8].map { recording.entries(upTo: $0).map { $0.row ?? 0 } }
    #expect(rows == [[], [], [3, 0], [3, 0, 5], [3, 0, 5, 8, 0]])
  }

  @Test func `acts that are impossible here are reported before the journey starts`() async throws {
    let inspected = try await Inspected(Samples.small)
    let told = await inspected.post(
      "journal",
      Self.file(
        #"{"post": "clock", "body": {"advance": 1}}, {"post": "open", "body": {"location": "/"}}"#
      )
    )
    #expect(told.json["acts"].items.map { $0["here"].bool } == [false, true])
    #expect(await inspected.subject.application.perform { $0.stage.screens.isEmpty })
  }

  @Test func `a read-only server saves journeys but opens none`() async throws {
    var settings = InspectorService.Settings()
    settings.isReadOnly = true
    let inspected = try await Inspected(Samples.small, settings: settings)
    _ = try await inspected.subject.perform(.opening("/"))
    let file = await inspected.get("journal")
    #expect(file.json["acts"].items.count == 1)
    #expect(await inspected.post("journal", file.json.line).status == 403)
  }

  @Test func `a return to before the first row starts again`() async throws {
    let shop = try await Self.shop()
    _ = await shop.post("record", #"{"paused": true}"#)
    await shop.open("/product/7")
    _ = await shop.post("record", #"{"paused": false}"#)
    await shop.open("/basket")
    #expect(await shop.post("travel", #"{"to": 0, "mode": "return"}"#).json["ok"].bool == true)
    #expect(await !shop.drawing.contains("/product/7"))
    #expect(shop.service.inspected.recording.entries.isEmpty)
  }
}

extension Act {
  /// Parses the body of an act.
  fileprivate init(_ post: String, _ body: JSON) throws {
    var fields = try WireFields(body)
    self = try Act(post, &fields)
  }
}
#endif
