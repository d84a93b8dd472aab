#if Command
import Foundation
import Testing

struct CheckTests {
  @Test(arguments: [
    (
      "syntax",
      [
        "main.lua:4:1: error: '}' expected (to close '{' at line 1) near <eof>. The script does not"
          + " parse. [syntax_error]"
      ]
    ),
    (
      "field",
      [
        "main.lua:3:3: error: 'nam' is not a field of a route. Did you mean 'name'? [unknown_field]"
      ]
    ),
    (
      "duplicate",
      [
        "main.lua:2:1: error: The name 'a' is taken by route '/a' (main.lua:1). Choose another."
          + " [duplicate]",
        "main.lua:3:1: error: Route '/a' is never reached because of '/a' (main.lua:1). Remove one"
          + " of them. [duplicate]",
      ]
    ),
    (
      "rank",
      [
        "main.lua:5:1: warning: '/p/1' is never reached: '/:low/1' (main.lua:6) wins for every"
          + " location. Give it a priority, or remove it. [unreachable]",
        "main.lua:7:1: warning: 'own://k/:x' is the first route of scheme 'own': its locations no"
          + " longer match routes without a scheme. Write router.scheme(\"own\", { fallback"
          + " = false }) or true to confirm it. [fallback_off]",
      ]
    ),
    (
      "review",
      [
        "main.lua:1:1: warning: '/to' redirects to '/nowhere/at/all', which no route matches. Add"
          + " one, or redirect elsewhere. [dead_end]",
        "main.lua:2:1: warning: The redirects of '/l1/:x' form a loop: /l1/x → /l2/x → /l1/x. One"
          + " of them must let the location pass. [redirect_loop]",
        "main.lua:6:1: note: '/same' redirects to itself, which has no effect. [self_redirect]",
      ]
    ),
    (
      "initial",
      [
        "main.lua:2:1: warning: 'initial' is '/hom', which no route matches. The nearest is"
          + " '/home'. Add one, or choose another location. [dead_end]"
      ]
    ),
    (
      "coverage",
      [
        "main.lua:2:1: warning: '/:i(\\d+)' is never reached: '/:h<hex>' (main.lua:1) wins for"
          + " every location. Give it a priority, or remove it. [unreachable]",
        "main.lua:4:1: warning: '/l/:y<b|c>' and '/l/:x<a|b>' (main.lua:3) are equally exact, and"
          + " both match '/l/b': the one registered first wins. Give one of them a priority. [overlap]",
        "main.lua:5:1: warning: '/l/:z<c|a>' and '/l/:x<a|b>' (main.lua:3) are equally exact, and"
          + " both match '/l/a': the one registered first wins. Give one of them a priority. [overlap]",
        "main.lua:5:1: warning: '/l/:z<c|a>' and '/l/:y<b|c>' (main.lua:4) are equally exact, and"
          + " both match '/l/c': the one registered first wins. Give one of them a priority. [overlap]",
        "main.lua:8:1: warning: '/o/b' is never reached: '/o(/b)' (main.lua:6) wins for every"
          + " location. Give it a priority, or remove it. [unreachable]",
        "main.lua:11:1: warning: '/t/2' is never reached: '/t/:x' (main.lua:9) wins for every"
          + " location. Give it a priority, or remove it. [unreachable]",
        "main.lua:16:1: warning: '/v/v:n<int>' is never reached: '/v/v:n<number>' (main.lua:15)"
          + " wins for every location. Give it a priority, or remove it. [unreachable]",
        "part.lua:3:1: warning: '/m/1' is never reached: '/m/:x' (part.lua:2) wins for every"
          + " location. Give it a priority, or remove it. [unreachable]",
      ]
    ),
    (
      "targets",
      [
        "main.lua:3:1: warning: The proxy of '/lost/:n' redirects to '/nowhere/:n', which no route"
          + " matches. Add one, or redirect elsewhere. [dead_end]",
        "main.lua:4:1: warning: The guard of 'here' redirects to '/gone', which no route matches."
          + " Add one, or redirect elsewhere. [dead_end]",
        "main.lua:6:1: warning: The guard of '/here/*' redirects to '/away', which no route"
          + " matches. Add one, or redirect elsewhere. [dead_end]",
        "main.lua:7:1: warning: '/to' redirects to '/nothing', which no route matches. Add one, or"
          + " redirect elsewhere. [dead_end]",
        "main.lua:8:1: warning: 'own://to' is the first route of scheme 'own': its locations no"
          + " longer match routes without a scheme. Write router.scheme(\"own\", { fallback"
          + " = false }) or true to confirm it. [fallback_off]",
        "main.lua:11:1: warning: '/name' redirects to 'here', which is not a location. Write '/…',"
          + " or a function that returns router.to(…). [dead_end]",
      ]
    ),
    (
      "order",
      [
        "main.lua:3:1: warning: Route '/a' is never reached because of '/a' (main.lua:2). Remove"
          + " one of them. [duplicate]",
        "main.lua:5:1: warning: '/b' is never reached: '/:x' (main.lua:4) wins for every location."
          + " Register it elsewhere, or remove it. [unreachable]",
      ]
    ),
  ])
  func `each problem is a line with its place`(app: String, lines: [String]) async throws {
    let run = try await CommandRun.moonroute(["check", app])
    #expect(run.status == 1)
    #expect(run.lines == lines)
    #expect(run.errors.isEmpty)
  }

