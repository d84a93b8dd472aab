import LuaSyntax
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Completion, definition, references and rename know the same places of names.
@Suite struct NamePlaceTests {
  struct Place: CustomTestStringConvertible, Sendable {
    var kind = ScriptSymbol.Kind.route
    var name = "home"
    /// A script or a spec, with a `‸` at the end of the name.
    let text: String
    var isSpec = false
    var testDescription: String { text }
  }

  private static let main = """
    router.type("stop", { match = { "st-1" } })
    router.route { name = "home", path = "/", view = "Start", tags = { "public" } }
    router.route { name = "stop", path = "/stop/:id<stop>", query = { near = "stop?" }, view = "Stop" }
    router.shell { path = "/tabs", initial = "left", tabs = {
      { name = "left", path = "left", view = "Left" },
    } }
    events.declare { name = "seek", path = "/seek" }
    resources.put { name = "price", path = "/price", value = 1 }

    """

  static let places: [Place] =
    [
      "router.configure { initial = \"home‸\" }",
      "local x = animator.push { clear_to = \"home‸\" }",
      "local x = screen { \"X\", body = { { \"link\", \"Home\", to = \"home‸\" } } }",
      "local x = stage.find(\"home‸\")",
      "local x = router.to(\"home‸\")",
      "local x = router.tagged(\"public\").open(\"home‸\")",
      "local shop = router.tagged(\"public\") local x = shop.can_open(\"home‸\")",
      "local shop = router.scheme(\"shop\") shop.guard(\"home‸\", function() return true end)",
      "router.scheme(\"shop\").unmatched(function() return \"home‸\" end)",
      "local x = router.rewrite { location = \"home‸\" }",
      "local x = router.rewrite { \"home‸\" }",
      "router.unmatched(function() return \"home‸\" end)",
      "router.on_error(function(outcome) return outcome.name ~= \"home‸\" and \"/\" or nil end)",
      "router.on_error(function() return \"home‸\" end)",
      "for _, name in ipairs { \"home‸\", \"stop\" } do stage.find(name) end",
      "local function at(screen) return stage.top().name == \"home‸\" end",
      "router.guard(\"home‸\", function() return true end)",
      "router.pop_to(\"home‸\")",
      "router.select(\"home‸\")",
    ]
    .map { Place(text: $0) }
    + ["open", "push", "present", "replace", "go", "ask", "fetch", "build", "match", "can_open"]
    .map { Place(text: "local x = router.\($0)(\"home‸\")") }
    + [
      "assert.top(\"home‸\")", "assert.is_not.top(\"home‸\")",
      "assert.opened(router.open(\"/\"), \"home‸\")",
      "assert.fell_back(router.open(\"/x\"), { name = \"home‸\" })",
      "assert.equal(\"home‸\", stage.top().name)",
      "it.each { { 1, \"home‸\" } } (\"x\", function(id, name) assert.top(name) end)",
      "for _, route in ipairs(router.routes()) do if route.name == \"home‸\" then return end end",
    ]
    .map { Place(text: $0, isSpec: true) } + [
      Place(kind: .view, name: "Start", text: "assert.top(\"Start‸\")", isSpec: true),
      Place(
        kind: .view,
        name: "Start",
        text: "assert.equal(\"Start‸\", stage.top().view)",
        isSpec: true
      ),
      Place(kind: .view, name: "Start", text: "local x = { path = \"/y\", view = \"Start‸\" }"),
      Place(kind: .event, name: "seek", text: "assert.emitted(\"seek‸\")", isSpec: true),
      Place(kind: .event, name: "seek", text: "events.emit(\"seek‸\")"),
      Place(kind: .resource, name: "price", text: "local x = resources.get(\"price‸\")"),
      Place(kind: .tag, name: "public", text: "local x = router.tagged(\"public‸\")"),
      Place(
        kind: .tag,
        name: "public",
        text: "router.open(\"/\", { tags = { \"public‸\" } })"
      ),
      Place(kind: .type, name: "stop", text: "router.proxy(\"/x/:id<stop‸>\", \"/\")"),
    ]

  @Test(arguments: places)
  func `a place of a name is completed, found and renamed`(_ place: Place) async throws {
    let model = try await model(["main.lua": Self.main])
    let (text, offset) = cursor(in: place.text)
    let file = place.isSpec ? "spec/x_spec.lua" : "later.lua"
    let found = Completion(in: text, at: offset, file: file, of: model, scope: .router)
    let labels = found.candidates.map(\.label)
    #expect(labels.contains(place.name), "completion: \(labels)")
    let symbols = ScriptSymbols(
      of: [
        AnalysedScript(file: "main.lua", text: Array(Self.main.utf8), isSpec: false),
        AnalysedScript(file: file, text: text, isSpec: place.isSpec),
      ],
      model: model
    )
    let symbol = ScriptSymbol(kind: place.kind, name: place.name)
    #expect(symbols.uses(at: offset, in: file).map(\.symbol) == [symbol])
    let uses = symbols.uses(of: symbol)
    #expect(uses.contains { $0.isDefinition && $0.file == "main.lua" }, "\(uses)")
    let range = offset - place.name.utf8.count..<offset
    #expect(uses.contains { $0.file == file && $0.range == range }, "references: \(uses)")
    let renaming = try symbols.renaming(symbol, to: "other")
    #expect(renaming.edits.contains(Renaming.Edit(file: file, range: range, text: "other")))
  }
}
