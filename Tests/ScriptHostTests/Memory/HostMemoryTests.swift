import Moonroute
import RoutePatterns
import ScriptHost
import TestSupport
import Testing

/// Memory that the host holds for scripts is limited like the scripts' own memory.
@Suite struct HostMemoryTests {
  private static let main = """
    big = ("x"):rep(400000)
    hoard, n = {}, 0
    router.route { path = "/safe", view = "Safe", animator = animator.root { wrap = "stack" } }
    router.route { path = "/page", view = "Page" }
    router.route { path = "/wait", action = function(state) sleep(1e6) end }
    events.declare { name = "kept", path = "/kept/:n", sticky = true }
    events.on("/drip/**", function() end)
    events.on("/flood", function() local ok, e = pcall(flood) problem = e end)
    """

  /// Loads an application and shows a screen with an opener that listens to messages.
  private static func load(_ attack: MemoryAttack) async throws -> LoadedScripts {
    let scripts = try await LoadedScripts.load(
      main,
      memoryLimit: attack.mebibytes << 20,
      computingTime: .milliseconds(attack.time)
    )
    _ = await scripts.evaluate(
      "handle = router.open('/safe', { on = { hello = function() end } }).handle return 1"
    )
    await scripts.host.collect()
    return scripts
  }

  /// The attacks of one process: one for `make soak`, otherwise several smaller ones.
  private static let batches: [[MemoryAttack]] = {
    let size = TestScale.isSoak ? 1 : 7
    return stride(from: 0, to: MemoryAttack.all.count, by: size)
      .map { Array(MemoryAttack.all[$0..<min($0 + size, MemoryAttack.all.count)]) }
  }()

