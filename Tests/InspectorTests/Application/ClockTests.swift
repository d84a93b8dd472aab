#if Inspector
import Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@Suite struct ClockTests {
  @Test func `the clock can be advanced, and due timers fire`() async throws {
    let inspected = try await Inspected(Samples.slow, clock: LiveClock(over: StillClock()))
    #expect(await inspected.get("hello").json["features"].items.contains(.text("clock")))
    async let opened = inspected.post("open", #"{"location":"/slow"}"#)
    while inspected.subject.recording.entries.isEmpty { await Task.yield() }
    let reply = await inspected.post("clock", #"{"advance":3700}"#)
    #expect(reply.json["mode"] == .text("real"))
    #expect(await opened.json["outcome"]["status"] == .text("opened"))
    #expect(await inspected.texts("log").count == 61)
    #expect(inspected.subject.recording.entries.map(\.ending) == ["opened slow", "done"])
  }

  @Test func `the clock reaches its target even if an operation never ends`() async throws {
    let inspected = try await Inspected(
      ["main.lua": "every(0.001, function() session.rings = (session.rings or 0) + 1 end)"],
      clock: LiveClock(over: StillClock()),
      advanceTime: .milliseconds(1)
    )
    let reply = await inspected.post("clock", #"{"advance":3153600000}"#)
    #expect(reply.json["now"] == .number(3_153_600_000))
    #expect(await inspected.get("session").status == 200)
  }

  @Test func `waits are skipped while that is requested`() async throws {
    let inspected = try await Inspected(Samples.slow, clock: LiveClock(over: StillClock()))
    #expect(await inspected.post("clock", #"{"mode":"skip"}"#).json["mode"] == .text("skip"))
    let reply = await inspected.post("open", #"{"location":"/slow"}"#)
    #expect(reply.json["outcome"]["status"] == .text("opened"))
    #expect(await inspected.post("clock", #"{"mode":"real"}"#).json["mode"] == .text("real"))
  }
}
#endif
