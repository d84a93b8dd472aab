import Moonroute
import Rehearsal
import ScriptHost
import Testing

@Suite struct RehearsalStorageTests {
  @Test func `a rehearsal of a program's scripts stores the session in its own memory`()
    async throws
  {
    let files = [
      "main.lua": """
      session.declare({ count = "int" }, { stored = true })
      router.route { path = "/count", action = function()
        session.count = (session.count or 0) + 1
        return session.count
      end }
      """
    ]
    let scripts = RehearsalScripts(files.mapValues { Array($0.utf8) }) { application in
      try ScriptHost(.texts(files), in: application)
    }
    for _ in 0..<2 {
      let rehearsal = try await scripts.rehearsal()
      for count in 1...2 {
        let outcome = await rehearsal.perform { await $0.open("/count") }
        #expect(outcome?.values == [.int(Int64(count))])
      }
      await rehearsal.end()
    }
  }
}
