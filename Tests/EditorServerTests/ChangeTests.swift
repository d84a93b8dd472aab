import Foundation
import MessageStream
import Moonroute
import TestSupport
import Testing

@testable import EditorServer

@Suite struct ChangeTests {
  private func session(
    _ files: [String: String] = Shop.files,
    abilities: JSON = .object([]),
    settings: JSON = .null
  ) async throws -> EditorSession {
    let session = try await EditorSession(files, abilities: abilities, settings: settings)
    for file in files.keys.sorted() where file.hasSuffix(".lua") { try await session.open(file) }
    await session.settle()
    return session
  }

  /// The lines of an edit after the change: `file:line: text`.
  private func lines(_ edit: JSON, _ session: EditorSession) throws -> [String] {
    guard case .object(let changes) = edit["changes"] else { return [] }
    return try changes.sorted { $0.name < $1.name }
      .flatMap { change in
        let path = try #require(FileURI.path(ofURI: change.name))
        let old = try String(contentsOfFile: path, encoding: .utf8)
        var text = Array(old.utf8)
        let positions = TextPositions(text, .utf16)
        let edits = try change.value.items
          .map { (try #require(positions.range($0["range"])), try #require($0["newText"].text)) }
          .sorted { $0.0.lowerBound > $1.0.lowerBound }
        for (range, new) in edits { text.replaceSubrange(range, with: new.utf8) }
        let new = String(decoding: text, as: UTF8.self)
          .split(
            separator: "\n",
            omittingEmptySubsequences: false
          )
        let before = old.split(separator: "\n", omittingEmptySubsequences: false)
        let file = path.dropFirst(session.folder.count + 1)
        return zip(new, before).enumerated().filter { $1.0 != $1.1 }
          .map { "\(file):\($0 + 1): \($1.0.trimmingCharacters(in: .whitespaces))" }
      }
  }

  private func rename(
    _ text: String,
    in file: String,
    plus: Int = 2,
    to name: String,
    _ session: EditorSession
  ) async throws -> JSON {
    let place = try session.place(of: text, in: file, plus: plus)
    return await session.ask(
      "textDocument/rename",
      .fields(
        ("textDocument", session.document(file)),
        ("position", EditorSession.position(place.line, place.column)),
        ("newName", .text(name))
      )
    )
  }

  @Test func `renaming a route changes all files, but not text that only looks the same`()
    async throws
  {
    let session = try await session()
    let answer = try await rename("\"product\"", in: "main.lua", to: "item", session)
    #expect(
      try lines(answer["result"], session) == [
        "main.lua:6: name = \"item\",",
        "main.lua:18: router.guard(\"item\", function(state)",
        "routes/cart.lua:12: body = { { \"link\", \"First\", to = router.to(\"item\", { id = 1 }) }"
          + " },",
        "spec/shop_spec.lua:5: assert.opened(outcome, \"item\")",
      ]
    )
    let told = session.messages.last { $0["method"].text == "window/showMessage" }
    #expect(
      told?["params"]["message"].text
        == "A name built from parts was not changed: routes/cart.lua:13."
        + " An equal text elsewhere was not changed: routes/cart.lua:11."
    )
  }

  private static let typedPlaces = [
    "main.lua": """
    router.configure { initial = "home" }
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "cart", path = "/cart", animator = animator.push { clear_to = "home" },
      view = function(state)
      return screen { state.name == "home" and "Home" or "Cart", title = "home",
        body = { { "link", "Home", to = "home" } } }
      end }
    router.on_error(function(outcome)
      return outcome.name ~= "home" and "home" or nil
    end)
    local shop = router.tagged("shop")
    function _G.later() return router.can_open("home") or shop.can_open("home") end

    """,
    "invariants.lua": """
    invariant("home is below", function(stage) return stage.find("home") ~= nil end)

    """,
    "spec/home_spec.lua": """
    it("opens home", function()
      assert.opened(router.open("home"), "home")
      assert.is_not.top("home")
      assert.equal("home", stage.top().name)
      assert.is_true(stage.top().name == "home", "home")
      assert.fell_back(router.open("/x"), { name = "home" })
    end)

    """,
  ]

