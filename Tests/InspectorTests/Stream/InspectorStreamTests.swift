#if Inspector
import Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import TestSupport
import Testing

@Suite struct InspectorStreamTests {
  @Test func `a stream begins with the world and the stage`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.post("open", #"{"location":"/"}"#)
    let client = await inspected.stream()
    let world = await client.next()
    #expect(world.type == "world")
    let json = try JSON(reading: world.data)
    #expect(json["generation"] == .int(1))
    #expect(json["recording"] == .bool(true))
    #expect(json["clock"]["mode"] == .text("real"))
    #expect(json["problems"] == .list([]))
    let stage = await client.next()
    #expect(stage.type == "stage")
    let shown = try JSON(reading: stage.data)
    #expect(shown["stage"] == (await inspected.get("stage").json["stage"]))
    #expect(shown["effect"] == .text("root"))
  }

  @Test func `events are sent in short batches`() async throws {
    let pauses = Pauses()
    let inspected = try await Inspected(Samples.small, pause: { await pauses.pause() })
    let client = await inspected.stream()
    _ = await (client.next(), client.next())
    for number in 1...3 { _ = await inspected.application.open("/nowhere/\(number)") }
    await pauses.end()
    let rows = await client.next("rows")
    #expect(rows["dropped"] == .int(0))
    #expect(rows["rows"].items.map { $0.items[0].int } == [1, 2, 3])
    _ = await inspected.post("open", #"{"location":"/"}"#)
    _ = await inspected.post("open", #"{"location":"/item/1"}"#)
    await pauses.end()
    let stage = await client.next("stage")
    #expect(stage["stage"] == (await inspected.get("stage").json["stage"]))
  }

  @Test func `a client resumes after its last row`() async throws {
    let inspected = try await Inspected(Samples.small)
    for number in 1...5 { _ = await inspected.application.open("/nowhere/\(number)") }
    let client = await inspected.stream(after: "2")
    let rows = await client.next("rows")
    #expect(rows["rows"].items.map { $0.items[0].int } == [3, 4, 5])
    // A number from a previous server: everything is new.
    let other = await inspected.stream(after: "77")
    #expect(await other.next("rows")["rows"].items.count == 5)
  }

  @Test func `a slow client gets the newest rows and the number of lost ones`() async throws {
    let pauses = Pauses()
    let inspected = try await Inspected(Samples.small, pause: { await pauses.pause() })
    let (client, other) = await (inspected.stream(), inspected.stream())
    _ = await (other.next(), other.next())
    let timeline = inspected.service.timeline
    for number in 0..<7_000 { timeline.add(.log, [("text", .int(number))]) }
    await pauses.end()
    // Clients receive events in the order of their connections.
    _ = await other.next("rows")
    // The first client has received nothing yet: only its initial events are pending.
    #expect(client.events.waitingCount == 2)
    _ = await (client.next(), client.next())
    await pauses.end()
    let first = await client.next("rows")
    #expect(first["dropped"] == .int(2_000))
    #expect(first["rows"].items.first?.items[0] == .int(2_001))
    #expect(first["rows"].items.count == 1_000)
    var last = first
    for _ in 0..<4 {
      await pauses.end()
      last = await client.next("rows")
      #expect(last["dropped"] == .int(0))
    }
    #expect(last["rows"].items.last?.items[0] == .int(7_000))
  }

  @Test func `several clients each get everything, and a closed client is dropped`()
    async throws
  {
    let inspected = try await Inspected(Samples.small)
    let (one, other) = await (inspected.stream(), inspected.stream())
    #expect(inspected.service.stream.clientCount == 2)
    _ = await inspected.application.open("/nowhere")
    #expect(await one.next("rows")["rows"].items.count == 1)
    #expect(await other.next("rows")["rows"].items.count == 1)
    one.events.close()
    #expect(inspected.service.stream.clientCount == 1)
    _ = await inspected.application.open("/nowhere")
    #expect(await other.next("rows")["rows"].items.count == 1)
  }

  @Test func `results are sent as they arrive, grouped by kind`() async throws {
    let pauses = Pauses()
    let inspected = try await Inspected(Samples.small, pause: { await pauses.pause() })
    let client = await inspected.stream()
    _ = await (client.next(), client.next())
    let stream = inspected.service.stream
    stream.send("links", done: 1, total: 2, rows: [.text("a")])
    stream.send("links", done: 2, total: 2, rows: [.text("b")])
    await pauses.end()
    let result = await client.next("result")
    #expect(
      result.line == #"{"kind":"links","done":2,"total":2,"dropped":0,"rows":["a","b"]}"#
    )
  }

  @Test func `the world is sent again after a change`() async throws {
    let inspected = try await Inspected(Samples.small)
    let client = await inspected.stream()
    _ = await (client.next(), client.next())
    _ = await inspected.post("record", #"{"paused":true}"#)
    #expect(await client.next("world")["recording"] == .bool(false))
    inspected.subject.update { $0.persona = "mei" }
    #expect(await client.next("world")["persona"] == .text("mei"))
  }

  @Test func `an open that waits is sent with its steps, and can be cancelled`() async throws {
    let clock = LiveClock(over: StillClock())
    let inspected = try await Inspected(Samples.slow, clock: clock)
    let stream = await inspected.stream(with: "steps")
    async let reply = inspected.post("open", #"{"location":"/slow"}"#)
    var message = await stream.next("steps")
    while message["steps"].items.last?.items[1]["name"].text == nil {
      message = await stream.next("steps")
    }
    #expect(message["location"].text == "/slow" && message["end"] == .null)
    let steps = message["steps"].items.map { $0.items[1] }
    #expect(steps.map { $0["step"].text } == ["parse", "match", "redirect"])
    #expect(steps.map { $0["state"].text } == ["done", "done", "waiting"])
    #expect(steps[2]["name"].text == "slow" && steps[2]["waits"]["limit"] == .number(86_400))
    let number = try #require(message["open"].int)
    let answer = await inspected.post("opens/\(number)/cancel").json
    #expect(answer.line == #"{"ok":true,"end":"cancelled"}"#)
    #expect(await reply.json["outcome"]["status"].text == "cancelled")
    var end = await stream.next("steps")
    while end["end"] == .null { end = await stream.next("steps") }
    #expect((end["open"].int, end["end"].text) == (number, "cancelled slow"))
    let again = await inspected.post("opens/\(number)/cancel")
    #expect((again.status, again.code) == (409, "over"))
    #expect(await inspected.post("opens/x/cancel").status == 404)
  }

  @Test func `a client that asks for changes gets the stage once, and then the differences`()
    async throws
  {
    let inspected = try await Inspected([
      "main.lua": """
      router.route { name = "home", path = "/", animator = animator.root { wrap = "stack" },
        view = function() return screen { "Home", title = "Home" } end }
      router.route { name = "page", path = "/page/:n<int>", animator = "push", view = function(state)
        return screen { "Page", title = "Page " .. state.params.n, body = { { "text", "A page." } } }
      end }
      """
    ])
    _ = await inspected.application.open("/")
    for number in 1...511 { _ = await inspected.application.open("/page/\(number)") }
    let stream = await inspected.stream(with: "stage_changes")
    let whole = await stream.next("stage")
    _ = await inspected.post("open", #"{"location":"/page/512"}"#)
    let change = await stream.next("stage_changes")
    #expect(change["from"] == whole["number"])
    #expect(change["changes"].items.map { $0.items[0].text } == ["add"])
    #expect(change["changes"].items[0].items[3]["title"].text == "Page 512")
    #expect(change.line.utf8.count < 2_000)
    let number = await inspected.get("stage").json["number"]
    #expect(change["number"] == number)
    _ = await inspected.post("act", #"{"kind":"back"}"#)
    let back = await stream.next("stage_changes")["changes"].items
    #expect(back.map { $0.items[0].text } == ["remove"])
  }
}
#endif
