import Moonroute
import RoutePatterns
import ScriptHost
import TestSupport
import Testing

/// The memory after many events, measured in a separate process.
@Suite struct EventMemoryTests {
  @Test func `events through 100 subscriptions do not increase memory`() async {
    await #expect(processExitsWith: .success) {
      let scripts = try await LoadedScripts.load(
        """
        heard = 0
        events.declare { name = "kept", path = "/tick/0/:id", sticky = true }
        for number = 0, 49 do
          events.on("/tick/" .. number .. "/:id", function(event) heard = heard + #event.params.id end)
        end
        """
      )
      let growth = try await scripts.router.perform { application in
        let events = application.events
        var count = 0
        for number in 50..<100 { try events.on("/tick/\(number)/:id") { _ in count += 1 } }
        var early = 0
        for number in 0..<TestScale.events {
          let extra: Value = number % 7 == 0 ? ["n": .int(Int64(number))] : .null
          try events.emit("/tick/\(number % 100)/\(number % 10)", extra)
          if number == TestScale.events / 10 { early = ProcessMemory.peak }
        }
        precondition(count == TestScale.events / 2)
        return ProcessMemory.peak - early
      }
      let heard = await scripts.evaluate("heard")
      precondition(heard == "\(TestScale.events / 2)")
      precondition(growth < 4 << 20, "\(growth) bytes more")
    }
  }
}
