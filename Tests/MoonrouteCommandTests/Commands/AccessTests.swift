#if Command
import Foundation
import Testing

/// `moonroute access`: its output and its exit status.
struct AccessTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
      return session.user ~= nil, "log in first"
    end }

    """
  private static let personas = "return { mei = { session = { user = \"mei\" } }, visitor = {} }"

  /// An application in its own folder `app`.
  private static func application(_ main: String = main) throws -> Scratch {
    let scratch = try Scratch()
    let folder = scratch["app"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(main, to: "app/main.lua", in: scratch)
    try write(personas, to: "app/personas.lua", in: scratch)
    return scratch
  }

  private static func write(_ text: String, to path: String, in scratch: Scratch) throws {
    try Data(text.utf8).write(to: scratch[path])
  }

  @Test func `the table is printed with status 0`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(["access", "app"], in: scratch.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        2 routes, as mei and visitor

        Open to everybody
          /  home

        Depends on the person
          by the redirect of 'orders', main.lua:2
                     mei      visitor
            /orders  opens    stopped
                visitor: log in first
          opens: the page is shown, or the action runs; stopped: a rule forbids it

        No failures.

        """
    )
  }

  @Test func `a saved table is the reference, and a difference is status 1`()
    async throws
  {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let save = try await CommandRun.moonroute(
      ["access", "app", "--save", "a.snap"],
      in: scratch.folder
    )
    #expect(save.status == 0)
    #expect(save.output == "a.snap: 2 locations, 2 people\n")
    let same = try await CommandRun.moonroute(
      ["access", "app", "--against", "a.snap"],
      in: scratch.folder
    )
    #expect(same.status == 0)
    #expect(same.output == "2 locations as in a.snap\n")
    let open = Self.main.replacing("session.user ~= nil", with: "true")
    try Self.write(open, to: "app/main.lua", in: scratch)
    let other = try await CommandRun.moonroute(
      ["access", "app", "--against", "a.snap"],
      in: scratch.folder
    )
    #expect(other.status == 1)
    #expect(
      other.output == """
        visitor can now open /orders, since the redirect of 'orders' allows it
        (main.lua:2); before: stopped: log in first

        If this is intended: moonroute access app --save a.snap

        """
    )
    let json = try await CommandRun.moonroute(
      ["access", "app", "--against", "a.snap", "--json"],
      in: scratch.folder
    )
    #expect(json.status == 1)
    #expect(json.lines.count == 1 && json.output.hasPrefix(#"{"change":"access","location":"#))
  }

  @Test func `a failed open is status 1 in every format`() async throws {
    let scratch = try Self.application(
      "router.route { path = '/a', action = function() error('broken') end }"
    )
    defer { scratch.remove() }
    for form in [[], ["--json"], ["--format", "csv"], ["--format", "html"], ["--save", "s"]] {
      let run = try await CommandRun.moonroute(["access", "app"] + form, in: scratch.folder)
      #expect(run.status == 1, "\(form)")
    }
    let wrong = """
      Failures
        /a
          script_error: broken (main.lua:1)

      """
    let against = ["access", "app", "--against", "s"]
    let save = try await CommandRun.moonroute(["access", "app", "--save", "s"], in: scratch.folder)
    #expect(save.output == "s: 1 location, 2 people\n\n" + wrong)
    let same = try await CommandRun.moonroute(against, in: scratch.folder)
    #expect(same.status == 1)
    #expect(same.output == "1 location as in s\n\n" + wrong)
    let json = try await CommandRun.moonroute(against + ["--json"], in: scratch.folder)
    #expect(json.status == 1)
    #expect(json.output.isEmpty)
    #expect(json.errors == wrong)
  }

  @Test(arguments: [
    ("access app --vary beta", 2, "--vary: 'beta' needs values"),
    ("access app --vary a=1 --vary a=2", 2, "The flag 'a' is given twice."),
    ("access app --vary a=1 --vary session.a=2", 2, "The flag 'session.a' is given twice."),
    ("access app --persona mei --persona mei", 2, "The persona 'mei' is given twice."),
    ("access app --persona may", 2, "There is no persona 'may'. Available: mei, visitor."),
    ("access app --json --format csv", 2, "--json and --format both choose the format"),
    ("access app --save a --against b", 2, "--save prints no table"),
    ("access app --against nothing", 2, "There is no file 'nothing'. Write it with --save."),
    ("access app --against app/main.lua", 2, "'app/main.lua': line 1 is not from an access"),
    ("access app --unsafe", 2, "'access' opens everything many times"),
    ("access app --storage s", 2, "'access' keeps resources in memory"),
    ("access app --vary user.name=on", 2, "session.user is not a table"),
    ("access nowhere", 3, "nowhere"), ("access app --save /no/such/folder/x", 4, "/no/such"),
  ])
  func `invalid usage is reported`(
    _ line: String,
    _ status: Int32,
    _ words: String
  )
    async throws
  {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(
      line.split(separator: " ").map(String.init),
      in: scratch.folder
    )
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `a spec compares with a snapshot and reports the difference`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(
      at: scratch["app/spec"],
      withIntermediateDirectories: true
    )
    let spec = """
      it("lets nobody else in", function()
        assert.access("access.snap")
        assert.equal("stopped: log in first", access {}["/orders"].visitor)
      end)
      """
    try Self.write(spec, to: "app/spec/a_spec.lua", in: scratch)
    let test = ["test", "app/spec", "-o", "plain"]
    let none = try await CommandRun.moonroute(test + ["--no-new-snapshots"], in: scratch.folder)
    #expect(none.status == 1)
    #expect(none.output.contains("there is no file 'access.snap'"), "\(none.output)")
    let first = try await CommandRun.moonroute(test, in: scratch.folder)
    #expect(first.status == 0, "\(first.output)")
    let saved = try String(contentsOf: scratch["app/access.snap"], encoding: .utf8)
    #expect(saved.contains("/orders (orders)\n  mei: opens\n  visitor: stopped: log in first\n"))
    let open = Self.main.replacing("session.user ~= nil", with: "session.user ~= nil or nil")
    try Self.write(open, to: "app/main.lua", in: scratch)
    let other = try await CommandRun.moonroute(test, in: scratch.folder)
    #expect(other.status == 1)
    #expect(
      other.output.contains(
        "visitor can now open /orders, since the redirect of 'orders' allows it (main.lua:2)"
      ),
      "\(other.output)"
    )
    _ = try await CommandRun.moonroute(test + ["--update-snapshots"], in: scratch.folder)
    let updated = try String(contentsOf: scratch["app/access.snap"], encoding: .utf8)
    #expect(updated.contains("  visitor: opens\n"))
  }
}
#endif
