#if Command && Inspector
import Foundation
import TestSupport
import Testing

@testable import MessageStream

/// All commands load scripts with the same storage, offers, personas and limits, and thus report
/// the same findings.
@Suite(.timeLimit(.minutes(10))) struct EveryCommandTests {
  /// An application with a persistent resource, program functions, personas and invariants.
  private static func application(_ main: String = "") -> [String: String] {
    [
      "main.lua": """
      router.configure { initial = "/map" }
      router.type("line", {
        match = [[\\d+]],
        parse = function(text) return { number = tonumber(text) } end,
        format = function(line) return tostring(line.number) end,
        samples = { "7" },
      })
      router.route { name = "map", path = "/map", view = "Map" }
      router.route { name = "line", path = "/line/:line<line>", view = "Line", redirect = function()
        host.track("line")
        return host.is_open() and session.user ~= nil
      end }
      resources.put { name = "stage", path = "/stage", value = {}, persistent = true }
      resources.get("stage")
      \(main)
      """,
      "headless.lua": """
      host.stub("is_open", function() return true end)
      host.stub("track", function() end)
      """,
      "offers.json": """
      {
        "functions": [{ "name": "is_open", "takes": [] }, { "name": "track" }],
        "views": ["Line", "Map"]
      }
      """,
      "personas.lua": "return { visitor = {}, mei = { session = { user = 'mei' } } }",
      "invariants.lua": """
      invariant("the stage is stored", function() return resources.get("stage") ~= nil end)
      """,
      "spec/line_spec.lua": """
      describe("a line", function()
        before_each(app.reset)
        it("opens for mei", function()
          app.persona("mei")
          assert.opened(router.open("/line/7"), "line")
          assert.same({}, resources.get("stage"))
        end)
        it("stops a visitor", function() router.open("/line/7") router.open("/map") end)
      end)
      """,
      "links.txt": "/map\n",
    ]
  }

  private static func write(_ files: [String: String], in scratch: Scratch) throws {
    try FileManager.default.createDirectory(
      at: scratch["spec"],
      withIntermediateDirectories: true
    )
    for (name, text) in files { try Data(text.utf8).write(to: scratch[name]) }
  }

  /// The commands that print a result and exit, with their arguments.
  static let commands = [
    ["check", "--specs"], ["test"], ["run", ".", "/map"], ["types"], ["doc"],
    ["access", "--persona", "mei"], ["audit", "--persona", "mei", ".", "links.txt"],
    ["wander", "--steps", "60"], ["links", "--check", ".", "/map"],
  ]

  @Test(arguments: commands)
  func `no command has findings for an application that uses every feature`(
    arguments: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(Self.application(), in: scratch)
    let run = try await CommandRun.moonroute(arguments, in: scratch.folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors == "")
  }

  @Test func `errors are the same in check, in the editor and on the page`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let mistakes = """
      router.route { path = "/help", view = "Hepl" }
      router.route { name = "late", path = "/late", action = function()
        host.trak("late")
        host.is_open(1)
        return tostrin(1)
      end }
      count = 1
      type = tostring
      """
    try Self.write(Self.application(mistakes), in: scratch)
    let run = try await CommandRun.moonroute(["check", "--json"], in: scratch.folder)
    let checked = try run.lines.map { try Self.words(of: JSON(reading: $0)) }
    #expect(
      checked == [
        "15: The program does not offer the view 'Hepl'. Register it.",
        "17: The program does not offer 'trak'. Did you mean 'track'?",
        "18: 'host.is_open' takes none but gets 1.",
        "19: There is no global 'tostrin'. Did you mean 'tostring'?",
        "21: 'count' becomes a global, which every script shares. Write 'local count'.",
        "22: 'type' belongs to the host. Choose another name.",
      ]
    )
    #expect(try await Self.edited(scratch) == checked)
    #expect(try await Self.served(scratch) == checked)
  }

  @Test(arguments: commands)
  func `an error that prevents loading is the same in each command`(
    arguments: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(Self.application("router.route { path = '/x', veiw = 'X' }"), in: scratch)
    let run = try await CommandRun.moonroute(arguments, in: scratch.folder)
    #expect(run.status == (["check", "test"].contains(arguments[0]) ? 1 : 3))
    let text = run.output + run.errors
    #expect(text.contains("main.lua:15"), "\(text)")
    #expect(text.contains(Self.mistake), "\(text)")
  }

  private static let mistake = "'veiw' is not a field of a route. Did you mean 'view'?"

  @Test
  func `an error that prevents loading is the same in the editor, the page and debugger`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(Self.application("router.route { path = '/x', veiw = 'X' }"), in: scratch)
    #expect(try await Self.edited(scratch) == ["15: \(Self.mistake)"])
    #expect(try await Self.served(scratch, loads: false) == ["15: \(Self.mistake)"])
    #expect(try await Self.debugged(scratch).contains("main.lua:15: \(Self.mistake)"))
  }

  /// Applications that do not load.
  static let unloaded: [[String: String]] = [
    ["main.lua": "local unused = 1\nif unused then\n"],
    ["main.lua": "require 'm'\nlocal unused = 1\nerror('no')\n", "m.lua": "local own = pint\n"],
    ["main.lua": "require 'm'\n", "m.lua": "local a = 1\nif a != 1 then end\n"],
    ["main.lua": "local b = 1\nrequire 'nowhere'\n"],
    [
      "main.lua": """
      router.route { name = "a", path = "/a", view = "A" }
      router.route { name = "a", path = "/b", view = function() return tostrin(1) end }
      """
    ],
    ["main.lua": "error('no')\n", "spec/a_spec.lua": "local unused = 1\ndescrib('a')\n"],
    ["main.lua": "local a = 1\nerror('no')\n", "spec/a_spec.lua": "it('a', function(\n"],
    [
      "main.lua": "local a = 1\nif x != 1 then end\n", "spec/a_spec.lua": "local a = 1\n",
      ".moonroute.json": #"{ "check": { "unused_local": "off" } }"#,
    ],
  ]

  @Test(arguments: unloaded, [false, true])
  func `an application that does not load has the same findings in check and in the editor`(
    files: [String: String],
    opensAll: Bool
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(files, in: scratch)
    let run = try await CommandRun.moonroute(["check", "--specs", "--json"], in: scratch.folder)
    let checked = try run.lines.map { line in
      let finding = try JSON(reading: line)
      let (file, rule) = (finding["file"].text ?? "", finding["rule"].text ?? "")
      return "\(file):\(try Self.words(of: finding)) \(finding["severity"].text ?? "") \(rule)"
    }
    #expect(run.status == 1 && !checked.isEmpty)
    let process = try MessageProcess(["lsp"], in: scratch.folder)
    let editor = EditorClient(process.connection)
    try await editor.begin()
    let others = files.keys.sorted().filter { $0.hasSuffix(".lua") && $0 != "main.lua" }
    for name in (opensAll ? others : []) + ["main.lua"] {
      editor.open(scratch[name], files[name] ?? "")
    }
    _ = try await editor.diagnostics(of: scratch["main.lua"])
    try await editor.end()
    #expect(await process.end() == 0)
    let edited = editor.published.flatMap { uri, diagnostics in
      diagnostics.map { item in
        let file = uri.components(separatedBy: scratch.folder.lastPathComponent + "/").last ?? uri
        let line = (item["range"]["start"]["line"].int ?? -2) + 1
        let severity = ["", "error", "warning", "note"][item["severity"].int ?? 0]
        let message = item["message"].text ?? ""
        return "\(file):\(line): \(message) \(severity) \(item["code"].text ?? "")"
      }
    }
    #expect(edited.sorted() == checked.sorted())
  }

  @Test func `the editor, the page and the debugger load an application with every feature`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(Self.application(), in: scratch)
    #expect(try await Self.edited(scratch) == [])
    #expect(try await Self.served(scratch) == [])
    #expect(try await Self.debugged(scratch).hasPrefix("✓ /map\n"))
  }

  @Test func `the editor completes the program's listed offers`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Self.write(Self.application().filter { $0.key != "headless.lua" }, in: scratch)
    let file = scratch["main.lua"]
    let text = "local a = host.\n"
    let process = try MessageProcess(["lsp"], in: scratch.folder)
    let editor = EditorClient(process.connection)
    try await editor.begin()
    editor.open(file, try String(contentsOf: file, encoding: .utf8))
    _ = try await editor.diagnostics(of: file)
    editor.change(file, text)
    let items = try await editor.ask(
      "textDocument/completion",
      .fields(
        ("textDocument", .fields(("uri", .text(file.absoluteString)))),
        ("position", .fields(("line", .int(0)), ("character", .int(15))))
      )
    )
    let list = items["items"].items.isEmpty ? items.items : items["items"].items
    let names = ["call", "is_open", "replies", "requests", "stub", "track"]
    #expect(list.compactMap { $0["label"].text }.sorted() == names)
    try await editor.end()
    #expect(await process.end() == 0)
  }

  // MARK: Findings

  private static func words(of finding: JSON) throws -> String {
    "\(try #require(finding["line"].int)): \(try #require(finding["message"].text))"
  }

  /// The findings of `main.lua` in an editor.
  private static func edited(_ scratch: Scratch) async throws -> [String] {
    let file = scratch["main.lua"]
    let process = try MessageProcess(["lsp"], in: scratch.folder)
    let editor = EditorClient(process.connection)
    try await editor.begin()
    editor.open(file, try String(contentsOf: file, encoding: .utf8))
    let diagnostics = try await editor.diagnostics(of: file)
    try await editor.end()
    #expect(await process.end() == 0)
    return try diagnostics.map { item in
      let line = try #require(item["range"]["start"]["line"].int) + 1
      return "\(line): \(try #require(item["message"].text))"
    }
  }

  /// The findings on the page after the scripts were loaded.
  private static func served(_ scratch: Scratch, loads: Bool = true) async throws -> [String] {
    let served = try await ServeTests.Served([scratch.folder.path])
    if loads { _ = try await served.wait(for: "hello") { $0["generation"].int == 1 } }
    let answer = try await served.wait(for: "check") { loads || !$0["problems"].items.isEmpty }
    let findings = try answer["problems"].items.map(words)
    _ = await served.run.interrupt()
    return findings
  }

  /// The text that the debugger prints for an open.
  private static func debugged(_ scratch: Scratch) async throws -> String {
    let process = try MessageProcess(["debug", ".", "/map"], in: scratch.folder)
    let client = DebugClient(over: process.connection)
    var text = ""
    do {
      try await client.begin("launch")
      try await client.ask("configurationDone")
      text = try await client.event("output")["output"].text ?? ""
      try await client.ask("disconnect")
    } catch let refusal as DebugClient.Refused {
      text = refusal.description
    }
    client.vanish()
    _ = await process.end()
    return text
  }
}

