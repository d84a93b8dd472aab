#if Inspector
import LoopbackServer
import Testing

@Suite struct EventQueueTests {
  @Test func `events are taken once, in order`() {
    let events = ServerEvents()
    events.send("rows", "1")
    events.send("rows", "2", id: "2")
    #expect(events.take().map(\.data) == ["1", "2"])
    #expect(events.take().isEmpty)
  }
}
#endif
