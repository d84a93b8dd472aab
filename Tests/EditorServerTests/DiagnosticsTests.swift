import Foundation
import MessageStream
import Moonroute
import TestSupport
import Testing

@testable import EditorServer

/// Diagnostics in the editor.
@Suite struct DiagnosticsTests {
  @Test func `syntax and scopes are reported immediately, names of routes after a pause`()
    async throws
  {
    let clock = SteppedClock()
    let session = try await EditorSession(Shop.files, clock: clock)
    let text = Shop.main + "local unused = 1\nfunction later() return router.to('prodct') end\n"
    try await session.open("main.lua", text)
    #expect(session.rules("main.lua") == ["unused_local 23"])
    await clock.untilSomebodySleeps()
    clock.advance(by: .milliseconds(149))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    await session.settle()
    #expect(clock.sleeperCount == 0)
    #expect(
      session.rules("main.lua")
        == ["unused_local 23", "global_write 24", "unknown_name 24"]
    )
    let unknown = try #require(session.diagnostics("main.lua").last)
    #expect(unknown["message"].text == "No route is named 'prodct'. Did you mean 'product'?")
    #expect(unknown["source"].text == "moonroute")
    #expect(unknown["severity"].int == 1)
    #expect(unknown["range"]["start"]["character"].int == 34)
    #expect(unknown["range"]["end"]["character"].int == 42)
  }

  @Test func `continuous typing loads an application only once`() async throws {
    let clock = SteppedClock()
    let session = try await EditorSession(Shop.files, clock: clock)
    try await session.open("main.lua")
    for version in 2...6 {
      await session.change("main.lua", to: Shop.main + "-- \(version)\n", version: version)
    }
    clock.release()
    await session.settle()
    let versions = session.messages.filter { $0["params"]["uri"].text == session.uri("main.lua") }
      .compactMap { $0["params"]["version"].int }
    // Each text immediately, and the last one again after the pause.
    #expect(versions == [1, 2, 3, 4, 5, 6, 6])
  }

  @Test func `an unsaved text is checked, and the file again after it is closed`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("routes/cart.lua")
    await session.settle()
    #expect(session.rules("routes/cart.lua") == [])
    try await session.open("main.lua", Shop.main.replacing("\"product\"", with: "\"item\""))
    await session.settle()
    #expect(session.rules("routes/cart.lua") == ["unknown_name 12"])
    await session.notify(
      "textDocument/didClose",
      .fields(("textDocument", session.document("main.lua")))
    )
    await session.settle()
    #expect(session.rules("routes/cart.lua") == [])
  }

  @Test func `the last valid table remains in use while a file is broken`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("routes/cart.lua")
    try await session.open("main.lua")
    await session.settle()
    await session.change("main.lua", to: Shop.main + "router.route { name = \n", version: 2)
    await session.settle()
    #expect(session.rules("main.lua").map { $0.prefix(12) } == ["syntax_error"])
    #expect(session.rules("routes/cart.lua") == [])
    let text = Shop.cart + "function later() return router.to('') end\n"
    await session.change("routes/cart.lua", to: text, version: 2)
    let place = EditorSession.place(of: "router.to('')", in: text, plus: 11)
    let answer = await session.request("textDocument/completion", at: place, of: "routes/cart.lua")
    #expect(answer["items"].items.compactMap { $0["label"].text }.contains("product.sizes"))
    await session.change("main.lua", to: Shop.main, version: 3)
    await session.settle()
    #expect(session.rules("main.lua") == [])
    #expect(session.rules("routes/cart.lua").contains { $0.hasPrefix("missing_name") } == false)
  }

  @Test func `an error while loading is shown at its place`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("main.lua", Shop.main + "error('no')\n")
    await session.settle()
    #expect(session.rules("main.lua").contains("script_error 23"))
  }

  @Test func `a line with a loading error is reported only once`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("main.lua")
    await session.settle()
    await session.change("main.lua", to: Shop.main + "os.execute('ls')\n", version: 2)
    await session.settle()
    #expect(session.rules("main.lua").filter { $0.hasSuffix(" 23") }.count == 1)
  }

  @Test func `problems of closed files are reported, and later removed`() async throws {
    var files = Shop.files
    files["routes/cart.lua"] = Shop.cart + "local unused = 1\n"
    let session = try await EditorSession(files)
    try await session.open("main.lua")
    await session.settle()
    #expect(session.rules("routes/cart.lua") == ["unused_local 18"])
    try Shop.cart.write(
      toFile: session.folder + "/routes/cart.lua",
      atomically: true,
      encoding: .utf8
    )
    await session.notify("workspace/didChangeWatchedFiles", .fields(("changes", .list([]))))
    await session.settle()
    #expect(session.rules("routes/cart.lua") == [])
  }

  @Test(arguments: [["main.lua", "inner/more.lua"], ["inner/more.lua", "main.lua"]])
  func `each file belongs to the nearest main.lua`(opened: [String]) async throws {
    let session = try await EditorSession([
      "main.lua": "router.route { name = 'outer', path = '/', view = 'A' }\n",
      "inner/main.lua": "router.route { name = 'inner', path = '/', view = 'A' }\n",
      "inner/more.lua": "function _G.later() return router.to('outer') end\n",
    ])
    for file in opened {
      try await session.open(file)
      await session.settle()
    }
    #expect(session.rules("inner/more.lua") == ["dead_file 1", "unknown_name 1"])
    let found = await session.request("workspace/symbol", .fields(("query", .text(""))))
    #expect(found.items.compactMap { $0["name"].text }.sorted() == ["inner", "outer"])
  }

  @Test func `a main.lua that is created later adopts the open texts`() async throws {
    let session = try await EditorSession([
      "later.lua": "function _G.x() return router.to('y') end\n"
    ])
    try await session.open("later.lua")
    #expect(session.rules("later.lua") == [])
    try "require 'later'\n"
      .write(
        toFile: session.folder + "/main.lua",
        atomically: true,
        encoding: .utf8
      )
    await session.notify("workspace/didChangeWatchedFiles", .fields(("changes", .list([]))))
    await session.settle()
    #expect(session.rules("later.lua") == ["unknown_name 1"])
  }

  @Test func `a text without an application is checked for syntax and scopes`() async throws {
    let session = try await EditorSession(["alone.lua": "local a = 1\nrouter.to('x')\n"])
    try await session.open("alone.lua")
    #expect(session.rules("alone.lua") == ["unused_local 1"])
    await session.notify(
      "textDocument/didOpen",
      .fields(
        (
          "textDocument",
          .fields(("uri", .text("untitled:1")), ("version", .int(1)), ("text", .text("if x then")))
        )
      )
    )
    let shown = session.messages.last { $0["params"]["uri"].text == "untitled:1" }
    #expect(shown?["params"]["diagnostics"].items.first?["code"].text == "syntax_error")
  }

  @Test(arguments: ["main.lua", "alone/other.lua"])
  func `a text that is too large is not read, and this is reported`(path: String) async throws {
    let session = try await EditorSession(
      path == "main.lua" ? ["main.lua": ""] : [path: ""]
    )
    let line = "local a = { 1, 2, 3 }\n"
    try await session.open(path, String(repeating: line, count: 25_000))
    let shown = try #require(session.diagnostics(path).first)
    #expect(shown["code"].text == "too_large" && shown["severity"].int == 3)
    #expect(
      shown["message"].text
        == "too large to check: 550000 bytes, at most 524288 are allowed. Split it."
    )
    let symbols = await session.request(
      "textDocument/documentSymbol",
      .fields(("textDocument", session.document(path)))
    )
    #expect(symbols.items.isEmpty)
  }

  @Test func `settings next to main.lua and comments turn rules off`() async throws {
    var files = Shop.files
    files[".moonroute.json"] = "{ \"check\": { \"unused_local\": \"off\" } }"
    let session = try await EditorSession(files)
    try await session.open(
      "main.lua",
      Shop.main + "local unused = 1\n-- moonroute: allow shadowed\nlocal auth = 2\nprint(auth)\n"
    )
    await session.settle()
    #expect(session.rules("main.lua") == [])
  }

  @Test func `every finding has its position in UTF-16`() async throws {
    let session = try await EditorSession(["main.lua": ""])
    try await session.open("main.lua", "local s = '𝄞é' local unused = s\n")
    let range = try #require(session.diagnostics("main.lua").first)["range"]
    #expect(range["start"]["character"].int == 22)
    #expect(range["end"]["character"].int == 28)
  }

  @Test func `an incremental change works in both encodings`() async throws {
    for (encoding, column) in [("utf-8", 13), ("utf-16", 10)] {
      let offered = JSON.fields(
        ("general", .fields(("positionEncodings", .list([.text(encoding)]))))
      )
      let session = try await EditorSession(["main.lua": ""], abilities: offered)
      try await session.open("main.lua", "print(1)\r\nprint('𝄞é')\rprint(2)\n")
      let start = EditorSession.position(1, 7)
      let end = EditorSession.position(1, column)
      let range = JSON.fields(("start", start), ("end", end))
      await session.change(
        "main.lua",
        [
          .fields(("range", range), ("text", .text("x"))),
          .fields(
            (
              "range",
              .fields(
                ("start", EditorSession.position(2, 6)),
                ("end", EditorSession.position(2, 7))
              )
            ),
            ("text", .text("unknown"))
          ),
        ],
        version: 2
      )
      await session.settle()
      let diagnostic = try #require(session.diagnostics("main.lua").first)
      #expect(diagnostic["code"].text == "undefined_global")
      #expect(diagnostic["range"]["start"] == EditorSession.position(2, 6))
      #expect(session.diagnostics("main.lua").count == 1)
    }
  }
}