/// An editor that communicates with the command.
private final class EditorClient {
  private let connection: MessageConnection
  private var lastRequest = 0
  /// The last diagnostics of each file by URI.
  private(set) var published: [String: [JSON]] = [:]

  init(_ connection: MessageConnection) { self.connection = connection }

  func begin() async throws {
    _ = try await ask("initialize", .fields(("capabilities", .fields())))
    tell("initialized", .fields())
  }

  func end() async throws {
    _ = try await ask("shutdown", .null)
    tell("exit", .null)
  }

  func open(_ file: URL, _ text: String) {
    let item = JSON.fields(
      ("uri", .text(file.absoluteString)),
      ("languageId", .text("lua")),
      ("version", .int(1)),
      ("text", .text(text))
    )
    tell("textDocument/didOpen", .fields(("textDocument", item)))
  }

  func change(_ file: URL, _ text: String) {
    let item = JSON.fields(("uri", .text(file.absoluteString)), ("version", .int(2)))
    let changes = JSON.list([.fields(("text", .text(text)))])
    tell("textDocument/didChange", .fields(("textDocument", item), ("contentChanges", changes)))
  }

  /// The diagnostics of a file after the application is loaded.
  func diagnostics(of file: URL) async throws -> [JSON] {
    var list: [JSON] = []
    // The text alone is checked first, and the application after a pause.
    for _ in 0..<2 {
      list = try await next { message in
        message["method"].text == "textDocument/publishDiagnostics"
          && message["params"]["uri"].text == file.absoluteString
      }["params"]["diagnostics"]
      .items
    }
    return list
  }

  func ask(_ method: String, _ params: JSON) async throws -> JSON {
    lastRequest += 1
    let number = lastRequest
    connection.send(
      .fields(
        ("jsonrpc", .text("2.0")),
        ("id", .int(number)),
        ("method", .text(method)),
        ("params", params)
      )
    )
    return try await next { $0["id"].int == number && $0["method"].text == nil }["result"]
  }

  private func tell(_ method: String, _ params: JSON) {
    connection.send(
      .fields(("jsonrpc", .text("2.0")), ("method", .text(method)), ("params", params))
    )
  }

  private func next(_ isWanted: (JSON) -> Bool) async throws -> JSON {
    while case .message(let message) = await connection.next() {
      if message["method"].text == "textDocument/publishDiagnostics" {
        published[message["params"]["uri"].text ?? ""] = message["params"]["diagnostics"].items
      }
      if isWanted(message) { return message }
    }
    throw DebugClient.Over()
  }
}
#endif
