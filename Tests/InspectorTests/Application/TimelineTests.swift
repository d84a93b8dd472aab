#if Inspector
import Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import Synchronization
import Testing

@Suite struct TimelineTests {
  @Test func `an act is followed by its consequences`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.post("open", #"{"location":"/item/7"}"#)
    let rows = await inspected.rows()
    #expect(rows.map { $0.items[1].text } == ["act", "event", "log", "change", "open"])
    #expect(rows.map { $0.items[0].int } == [1, 2, 3, 4, 5])
    #expect(rows.map { $0.items[2] } == Array(repeating: .number(5), count: 5))
    let act = try #require(rows.first)
    #expect(act.items[4].line == #"{"text":"open /item/7","kind":"open"}"#)
    for row in rows.dropFirst() {
      #expect(row.items[3] == .int(1))
      #expect(row.items[4]["act"] == .int(1))
    }
    #expect(rows[4].items[4]["status"] == .text("opened"))
    #expect(rows[2].items[4]["status"] == .text("info"))
  }

  @Test func `the application's own events are also recorded`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.application.open("/inner")
    let rows = await inspected.rows()
    #expect(rows.count == 1)
    #expect(rows[0].items[4]["status"] == .text("intercepted"))
    #expect(rows[0].items[4]["reason"] == .text("not today"))
    #expect(rows[0].items[4]["act"] == .null)
  }

  @Test func `outcomes and stages stay within their byte limits, except for the newest stage`()
    async throws
  {
    var limits = Timeline.Limits()
    (limits.outcomeBytes, limits.stageBytes) = (4_000, 1_000)
    let inspected = try await Inspected(Samples.small, limits: limits)
    for number in 1...9 { _ = await inspected.application.open("/item/\(number)") }
    #expect(await inspected.get("outcomes/9").status == 200)
    #expect(await inspected.get("outcomes/1").status == 404)
    let changes = await inspected.rows().filter { $0.items[1].text == "change" }
      .compactMap { $0.items[0].int }
    let (first, last) = (try #require(changes.first), try #require(changes.last))
    #expect(await inspected.post("travel", "{\"to\":\(last)}").status == 200)
    #expect(
      await inspected.post("travel", "{\"to\":\(first)}").message
        == "The stage after row \(first) is no longer available."
    )
  }

  @Test func `rows stay within their limits, and pinned rows remain`() async throws {
    var limits = Timeline.Limits()
    limits.rows = 10
    limits.outcomes = 4
    let inspected = try await Inspected(Samples.small, limits: limits)
    _ = await inspected.application.open("/nowhere/first")
    #expect(await inspected.post("pin", #"{"row":1,"pinned":true}"#).status == 200)
    for number in 0..<40 { _ = await inspected.application.open("/nowhere/\(number)") }
    let page = await inspected.get("timeline").json
    #expect(page["rows"].items.map { $0.items[0].int ?? 0 } == [1] + Array(32...41))
    #expect(page["first"] == .int(1))
    #expect(page["last"] == .int(41))
    #expect(page["dropped"] == .int(30))
    #expect(await inspected.get("outcomes/41").status == 200)
    #expect(await inspected.get("outcomes/38").status == 200)
    #expect(await inspected.get("outcomes/37").status == 404)
    #expect(await inspected.rows(after: 39).map { $0.items[0].int } == [40, 41])
    #expect(await inspected.post("clear").json["last"] == .int(41))
    #expect(await inspected.rows().map { $0.items[0].int } == [1])
    _ = await inspected.post("pin", #"{"row":1,"pinned":false}"#)
    #expect(await inspected.rows().isEmpty)
    #expect(await inspected.post("pin", #"{"row":1}"#).status == 404)
    _ = await inspected.application.open("/nowhere")
    #expect(await inspected.rows().map { $0.items[0].int } == [42])
  }

  @Test func `a pin is reported immediately, an invalid one is not`() {
    let timeline = Timeline()
    timeline.add(.log, [("text", .text("x"))])
    let count = Mutex(0)
    timeline.onChange { count.withLock { $0 += 1 } }
    #expect(timeline.pin(1, true))
    #expect(!timeline.pin(9, true))
    #expect(count.withLock(\.self) == 1)
    #expect(timeline.pin(1, false))
    #expect(count.withLock(\.self) == 2)
  }

  @Test func `the bytes of all rows are limited`() {
    var limits = Timeline.Limits()
    limits.bytes = 10_000
    let timeline = Timeline(limits: limits)
    let text = String(repeating: "x", count: 900)
    for _ in 0..<100 { timeline.add(.log, [("text", .text(text))]) }
    #expect((5...10).contains(timeline.page(after: 0, limit: 1_000).rows.count))
  }

  @Test func `a row abbreviates long values`() {
    let timeline = Timeline()
    timeline.add(.log, [("text", .text(String(repeating: "ä", count: 100_000)))])
    #expect(timeline.page(after: 0, limit: 1).rows[0].summary.utf8.count < 2_100)
  }

  @Test func `during a pause nothing is recorded, but the stage continues`() async throws {
    let inspected = try await Inspected(Samples.small)
    #expect(await inspected.post("record", #"{"paused":true}"#).json.line == #"{"paused":true}"#)
    let reply = await inspected.post("open", #"{"location":"/"}"#)
    #expect(reply.json["number"] == .null)
    #expect(await inspected.rows().isEmpty)
    #expect(await inspected.get("stage").json["stage"]["children"].items.count == 1)
    #expect(inspected.subject.recording.entries.count == 1)
    _ = await inspected.post("record", #"{"paused":false}"#)
    _ = await inspected.post("open", #"{"location":"/item/1"}"#)
    #expect(await inspected.rows().first?.items[0] == .int(1))
  }

  @Test func `the stage after each row can be recovered`() async throws {
    let inspected = try await Inspected(Samples.stack)
    _ = await inspected.post("open", #"{"location":"/"}"#)
    let last = inspected.service.timeline.last
    let before = await inspected.get("stage").json["stage"]
    _ = await inspected.post("open", #"{"location":"/page"}"#)
    let old = try #require(inspected.service.timeline.stage(after: last))
    #expect(try JSON(reading: old.text)["stage"] == before)
    #expect(await inspected.get("stage").json["stage"] != before)
    #expect(inspected.service.timeline.stage(after: 0)?.text == StageSnapshot.empty.text)
  }

  @Test func `the oldest stages are dropped, and pinned rows count`() async throws {
    for isOfPlaces in [false, true] {
      var limits = Timeline.Limits()
      if isOfPlaces { limits.places = 6 } else { limits.stages = 3 }
      limits.pins = 2
      let inspected = try await Inspected(Samples.stack, limits: limits)
      for number in 0..<10 { _ = await inspected.application.open("/page?number=\(number)") }
      let changes = await inspected.rows().filter { $0.items[1] == .text("change") }
        .compactMap { $0.items[0].int }
      let stages = changes.map { inspected.service.timeline.stage(after: $0) }
      let isThere = stages.map { $0 != nil }
      #expect(isThere.count >= 10 && isThere.last == true)
      #expect((1...3).contains(isThere.count(where: \.self)))
      let look = await inspected.post("travel", "{\"to\":\(changes[0])}")
      #expect((look.status, look.message?.hasSuffix("is no longer available.")) == (404, true))
      let pins = [1, 2, 3].map { inspected.service.timeline.pin($0, true) }
      #expect(pins == [true, true, false])
    }
  }

  @Test func `an ended world leaves nothing in its application`() async throws {
    let inspected = try await Inspected(Samples.small)
    await inspected.subject.end()
    _ = await inspected.application.open("/item/1")
    #expect(await inspected.rows().isEmpty)
    let count = await inspected.application.perform { $0.router.hooks.instruments.count }
    #expect(count == 0)
  }
}
#endif
