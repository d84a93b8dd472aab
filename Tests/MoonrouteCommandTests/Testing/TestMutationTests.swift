#if Command
import Foundation
import Testing

/// `moonroute test --mutate`, called as by a user.
@Suite(.timeLimit(.minutes(10))) struct TestMutationTests {
  private static let main = """
    router.guard("staff", function()
      if not session.user then
        return false, "nobody is logged in"
      end
      return true
    end)
    router.route { name = "staff", path = "/staff", view = "Staff" }
    router.proxy("/office", "/staff")
    """

  private static let spec = """
    describe("the staff", function()
      it("comes in", function()
        session.user = "mei"
        assert.opened(router.open("/office"), "staff")
      end)
    end)
    """

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try write(Self.main, "main.lua")
    try write(Self.spec, "spec/staff_spec.lua")
  }

  private func write(_ text: String, _ name: String) throws {
    let file = scratch[name]
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func test(_ arguments: String...) async throws -> CommandRun {
    try await CommandRun.moonroute(["test"] + arguments, in: scratch.folder)
  }

  @Test func `the report shows the place, the change and the spec, and the status is 1`()
    async throws
  {
    defer { scratch.remove() }
    let run = try await test("--mutate")
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.output == """
        main.lua:3: guard: let through
          - return false, "nobody is logged in"
          + return true
          no spec runs it; the nearest is spec/staff_spec.lua:2 'the staff comes in'

        guards: 2 of 3 changes noticed (66.6 %)
        others: 1 of 1 changes noticed (100.0 %)

        """
    )
  }

  @Test func `with a spec for the change, the status is 0`() async throws {
    defer { scratch.remove() }
    try write(
      "it('stops', function() assert.intercepted(router.open('/staff'), 'nobody is logged in') end)",
      "spec/visitor_spec.lua"
    )
    let run = try await test("--mutate", "--jobs", "2")
    #expect(run.status == 0)
    #expect(
      run.output == """
        guards: 3 of 3 changes noticed (100.0 %)
        others: 1 of 1 changes noticed (100.0 %)

        """
    )
  }

  @Test func `json has a line for each change and one for the scores, html is one page`()
    async throws
  {
    defer { scratch.remove() }
    let run = try await test("--mutate", "--json")
    #expect(run.lines.count == 5)
    #expect(
      run.lines[1]
        == #"{"file":"main.lua","line":3,"column":5,"rule":"guard","change":"let_through","#
        + #""before":"return false, \"nobody is logged in\"","after":"return true","#
        + #""status":"uncovered","#
        + #""spec":{"file":"spec/staff_spec.lua","line":2,"name":"the staff comes in"}}"#
    )
    #expect(run.lines[4].hasPrefix(#"{"summary":{"guards":{"noticed":2,"unnoticed":1,"#))
    let page = try await test("--mutate", "--format", "html", "--output-file", "changes.html")
    #expect(page.status == 1)
    #expect(page.output == "")
    let text = try String(contentsOf: scratch["changes.html"], encoding: .utf8)
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.contains("<h1>1 of 4 unnoticed</h1>"))
    #expect(text.hasSuffix("</html>\n"))
  }

  @Test func `only rules with changed lines since a commit are mutated`() async throws {
    defer { scratch.remove() }
    let options = "-c user.name=n -c user.email=e -c init.defaultBranch=main"
    let line = "git init -q && git add -A && git \(options) commit -qm one"
    #expect(try await CommandRun.shell(line, in: scratch.folder).status == 0)
    let none = try await test("--mutate-since", "HEAD", "--json")
    #expect(none.status == 0)
    #expect(none.lines.count == 1)
    try write(
      Self.main.replacing("session.user then", with: "session.user  then"),
      "main.lua"
    )
    let rule = try await test("--mutate-since", "HEAD", "--json")
    #expect(rule.lines.count == 4)
    #expect(rule.lines.dropLast().allSatisfy { $0.contains(#""rule":"guard""#) })
    try write("router.proxy('/desk', '/staff')", "desk.lua")
    let new = try await test("--mutate-since", "HEAD", "--json")
    #expect(new.lines.count == 5)
    let unknown = try await test("--mutate-since", "nowhere")
    #expect(unknown.status == 1)
    #expect(
      unknown.errors
        == "moonroute: git does not know the commit 'nowhere'. Name a commit, a branch or a tag:"
        + " --mutate-since=main.\n"
    )
  }

  @Test func `failing specs, and specs without an application, are reported`() async throws {
    defer { scratch.remove() }
    try write("it('fails', function() error('broken') end)", "spec/a_spec.lua")
    let run = try await test("--mutate", "spec/a_spec.lua")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        moonroute: spec/a_spec.lua:1: fails: broken
        moonroute: the specs fail without any change. Fix them first.

        """
    )
    try write("it('holds', function() end)", "spec/a_spec.lua")
    let other = try await test("--mutate", "--no-app", "spec/a_spec.lua")
    #expect(other.status == 1)
    #expect(
      other.errors == "moonroute: none of these specs belongs to an application with a main.lua, so"
        + " there is no rule to change.\n"
    )
  }

  @Test(arguments: [
    (["--mutate", "--unsafe"], "--mutate runs rules that nobody wrote. Leave out --unsafe."),
    (
      ["--mutate", "--storage", "x"], "--mutate runs rules that nobody wrote. Leave out --storage."
    ),
    (["--mutate-since", "a", "-w"], "--mutate runs specs many times. Leave out --watch."),
    (["--mutate", "-c"], "--mutate runs specs many times. Leave out --coverage."),
    (
      ["--mutate", "-o", "tap"],
      "--mutate supports the formats pretty, plain, json and html, but got 'tap'."
    ),
    (["--mutate-time", "0"], "--mutate-time takes more than 0 and at most 86400 s, but got 0.0."),
  ])
  func `options without an effect on mutation are refused`(
    _ arguments: [String],
    _ problem: String
  )
    async throws
  {
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(["test"] + arguments, in: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Error: \(problem)\n"))
  }
}
#endif
