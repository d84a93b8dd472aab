import Foundation
import Moonroute
import ScriptHost
import TestSupport
import TextTools

/// Calls everything that a script can reach, with everything it can reach, from everywhere.
///
/// The host must keep running, stay within its limits, and give no access to another application.
///
/// Each part of a case is a place, a seed and a number of calls: `guard 7 150`.
struct HostCallAttacker: Attacker {
  static let name = "calls"
  static let round = 50

  private static let memoryLimit = 16 << 20

  static let places = [
    "action", "redirect", "guard", "view", "leave", "timer", "every", "emit", "tap", "message",
    "resource", "proxy", "animator", "error", "unmatched", "type",
  ]

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    AttackCase(
      (0..<random.number(2...8))
        .map { _ in
          "\(random.pick(Self.places)) \(random.next(below: 1 << 30)) \(random.number(20...200))"
        }
    )
  }

  func simplerForms(of part: String) -> [String] {
    let words = part.split(separator: " ")
    guard words.count == 3, let count = Int(words[2]) else { return [] }
    return [count / 2, count - 1].filter { $0 > 0 && $0 < count }
      .map { "\(words[0]) \(words[1]) \($0)" }
  }

  func problem(of attack: AttackCase) async throws -> String? {
    let other = try await Self.other()
    let scripts = try FuzzedApplication(
      Self.main,
      files: ["random_caller.lua": try RandomCaller.text()],
      memoryLimit: Self.memoryLimit,
      computingTime: .milliseconds(50),
      clock: StillClock()
    )
    try await scripts.host.load()
    for part in attack.parts {
      let words = part.split(separator: " ")
      guard words.count == 3 else { continue }
      _ = await scripts.open("/\(words[0])/\(words[1])/\(words[2])")
      for _ in 0..<20 { await Task.yield() }
      if let problem = await Self.problem(of: scripts) { return "\(problem), after \(part)" }
    }
    // A session that cannot be copied prevents the reload.
    _ = try? await scripts.host.load()
    if let problem = await Self.problem(of: scripts) { return "\(problem), after a reload" }
    let answer = await other.open("/own")
    return answer == "handled mine" ? nil : "others: the other application answered \(answer)"
  }

  /// The problem with an application after an attack.
  private static func problem(of scripts: FuzzedApplication) async -> String? {
    if let problem = scripts.problem { return problem }
    let safe = await scripts.host.router.open("/safe")
    if safe.shortly != "opened Safe" {
      let stuck = "stuck: '/safe' ended as \(safe.shortly): \(safe.error.map { "\($0)" } ?? "")"
      // A proxy that a script registered for every location can redirect this one, or raise an
      // error. A reload removes the proxy. A session that cannot be copied prevents the reload.
      _ = await scripts.evaluate("for key in next, session do session[key] = nil end")
      guard (try? await scripts.host.load()) != nil else {
        return safe.error?.site == nil ? stuck : nil
      }
      let again = await scripts.open("/safe")
      guard again == "opened Safe" else { return "\(stuck); after a reload as \(again)" }
    }
    let bytes = await scripts.host.hostBytes
    return bytes <= memoryLimit + memoryLimit / 4 ? nil : "memory: the host held \(bytes) bytes"
  }

  /// An application with a secret in each store.
  private static func other() async throws -> FuzzedApplication {
    let other = try FuzzedApplication(
      """
      local secret = ("noitacilppa-rehto-eht-fo-terces"):reverse()
      session.secret = { secret }
      router.route { name = "own", path = "/own", meta = { secret }, action = function() return "mine" end }
      router.route { path = "/" .. secret, view = secret, animator = "root" }
      resources.put { path = "/secret", value = { secret } }
      events.declare { name = "secret", path = "/secret", sticky = true }
      """
    )
    try await other.host.load()
    let secret = String("noitacilppa-rehto-eht-fo-terces".reversed())
    _ = await other.open("/\(secret)?secret=\(secret)#\(secret)")
    _ = try? await other.host.evaluate(
      "events.emit('/secret', '\(secret)') pcall(error, '\(secret)') log.info('\(secret)')"
    )
    return other
  }

  private static let main = """
    local random_caller = require("random_caller")
    local globals, register, on, screen, after, every = _G, router.route, events.on, screen, after, every
    local located, topmost, forged = router.location, stage.top, host.forged
    local register_resource, get, emit, last = resources.put, resources.get, events.emit, events.last
    local function call(place)
      local params = place.params
      local extra = { place, params, session, topmost(), located("/page/2?a=b"), last("/event/*") }
      local made, problem = random_caller(globals, extra, params.seed, params.count)
      if problem then forged(problem) end
    end
    register { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    register { path = "/safe", view = "Safe", animator = "root" }
    register { path = "/page/:n", view = "Page", animator = "push" }
    local function path(place) return "/" .. place .. "/:seed<int>/:count<int>" end
    register { path = path("action"), action = call }
    register { path = path("redirect"), redirect = function(state) call(state) return "/page/1" end }
    register { path = path("guard"), view = "Guarded", animator = "push" }
    router.guard(path("guard"), function(state) call(state) return true end)
    register { path = path("proxy"), action = function() end }
    router.proxy(path("proxy"), function(state) call(state) end)
    register { path = path("view"), animator = "push", view = function(state)
      call(state)
      return screen { "View", body = { { "button", "Call", on_tap = function() call(state) end } } }
    end }
    register { path = path("tap"), action = function(state)
      router.open(path("view"):gsub(":seed<int>", state.params.seed):gsub(":count<int>", 1))
      topmost():tap("Call")
    end }
    register { path = path("leave"), view = "Left", animator = "push",
      on_exit = function(state, to) if to then pcall(call, state) end return true end }
    register { path = path("timer"), action = function(state)
      after(0, function() call(state) end)
      sleep(0)
    end }
    register { path = path("every"), action = function(state)
      local timer timer = every(0.001, function() timer:cancel() call(state) end)
      sleep(0.01)
    end }
    on("/event/:seed<int>/:count<int>", call)
    register { path = path("emit"), action = function(state)
      emit("/event/" .. state.params.seed .. "/" .. state.params.count, state)
    end }
    register { path = path("message"), action = function(state)
      router.open("/page/3", { on = { hello = function() call(state) end } })
      topmost():send("hello", state)
    end }
    register_resource { path = "/made/:seed<int>/:count<int>", value = call }
    register { path = path("resource"), action = function(state)
      return get("/made/" .. state.params.seed .. "/" .. state.params.count)
    end }
    register { path = path("animator"), view = "Placed", animator = animator.custom(
      function(stage, from, page) call(page.state) stage.push(page) end) }
    register { path = path("error"), action = function() error({ code = "odd" }) end }
    router.on_error(function(outcome)
      call({ params = { seed = 7, count = 50 }, outcome = outcome })
    end)
    router.unmatched(function(location)
      call({ params = { seed = 9, count = 50 }, location = location })
    end)
    router.type("odd", { match = "[0-9]+", parse = function(text)
      call({ params = { seed = #text, count = 20 } }) return text end })
    register { path = "/type/:seed<int>/:count<odd>", action = function(state)
      return state.params.count end }
    """
}

/// Random Lua calls, as text.
enum RandomCaller {
  static func text() throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "random_caller.lua")
    return try String(contentsOf: file, encoding: .utf8)
  }
}
