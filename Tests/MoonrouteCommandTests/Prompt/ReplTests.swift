#if Command
import Foundation
import Testing

/// `moonroute repl` without a terminal: it reads lines, and has the exit code of `run`.
struct ReplTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home",
      animator = animator.root { wrap = "stack" } }
    router.route { name = "product", path = "/product/:id<int>", view = function(state)
      return screen { "Product", title = "Product " .. state.params.id } end }
    router.route { name = "form", path = "/form", animator = "sheet", view = function()
      return screen { "Form", body = { { "field", "user" },
        { "button", "Send", on_tap = function() events.emit("/sent") end } } } end }
    resources.put { path = "/price/:sku", name = "price", value = 7 }
    after(60, function() router.open("/product/60") end)
    every(25, function() log.info("tick", math.floor(clock.now() / 25)) end)
    """

  private func run(
    _ lines: [String],
    main: String = main,
    options: [String] = []
  ) async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(main.utf8).write(to: scratch["main.lua"])
    try FileManager.default.createDirectory(
      at: scratch["spec"],
      withIntermediateDirectories: true
    )
    let spec = "it('leads home', function() assert.opened(router.open('/'), 'home') end)"
    try Data(spec.utf8).write(to: scratch["spec/home_spec.lua"])
    return try await .moonroute(
      ["repl", "."] + options,
      input: (lines.joined(separator: "\n") + "\n").utf8,
      in: scratch.folder
    )
  }

  /// Lines, texts that the result contains in this order, and the status.
  private static let cases: [(lines: [String], texts: [String], status: Int32)] = [
    (["/product/7"], ["opened", "product", "Product 7  /product/7  ◀ top"], 0),
    (["shop://x/product/7"], ["not_found", "shop://x/product/7"], 1),
    (["# nothing", "", "  "], [], 0),
    (["= 1 + 1, 'a'"], ["= 2, \"a\""], 0),
    (["1 + 1"], ["= 2"], 0),
    (["local n = 1", "local function f() n = n + 1 end", "f() f()", "n"], ["= 3"], 0),
    (["for i = 1, 2 do", "  n = i", "end", "n"], ["= 2"], 0),
    (["router.open '/product/8'"], ["= ", "Product 8  /product/8  ◀ top"], 0),
    (["/", "/form", ":dismiss"], ["Form  /form  ◀ top", "Home  /  ◀ top"], 0),
    (["/", "/product/1", "/product/2", ":back 2"], ["Product 2", "Home  /  ◀ top"], 0),
    (
      [
        "/", "/form", ":fill user = Mei \"M\"", "= stage.top().fields.user", ":tap Send", ":events",
      ],
      ["= \"Mei \\\"M\\\"\"", "/sent  0 receivers"], 0
    ),
    (["/", "= router.ask '/form'"], ["… waits for the result of 'form'"], 1),
    (["/", "= router.ask '/form'", ":dismiss"], ["Home  /  ◀ top", "= "], 0),
    ([":advance 61"], ["Product 60  /product/60  ◀ top"], 0),
    ([":routes", ":routes form"], ["/product/:id<int>", "/form", "/form"], 0),
    ([":routes nope"], ["no route contains 'nope'"], 0),
    ([":explain /product/x"], ["/product/x", "/product/:id<int>"], 0),
    ([":resources"], ["/price/:sku  price  7"], 0),
    ([":events"], ["no events"], 0),
    ([":stage"], ["(empty)"], 0),
    ([":reload"], ["no file has changed"], 0),
    ([":spec"], ["1 success"], 0),
    ([":doc router.guard"], ["router.guard"], 0),
    ([":help"], ["= expression", ":open LINK", ":quit"], 0),
    ([":quit", "= 1"], [], 0),
    (["/nope"], ["not_found"], 1),
    ([":open /nope"], ["not_found"], 1),
  ]

  @Test(arguments: cases)
  func `lines have their documented effects`(
    lines: [String],
    texts: [String],
    status: Int32
  ) async throws {
    let run = try await run(lines)
    var rest = run.output[...]
    for text in texts {
      let found = rest.range(of: text)
      #expect(found != nil, "no '\(text)' in: \(run.output)\(run.errors)")
      if let found { rest = rest[found.upperBound...] }
    }
    if texts.isEmpty { #expect(run.output == "") }
    #expect(run.status == status, "\(run.errors)")
  }

  /// Lines, and the message about the mistake in them.
  private static let mistakes: [(lines: [String], text: String)] = [
    (["error('no')"], "(prompt):1: error: no [script_error]"),
    (["x = = 1"], "(prompt):1: error: unexpected symbol near '='. The script does not parse."),
    (["do", "x()"], "error: 'end' expected"),
    ([":bakc"], "There is no command ':bakc'. Did you mean ':back'? ':help' lists them."),
    ([":open"], "Write ':open LINK'."),
    ([":advance soon"], "':advance' takes 0 or more seconds, but got 'soon'."),
    ([":back x"], "':back' takes a number of steps, but got 'x'."),
    ([":back"], "moonroute: Back is not possible: nothing is below the top.\n"),
    ([":tap Send"], "moonroute: Nothing is on the stage.\n"),
    (
      ["/form", ":tap Sned"],
      "moonroute: 'Form' has no button or link 'Sned'. Did you mean 'Send'?\n"
    ),
    (
      ["/form", ":fill name = x"],
      "moonroute: The screen has no field 'name'. Available: user.\n"
    ),
    ([":fill name"], "Write ':fill FIELD = TEXT'."),
    ([":doc nothing at all"], "there is no topic 'nothing at all'"),
    ([":spec nowhere"], "nowhere"),
    (["nothing.here"], "attempt to index a nil value (global 'nothing')"),
  ]

  @Test(arguments: mistakes)
  func `an error is reported, and the prompt continues`(lines: [String], text: String) async throws
  {
    let run = try await run(lines.first == "do" ? lines : lines + ["= 'still ' .. 'here'"])
    #expect(run.errors.contains(text), "\(run.errors)\(run.output)")
    if lines.first != "do" { #expect(run.output.contains("= \"still here\"")) }
    #expect(run.status == 1)
  }

  @Test func `with json, every line is one value`() async throws {
    let run = try await run(
      [
        "/product/7", "= 1, {2}", ":routes", ":events", ":resources", ":stage", ":help",
        ":explain /",
      ],
      options: ["--json"]
    )
    #expect(run.status == 0)
    #expect(run.lines.count > 10)
    for line in run.lines { _ = try canonical(line) }
    #expect(run.lines.contains(#"{"values":["1","{ 2 }"]}"#))
  }

  @Test func `the session of the guide has the documented output`() async throws {
    let guide = Place.root.appendingPathComponent(
      "Sources/Moonroute/Documentation.docc/Guides/Prompt.md"
    )
    let block = try #require(
      DocumentBlock.all(of: guide, withUnrun: true).first { $0.language == "text" }
    )
    let isInput = { (line: String) in line.hasPrefix("> ") || line.hasPrefix(". ") }
    let run = try await run(block.lines.filter(isInput).map { String($0.dropFirst(2)) })
    #expect(run.lines == block.lines.filter { !isInput($0) })
  }

  @Test func `the guide and the help list the same commands`() async throws {
    let guide = Place.root.appendingPathComponent(
      "Sources/Moonroute/Documentation.docc/Guides/Prompt.md"
    )
    let text = try String(contentsOf: guide, encoding: .utf8)
    let told = Set(text.matches(of: /`(:[a-z]+[^`]*)`/).map { String($0.1) })
    let help = try await run([":help"], options: ["--json"]).lines
      .compactMap { try fields($0)["command"] as? String }
    #expect(help.count == 17)
    #expect(Set(help).subtracting(told).isEmpty)
  }

  @Test func `scripts that do not load end the prompt`() async throws {
    let run = try await run([], main: "x(")
    #expect(run.status == 3)
  }

  @Test func `the prompt keeps hostile names on their line`() async throws {
    let name = #"n\n\27[2J\u{9B}31m\u{202E}\n::error::x"#
    let main = """
      router.route { path = "/v", view = function()
        return screen { "V", title = "\(name)" } end }
      resources.put { path = "/r", name = "r", value = "\(name)" }
      function fail() error("\(name)") end
      """
    let run = try await run(
      [
        "/v", ":routes", ":resources", ":stage", ":explain /v", "= \"\(name)\"", "fail()",
        ":events",
        ":nope\u{1B}[2J", ":doc \u{1B}[2J",
      ],
      main: main
    )
    for line in (run.output + run.errors).split(separator: "\n") {
      let isClean = line.unicodeScalars.allSatisfy { scalar in
        !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
      }
      #expect(isClean && !line.drop { $0 == " " }.hasPrefix("::error"), "\(line.debugDescription)")
    }
    #expect(run.output.contains("/v"))
  }

  @Test func `advancing the clock fires due timers, each at its time`() async throws {
    let run = try await run([":advance 110", "= math.floor(clock.now()) >= 110"])
    let ticks = run.errors.split(separator: "\n").filter { $0.contains("tick") }
    #expect(ticks.map { $0.suffix(1) } == ["1", "2", "3", "4"], "\(run.errors)")
    #expect(run.output.contains("= true"))
  }
}
#endif
