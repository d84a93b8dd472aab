import Moonroute
import RoutePatterns
import ScriptHost
import Synchronization
import TextTools

/// Opens links in every spelling and in every way.
///
/// No screen may show a guarded page, whether the guard refuses, raises an error, returns nonsense,
/// or exceeds its time limit.
///
/// Each part of a case is a verb and a link.
struct LinkAttacker: Attacker {
  static let name = "links"
  static let round = 150

  private static let verbs = [
    "open", "open", "open", "push", "present", "replace", "go", "ask", "build", "fetch", "restore",
    "back", "recheck", "fallback", "redirect", "rewrite",
  ]

  /// The segments of the secret pages, and of the paths to them.
  private static let words = [
    "vault", "admin", "users", "7", "erring", "odd", "slow", "tabs", "inner", "deep", "files", "a",
    "b",
    "secret", "open", "named", "cased", "waiting",
  ]

  private static let beginnings = [
    "/", "/", "/", "", "//", "shop://", "https://any.org/", "./", "/../", "?x=/",
  ]

  private static let glue = [
    "/", "/", "/", "/", "%2F", "%2f", "//", "/./", "/../", "%5C", "%252F", "/%2e/", ";",
  ]

  private static let ends = [
    "", "", "", "/", "?", "?a=1", "#", "#/vault", "?route_fallback_url=/vault",
    "?route_no_animation=1", "/.",
    "/..", "%00", "%20", "/%2e%2e", "?x=%2Fvault", "/%2F",
  ]

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    AttackCase(
      (0..<random.number(1...12))
        .map { _ in
          random.pick(Self.verbs) + " " + AttackCase.part(Self.link(&random).utf8)
        }
    )
  }

  private static func link(_ random: inout SeededGenerator) -> String {
    var link = random.pick(beginnings)
    for index in 0..<random.number(1...4) {
      if index > 0 { link += random.pick(glue) }
      link += spelled(random.pick(words), &random)
    }
    return link + random.pick(ends)
  }

  /// A word in one of its spellings.
  private static func spelled(_ word: String, _ random: inout SeededGenerator) -> String {
    switch random.next(below: 6) {
    case 0: word.uppercased()
    case 1: word.prefix(1).uppercased() + word.dropFirst()
    case 2:
      word.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    case 3: "%" + String(word.utf8.first ?? 0x61, radix: 16) + word.dropFirst()
    default: word
    }
  }

  func problem(of attack: AttackCase) async throws -> String? {
    let scripts = try FuzzedApplication(Self.main, computingTime: .milliseconds(10))
    try await scripts.host.load()
    for part in attack.parts {
      let words = part.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      let link = String(decoding: AttackCase.bytes(of: words[1]), as: UTF8.self)
      FuzzedApplication.text.withLock { $0 = link }
      let answer = await Self.follow(String(words[0]), link, in: scripts)
      if answer.contains("Treasure") { return "guard: \(part) answers \(answer)" }
      let shown = await scripts.host.router.perform { application in
        application.stage.screens.contains { $0.caption.contains("Treasure") }
      }
      if shown { return "guard: \(part) shows a screen that a guard stops" }
      if let problem = scripts.problem { return problem + " by \(part)" }
    }
    let safe = await scripts.open("/open")
    return safe == "opened Open" ? nil : "stuck: '/open' ended as \(safe)"
  }

  /// Follows a link with a verb, and returns the result.
  private static func follow(
    _ verb: String,
    _ link: String,
    in scripts: FuzzedApplication
  ) async -> String {
    switch verb {
    case "open":
      let can = await scripts.evaluate("router.can_open(host.text())")
      let answer = await scripts.open(link)
      // A link that matches no route can never be shown.
      if can == "false", answer.hasPrefix("opened") { return "Treasure: can_open says no" }
      return answer
    case "fallback": return await scripts.open("/nowhere?route_fallback_url=" + link)
    case "redirect", "rewrite": return await scripts.open("/\(verb)")
    case "back":
      return await scripts.evaluate(
        "(function() router.open(host.text()) router.back() return 1 end)()"
      )
    case "recheck":
      return await scripts.evaluate("(function() router.push(host.text()) router.recheck() end)()")
    case "restore":
      return await scripts.evaluate(
        """
        stage.restore { kind = "window", children = { { kind = "stack", children = {
          { kind = "screen", location = host.text() } } } } }
        """
      )
    case "ask":
      // The script waits until the screen answers.
      return await scripts.evaluate(
        "(function() spawn(function() router.ask(host.text()) end) sleep(0.01) end)()"
      )
    case "build":
      return await scripts.evaluate("(router.build(host.text()) or {}).view")
    default:
      return await scripts.evaluate("(function() return router.\(verb)(host.text()).name end)()")
    }
  }

  /// Every page below a guard is a secret.
  ///
  /// Each guard stops in its own way.
  private static let main = """
    local function secret(path, more)
      local route = { path = path, view = "Treasure", animator = "push" }
      for key, value in pairs(more or {}) do route[key] = value end
      return router.route(route)
    end
    local no = function() return false end
    router.route { path = "/open", view = "Open", animator = animator.root { wrap = "stack" } }
    router.route { path = "/a/:x", view = "Open", animator = "push" }
    secret("/vault") router.guard("/vault", no)
    secret("/vault/:id<int>") router.guard("/vault/**", no)
    secret("/admin/:area/:x") router.guard("/admin/:any/**", no)
    secret("/admin") router.guard("/admin", no)
    secret("/erring") router.guard("/erring", function() error("no") end)
    secret("/odd") router.guard("/odd", function() return 7, {} end)
    secret("/slow") router.guard("/slow", function() while true do end end)
    secret("/waiting") router.guard("/waiting", function() sleep(0) error({}) end)
    secret("/cased", { case_sensitive = false }) router.guard("/cased", no)
    secret("/named/**rest", { name = "named" }) router.guard("named", no)
    secret("/files/**rest") router.guard("/files/**", no)
    secret("/users/:id/inner", { case_sensitive = false }) router.guard("/users/:id/**", no)
    secret("shop://secret/:x") router.guard("shop://secret/**", no)
    router.shell { name = "tabs", path = "/tabs", tabs = {
      { name = "inner", path = "inner", view = "Treasure", routes = {
        { path = "deep", view = "Treasure", animator = "push" } } },
      { name = "b", path = "b", view = "Open" } } }
    router.guard("/tabs/inner", no) router.guard("/tabs/inner/**", no)
    router.route { path = "/redirect", redirect = function() return host.text() end }
    router.route { path = "/rewrite", action = function() return 1 end }
    router.proxy("/rewrite", function() return router.rewrite { location = host.text() } end)
    router.route { path = "/b/*rest", redirect = "/vault/:rest" }
    """
}
