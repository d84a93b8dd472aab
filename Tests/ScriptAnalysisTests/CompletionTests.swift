import Foundation
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The names to insert at a place, in scripts with and without errors.
@Suite struct CompletionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// The text after the routes of ``routes``, with a `‸` for the cursor.
    let text: String
    /// The labels, separated by spaces.
    let labels: String
    var scope = Completion.Scope.router
    var testDescription: String { text }
  }

  private static let routes = """
    router.route { name = "home", path = "/", view = "Home", tags = { "public" } }
    router.route { name = "product", path = "/product/:id<int>(/:size)", view = "Product" }
    router.route { name = "search", path = "/search", query = { q = "string" }, view = "Search" }
    for _, kind in ipairs { "red", "blue" } do
      router.route { name = "made." .. kind, path = "/made/" .. kind, view = "Made" }
    end
    events.declare { name = "seek", path = "/seek/:at<number>" }
    resources.put { name = "price", path = "/price", value = 1 }

    """
  private static let names = "home made.blue made.red product search"

  static let cases: [Case] = [
    Case(text: "local x = router.to(\"‸\")", labels: names),
    Case(text: "local x = router.to('pro‸", labels: names),
    Case(text: "local x = router.to(\"‸\nlocal y = 1", labels: names),
    Case(text: "local to = router.to local x = to('‸')", labels: names),
    Case(text: "router.pop_to \"‸\"", labels: names),
    Case(text: "local x = { 1, { to = router.to(\"‸\") } }", labels: names),
    Case(text: "if x then return router.to(\"‸", labels: names),
    Case(text: "router.guard(\"home\", function(state) return router.to('‸') end)", labels: names),
    Case(text: "local x = \"‸\"", labels: ""),
    Case(text: "router.to(x, \"‸\")", labels: ""),
    Case(text: "local x = router.to(\"product\", { ‸ })", labels: "id size"),
    Case(text: "local x = router.to(\"product\", { id = 1, ‸ })", labels: "size"),
    Case(text: "local x = router.to(\"product\", { id = ‸ })", labels: ""),
    Case(text: "local x = router.to(\"search\", nil, { ‸ })", labels: "q"),
    Case(text: "events.emit(\"‸\")", labels: "seek"),
    Case(text: "local x = resources.get(\"‸\")", labels: "price"),
    Case(text: "router.tagged(\"‸\")", labels: "public"),
    Case(text: "router.route { path = '/x', view = 'X', tags = { 'public‸' } }", labels: "public"),
    Case(text: "router.route { path = '/x', view = 'Home‸' }", labels: "Home Made Product Search"),
    Case(text: "local m = require \"‸\"", labels: "lib.cart"),
    Case(text: "router.route { path = '/x/:n<‸>' }", labels: types),
    Case(text: "router.route { path = '/x/:n<in‸", labels: types),
    Case(text: "router.route { path = '/x/‸' }", labels: ""),
    Case(text: "local x = host.‸", labels: "call replies requests stock stub"),
    Case(text: "local x = host.st‸ + 1", labels: "call replies requests stock stub"),
    Case(
      text: "router.route { path = '/y/:one/:two<int>', name = 'y', view = function(state)\n"
        + "  return screen { 'Y', title = state.params.‸ }\nend }",
      labels: "one two"
    ),
    Case(text: "router.guard('product', function(s) return s.params.‸ end)", labels: "id size"),
    Case(text: "router.guard('/a/:b/**', function(s) return s.params.‸ end)", labels: "b"),
    Case(text: "events.on('/vol/:to<int>', function(e) return e.params.‸ end)", labels: "to"),
    Case(
      text: "router.open(\"‸\")",
      labels: "/ /made/blue /made/red /product/1 /search home made.blue made.red search"
    ),
    Case(text: "local x = router.‸", labels: ""),
    Case(text: "-- router.to(\"‸\")", labels: ""),
    Case(text: "local x = 1.‸", labels: ""),
  ]

  private static let types = "alpha bool date hex int number slug uuid"

  @Test(arguments: cases)
  func `a position offers its names`(_ test: Case) async throws {
    let main = Self.routes + test.text.replacing("‸", with: "")
    let cursor = cursor(in: Self.routes + test.text)
    var files = ["main.lua": Self.routes, "lib/cart.lua": "return {}"]
    // A text that loads is loaded, so that the use of each function is known.
    if (try? await model(files.merging(["main.lua": main]) { $1 })) != nil {
      files["main.lua"] = main
    }
    let model = try await model(files) { $0.function("stock") { _ in .int(1) } }
    let found = Completion(
      in: cursor.text,
      at: cursor.offset,
      file: "main.lua",
      of: model,
      scope: test.scope
    )
    #expect(
      found.candidates.map(\.label).filter { $0 != "y" }.joined(separator: " ") == test.labels
    )
  }

  @Test(arguments: [("invariants.lua", true), ("main.lua", false), ("lib/invariants.lua", false)])
  func `the function of invariants is known in their file`(
    _ file: String,
    _ isKnown: Bool
  ) async throws {
    let model = try await model(["main.lua": Self.routes])
    let (text, offset) = cursor(in: "inv‸")
    let found = Completion(in: text, at: offset, file: file, of: model, scope: .full)
    #expect(found.fitting.map(\.label).contains("invariant") == isKnown)
  }

  @Test func `completing a name inserts its parameters as placeholders`() async throws {
    let model = try await model(["main.lua": Self.routes])
    let (text, offset) = cursor(in: "return router.to(\"pr‸\")")
    let found = Completion(in: text, at: offset, of: model)
    let product = try #require(found.fitting.first)
    #expect(found.fitting.map(\.label) == ["product"])
    #expect(String(decoding: text[found.range], as: UTF8.self) == "pr\"")
    #expect(product.detail == "/product/:id<int>(/:size)")
    #expect(product.text == "product\"")
    #expect(product.snippet == "product\", { id = ${1:1} }")
  }

  @Test func `a name with existing parameters inserts none`() async throws {
    let model = try await model(["main.lua": Self.routes])
    let (text, offset) = cursor(in: "return router.to(\"pr‸\", { id = 2 })")
    let product = try #require(Completion(in: text, at: offset, of: model).fitting.first)
    #expect(product.text == "product")
    #expect(product.snippet == nil)
  }

  @Test func `the full scope includes locals, globals and the fields of modules`() async throws {
    let model = try await model(["main.lua": Self.routes])
    let (text, offset) = cursor(in: "local router_name = 1\nprint(rou‸")
    let found = Completion(in: text, at: offset, of: model)
    #expect(found.fitting.map(\.label) == ["router_name", "router"])
    let (other, place) = cursor(in: "events.em‸")
    #expect(Completion(in: other, at: place, of: model).fitting.map(\.label) == ["emit"])
  }

  @Test func `a function that several routes share has the parameters of all of them`() async throws
  {
    let text = """
      local function view(state) return screen { "X", title = state.params.‸ } end
      router.route { path = "/a/:x", view = view }
      router.route { path = "/b/:y", view = view }
      """
    let model = try await model(["main.lua": text.replacing("‸", with: "x")])
    let cursor = cursor(in: text)
    let found = Completion(
      in: cursor.text,
      at: cursor.offset,
      file: "main.lua",
      of: model,
      scope: .router
    )
    #expect(found.candidates.map(\.label) == ["x", "y"])
  }

  @Test func `an allow comment offers the names of rules`() {
    let (text, offset) = cursor(in: "-- moonroute: allow dead_l‸")
    let found = Completion(in: text, at: offset, of: .empty)
    #expect(found.candidates.contains { $0.label == "dead_link" })
  }

  @Test func `no text and no position crashes the completion`() async throws {
    let model = try await model(["main.lua": Self.routes])
    let text = Array("router.to(\"a\", { [[x]] = 'é‸', router.route { tags = { \"".utf8)
    for end in text.indices {
      for offset in [-1, 0, end / 2, end, end + 7] {
        _ = Completion(in: Array(text[..<end]), at: offset, of: model).fitting
      }
    }
  }
}