  @Test(.serialized, arguments: batches)
  func `a script cannot make the host store more than its limit`(attacks: [MemoryAttack]) async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [attacks, progress = progress as ChildProgress] in
      for attack in attacks {
        try progress.begin(attack.name)
        try await Self.run(attack)
      }
    }
    let last = progress.end()
    #expect(end != nil, "the process ended at '\(last)'")
  }

  private static func run(_ attack: MemoryAttack) async throws {
    let scripts = try await load(attack)
    let heard = try await scripts.router.values("/heard/**", bufferingNewest: attack.heard)
    let (peak, before) = (ProcessMemory.peak, await scripts.host.hostBytes)
    var answer = ""
    for _ in 0..<400 where !answer.contains(" and the limit is ") {
      answer = await scripts.evaluate("while true do n = n + 1 \(attack.body) end")
    }
    let growth = ProcessMemory.peak - peak
    let held = await scripts.host.hostBytes
    // On a slow machine, a call that has ended meanwhile is just an object that the script holds.
    let isNamed = answer.contains(attack.store) || answer.contains("objects of the host")
    precondition(isNamed, answer)
    precondition(held <= (attack.mebibytes + 1) << 20, "\(held) bytes")
    precondition(growth < 96 << 20, "\(growth) bytes more")
    // Releases everything. Tasks end one after the other, so only a lack of progress is an error.
    var (rest, idleRounds) = (held, 0)
    while rest > 64 << 10, idleRounds < 2_000, !attack.release.isEmpty {
      _ = await scripts.evaluate(attack.release)
      await scripts.host.collect()
      let left = await scripts.host.hostBytes - before
      idleRounds = left < rest ? 0 : idleRounds + 1
      rest = left
    }
    precondition(rest <= 64 << 10 || attack.release.isEmpty, "\(rest) bytes are left")
    let safe = await scripts.open("/safe")
    let two = await scripts.evaluate("1 + 1")
    precondition(safe == "opened Safe" && two == "2", safe)
    withExtendedLifetime(heard) {}
  }

  @Test func `the program's opens and their data are limited after a script redirects them`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      big = ("x"):rep(50000)
      router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
      router.route { path = "/page/:n/**", view = "Page", animator = "push" }
      router.guard("/led/:n", function(state) return "/page/" .. state.params.n .. "/" .. big end)
      router.guard("/to/:n", function(state)
        return router.location("/page/" .. state.params.n .. "/" .. big)
      end)
      router.proxy("/rewritten/:n", function(state)
        return router.rewrite { "/page/" .. state.params.n, extra = { big, big } }
      end)
      router.route { path = "/led/:n", view = "A" }
      router.route { path = "/to/:n", view = "A" }
      """,
      memoryLimit: 1 << 20
    )
    for kind in ["led", "to", "rewritten"] {
      _ = await scripts.open("/")
      await scripts.host.collect()
      let before = await scripts.host.hostBytes
      var last = ""
      for number in 0..<100 where !last.contains("memory_limit") {
        last = await scripts.open("/\(kind)/\(number)")
      }
      #expect(last.contains("and the limit is 1.0 MiB: values passed to opens"), "\(kind)")
      #expect(await scripts.host.hostBytes <= 2 << 20)
      #expect(await scripts.open("/") == "opened Home")
      await scripts.host.collect()
      #expect(await scripts.host.hostBytes <= before + 64 << 10, "\(kind)")
    }
  }

  @Test func `a refusal names the place, the amounts by kind, and a remedy`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local big = ("x"):rep(400000)
      local ok, problem = true, nil
      for number = 1, 20 do
        if ok then
          ok, problem = pcall(function()
            resources.put { path = "/r/" .. number, value = big }
          end)
        end
      end
      code, text = problem.code, tostring(problem)
      """,
      memoryLimit: 4 << 20
    )
    #expect(await scripts.evaluate("code") == "memory_limit")
    #expect(
      await scripts.evaluate("text")
        == "main.lua:6: The host keeps 3.8 MiB for the scripts, and the limit is 4.0 MiB:"
        + " resources 3.8 MiB. Delete resources that are no longer needed."
    )
  }

  @Test func `released objects do not count`() async throws {
    let scripts = try await LoadedScripts.load(
      "big = '/' .. ('x'):rep(60000)",
      memoryLimit: 1 << 20,
      computingTime: .seconds(60)
    )
    let line =
      "for i = 11, 13 do last = router.location(big .. i) end return tostring(last):sub(-2)"
    for _ in 0..<10 {
      let answer = await scripts.evaluate(line)
      #expect(answer == "13")
    }
  }

  @Test func `the program's own values are not charged to scripts`() async throws {
    let scripts = try await LoadedScripts.load("x = 1", memoryLimit: 4 << 20)
    let before = await scripts.host.hostBytes
    let big = Value.text(String(repeating: "x", count: 400_000))
    try await scripts.router.perform { application in
      for number in 0..<20 {
        try application.router.resources.put("/r/\(number)", value: big)
        try application.events.declare("e\(number)", "/e/\(number)", isSticky: true)
        try application.events.emit("/e/\(number)", big)
      }
    }
    #expect(await scripts.host.hostBytes == before)
  }

  @Test func `listening to a screen repeatedly stores nothing`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.main,
      memoryLimit: 1 << 20,
      computingTime: .seconds(60)
    )
    let line = """
      local outcome = router.open("/safe")
      for _ = 1, 2000 do
        stage.top():on("appear", print):cancel()
        outcome.handle:on("hello", print):cancel()
      end
      return stage.top():send("hello")
      """
    #expect(await scripts.evaluate(line) == "0")
    await scripts.host.collect()
    #expect(await scripts.host.hostBytes < 64 << 10)
  }

  @Test func `a failed reload stores nothing`() async throws {
    let scripts = try await LoadedScripts.load("x = 1")
    let before = await scripts.host.hostBytes
    let put = "resources.put { path = '/r', value = ('x'):rep(1000) }\n"
    let files = ScriptSource.texts(["main.lua": put + "router.route { path = '' }"])
    await #expect(throws: ScriptProblems.self) { try await scripts.host.load(from: files) }
    #expect(await scripts.host.hostBytes == before)
  }

  @Test(arguments: 1...UInt64(TestScale.memorySeeds))
  func `storing and removing values leaves nothing behind`(
    seed: UInt64
  ) async throws {
    let scripts = try await LoadedScripts.load(MemorySteps.main)
    var steps = MemorySteps(seed: seed)
    _ = await scripts.evaluate(MemorySteps.end)
    try await scripts.host.load()
    await scripts.host.collect()
    let before = await scripts.host.hostBytes
    for _ in 0..<60 {
      let line = steps.next()
      if line == "reload" {
        try await scripts.host.load()
      } else {
        let answer = await scripts.evaluate(line)
        #expect(!answer.contains("memory_limit"), "seed \(seed): \(line): \(answer)")
      }
      #expect(await scripts.host.hostBytes >= before, "seed \(seed): after \(line)")
    }
    _ = await scripts.evaluate(MemorySteps.end)
    try await scripts.host.load()
    await scripts.host.collect()
    let after = await scripts.host.hostBytes
    #expect(after == before, "seed \(seed)")
  }

  @Test(arguments: [
    "router.route { path = ('/' .. n .. '/s'):rep(125), view = 'V' }",
    "router.route { path = '/' .. n .. ('/s'):rep(240),"
      + " routes = { { path = 'a', view = 'A' }, { path = 'b', view = 'B' } } }",
    "router.guard(('/' .. n .. '/s'):rep(125), function() return true end)",
    "events.on(('/' .. n .. '/s'):rep(125), function() end)",
    "resources.put { path = ('/' .. n .. '/s'):rep(125), value = n }",
  ])
  func `a pattern counts according to its segments`(call: String) async throws {
    let (count, limit) = TestScale.isSoak ? (20, 8) : (5, 3)
    let scripts = try await LoadedScripts.load(
      "n = 0",
      memoryLimit: limit << 20,
      computingTime: .seconds(120)
    )
    let before = await scripts.host.hostBytes
    let line = "for i = 1, \(count) do n = n + 1 \(call) end return 'done'"
    #expect(await scripts.evaluate(line) == "done")
    // 250 segments of about 300 bytes.
    #expect(await scripts.host.hostBytes - before > count * 75_000)
    let refusal = await scripts.evaluate("while true do n = n + 1 \(call) end")
    #expect(refusal.contains("and the limit is \(limit).0 MiB"), "\(refusal)")
    #expect(await scripts.evaluate("n < \(limit * 25)") == "true")
  }

  @Test func `the scripts that add many routes pay for their compilation`() async throws {
    let scripts = try await LoadedScripts.load("n = 0", computingTime: .seconds(120))
    let line =
      "for i = 1, 200 do router.route { path = '/' .. i .. ('/s'):rep(200), view = 'V' } end"
    _ = await scripts.evaluate(line)
    let directory = await scripts.router.perform { $0.router.rules.directory }
    #expect(directory.unfrozenBytes <= 200 * 404 / 4)
  }
}
