#if Command
import Foundation
import Testing

/// `moonroute record` without a terminal.
@Suite struct RecordTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "cart", path = "/cart", view = function()
      return screen { "Cart", body = { { "button", "Pay" } } } end }
    router.route { name = "vip", path = "/vip", view = "Vip" }
    router.guard("vip", function() return false, "members only" end)
    """

  private static let path = "spec/journeys/a_visitor_buys_spec.lua"

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Data(Self.main.utf8).write(to: scratch["main.lua"])
  }

  private func record(
    _ lines: [String],
    _ options: [String] = ["--name", "A visitor buys"]
  ) async throws -> CommandRun {
    try await .moonroute(
      ["record", "."] + options,
      input: lines.map { $0 + "\n" }.joined().utf8,
      in: scratch.folder
    )
  }

  private var text: String? { try? String(contentsOf: scratch[Self.path], encoding: .utf8) }

  @Test func `recorded acts become a passing spec, and recording them again changes nothing`()
    async throws
  {
    defer { scratch.remove() }
    let lines = [
      "/", "/cart", ":back", "/vip", "= stage.top().name", "local n =", "  2", ":advance 5",
      ":stage", ":routes", ":reload",
    ]
    let run = try await record(lines)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.last == "✓ \(Self.path): 7 steps, and it passes")
    #expect(
      run.errors == """
        moonroute: a command that only shows something is not a step, such as ':stage'
        moonroute: ':reload' is not a step: the journey uses the scripts as they are at the end

        """
    )
    let written = try #require(text)
    #expect(
      written == """
        describe("journey: A visitor buys", function()
          before_each(app.reset)
          it("goes all the way", function()
            assert.opened(router.open("/"), "home")
            assert.opened(router.open("/cart"), "cart")
            assert.is_true((router.back()))
            assert.top("home")
            assert.intercepted(router.open("/vip"), "members only")
            assert.same("home", (stage.top().name))
            local n
            n =
          2
            clock.advance(5)
          end)
        end)

        """
    )
    let again = try await record(lines)
    #expect(again.status == 1)
    #expect(
      again.errors
        == "moonroute: There is a journey '\(Self.path)' already. Give --replace, or another"
        + " --name.\n"
    )
    #expect(try await record(lines, ["--name", "a visitor buys!", "--replace"]).status == 0)
    #expect(text == written.replacing("A visitor buys", with: "a visitor buys!"))
    let test = try await CommandRun.moonroute(["test"], in: scratch.folder)
    #expect(test.status == 0, "\(test.output)")
  }

  @Test func `the session of the guide has the documented output`() async throws {
    defer { scratch.remove() }
    let guide = Place.root.appendingPathComponent(
      "Sources/Moonroute/Documentation.docc/Guides/Journeys.md"
    )
    let blocks = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n\n")
      .filter { $0.hasPrefix("    ") }
      .map { $0.split(separator: "\n").map { String($0.dropFirst(4)) } }
    let session = try #require(blocks.first { $0.first?.hasPrefix("> ") == true })
    let spec = try #require(blocks.first { $0.first?.hasPrefix("describe") == true })
    let shop = scratch["shop"]
    try FileManager.default.copyItem(
      at: Place.root.appendingPathComponent("examples/shop"),
      to: shop
    )
    let typed = session.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }
    let run = try await CommandRun.moonroute(
      ["record", ".", "--name", "a visitor buys"],
      input: typed.joined().utf8,
      in: shop
    )
    #expect(run.status == 0)
    #expect(run.lines == session.filter { !$0.hasPrefix("> ") })
    let text = try String(contentsOf: shop.appendingPathComponent(Self.path), encoding: .utf8)
    #expect(text == spec.map { $0 + "\n" }.joined())
  }

  @Test func `a journey that fails in its check is written and reported with its line`()
    async throws
  {
    defer { scratch.remove() }
    let run = try await record(["/", "= os.clock()"])
    #expect(run.status == 1)
    #expect(run.output.contains("✗ \(Self.path):5: assert.same(0."))
    #expect(run.output.contains("Leave out lines that depend on the time, on random values, or"))
    #expect(text?.contains("os.clock") == true)
  }

  /// Lines that give no journey, or an incomplete one, with the message.
  private static let failures: [(lines: [String], words: String, isWritten: Bool)] = [
    ([], "moonroute: there were no actions, so no journey is written", false),
    ([":stage", "# nothing"], "moonroute: there were no actions, so no journey is written", false),
    (["x = = 1"], "no action can be a step, so no journey is written", false),
    (["/", "error('no')"], "1 line is not a step; a comment in the file says why.", true),
    (["/", ":tap A", "x("], "2 lines are not steps; comments in the file say why.", true),
    (["/", ":bakc"], "There is no command ':bakc'. Did you mean ':back'?", true),
    (["/", ":back x"], "':back' takes a number of steps, but got 'x'.", true),
    (["/", ":advance inf"], "':advance' takes 0 or more seconds, but got 'inf'.", true),
    (
      ["/", "every(0.001, function() end)", ":advance 1e9"],
      "is not a step", true
    ),
  ]

  @Test(arguments: failures)
  func `an invalid step is reported, and the status shows it`(
    lines: [String],
    words: String,
    isWritten: Bool
  ) async throws {
    defer { scratch.remove() }
    let run = try await record(lines)
    #expect(run.status == 1)
    #expect((run.output + run.errors).contains(words), "\(run.output)\(run.errors)")
    #expect((text != nil) == isWritten)
  }

  @Test func `a line waits for a result while the next lines produce it`() async throws {
    defer { scratch.remove() }
    let museum = scratch["museum"]
    try FileManager.default.copyItem(
      at: Place.root.appendingPathComponent("examples/museum"),
      to: museum
    )
    let lines = [
      "/tickets", "/tickets/day", ":tap Choose a day", ":tap Saturday", ":tap Buy",
      "= session.tickets[1].day",
    ]
    let run = try await CommandRun.moonroute(
      ["record", ".", "--name", "a visitor buys"],
      input: lines.map { $0 + "\n" }.joined().utf8,
      in: museum
    )
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.suffix(2) == ["= \"Saturday\"", "✓ \(Self.path): 6 steps, and it passes"])
    #expect(run.lines.filter { $0.hasPrefix("…") } == ["… waits for the result of 'day'"])
    let written = try String(
      contentsOf: museum.appendingPathComponent(Self.path),
      encoding: .utf8
    )
    #expect(
      written.contains(
        """
            spawn(function() stage.top():tap("Choose a day") end)
            clock.advance(0)
            assert.top("day")
            stage.top():tap("Saturday")
        """
      )
    )
  }

  /// A guard that asks, and a button that fails after the answer.
  private static let asking = """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "sure", path = "/sure", animator = "sheet", view = function()
      return screen { "Sure?", body = { { "button", "Yes", on_tap = function(page)
        page:close(true) end } } } end }
    router.route { name = "vip", path = "/vip", view = function()
      return screen { "Vip", body = { { "button", "Break", on_tap = function()
        router.ask "sure"
        error "broken" end } } } end }
    router.guard("vip", function() return router.ask "sure" == true, "say yes" end)
    every(5, function() end)
    """

  @Test(arguments: [
    ["/", "/vip", ":tap Yes"], ["/", "= router.ask 'sure'", ":tap Yes"], ["/", "/vip"],
  ])
  func `links, Lua and taps that ask are recorded from lines`(lines: [String]) async throws {
    defer { scratch.remove() }
    try Data(Self.asking.utf8).write(to: scratch["main.lua"])
    let run = try await record(lines)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.last == "✓ \(Self.path): \(lines.count) steps, and it passes")
  }

  @Test func `an error after the answer is reported, and the line is a step`() async throws {
    defer { scratch.remove() }
    try Data(Self.asking.utf8).write(to: scratch["main.lua"])
    let run = try await record(["/", "/vip", ":tap Yes", ":tap Break", ":tap Yes"])
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").filter { $0.contains("broken [") }.count == 1)
    #expect(!run.output.contains("not a step"))
    #expect(text?.contains("assert.opened(ended[1], \"vip\")") == true)
  }

  @Test func `personas are steps, and an unknown one is a mistake`() async throws {
    defer { scratch.remove() }
    let personas = #"return { mei = { session = { user = "Mei" } } }"#
    try Data(personas.utf8).write(to: scratch["personas.lua"])
    let main = """
      router.route { name = "vip", path = "/vip", view = "Vip", animator = "root" }
      router.guard("vip", function() return session.user ~= nil, "members only" end)
      """
    try Data(main.utf8).write(to: scratch["main.lua"])
    let run = try await record(["/vip", ":as mei", "/vip", ":as"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      text?.split(separator: "\n").dropFirst(3).dropLast(2).map { String($0.dropFirst(4)) } == [
        #"assert.intercepted(router.open("/vip"), "members only")"#,
        #"app.persona("mei")"#, "assert.is_nil(stage.top())",
        #"assert.opened(router.open("/vip"), "vip")"#,
        "app.persona(nil)", "assert.is_nil(stage.top())",
      ]
    )
    let unknown = try await record([":as mia"], ["--name", "b"])
    #expect(unknown.status == 1)
    #expect(
      unknown.errors.hasPrefix("moonroute: There is no persona 'mia'. Available: mei.\n")
    )
  }

  @Test func `a journey is written at save, and the rest at the end`() async throws {
    defer { scratch.remove() }
    let run = try await record(["/", ":save", "/cart", ":quit", "/vip"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines.filter { $0.hasPrefix("✓ spec") } == [
        "✓ \(Self.path): 1 step, and it passes", "✓ \(Self.path): 2 steps, and it passes",
      ]
    )
    #expect(text?.contains("/vip") == false)
    let repl = try await CommandRun.moonroute(
      ["repl", "."],
      input: ":save\n:help\n".utf8,
      in: scratch.folder
    )
    #expect(repl.errors == "moonroute: ':save' is for 'moonroute record'.\n")
    #expect(!repl.output.contains(":save"))
  }

  @Test func `with json, every line is one value`() async throws {
    defer { scratch.remove() }
    let run = try await record(["/", ":stage", ":help"], ["--json"])
    #expect(run.status == 0)
    for line in run.lines { _ = try canonical(line) }
    #expect(
      run.lines.last
        == #"{"journey":{"name":"journey","file":"spec/journeys/journey_spec.lua","#
        + #""status":"passed","line":null,"step":null,"message":null,"changed":false}}"#
    )
    #expect(run.output.contains(#""command":":save""#))
  }

  /// Invalid options, and the hint.
  private static let refusals: [(options: [String], words: String, status: Int32)] = [
    (["--unsafe"], "A journey runs in the sandbox: leave out --unsafe.", 2),
    (["--storage", "a.db"], "A journey begins without stored resources: leave out --storage.", 2),
    (["--name", ""], "--name takes 1 to 200 bytes.", 2),
    (["--name", String(repeating: "é", count: 101)], "--name takes 1 to 200 bytes.", 2),
  ]

  @Test(arguments: refusals)
  func `a meaningless option is refused with a hint`(
    options: [String],
    words: String,
    status: Int32
  ) async throws {
    defer { scratch.remove() }
    let run = try await record(["/"], options)
    #expect(run.status == status)
    #expect(run.errors.contains(words))
    #expect(!FileManager.default.fileExists(atPath: scratch["spec"].path))
  }

  @Test func `a path where no journey can be saved is refused before anything runs`() async throws {
    defer { scratch.remove() }
    try Data().write(to: scratch["spec"])
    let run = try await record(["= 1"])
    #expect((run.status, run.output) == (1, ""))
    #expect(run.errors.hasSuffix("/spec' is not a folder. Replace it with one.\n"))
    let file = try await CommandRun.moonroute(
      ["record", "main.lua"],
      input: "/\n".utf8,
      in: scratch.folder
    )
    #expect(file.status == 1)
    #expect(
      file.errors == "moonroute: The scripts are not in a folder, so journeys cannot be saved.\n"
    )
    try Data("x(".utf8).write(to: scratch["main.lua"])
    #expect(try await record(["/"]).status == 3)
  }

  @Test func `record keeps hostile names on their line`() async throws {
    defer { scratch.remove() }
    let name = "n\n\u{1B}[2J\u{9B}31m\u{202E}\n::error::x"
    let run = try await record(
      ["/", "error(\"\(#"\27[2J\u{202E}"#)\")", "= \(#""\27[2J\u{202E}""#)", ":x\u{1B}[2J"],
      ["--name", name]
    )
    let written = try String(
      contentsOf: scratch["spec/journeys/n_2j_31m_error_x_spec.lua"],
      encoding: .utf8
    )
    for line in (run.output + run.errors + written).split(separator: "\n") {
      let isClean = line.unicodeScalars.allSatisfy { scalar in
        !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
      }
      #expect(isClean && !line.drop { $0 == " " }.hasPrefix("::error"), "\(line.debugDescription)")
    }
    #expect(
      written.hasPrefix(
        #"describe("journey: n\n\027[2J\u{9B}31m\u{202E}\n::error::x", function()"#
      )
    )
  }
}
#endif
