#if Inspector
import Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import Testing

@Suite struct StorePathTests {
  @Test func `events are emitted, and their subscriptions and sticky values are listed`()
    async throws
  {
    let inspected = try await Inspected(Samples.stores)
    let reply = await inspected.post("emit", #"{"key":"/cart/7","value":{"by":"mei"}}"#)
    #expect(reply.json.line == #"{"receivers":2,"end":"2 receivers"}"#)
    let events = await inspected.get("events").json
    let subscriptions = events["subscriptions"].items
    #expect(subscriptions.map { $0["pattern"].text } == ["/cart/:id<int>"])
    #expect(subscriptions[0]["owner"] == .text("scripts"))
    #expect(subscriptions[0]["file"] == .text("main.lua"))
    #expect(subscriptions[0]["once"] == .bool(false))
    #expect(subscriptions[0]["count"] == .int(1))
    #expect(
      events["sticky"].line
        == #"[{"location":"/cart/7","extra":{"by":"mei"},"params":{"id":7}}]"#
    )
    #expect(await inspected.texts("event") == ["/cart/7"])
    let wrong = await inspected.post("emit", #"{"key":"crat"}"#)
    #expect(wrong.status == 422)
    #expect(wrong.code == "unknown_name")
  }

  @Test func `events and resources of a fleet say so, and an event of another host its origin`()
    async throws
  {
    let inspected = try await Inspected([
      "main.lua": """
      events.declare { path = "/closed/:shop", reach = "fleet" }
      events.declare { path = "/paid/:id", reach = "fleet", durable = "billing" }
      events.on("/closed/:shop", function() end)
      events.on("/local", function() end)
      events.on("/paid/:id", function() end)
      resources.put { path = "/stock", value = 3, shared = true }
      resources.put { path = "/motto", value = "on" }
      """
    ])
    let subscriptions = await inspected.get("events").json["subscriptions"].items
    #expect(subscriptions.map { $0["reach"].text } == ["fleet", "application", "fleet"])
    #expect(subscriptions.map { $0["durable"].text } == [nil, nil, "billing"])
    let resources = await inspected.get("resources").json["resources"].items
    #expect(resources.map { $0["shared"] } == [.bool(true), .bool(false)])
    await inspected.application.perform {
      $0.receive("/closed/berlin", .null, from: EventSender("web-2")) { _ in true }
    }
    #expect(await inspected.texts("event") == ["/closed/berlin from web-2"])
  }

  @Test func `resources are listed, set and deleted`() async throws {
    let inspected = try await Inspected(Samples.stores)
    #expect(await inspected.post("resource", #"{"path":"motto","value":[1,"b"]}"#).status == 200)
    let resources = await inspected.get("resources").json["resources"].items
    #expect(resources.map { $0["path"].text } == ["/motto", "/sum/:a<int>"])
    #expect(resources[0]["value"].line == #"[1,"b"]"#)
    #expect(resources[0]["kind"] == .text("value"))
    #expect(resources[1]["kind"] == .text("function"))
    #expect(resources[1]["value"] == .null)
    #expect(resources[0]["owner"] == .text("scripts"))
    #expect(await inspected.post("resource", #"{"path":"/motto","delete":true}"#).status == 200)
    #expect(await inspected.get("resources").json["resources"].items.count == 1)
    let wrong = await inspected.post("resource", #"{"path":"/motto","value":1}"#)
    #expect(wrong.status == 422)
    #expect(await inspected.texts("resource") == ["update /motto", "delete /motto"])
  }

  @Test func `the session is read, and changed one value at a time`() async throws {
    let inspected = try await Inspected(Samples.stores)
    #expect(await inspected.get("session").json.line == #"{"session":{"user":{"name":"jonas"}}}"#)
    let reply = await inspected.post("session", #"{"path":["user","roles"],"value":["a","b"]}"#)
    #expect(reply.message == nil)
    #expect(reply.json["session"]["user"].line == #"{"name":"jonas","roles":["a","b"]}"#)
    _ = await inspected.post("session", #"{"path":["user","roles",1],"value":"z"}"#)
    let removed = await inspected.post("session", #"{"path":["user","name"],"value":null}"#)
    #expect(removed.json["session"].line == #"{"user":{"roles":["z","b"]}}"#)
    let wrong = await inspected.post("session", #"{"path":["a","b"],"value":1}"#)
    #expect(wrong.status == 422)
    #expect(wrong.message == "session.a is not a table.")
    #expect(inspected.subject.recording.entries.count == 4)
  }

  @Test func `a step lists calls of the program and changes of the session`() async throws {
    let inspected = try await Inspected(Samples.stores, watchesLoading: true)
    let number = try #require(
      await inspected.post("open", #"{"location":"/staff"}"#).json["number"].int
    )
    let steps = await inspected.get("outcomes/\(number)").json["steps"].items
    let redirect = try #require(steps.first { $0["step"] == .text("redirect") })
    let call = try #require(redirect["calls"].items.first)
    #expect(call["name"] == .text("is_staff"))
    #expect(call["arguments"].line == #"["jonas"]"#)
    #expect(call["answer"] == .bool(true))
    #expect(call["file"] == .text("main.lua"))
    #expect(
      redirect["session"].line == #"[{"path":["visits"],"before":null,"after":1}]"#
    )
    #expect(redirect["value"].line == #"{"kind":"go_on"}"#)
    let child = try #require(redirect["open"].int)
    let inner = await inspected.get("outcomes/\(child)").json
    #expect(inner["parent"] == .int(number))
    #expect(inner["purpose"] == .text("fetch"))
    #expect(inner["value"] == .int(42))
    #expect(steps.filter { $0["calls"] != .null }.count == 1)
  }

  @Test func `a person taps and fills the elements of the body`() async throws {
    let inspected = try await Inspected(Samples.small)
    _ = await inspected.post("open", #"{"location":"/item/7"}"#)
    #expect(
      await inspected.post("act", #"{"kind":"fill","fields":{"amount":"3"}}"#).json["ok"]
        == .bool(true)
    )
    #expect(
      await inspected.post("act", #"{"kind":"tap","target":"Take"}"#).json["ok"] == .bool(true)
    )
    let item = await inspected.screen("item")
    #expect(item["fields"].line == #"{"amount":"3"}"#)
    #expect(item["props"]["colour"] == .text("blue"))
    #expect(item["body"].items.dropFirst().first?["value"] == .text("3"))
    let wrong = await inspected.post("act", #"{"kind":"tap","target":"Tak"}"#).json
    #expect(wrong["ok"] == .bool(false))
    #expect(wrong["reason"].text?.contains("Did you mean 'Take'?") == true)
    _ = await inspected.post("act", #"{"kind":"tap","target":"Home"}"#)
    #expect(await inspected.application.top?.view == "Home")
  }
}
#endif
