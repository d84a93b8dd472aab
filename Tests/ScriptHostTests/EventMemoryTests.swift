import Moonroute
import RoutePatterns
import ScriptHost
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What many events leave behind, measured in a process of its own.
@Suite struct EventMemoryTests {
  /// The most memory that the process ever had, in bytes.
  private static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1_024
    #else
    getrusage(RUSAGE_SELF, &usage)
    return Int(usage.ru_maxrss)
    #endif
  }

  @Test func `a million events through 100 subscriptions take no memory that grows`() async {
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
      let growth = try await scripts.application.perform { application in
        let events = application.events
        var count = 0
        for number in 50..<100 { try events.on("/tick/\(number)/:id") { _ in count += 1 } }
        var early = 0
        for number in 0..<1_000_000 {
          let extra: Value = number % 7 == 0 ? ["n": .integer(Int64(number))] : .none
          try events.emit("/tick/\(number % 100)/\(number % 10)", extra)
          if number == 100_000 { early = Self.peak }
        }
        precondition(count == 500_000)
        return Self.peak - early
      }
      let heard = await scripts.evaluate("heard")
      precondition(heard == "500000")
      precondition(growth < 4 << 20, "\(growth) bytes more")
    }
  }
}
