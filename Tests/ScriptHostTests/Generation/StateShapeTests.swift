import Moonroute
import ScriptHost
import Testing

/// The memory for the states of patterns that come and go.
@Suite struct StateShapeTests {
  @Test func `patterns without end take no memory without end`() async throws {
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
      memoryLimit: 8 << 20
    )
    for turn in 0..<32 { #expect(await scripts.evaluate("listen(\(turn * 250))") == "true") }
  }
}
