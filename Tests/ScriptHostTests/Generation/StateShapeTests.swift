import Moonroute
import ScriptHost
import TestSupport
import Testing

/// The memory for the states of patterns that are added and removed.
@Suite struct StateShapeTests {
  /// Each turn makes 250 patterns, with room for about 1,000 bytes per pattern.
  private static let turns = TestScale.isSoak ? 32 : 12

  @Test func `endlessly many patterns take limited memory`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      heard = 0
      function listen(from)
        for number = from, from + 249 do
          local path = "/passing/" .. number
          local subscription <close> = events.on(path, function(event) heard = heard + #event.path end)
          events.emit(path)
        end
        return heard > 0
      end
      """,
      memoryLimit: Self.turns << 18,
      computingTime: .seconds(60)
    )
    for turn in 0..<Self.turns {
      #expect(await scripts.evaluate("listen(\(turn * 250))") == "true")
    }
  }
}