  @Test func `a route is renamed in every place that has its declared type`() async throws {
    let session = try await session(Self.typedPlaces)
    let answer = try await rename("\"home\",", in: "main.lua", to: "start", session)
    #expect(
      try lines(answer["result"], session) == [
        "invariants.lua:1: invariant(\"home is below\", function(stage) return"
          + " stage.find(\"start\") ~= nil end)",
        "main.lua:1: router.configure { initial = \"start\" }",
        "main.lua:2: router.route { name = \"start\", path = \"/\", view = \"Home\" }",
        "main.lua:3: router.route { name = \"cart\", path = \"/cart\", animator = animator.push {"
          + " clear_to = \"start\" },",
        "main.lua:5: return screen { state.name == \"start\" and \"Home\" or \"Cart\", title ="
          + " \"home\",",
        "main.lua:6: body = { { \"link\", \"Home\", to = \"start\" } } }",
        "main.lua:9: return outcome.name ~= \"start\" and \"start\" or nil",
        "main.lua:12: function _G.later() return router.can_open(\"start\") or"
          + " shop.can_open(\"start\") end",
        "spec/home_spec.lua:2: assert.opened(router.open(\"start\"), \"start\")",
        "spec/home_spec.lua:3: assert.is_not.top(\"start\")",
        "spec/home_spec.lua:4: assert.equal(\"start\", stage.top().name)",
        "spec/home_spec.lua:5: assert.is_true(stage.top().name == \"start\", \"home\")",
        "spec/home_spec.lua:6: assert.fell_back(router.open(\"/x\"), { name = \"start\" })",
      ]
    )
    let told = session.messages.last { $0["method"].text == "window/showMessage" }
    #expect(
      told?["params"]["message"].text
        == "2 equal texts elsewhere were not changed: main.lua:5, spec/home_spec.lua:5."
    )
    let place = try session.place(of: "stage.find(\"home", in: "invariants.lua", plus: 13)
    let target = await session.request("textDocument/definition", at: place, of: "invariants.lua")
    #expect("\(target)".contains("main.lua"))
  }

  @Test func `renaming a parameter changes its pattern, calls and functions`() async throws {
    let session = try await session()
    let answer = try await rename(":id<int>\",\n  redirect", in: "main.lua", to: "number", session)
    #expect(
      try lines(answer["result"], session) == [
        "auth.lua:7: return state.params.number > 0",
        "main.lua:7: path = \"/product/:number<int>\",",
        "main.lua:10: return screen { \"Product\", title = \"Product \" .. state.params.number }",
        "main.lua:19: return state.params.number > 0",
        "routes/cart.lua:12: body = { { \"link\", \"First\", to = router.to(\"product\", { number ="
          + " 1 }) } },",
      ]
    )
  }

  @Test func `renaming works for events, resources and tags`() async throws {
    let session = try await session()
    let event = try await rename("\"seek\"", in: "main.lua", to: "jump", session)
    #expect(try lines(event["result"], session).count == 3)
    let resource = try await rename("\"count\"", in: "routes/cart.lua", to: "number", session)
    #expect(try lines(resource["result"], session).count == 2)
    let tag = try await rename("\"public\"", in: "main.lua", to: "open", session)
    #expect(
      try lines(tag["result"], session)
        == [
          "main.lua:4: router.route { name = \"home\", path = \"/\", view = \"Home\", tags = {"
            + " \"open\" } }"
        ]
    )
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    let file: String
    var plus = 2
    let name: String
    let message: String
    var testDescription: String { "\(text) → \(name)" }
  }

  static let refusals: [Refusal] = [
    Refusal(
      text: "\"product\"",
      file: "main.lua",
      name: "cart",
      message: "There is a route 'cart' already (routes/cart.lua:4). Choose another name."
    ),
    Refusal(
      text: "\"product\"",
      file: "main.lua",
      name: "/product",
      message: "'/product' is not a valid name for a route: it must not look like a location."
    ),
    Refusal(
      text: "\"product\"",
      file: "main.lua",
      name: "product",
      message: "The route has this name already."
    ),
    Refusal(
      text: ":id<int>\",\n  redirect",
      file: "main.lua",
      name: "system",
      message: "'/product/:id<int>/sizes/:system<eu|us>' has a parameter 'system' already. Choose"
        + " another name."
    ),
    Refusal(
      text: ":id<int>\",\n  redirect",
      file: "main.lua",
      name: "a b",
      message: "'a b' is not a valid parameter name. Use letters, digits and '_'."
    ),
    Refusal(
      text: ":id<int>\",\n  redirect",
      file: "main.lua",
      name: "end",
      message: "'end' cannot follow a dot in Lua, as the old name does."
    ),
    Refusal(
      text: "\"auth\"",
      file: "main.lua",
      name: "login",
      message: "A module has the name of its file. Rename the file."
    ),
    Refusal(
      text: "/product/7",
      file: "spec/shop_spec.lua",
      name: "x",
      message: "A location has no name to change. Rename the route where it is defined."
    ),
  ]

  @Test(arguments: refusals)
  func `an invalid new name is refused`(_ test: Refusal) async throws {
    let session = try await session()
    let answer = try await rename(test.text, in: test.file, plus: test.plus, to: test.name, session)
    #expect(answer["error"]["message"].text == test.message)
    #expect(answer["error"]["code"].int == -32803)
  }

  @Test func `a computed name cannot be renamed, and a shared function keeps its parameter`()
    async throws
  {
    let session = try await session([
      "main.lua": """
      for _, kind in ipairs { "red" } do
        router.route { name = "made." .. kind, path = "/made/" .. kind, view = "Made" }
      end
      function _G.later() return router.to("made.red") end
      local function view(state) return screen { "X", title = state.params.x } end
      router.route { name = "a", path = "/a/:x", view = view }
      router.route { name = "b", path = "/b/:x", view = view }

      """
    ])
    let built = try await rename("\"made.red\"", in: "main.lua", to: "red", session)
    #expect(
      built["error"]["message"].text
        == "The name 'made.red' is built from parts at main.lua:2. Change it there."
    )
    let shared = try await rename("/a/:x", in: "main.lua", plus: 4, to: "y", session)
    #expect(
      shared["error"]["message"].text
        == "The function at main.lua:5 also serves another route, whose parameter is defined at"
        + " main.lua:7. Rename both, or give each route its own function."
    )
  }

  @Test func `renaming is refused while a file does not parse`() async throws {
    let session = try await session()
    await session.change("auth.lua", to: "local M = {\n", version: 2)
    let answer = try await rename("\"product\"", in: "main.lua", to: "item", session)
    #expect(
      answer["error"]["message"].text
        == "auth.lua:2 does not parse, so names in it may be missed. Fix it first."
    )
  }

  @Test func `an edit names the version of the file that it applies to`() async throws {
    let abilities = JSON.fields(
      ("workspace", .fields(("workspaceEdit", .fields(("documentChanges", .bool(true))))))
    )
    let session = try await session(abilities: abilities)
    let answer = try await rename("\"seek\"", in: "main.lua", to: "jump", session)
    let changes = answer["result"]["documentChanges"].items
    #expect(changes.compactMap { $0["textDocument"]["version"].int } == [1, 1])
  }

  @Test func `a local is renamed with the option full, unless the new name is in use`() async throws
  {
    let session = try await session(settings: .fields(("lua", .text("full"))))
    let answer = try await rename("M = {}", in: "auth.lua", plus: 0, to: "Auth", session)
    #expect(
      try lines(answer["result"], session)
        == [
          "auth.lua:1: local Auth = {}", "auth.lua:3: function Auth.required(state)",
          "auth.lua:10: return Auth",
        ]
    )
    let taken = try await rename("M = {}", in: "auth.lua", plus: 0, to: "router", session)
    #expect(
      taken["error"]["message"].text
        == "'router' is used where 'M' can be named. Choose another name."
    )
  }

  @Test func `the current name is returned before the renaming`() async throws {
    let session = try await session()
    let place = try session.place(of: "\"product\"", in: "main.lua", plus: 3)
    let answer = await session.request("textDocument/prepareRename", at: place, of: "main.lua")
    #expect(answer["placeholder"].text == "product")
    let none = await session.request("textDocument/prepareRename", at: (0, 0), of: "main.lua")
    #expect(none == .null)
  }

  // MARK: Quick fixes

  @Test(arguments: [
    ("router.to('prodct', { id = 1 })", "Write 'product'", "router.to('product', { id = 1 })"),
    ("router.to('product')", "Add id = 1", "router.to('product', { id = 1 })"),
    ("router.to('product', {})", "Add id = 1", "router.to('product', { id = 1 })"),
  ])
  func `a finding has a fix`(_ text: String, _ title: String, _ wanted: String) async throws {
    let session = try await session()
    let all = Shop.main + "function _G.later() return \(text) end\n"
    await session.change("main.lua", to: all, version: 2)
    await session.settle()
    let place = EditorSession.place(of: text, in: all, plus: 12)
    let point = EditorSession.position(place.line, place.column)
    let actions = await session.request(
      "textDocument/codeAction",
      .fields(
        ("textDocument", session.document("main.lua")),
        ("range", .fields(("start", point), ("end", point))),
        ("context", .fields(("diagnostics", .list([]))))
      )
    )
    let action = try #require(actions.items.first { $0["title"].text == title })
    #expect(action["kind"].text == "quickfix")
    let edits = action["edit"]["changes"][session.uri("main.lua")].items
    var bytes = Array(all.utf8)
    let positions = TextPositions(bytes, .utf16)
    for edit in edits {
      bytes.replaceSubrange(
        try #require(positions.range(edit["range"])),
        with: (edit["newText"].text ?? "").utf8
      )
    }
    let fixed = String(decoding: bytes, as: UTF8.self).replacing("{ id = 1, }", with: "{ id = 1 }")
    #expect(fixed.contains("return \(wanted) end"))
    let allow = actions.items.first { $0["title"].text?.hasPrefix("Allow ") == true }
    #expect(
      allow?["edit"]["changes"][session.uri("main.lua")].items.first?["newText"].text?
        .hasPrefix("-- moonroute: allow ") == true
    )
  }

  @Test func `a location whose value is unused gets a return`() async throws {
    let session = try await session()
    let all = Shop.main + "function _G.later() router.to('home') end\n"
    await session.change("main.lua", to: all, version: 2)
    await session.settle()
    let point = EditorSession.position(22, 25)
    let actions = await session.request(
      "textDocument/codeAction",
      .fields(
        ("textDocument", session.document("main.lua")),
        ("range", .fields(("start", point), ("end", point)))
      )
    )
    let action = try #require(actions.items.first { $0["title"].text == "Write 'return'" })
    #expect(action["isPreferred"].bool == true)
    #expect(
      action["edit"]["changes"][session.uri("main.lua")].items.first?["newText"].text == "return "
    )
  }
}
