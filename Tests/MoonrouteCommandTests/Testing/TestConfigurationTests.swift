#if Command
import Testing

/// The options of a `.busted` file: those of the command line, with the same kinds and limits.
struct TestConfigurationTests {
  private static func files(_ options: String) -> [String: String] {
    [
      ".busted": "return { default = { \(options) } }",
      "spec/a_spec.lua": """
      local tries = 0
      it('a #x', function() end)
      it('b', function() tries = tries + 1 assert(tries > 1) end)
      """,
    ]
  }

  @Test(
    arguments: [
      ("retrys = 3", "'retrys' is not an option. Did you mean 'retries'?"),
      ("nothing = { 1 }", "'nothing' is not an option. See 'moonroute test --help'."),
      ("'verbose'", "'1' is not an option. See 'moonroute test --help'."),
      ("unsafe = true", "'unsafe' works only on the command line: give --unsafe."),
      ("memory = 4096", "'memory' works only on the command line: give --memory."),
      ("verbose = 'yes'", "'verbose' takes true or false, but got 'yes'."),
      ("verbose = 1", "'verbose' takes true or false, but got '1'."),
      ("retries = 'x'", "The value 'x' is invalid for 'retries'"),
      ("retries = 1000", "'retries' takes 0 to 100, but got 1000."),
      ("retries = true", "'retries' takes a text or a number, but got true."),
      ("retries = { 1 }", "'retries' takes a text or a number, but got a list."),
      ("helper = print", "'helper' takes a text or a number, but got a function."),
      ("tags = true", "'tags' takes a text or a number, or a list of them, but got true."),
      (
        "ROOT = { {} }",
        "'ROOT' takes a text or a number, or a list of them, but got a list of"
          + " other values."
      ),
      (
        "tags = { a = 'x' }", "'tags' takes a text or a number, or a list of them, but got a table."
      ),
      (
        "['output-file'] = '../x'",
        "output-file '../x' is not a file in this folder. Name one, or"
          + " give --output-file."
      ),
      (
        "output = 'junit', Xoutput = '../x'",
        "output-file '../x' is not a file in this folder. Name one, or"
          + " give --output-file."
      ),
      (
        "['coverage-file'] = '../x'",
        "coverage-file '../x' is not a file in this folder. Name one,"
          + " or give --coverage-file."
      ),
      (
        "output_file = '../x'",
        "output-file '../x' is not a file in this folder. Name one, or"
          + " give --output-file."
      ),
      ("mutate = true, watch = true", "--mutate runs specs many times. Leave out --watch."),
    ]
  )
  func `an unknown option or a wrong value is an error, and nothing runs`(
    options: String,
    words: String
  ) async throws {
    let run = try await CommandRun.test([], Self.files(options))
    #expect(run.errors == "moonroute: .busted: \(words)\n")
    #expect(run.output.isEmpty)
    #expect(run.status == 1)
  }

  @Test(
    arguments: [
      ("retries = 2", [], 0, "ok 2 - b"), ("", [], 1, "not ok 2 - b"),
      ("retries = 2", ["--retries", "0"], 1, "not ok 2 - b"),
      ("retries = 2, ['fail-on-flaky'] = true", [], 1, "ok 2 - b"),
      ("before_each = 'print'", ["-t", "x"], 0, "ok 1 - a"),
      ("before_each = 'app.rest'", ["-t", "x", "--before-each", ""], 0, "ok 1 - a"),
      ("before_each = 'app.rest'", ["-t", "x"], 1, "--before-each names 'app.rest'"),
      ("tags = 'x'", [], 0, "1..1"), ("tags = 'x'", ["-t", "y"], 1, "1..0"),
      ("['fail-fast'] = true", ["--keep-going", "--repeat=2"], 1, "1..2\n"),
      ("shuffle = true, seed = 3.0, retries = 1", ["--no-shuffle"], 0, "ok 2 - b"),
      ("['no-color'] = false, ['no-verbose'] = true, jobs = '2', retries = 1", [], 0, "ok 2 - b"),
      ("['coverage-threshold'] = 1, retries = 1", [], 1, "ok 2 - b"),
      ("json = true, retries = 1", [], 0, "ok 2 - b"),
    ] as [(String, [String], Int32, String)]
  )
  func `options of the command line work under their names, and the command line wins`(
    options: String,
    arguments: [String],
    status: Int32,
    words: String
  ) async throws {
    let run = try await CommandRun.test(["-o", "tap"] + arguments, Self.files(options))
    #expect(run.status == status, "\(run.output)\(run.errors)")
    #expect(run.output.contains(words), "\(run.output)\(run.errors)")
  }

  @Test func `an option that asks for coverage is not disabled by the file`() async throws {
    let files = Self.files("coverage = false, retries = 1")
    let run = try await CommandRun.test(["--coverage-threshold", "1"], files)
    #expect(run.status == 1)
    #expect(
      run.errors == "moonroute: --coverage-threshold: no line of a script was counted\n"
    )
  }

  @Test func `options of ordinary runs do not apply to changes of rules`() async throws {
    let options = "output = 'TAP', coverage = true, ['repeat'] = 3, list = true"
    let files = [
      "main.lua": "router.route { path = '/a', view = 'A' }",
      ".busted": "return { default = { \(options) } }",
      "spec/a_spec.lua": "it('a', function() assert.opened(router.open('/a')) end)",
    ]
    let run = try await CommandRun.test(["--mutate", "--format", "plain"], files)
    #expect([0, 1].contains(run.status) && run.errors.isEmpty, "\(run.errors)")
    #expect(!run.output.contains("ok 1"), "\(run.output)")
    let mixed = try await CommandRun.test(["--mutate"], files)
    #expect(mixed.output == run.output)
  }

  @Test func `a format of the file applies unless the command line gives one`() async throws {
    let options = "json = true, retries = 1, ['output-file'] = 'report'"
    #expect(try await CommandRun.test([], Self.files(options)).output.isEmpty)
    let json = try await CommandRun.test([], Self.files("json = true, retries = 1"))
    #expect(json.output.hasPrefix("{\"file\":"), "\(json.output)")
    let plain = try await CommandRun.test(["--json"], Self.files("output = 'TAP', retries = 1"))
    #expect(plain.output.hasPrefix("{\"file\":"), "\(plain.output)")
  }
}
#endif
