import MessageStream
import Moonroute
import TestSupport
import Testing

@testable import EditorServer

@Suite struct FeatureTests {
  private func session(
    _ abilities: JSON = .object([]),
    settings: JSON = .null,
    runSpec: EditorServer.SpecRunner? = nil,
    compare: EditorServer.Comparison? = nil
  ) async throws -> EditorSession {
    let session = try await EditorSession(
      Shop.files,
      abilities: abilities,
      settings: settings,
      runSpec: runSpec,
      compare: compare
    )
    for file in ["main.lua", "routes/cart.lua", "auth.lua", "spec/shop_spec.lua"] {
      try await session.open(file)
    }
    await session.settle()
    return session
  }

  private static let snippets = JSON.fields(
    (
      "textDocument",
      .fields(
        (
          "completion",
          .fields(("completionItem", .fields(("snippetSupport", .bool(true)))))
        )
      )
    )
  )

  /// The locations in a response: the files with their lines, counted from 1.
  private func places(_ answer: JSON, _ session: EditorSession) -> [String] {
    answer.items.map { item in
      let uri = item["uri"].text ?? ""
      let file = String(uri.dropFirst(session.uri("").count))
      return "\(file):\((item["range"]["start"]["line"].int ?? -1) + 1)"
    }
  }

  @Test func `a name is completed with its parameters`() async throws {
    let session = try await session(Self.snippets)
    let text = Shop.cart + "function _G.later() return router.to(\"pro\") end\n"
    await session.change("routes/cart.lua", to: text, version: 2)
    let place = EditorSession.place(of: "\"pro\")", in: text, plus: 4)
    let answer = await session.request("textDocument/completion", at: place, of: "routes/cart.lua")
    let item = try #require(answer["items"].items.first { $0["label"].text == "product" })
    #expect(item["detail"].text == "/product/:id<int>")
    #expect(item["insertTextFormat"].int == 2)
    #expect(item["textEdit"]["newText"].text == "product\", { id = ${1:1} }")
    #expect(item["textEdit"]["range"]["start"]["character"].int == place.column - 3)
    #expect(item["textEdit"]["range"]["end"]["character"].int == place.column + 1)
  }

  @Test func `an editor without snippets gets plain names`() async throws {
    let session = try await session()
    let place = try session.place(of: "router.to(\"product\"", in: "routes/cart.lua", plus: 12)
    let answer = await session.request("textDocument/completion", at: place, of: "routes/cart.lua")
    let item = try #require(answer["items"].items.first { $0["label"].text == "product" })
    #expect(item["textEdit"]["newText"].text == "product")
    #expect(item["insertTextFormat"] == .null)
  }

  @Test func `locals are completed with the option full only`() async throws {
    for (settings, isThere) in [(JSON.null, false), (.fields(("lua", .text("full"))), true)] {
      let session = try await session(settings: settings)
      let place = try session.place(of: "return state.params", in: "auth.lua", plus: 7)
      let answer = await session.request("textDocument/completion", at: place, of: "auth.lua")
      let labels = answer["items"].items.compactMap { $0["label"].text }
      #expect(labels.contains("M") == isThere)
    }
  }

