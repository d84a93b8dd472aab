import Foundation
import ScriptTesting
import Synchronization
import TestSupport
import Testing

/// `access` and `assert.access` in specs.
@Suite struct AccessSpecTests {
  private static let files = [
    "main.lua": """
    router.route { name = "a", path = "/a", view = "A", redirect = function()
      return session.user ~= nil, "members only"
    end }
    """,
    "personas.lua": "return { mei = { session = { user = 1 } }, visitor = {} }",
  ]

  private static func run(
    _ spec: String,
    _ files: [String: String] = files,
    _ configure: (inout SpecRunner) -> Void = { _ in }
  ) async throws -> SpecRun {
    try await SpecRun.of(spec, with: files, configure)
  }

  @Test(arguments: [
    ("persona = {}", "'persona' is a name, or a list of names"),
    ("persona = { mei = true }", "'persona' is a name, or a list of names"),
    ("persona = { 'mei', mei = true }", "'persona' is a name, or a list of names"),
    ("persona = { 'mei', 7 }", "'persona' is a name, or a list of names"),
    ("persona = { 'mei', 'mei' }", "The persona 'mei' is given twice. Give it once."),
    ("fresh = 'yes'", "'fresh' is true or false"),
    ("vary = { beta = { true, true } }", "'beta' cannot vary: give a name of the session"),
    ("vary = { beta = { true, 'on' } }", "'beta' cannot vary: give a name of the session"),
    ("vary = { ['a..b'] = { 1 } }", "'a..b' cannot vary: give a name of the session"),
    ("vary = { session = { 1 } }", "'session' cannot vary: give a name of the session"),
    (
      "vary = { beta = { 1 }, ['session.beta'] = { 2 } }", "The flag 'session.beta' is given twice."
    ),
    ("vary = { beta = true }", "'vary' lists values, such as { beta = { true, false } }"),
    ("vary = {}, persona = 'mei', fresh = false", nil as String?),
  ])
  func `an invalid option is refused`(_ options: String, _ words: String?) async throws {
    let run = try await Self.run("it('asks', function() access { \(options) } end)")
    #expect(run.results.map(\.status) == [words == nil ? .passed : .errored])
    if let words { #expect(run.message?.contains(words) == true, "\(run.message ?? "")") }
  }

  @Test func `the opens of a table use the test's time`() async throws {
    let routes = (1...40)
      .map { number in
        """
        router.route { path = "/a\(number)", view = "A", redirect = function()
          for _ = 1, 1e5 do end
          return true
        end }
        """
      }
    let files = ["main.lua": routes.joined(separator: "\n")]
    let run = try await Self.run(
      """
      it("asks", function() pcall(access, { fresh = true }) end)
      it("goes on", function() end)
      """,
      files
    ) { $0.timeLimit = .milliseconds(5) }
    #expect(run.lines == ["error asks", "success goes on"])
    #expect(run.message?.contains("allow more (--timeout)") == true, "\(run.message ?? "")")
    #expect(run.results[0].cause == .timedOut)
    let limited = try await Self.run(
      "for n = 1, 100 do it('asks ' .. n, function() access { fresh = true } end) end",
      files
    ) { $0.tools.fileTimeLimit = .milliseconds(200) }
    #expect(limited.results.count { $0.status == .passed } < 100)
    #expect(limited.results.count == 100)
    #expect(limited.results.last?.cause == .timedOut)
  }

  @Test func `cancelling a test cancels its table`() async throws {
    // In a process of its own: the wait occupies one of the few threads of all tests.
    await #expect(processExitsWith: .success) {
      // The application of the spec has the first host, the table has the second.
      let hosts = Mutex((count: 0, isCancelled: false))
      let run = try await SpecRun.of(
        """
        it("asks", function()
          spawn(function() while true do router.open("/a") end end)
          access()
        end)
        """,
        with: AccessSpecTests.files
      ) { runner in
        runner.timeLimit = .milliseconds(200)
        runner.offering = { _ in
          let isTable = hosts.withLock { hosts in
            hosts.count += 1
            return hosts.count == 2
          }
          let end = ContinuousClock.now + .seconds(60)
          while isTable, !Task.isCancelled, .now < end { usleep(1_000) }
          hosts.withLock { $0.isCancelled = $0.isCancelled || Task.isCancelled }
        }
      }
      #expect(hosts.withLock { $0.isCancelled })
      #expect(run.results.map(\.cause) == [.timedOut])
    }
  }

  @Test func `an update replaces whatever differs`() async throws {
    let folder = try TextFolder(
      Self.files.merging([
        "spec/a_spec.lua": "it('asks', function() assert.access('a.snap') end)",
        "spec/b_spec.lua": "it('asks', function() assert.access('b.snap') end)",
        "a.snap": "/a (a)\n  mei: opens\n  visitor: stopped: members only\n    by another\n",
        "b.snap": "damaged",
      ]) { $1 }
    )
    let specs = [folder("spec/a_spec.lua"), folder("spec/b_spec.lua")]
    let compared = await SpecRun.of(specs)
    #expect(compared.results.map(\.status) == [.passed, .errored])
    let updated = await SpecRun.of(specs) { $0.snapshots = .update }
    #expect(updated.results.map(\.status) == [.passed, .passed])
    let text = """
      # Who may open what. Written by moonroute access --save FILE; compare with --against FILE.

      /a (a)
        mei: opens
        visitor: stopped: members only
          by the redirect of 'a'

      """
    #expect(try folder.text(of: "a.snap") == text)
    #expect(try folder.text(of: "b.snap") == text)
  }
}
