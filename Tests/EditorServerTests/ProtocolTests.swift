import MessageStream
import Moonroute
import TestSupport
import Testing

@testable import EditorServer

/// Valid and invalid protocol messages.
@Suite struct ProtocolTests {
  @Test func `initialize returns the server's capabilities`() async throws {
    let session = try await EditorSession(Shop.files, begins: false)
    let answer = await session.request("initialize", .object([]))
    let abilities = answer["capabilities"]
    #expect(answer["serverInfo"]["name"].text == "moonroute")
    #expect(abilities["positionEncoding"].text == "utf-16")
    #expect(abilities["textDocumentSync"]["change"].int == 2)
    #expect(abilities["renameProvider"]["prepareProvider"].bool == true)
    #expect(abilities["executeCommandProvider"]["commands"].items == [.text("moonroute.open")])
  }

  @Test func `columns are bytes if the editor offers that`() async throws {
    let encodings = JSON.list([.text("utf-16"), .text("utf-8")])
    let session = try await EditorSession(Shop.files, begins: false)
    let answer = await session.request(
      "initialize",
      .fields(
        ("capabilities", .fields(("general", .fields(("positionEncodings", encodings)))))
      )
    )
    #expect(answer["capabilities"]["positionEncoding"].text == "utf-8")
  }

  @Test func `requests before initialize or after shutdown are refused`()
    async throws
  {
    let session = try await EditorSession(Shop.files, begins: false)
    #expect(await session.ask("textDocument/hover", .null)["error"]["code"].int == -32002)
    _ = await session.request("initialize", .object([]))
    #expect(await session.ask("initialize", .object([]))["error"]["code"].int == -32600)
    #expect(await session.ask("shutdown", .null)["error"] == .null)
    #expect(await session.ask("textDocument/hover", .null)["error"]["code"].int == -32600)
  }

  @Test func `the exit status is 0 after shutdown, otherwise 1`() async throws {
    for isProper in [true, false] {
      let server = EditorServer { _ in }
      await server.receive(
        .fields(("id", .int(1)), ("method", .text("initialize")), ("params", .object([])))
      )
      if isProper { await server.receive(.fields(("id", .int(2)), ("method", .text("shutdown")))) }
      await server.receive(.fields(("method", .text("exit"))))
      guard case .ended(let status) = await server.phase else {
        Issue.record("The server goes on.")
        continue
      }
      #expect(status == (isProper ? 0 : 1))
    }
  }

  struct Wrong: CustomTestStringConvertible, Sendable {
    let method: String
    let params: JSON
    let code: Int
    var testDescription: String { "\(method) \(params.line)" }
  }

  private static let nowhere = JSON.fields(("uri", .text("file:///nowhere.lua")))

  static let wrong: [Wrong] = [
    Wrong(method: "nonsense", params: .null, code: -32601),
    Wrong(method: "textDocument/hover", params: .null, code: -32602),
    Wrong(method: "textDocument/hover", params: .list([.int(1)]), code: -32602),
    Wrong(
      method: "textDocument/completion",
      params: .fields(("textDocument", nowhere), ("position", .object([]))),
      code: -32602
    ),
    Wrong(method: "textDocument/rename", params: .fields(("newName", .int(3))), code: -32602),
    Wrong(method: "textDocument/inlayHint", params: .fields(("range", .text(""))), code: -32602),
    Wrong(method: "callHierarchy/incomingCalls", params: .null, code: -32602),
    Wrong(method: "workspace/executeCommand", params: .object([]), code: -32602),
  ]