  @Test func `hover shows the pattern, the guards, a link and specs`() async throws {
    let session = try await session()
    let place = try session.place(of: "\"product\", { id = 1", in: "routes/cart.lua", plus: 3)
    let answer = await session.request("textDocument/hover", at: place, of: "routes/cart.lua")
    let text = try #require(answer["contents"]["value"].text)
    #expect(
      text
        == """
        **product** `/product/:id<int>`

        Decisions:

        1. guard of `product` (main.lua:18)
        2. redirect of `product` (auth.lua:3)

        For example `/product/1`

        Opened by:

        - opens a product (spec/shop_spec.lua:2)

        main.lua:5
        """
    )
    let own = try session.place(of: ":id<int>\",\n  redirect", in: "main.lua", plus: 2)
    let other = await session.request("textDocument/hover", at: own, of: "main.lua")
    #expect(
      other["contents"]["value"].text
        == "**id** `int`\n\n- `/product/:id<int>`\n- `/product/:id<int>/sizes/:system<eu|us>`"
    )
  }

  @Test func `go to definition works for names, locations, modules and parameters`() async throws {
    let session = try await session()
    let cases = [
      ("routes/cart.lua", "\"product\", { id = 1", 2, "main.lua:6"),
      ("routes/cart.lua", "id = 1 })", 1, "main.lua:7"),
      ("routes/cart.lua", "\"seek\"", 2, "main.lua:21"),
      ("main.lua", "\"routes.cart\"", 2, "routes/cart.lua:1"),
      ("main.lua", "params.id }", 8, "main.lua:7"),
      ("main.lua", "/product/:id\"", 2, "main.lua:6"),
      ("auth.lua", "\"login\"", 2, "main.lua:16"),
      ("auth.lua", "params.id", 8, "main.lua:7"),
      ("spec/shop_spec.lua", "/product/7", 3, "main.lua:6"),
    ]
    for (file, text, plus, wanted) in cases {
      let place = try session.place(of: text, in: file, plus: plus)
      let answer = await session.request("textDocument/definition", at: place, of: file)
      #expect(places(answer, session) == [wanted], "\(text)")
    }
  }

  @Test func `references include all files and locations`() async throws {
    let session = try await session()
    let place = try session.place(of: "\"product\"", in: "main.lua", plus: 3)
    let answer = await session.request("textDocument/references", at: place, of: "main.lua")
    #expect(
      places(answer, session) == [
        "main.lua:6", "main.lua:17", "main.lua:18", "routes/cart.lua:12", "spec/shop_spec.lua:4",
        "spec/shop_spec.lua:5",
      ]
    )
    let id = try session.place(of: ":id<int>\",\n  redirect", in: "main.lua", plus: 1)
    let parameters = await session.request("textDocument/references", at: id, of: "main.lua")
    #expect(
      places(parameters, session).sorted() == [
        "auth.lua:7", "main.lua:10", "main.lua:19", "main.lua:7", "routes/cart.lua:12",
      ]
    )
  }

  @Test func `symbols contain the tree of routes and the specs`() async throws {
    let session = try await session()
    let routes = await session.request(
      "textDocument/documentSymbol",
      .fields(("textDocument", session.document("main.lua")))
    )
    #expect(
      routes.items.compactMap { $0["name"].text }
        == ["home", "product", "login", "/p/:id<int>", "seek"]
    )
    #expect(
      (routes.items.dropFirst().first ?? .null)["children"].items.compactMap { $0["name"].text }
        == ["product.sizes"]
    )
    let specs = await session.request(
      "textDocument/documentSymbol",
      .fields(("textDocument", session.document("spec/shop_spec.lua")))
    )
    #expect(specs.items.compactMap { $0["name"].text } == ["the shop"])
    #expect(
      (specs.items.first ?? .null)["children"].items.compactMap { $0["name"].text }.count == 2
    )
  }

  @Test(arguments: [
    ("prod", "product"), ("sizes/:sys", "product.sizes"), ("/product/12/sizes/eu", "product.sizes"),
    ("/cart?x=1", "cart"),
  ])
  func `a route is found by name, pattern or link`(_ query: String, _ name: String) async throws {
    let session = try await session()
    let found = await session.request("workspace/symbol", .fields(("query", .text(query))))
    #expect(found.items.first?["name"].text == name)
    #expect(found.items.first?["location"]["uri"].text != nil)
  }

  @Test func `lenses open routes and show the numbers of guards and specs`() async throws {
    let session = try await session()
    let lenses = await session.request(
      "textDocument/codeLens",
      .fields(("textDocument", session.document("main.lua")))
    )
    let titles = lenses.items.compactMap { $0["command"]["title"].text }
    #expect(
      titles == [
        "open /", "0 guards, 1 spec", "open /product/1", "2 guards, 1 spec",
        "open /product/1/sizes/eu", "2 guards, 0 specs", "open /login", "0 guards, 0 specs",
        "open /p/1", "1 guard, 0 specs",
      ]
    )
    let command = try #require(lenses.items.first { $0["command"]["title"].text == "open /" })
    let shown = await session.request(
      "workspace/executeCommand",
      .fields(
        ("command", command["command"]["command"]),
        ("arguments", command["command"]["arguments"])
      )
    )
    #expect(shown.text?.hasPrefix("✓ /\n  opened") == true)
    #expect(session.messages.contains { $0["method"].text == "window/showMessage" })
  }

  @Test func `a spec can be run if the program runs specs`() async throws {
    let session = try await session(runSpec: { _, file, name in "\(file) \(name)" })
    let lenses = await session.request(
      "textDocument/codeLens",
      .fields(("textDocument", session.document("spec/shop_spec.lua")))
    )
    let command = try #require(lenses.items.last)["command"]
    #expect(command["title"].text == "run spec")
    let shown = await session.request(
      "workspace/executeCommand",
      .fields(("command", command["command"]), ("arguments", command["arguments"]))
    )
    #expect(shown.text == "spec/shop_spec.lua the shop opens home")
  }

  /// The titles of the lenses of `main.lua` that compare versions.
  private func comparisons(_ session: EditorSession) async -> [String] {
    let lenses = await session.request(
      "textDocument/codeLens",
      .fields(("textDocument", session.document("main.lua")))
    )
    return lenses.items.compactMap { $0["command"]["title"].text }.filter { $0.hasPrefix("since") }
  }

  private static let refreshed = JSON.fields(
    ("workspace", .fields(("codeLens", .fields(("refreshSupport", .bool(true))))))
  )

  private func refreshes(_ session: EditorSession) -> Int {
    session.messages.count { $0["method"].text == "workspace/codeLens/refresh" }
  }

  @Test func `lenses compare routes with the version of the settings, after each save`()
    async throws
  {
    let session = try await session(
      Self.refreshed,
      settings: .fields(("diff", .text("main"))),
      compare: { _, texts, version in
        let isNew = texts["main.lua"].map { String(decoding: $0, as: UTF8.self) } != Shop.main
        return ["home": version + (isNew ? ": new text" : ""), "elsewhere": "gone"]
      }
    )
    #expect(await comparisons(session) == ["since main: main"])
    #expect(refreshes(session) == 1)
    await session.change("main.lua", to: "-- more\n" + Shop.main, version: 2)
    await session.settle()
    #expect(await comparisons(session) == ["since main: main"])
    await session.notify("textDocument/didSave", .object([]))
    await session.settle()
    #expect(await comparisons(session) == ["since main: main: new text"])
    #expect(refreshes(session) == 2)
    let settings = JSON.fields(("moonroute", .fields(("diff", .text("")))))
    await session.notify(
      "workspace/didChangeConfiguration",
      .fields(("settings", settings))
    )
    await session.settle()
    #expect(await comparisons(session) == [])
  }

  @Test func `a version that cannot be read is a warning, and no lens`() async throws {
    struct Unknown: Error, CustomStringConvertible {
      var description: String { "there is no commit 'man'" }
    }
    let session = try await session(
      Self.refreshed,
      settings: .fields(("diff", .text("man"))),
      compare: { _, _, _ in throw Unknown() }
    )
    #expect(await comparisons(session) == [])
    #expect(refreshes(session) == 0)
    let shown = session.messages.filter { $0["method"].text == "window/showMessage" }
    #expect(
      shown.map { $0["params"]["message"].text } == [
        "The routes are not compared with man: there is no commit 'man'"
      ]
    )
  }

  @Test func `without the setting, nothing is compared`() async throws {
    let session = try await session(
      compare: { _, _, _ in
        Issue.record("compared")
        return [:]
      }
    )
    #expect(await comparisons(session) == [])
  }

  @Test func `signature help shows the parameters of the call around a position`() async throws {
    let session = try await session()
    let place = try session.place(of: "{ id = 1 })", in: "routes/cart.lua", plus: 7)
    let help = await session.request("textDocument/signatureHelp", at: place, of: "routes/cart.lua")
    #expect(help["signatures"].items.first?["label"].text == "router.to(\"product\", { id: int })")
    #expect(help["activeParameter"].int == 0)
  }

  @Test func `patterns are shown after names, and their parts have colours`() async throws {
    let session = try await session()
    let range = JSON.fields(
      ("start", EditorSession.position(0, 0)),
      ("end", EditorSession.position(99, 0))
    )
    let hints = await session.request(
      "textDocument/inlayHint",
      .fields(("textDocument", session.document("routes/cart.lua")), ("range", range))
    )
    #expect(hints.items.compactMap { $0["label"].text } == ["/product/:id<int>"])
    let tokens = await session.request(
      "textDocument/semanticTokens/full",
      .fields(("textDocument", session.document("main.lua")))
    )
    // Line 7: `path = "/product/:id<int>"`.
    #expect(tokens["data"].items.prefix(10).compactMap(\.int) == [6, 20, 2, 0, 0, 0, 3, 3, 1, 0])
  }

  @Test func `redirects form a call hierarchy`() async throws {
    let session = try await session()
    let place = try session.place(of: "\"login\"", in: "main.lua", plus: 2)
    let items = await session.request(
      "textDocument/prepareCallHierarchy",
      at: place,
      of: "main.lua"
    )
    let item = try #require(items.items.first)
    #expect(item["name"].text == "login")
    let calls = await session.request("callHierarchy/incomingCalls", .fields(("item", item)))
    #expect(calls.items.compactMap { $0["from"]["name"].text } == ["product"])
    let from = try #require(calls.items.first)["from"]
    let next = await session.request("callHierarchy/outgoingCalls", .fields(("item", from)))
    #expect(next.items.compactMap { $0["to"]["name"].text } == ["login"])
    let above = await session.request("callHierarchy/incomingCalls", .fields(("item", from)))
    #expect(above.items.compactMap { $0["from"]["name"].text } == ["/p/:id<int>"])
  }
}
