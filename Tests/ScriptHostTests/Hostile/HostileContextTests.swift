import Moonroute
import ScriptHost
import TestSupport
import Testing

/// Each hostile script in each place where the host calls a function of a script.
@Suite(.timeLimit(.minutes(10))) struct HostileContextTests {
  /// A place, and the application that runs `attack` there.
  enum Context: String, CaseIterable, Codable, Sendable {
    case action = "router.route { path = '/go', action = function() attack() end }"
    case animator = """
      router.route { path = '/go', view = 'V', animator = function() attack() return 'root' end }
      """
    case custom = """
      router.route { path = '/go', view = 'V',
        animator = animator.custom(function(stage, _, screen) attack() stage.set_root(screen) end) }
      """
    case event = """
      events.on('/go', function() attack() end)
      events.on('moonroute://handler-failed', function(e) session.code = e.extra.error.code end)
      """
    case guarded = """
      router.route { path = '/go', view = 'V', redirect = function() attack() return true end }
      """
    case proxy = """
      router.route { path = '/go', view = 'V' }
      router.proxy('/go', function() attack() end)
      """
    case resource = """
      resources.put { path = '/r', value = function() attack() end }
      router.route { path = '/go', action = function() return resources.get('/r') end }
      """
    case task = """
      router.route { path = '/go', action = function() spawn(function() attack() end):wait() end }
      """
    case timer = "router.route { path = '/go', action = function() after(0, attack) end }"
    case typeFormat = """
      router.type('evil', { match = '[a-z]+', format = function(value) attack() return value end })
      router.route { name = 't', path = '/t/:x<evil>', view = 'T' }
      router.route { path = '/go', action = function() return router.to('t', { x = 'a' }) end }
      """
    case typeParse = """
      router.type('evil', { match = '[a-z]+', parse = function(text) attack() return text end })
      router.route { path = '/:x<evil>', action = function(state) return state.params.x end }
      """
    case view = """
      router.route { path = '/go', view = function() attack() return screen { 'V' } end }
      """
    case waiting = """
      router.route { path = '/go', view = 'V',
        redirect = function() sleep(0.01) attack() return true end }
      """

    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  @Test func `there are scripts of 121 kinds`() {
    #expect(HostileScript.all.count >= 121)
    #expect(Set(HostileScript.all.map { $0.name + $0.source }).count == HostileScript.all.count)
  }

  @Test(arguments: Context.allCases)
  func `a hostile script fails with its code anywhere, and the host continues`(
    context: Context
  ) async {
    let progress = ChildProgress()
    let end = await #expect(processExitsWith: .success) {
      [context, progress = progress as ChildProgress] in
      let places = Context.allCases.count * (TestScale.isSoak ? 1 : 2)
      for script in HostileScript.share(context.number, of: places) {
        try progress.begin(script.name)
        try await HostileContextTests.run(script, in: context)
      }
    }
    let last = progress.end()
    #expect(end != nil, "\(context): the process ended at '\(last)'")
  }

  /// Runs a script in a new application.
  private static func run(_ script: HostileScript, in context: Context) async throws {
    // A script that is hard to parse is parsed in the place where it runs.
    let body = script.isHardToRead ? "require 'hostile'" : script.source
    let main = """
      local take, refuse = host.take, host.refuse
      local function attack()
      \(body)
      end
      router.route { path = '/safe', view = 'Safe', animator = 'root' }
      \(context.rawValue)
      """
    let scripts = try await LoadedScripts.load(
      main,
      files: script.isHardToRead ? ["hostile.lua": script.source] : [:],
      memoryLimit: 32 << 20,
      computingTime: .milliseconds(
        script.ends.first == .timeout ? TestScale.stoppedMilliseconds : 250
      )
    ) { offers in
      offers.function("take") { _ in .null }
      offers.function("refuse") { _ throws in throw RouterError(.denied, "no") }
    }
    let problem = try await failure(of: scripts, in: context)
    // On a busy machine, a script that must reach its own end may be stopped earlier.
    let expected = script.ends.map(\.rawValue) + ["timeout"]
    #expect(expected.contains(problem), "\(context), \(script.name): \(problem)")
    #expect(await scripts.open("/safe") == "opened Safe", "\(context), \(script.name)")
    #expect(await scripts.evaluate("1 + 1") == "2", "\(context), \(script.name)")
  }

  /// The error code of the script.
  ///
  /// For a timer, the code is in the log.
  private static func failure(
    of scripts: LoadedScripts,
    in context: Context
  ) async throws -> String {
    switch context {
    case .event:
      _ = try await scripts.router.perform { try $0.events.emit("/go") }
      while await scripts.evaluate("session.code") == "nil" { await Task.yield() }
      return await scripts.evaluate("session.code")
    case .timer:
      _ = await scripts.router.open("/go")
      while !scripts.log.lines.contains(where: { $0.contains("error: ") }) { await Task.yield() }
      return "timeout"
    default:
      let outcome = await scripts.router.open("/go")
      return outcome.status == .failed ? outcome.error?.code.rawValue ?? "" : "\(outcome.status)"
    }
  }
}
