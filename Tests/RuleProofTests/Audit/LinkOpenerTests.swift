import Rehearsal
import Testing

@testable import RuleProof

struct LinkOpenerTests {
  private static let main = """
    router.configure { redirect_limit = 3 }
    router.route { path = "/home", name = "home", view = function() return screen { "Home" } end }
    router.route { path = "/count", name = "count", action = function()
      session.count = (session.count or 0) + 1
      return session.count
    end }
    router.route { path = "/second", name = "second", redirect = function()
      if (session.count or 0) > 0 then return "/home" end
    end, view = function() return screen { "Second" } end }
    router.route { path = "/old", name = "old", redirect = function() return "/home" end }
    router.route { path = "/staff", name = "staff", redirect = function()
      if session.role ~= "staff" then return false, "staff only" end
    end, view = function() return screen { "Staff" } end }
    router.route { path = "/a", name = "a", redirect = function() return "/b" end }
    router.route { path = "/b", name = "b", redirect = function() return "/a" end }
    router.route { path = "/on/:n<int>", name = "on", redirect = function(s)
      return "/on/" .. (s.params.n + 1)
    end }
    router.route { path = "/bug", name = "bug", action = function() error("broken") end }
    router.route { path = "/ask", name = "ask", redirect = function()
      router.ask("/home")
      return "/home"
    end, view = function() return screen { "Ask" } end }
    router.route { path = "/lost", name = "lost", redirect = function() return "/gone" end }
    router.route { path = "/slow", name = "slow", action = function() sleep(9) return 1 end }
    router.route { path = "/spin", name = "spin", action = function() while true do end end }
    """

  private static let personas = """
    return { anna = { session = { role = "staff" } }, ben = {} }
    """

  private func endings(_ links: [String], as persona: String? = nil) async throws -> [String] {
    let scripts = ProofScripts.of(["main.lua": Self.main, "personas.lua": Self.personas])
    let opener = try await LinkOpener(scripts, as: persona)
    let opened = await opener.open(links)
    await opener.end()
    return opened.map(\.ending.kind.words)
  }

  @Test func `a link that takes too many steps to look up fails with the usual message`()
    async throws
  {
    let main = Self.main + "router.route { path = '/:page-' .. ('é'):rep(500), view = 'Page' }"
    let opener = try await LinkOpener(ProofScripts.of(["main.lua": main]), as: nil)
    let links = ["a", "b"].map { "/" + $0 + String(repeating: "é", count: 3_000) }
    let opened = await opener.open(links)
    await opener.end()
    #expect(
      opened.map(\.ending.kind.words) == [
        "failed: it takes too many steps to look up", "failed: it takes too many steps to look up",
      ]
    )
  }

  @Test func `each link ends as for a person`() async throws {
    let links = [
      "/home", "/count", "/old", "/nowhere", "/a", "/on/1", "/staff", "/slow", "%", "/lost",
    ]
    let found = try await endings(links)
    #expect(
      found == [
        "opened home", "handled count", "opened home, asked for old", "not_found",
        """
        loop b, asked for a: main.lua:15: The redirects form a loop: /a → /b → /a. One of \
        them must let the location pass.
        """,
        """
        loop on: main.lua:16: More than 3 redirects: /on/1 → /on/2 → /on/3 → /on/4 → /on/5. Shorten \
        the chain, or raise the redirect limit.
        """, "intercepted staff: staff only", "handled slow", "not_found",
        "not_found lost: No route matches '/gone'.",
      ]
    )
  }

  @Test func `links do not affect each other`() async throws {
    let links = ["/second", "/count", "/count", "/second"]
    let found = try await endings(links)
    #expect(
      found == ["opened second", "handled count", "handled count", "opened second"]
    )
    let backwards = try await endings(links.reversed())
    #expect(backwards == ["opened second", "handled count", "handled count", "opened second"])
  }

  @Test func `a persona follows the links with its own session`() async throws {
    #expect(try await endings(["/staff"], as: "anna") == ["opened staff"])
    #expect(try await endings(["/staff"], as: "ben") == ["intercepted staff: staff only"])
  }

  @Test func `a link that waits for a person does not stop the next one`()
    async throws
  {
    let found = try await endings(["/ask", "/home", "/ask", "/ask", "/count"])
    #expect(
      found == [
        "waiting", "opened home", "waiting", "waiting", "handled count",
      ]
    )
  }

  @Test func `an endless script fails, and the next link is still opened`()
    async throws
  {
    let found = try await endings(["/spin", "/home", "/bug"])
    #expect(found[0].hasPrefix("failed spin: main.lua:"))
    #expect(found[1] == "opened home")
    #expect(found[2] == "failed bug: main.lua:19: broken")
  }

  @Test
  func `the order of links makes no difference, even to state that scripts keep`()
    async throws
  {
    let scripts = ProofScripts.of(
      """
      local count = 0
      router.route { path = "/count", name = "count", redirect = function()
        count = count + 1
        return false, tostring(count)
      end, view = "X" }
      """
    )
    let links = [String](repeating: "/count", count: 700)
    var all: [[Ending]] = []
    for size in [1, 50, 64, 700] {
      let opener = try await LinkOpener(scripts, as: nil)
      var endings: [Ending] = []
      while endings.count < links.count {
        let rest = links[endings.count...]
        endings += await opener.open(Array(rest.prefix(size))).map(\.ending)
      }
      await opener.end()
      all.append(endings)
    }
    #expect(Set(all).count == 1)
    #expect(all[0][64].words == "intercepted count: 1")
    #expect(all[0][256].words == "intercepted count: 65")
    let few = try await LinkOpener(scripts, as: nil, linkLimit: 100)
    #expect(await few.open(Array(links.prefix(100))).map(\.ending) == Array(all[0].prefix(100)))
    await few.end()
  }

  @Test func `a cancelled task opens no further link`() async throws {
    let scripts = ProofScripts.of(["main.lua": Self.main])
    let opener = try await LinkOpener(scripts, as: nil)
    let opened = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await opener.open(["/home", "/count"])
    }
    .value
    await opener.end()
    #expect(opened.map(\.ending) == [Ending(.waiting), Ending(.waiting)])
    #expect(opened.allSatisfy { $0.duration == nil })
  }
}