  @Test(arguments: wrong)
  func `an invalid request gets an error and changes nothing`(_ test: Wrong) async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("main.lua")
    let answer = await session.ask(test.method, test.params)
    #expect(answer["error"]["code"].int == test.code)
    #expect(answer["error"]["message"].text?.isEmpty == false)
    #expect(await session.request("workspace/symbol", .object([])) != .null)
  }

  @Test func `an invalid message is refused`() async throws {
    let session = try await EditorSession(Shop.files)
    for message in [
      JSON.list([]), .null, .object([]), .fields(("id", .bool(true)), ("method", .text("x"))),
    ] {
      await session.send(message)
      #expect(session.messages.last?["error"]["code"].int == -32600)
    }
    // Responses to requests of the server need no reply.
    let count = session.messages.count
    await session.send(.fields(("id", .text("moonroute-1")), ("result", .null)))
    #expect(session.messages.count == count)
  }

  @Test func `no position and no change crashes the server`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("main.lua")
    let places = [(-1, 0), (0, -5), (2, 4000), (100_000, 0), (Int.max, Int.max), (Int.min, 0)]
    let methods = [
      "textDocument/completion", "textDocument/hover", "textDocument/definition",
      "textDocument/references", "textDocument/prepareRename", "textDocument/signatureHelp",
      "textDocument/prepareCallHierarchy",
    ]
    for place in places {
      for method in methods { _ = await session.request(method, at: place, of: "main.lua") }
      let end = EditorSession.position(place.1, place.0)
      let range = JSON.fields(("start", EditorSession.position(place.0, place.1)), ("end", end))
      await session.change(
        "main.lua",
        [.fields(("range", range), ("text", .text("é\r\n𝄞")))],
        version: 2
      )
    }
    await session.change(
      "main.lua",
      [.fields(("range", .int(3)), ("text", .text("x")))],
      version: 3
    )
    await session.change("main.lua", [.fields(("text", .int(3)))], version: 3)
    await session.change("other.lua", [.fields(("text", .text("x")))], version: 3)
    #expect(await session.request("textDocument/documentSymbol", document(session)) != .null)
  }

  private func document(_ session: EditorSession) -> JSON {
    .fields(("textDocument", session.document("main.lua")))
  }

  @Test func `random messages get an answer`() async throws {
    let session = try await EditorSession(Shop.files)
    try await session.open("main.lua")
    let methods = [
      "textDocument/completion", "textDocument/hover", "textDocument/codeLens",
      "textDocument/codeAction", "workspace/symbol", "textDocument/semanticTokens/full",
      "callHierarchy/outgoingCalls", "workspace/executeCommand", "initialize", "$/x",
    ]
    let values: [JSON] = [
      .null, .bool(true), .int(-1), .number(1e300), .text("file:///%zz"), .list([.null]),
      .object([]), .fields(("uri", .text(session.uri("main.lua")))),
      .fields(("start", EditorSession.position(0, 0)), ("end", EditorSession.position(9, 9))),
      EditorSession.position(3, 12),
    ]
    let names = [
      "textDocument", "position", "range", "context", "item", "arguments", "query", "command",
    ]
    var state: UInt64 = 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<TestScale.editorMessages {
      let fields = (0..<3)
        .map { _ in JSON.Field(names[next(names.count)], values[next(values.count)]) }
      let answer = await session.ask(methods[next(methods.count)], .object(fields))
      #expect(answer["result"] != .null || answer["error"] != .null || answer["id"] != .null)
    }
  }

  private static let pieces = [
    "router.to(\"", "router.to(\"product\", { id", "state.params.", "{", "}", "(", ")", "\"",
    "--[[",
    "[==[", "]]", "end", "function(state)", "\n", "\r", "é", "𝄞", ":id<int>", "**", "..", "\\",
    "\0",
    "router.route { name = \"", "local x <const> =", "goto a", "host.", "-- moonroute: allow ",
    "tags = { \"", "events.emit(\"", "require \"", "if x then else", "#!/x", "name = \"a\" .. b",
  ]

  private static let questions = [
    "textDocument/completion", "textDocument/hover", "textDocument/definition",
    "textDocument/references", "textDocument/prepareRename", "textDocument/rename",
    "textDocument/signatureHelp", "textDocument/documentSymbol", "textDocument/codeLens",
    "textDocument/codeAction", "textDocument/inlayHint", "textDocument/semanticTokens/full",
    "textDocument/prepareCallHierarchy", "workspace/symbol",
  ]

  @Test func `requests still work after random changes`() async throws {
    let session = try await EditorSession(
      Shop.files,
      settings: .fields(("lua", .text("full")))
    )
    let files = ["main.lua", "routes/cart.lua", "spec/shop_spec.lua"]
    for file in files { try await session.open(file) }
    await session.settle()
    var state: UInt64 = 11
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for version in 2..<2 + TestScale.editorMessages {
      let file = files[next(files.count)]
      let (line, column) = (next(26), next(60))
      let start = EditorSession.position(line, column)
      let end = EditorSession.position(line + next(2), column + next(9))
      let range = JSON.fields(("start", start), ("end", next(2) == 0 ? start : end))
      let piece = Self.pieces[next(Self.pieces.count)]
      await session.change(
        file,
        [.fields(("range", range), ("text", .text(piece)))],
        version: version
      )
      let whole = JSON.fields(("start", EditorSession.position(0, 0)), ("end", end))
      let answer = await session.ask(
        Self.questions[next(Self.questions.count)],
        .fields(
          ("textDocument", session.document(file)),
          ("position", EditorSession.position(line, column + next(15))),
          ("newName", .text("other")),
          ("query", .text("prod")),
          ("range", whole)
        )
      )
      let code = answer["error"]["code"].int
      #expect(code == nil || code == -32803, "\(answer.line)")
    }
    await session.settle()
  }
}
