import Moonroute
import Testing

@testable import ScriptHost

@Suite struct ScriptEngineTests {
  @Test func `hosts of one application share an engine, and each application has its own`()
    async throws
  {
    let application = try LinkRouter.patient()
    let hosts = try (1...2).map { _ in try ScriptHost(.texts([:]), in: application) }
    let other = try ScriptHost(.texts([:]), in: .patient())
    let shared = await application.perform { application in
      hosts.map { ObjectIdentifier($0.engine(in: application)) }
    }
    let again = await application.perform { application in
      hosts.map { ObjectIdentifier($0.engine(in: application)) }
    }
    let own = await other.router.perform { ObjectIdentifier(other.engine(in: $0)) }
    #expect(shared[0] == shared[1])
    #expect(again == shared)
    #expect(own != shared[0])
  }

  @Test(arguments: [
    "events.emit('/done')",
    "after(0, function() events.emit('/done') end)",
    "spawn(function() events.emit('/done') end)",
    "sleep(0) events.emit('/done')",
  ])
  func `scripts, their timers and their tasks continue after the host is released`(
    line: String
  )
    async throws
  {
    let application = try LinkRouter.patient()
    let witnesses = Witnesses()
    do {
      let main = "events.on('/go', function() \(line) end)"
      let host = try ScriptHost(.texts(["main.lua": main]), in: application)
      witnesses.add(host)
      try await host.load()
    }
    for _ in 0..<1_000 where witnesses.aliveCount > 0 { await Task.yield() }
    #expect(witnesses.aliveCount == 0)
    var done = try await application.values("/done").makeAsyncIterator()
    #expect(try await application.emit("/go") == 1)
    #expect(await done.next() != nil)
  }
}