  @Test func `json has one line per problem`() async throws {
    let run = try await CommandRun.moonroute(["check", "field", "--json"])
    #expect(
      run.lines == [
        """
        {"file":"main.lua","line":3,"column":3,"end_line":null,"end_column":null,\
        "severity":"error","rule":"unknown_field",\
        "message":"'nam' is not a field of a route. Did you mean 'name'?","related":[],"fix":null}
        """
      ]
    )
  }

  private static let planted = [
    "main.lua:4:20: error: No route is named 'hme'. Did you mean 'home'? [unknown_name]",
    "main.lua:5:18: note: 'unused' is never used. Rename it to '_unused'. [unused_argument]",
    "main.lua:6:9: warning: 'a' is never used. Remove it, or rename it to '_a'. [unused_local]",
  ]

  private static let script = """
    router.route { name = "home", path = "/", view = "Home" }
    local M = {}
    function M.f()
      return router.to("hme")
    end function M.g(unused)
      local a = 1 end
    return M

    """

  struct Choice: Sendable {
    let options: [String]
    let lines: [String]
    let status: Int32
  }

  private static let onlyNote = ["--allow", "unknown_name", "--allow", "unused_local"]
  private static let choices: [Choice] = [
    Choice(options: [], lines: planted, status: 1),
    Choice(options: onlyNote, lines: [planted[1]], status: 0),
    Choice(options: onlyNote + ["--strict"], lines: [planted[1]], status: 1),
    Choice(
      options: onlyNote + ["--deny", "unused_argument"],
      lines: [planted[1].replacingOccurrences(of: "note", with: "error")],
      status: 1
    ),
    Choice(options: ["--fix"], lines: Array(planted[1...]), status: 1),
    Choice(
      options: ["--format", "github", "--allow", "unused_argument", "--allow", "unused_local"],
      lines: [
        "::error file=main.lua,line=4,endLine=4,col=20,endColumn=25,title=unknown_name::"
          + "No route is named 'hme'. Did you mean 'home'?"
      ],
      status: 1
    ),
  ]

  @Test(arguments: choices)
  func `options select findings and their format`(
    choice: Choice
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("main.lua")
    try Data(Self.script.utf8).write(to: file)
    let run = try await CommandRun.moonroute(["check", folder.path] + choice.options)
    let prefix = folder.path + "/"
    #expect(run.lines.map { $0.replacingOccurrences(of: prefix, with: "") } == choice.lines)
    #expect(run.status == choice.status)
    let isFixed = try String(contentsOf: file, encoding: .utf8).contains("\"home\")")
    #expect(isFixed == choice.options.contains("--fix"))
  }

  private static let loop = "for i = 10, 1 do print(i) end\n"
  private static let route = "router.route { name = 'a', path = '/a', view = 'A' }\n"

  @Test(arguments: ["", "\u{FEFF}", "#!/usr/bin/lua\n", "\u{FEFF}#!/usr/bin/env lua\n"])
  func `a fix keeps the bytes before the script`(head: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data((head + Self.loop + Self.route).utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.moonroute(["check", ".", "--fix"], in: scratch.folder)
    #expect(run.status == 0)
    let fixed = Self.loop.replacing("10, 1", with: "10, 1, -1")
    #expect(try Data(contentsOf: scratch["main.lua"]) == Data((head + fixed + Self.route).utf8))
  }

  /// A script that cannot be replaced, and the reason.
  @Test(arguments: [
    (
      "ln -s real.txt b.lua",
      "'b.lua' is a symbolic link, and files are not written through links. Put a regular file or"
        + " folder there."
    ),
    (
      "mkdir real; mv real.txt real/b.txt; ln -s real/b.txt b.lua",
      "'b.lua' is a symbolic link, and files are not written through links. Put a regular file or"
        + " folder there."
    ),
  ])
  func `with an unwritable script, the others are fixed, and the status is 4`(
    line: String,
    problem: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data((Self.loop + Self.route + "require('b')\n").utf8).write(to: scratch["main.lua"])
    try Data(Self.loop.utf8).write(to: scratch["real.txt"])
    let run = try await CommandRun.shell(
      "\(line); moonroute check . --fix; s=$?; cat b.lua; exit $s",
      in: scratch.folder
    )
    #expect(run.status == 4)
    #expect(run.errors.hasSuffix("moonroute: \(problem)\n"), "\(run.errors)")
    #expect(run.output.hasSuffix(Self.loop))
    #expect(try String(contentsOf: scratch["main.lua"], encoding: .utf8).contains("10, 1, -1"))
  }

  @Test func `a fix that makes a script too large to load leaves it intact`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let text = Self.loop + Self.route
    let script = text + String(repeating: "-", count: (256 << 10) - text.utf8.count)
    try Data(script.utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.moonroute(["check", ".", "--fix"], in: scratch.folder)
    #expect(run.status == 4)
    #expect(
      run.errors == "moonroute: 'main.lua' is not written: it would have 262148 bytes, and at most"
        + " 262144 can be read again. Make it smaller.\n"
    )
    #expect(try Data(contentsOf: scratch["main.lua"]) == Data(script.utf8))
  }

  @Test func `a fix without disk space leaves the script intact`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let text = Self.loop + Self.route + String(repeating: "-- \(Self.loop)", count: 1_000)
    try Data(text.utf8).write(to: scratch["main.lua"])
    // Limits files to 8 blocks of 512 bytes.
    let run = try await CommandRun.shell(
      "ulimit -f 8; trap '' XFSZ; moonroute check . --fix",
      in: scratch.folder
    )
    #expect(run.status == 4)
    #expect(run.errors.hasSuffix("moonroute: 'main.lua' cannot be used: File too large.\n"))
    #expect(try String(contentsOf: scratch["main.lua"], encoding: .utf8) == text)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["main.lua"]
    )
  }

  @Test func `a hundred findings per file are shown, and the rest is counted`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let text = Self.route + String(repeating: "x = 1\n", count: 250)
    try Data((text + "require('b')\n").utf8).write(to: scratch["main.lua"])
    try Data("y = 1\n".utf8).write(to: scratch["b.lua"])
    let run = try await CommandRun.moonroute(["check", "."], in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.lines.count == 102)
    #expect(run.lines.count { $0.hasPrefix("main.lua:") } == 101)
    #expect(
      run.lines.last
        == "main.lua:101:1: note: 150 more findings in this file. Fix these first. [left_out]"
    )
    let off = try await CommandRun.moonroute(
      ["check", ".", "--json", "--allow", "left_out"],
      in: scratch.folder
    )
    #expect(off.lines.count == 101)
  }

  @Test(arguments: ["check", "types", "doc"])
  func `a spec that is too large gives a note and is not read`(command: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(Self.route.utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.shell(
      "mkdir spec; dd if=/dev/zero of=spec/x.lua bs=1024 count=0 seek=16777216 2>/dev/null;"
        + " ulimit -v 4000000; moonroute \(command) . 2>&1",
      in: scratch.folder
    )
    #expect(run.status == 0)
    #expect(
      run.lines.contains(
        "spec/x.lua:1\(command == "check" ? ":1" : ""): note: too large to check: 17179869184"
          + " bytes, at most 524288 are allowed. Split it. [too_large]"
      ),
      "\(run.output)"
    )
  }

  @Test(arguments: [(".moonroute.json", "check .", 2), (".luarc.json", "types .", 1)])
  func `settings that are too large are reported and stay`(
    file: String,
    command: String,
    status: Int32
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(Self.route.utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.shell(
      "dd if=/dev/zero of=\(file) bs=1024 count=0 seek=4194304 2>/dev/null; ulimit -v 4000000;"
        + " moonroute \(command); s=$?; wc -c <\(file); exit $s",
      in: scratch.folder
    )
    #expect(run.status == status)
    #expect(
      run.errors.contains(
        "./\(file): too large to check: 4294967296 bytes, at most 1048576 are allowed."
      )
        || run.errors.contains(
          "\(file): too large to check: 4294967296 bytes, at most 1048576 are allowed."
        )
    )
    #expect(run.lines.last?.contains("4294967296") == true)
  }

  @Test func `an unknown rule is invalid usage`() async throws {
    let run = try await CommandRun.moonroute(["check", "plain", "--allow", "unused_locl"])
    #expect(run.status == 2)
    #expect(run.errors.contains("There is no rule 'unused_locl'. Did you mean 'unused_local'?"))
  }

  @Test func `without problems, there is a message for people but not for programs`() async throws {
    #expect(
      try await CommandRun.moonroute(["check", "plain"]).output == "no problems in 11 routes\n"
    )
    #expect(try await CommandRun.moonroute(["check", "plain", "--json"]).output.isEmpty)
  }
}
#endif
