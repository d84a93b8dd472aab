import RuleProof
import Testing

/// The doors between two versions of an application.
@Suite struct OpenedDoorsTests {
  private static let personas = """
    return { mei = { session = { user = "mei" } }, visitor = {} }
    """

  private static let before = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "account", path = "/account", view = "Account" }
    router.route { name = "login", path = "/login", view = "Login" }
    router.guard("account", function()
      if session.user then return true end
      return router.to("login")
    end)
    """

  private static func doors(
    from before: [String: String],
    to after: [String: String]
  ) async throws -> OpenedDoors {
    try await OpenedDoors(from: ProofScripts.of(before), to: ProofScripts.of(after))
  }

  private static func words(_ doors: OpenedDoors) -> [String] {
    doors.doors.map { "\($0.person) \($0.location) (\($0.label)): \($0.before ?? "-")" }
  }

  @Test func `equal versions open no doors`() async throws {
    let files = ["main.lua": Self.before, "personas.lua": Self.personas]
    let doors = try await Self.doors(from: files, to: files)
    #expect(doors.doors.isEmpty)
    #expect(doors.hasPersonas)
  }

  @Test func `a guard that lets more people through opens doors`() async throws {
    let after = Self.before.replacing("if session.user then", with: "if true then")
    let doors = try await Self.doors(
      from: ["main.lua": Self.before, "personas.lua": Self.personas],
      to: ["main.lua": after, "personas.lua": Self.personas]
    )
    #expect(Self.words(doors) == ["visitor /account (account): sent to /login"])
  }

  @Test func `a new location and a new person count, and a closed door does not`() async throws {
    let after =
      Self.before + """
        router.route { name = "new", path = "/new", view = "New" }
        router.guard("home", function() return session.user ~= nil end)
        """
    let people = Self.personas.replacing(
      "visitor",
      with: "jonas = { session = { user = \"jonas\" } }, visitor"
    )
    let doors = try await Self.doors(
      from: ["main.lua": Self.before, "personas.lua": Self.personas],
      to: ["main.lua": after, "personas.lua": people]
    )
    #expect(
      Self.words(doors).sorted() == [
        "jonas / (home): -", "jonas /account (account): -", "jonas /login (login): -",
        "jonas /new (new): -", "mei /new (new): -", "visitor /new (new): -",
      ]
    )
  }

  @Test func `a location that only the old version lists is tried as well`() async throws {
    let before = """
      router.route { name = "closed", path = "/p/7", view = "P" }
      router.guard("closed", function() return false end)
      """
    let after = "router.route { name = \"p\", path = \"/p/:id<int>\", view = \"P\" }"
    let doors = try await Self.doors(from: ["main.lua": before], to: ["main.lua": after])
    #expect(!doors.hasPersonas)
    #expect(Self.words(doors).contains { $0.hasPrefix("anybody /p/7 ") })
  }
}
