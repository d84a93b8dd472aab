import Moonroute
import ScriptHost
import Testing

@Suite struct StageTests {
  private static let routes = """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "item", path = "/item/:id", view = "Item", animator = "push" }
    router.route { name = "help", path = "/help", view = "Help", animator = "sheet" }
    """

  @Test func `an empty stage returns nothing`() async throws {
    let scripts = try await LoadedScripts.load("")
    let got = await scripts.evaluate(
      """
      stage.top(), stage.root(), stage.depth(), stage.find("home"), #stage.screens(),
      #stage.transitions(), tostring(stage)
      """
    )
    #expect(got == "nil, nil, 0, nil, 0, 0, window (empty)")
  }

  @Test func `the stage returns its content`() async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    for location in ["/", "/item/1", "/item/2", "/help"] { _ = await scripts.open(location) }
    let told = await scripts.evaluate(
      """
      stage.top().name, stage.root().name, stage.depth(), stage.find("item").state.params.id,
      #stage.screens()
      """
    )
    #expect(told == "help, home, 1, 2, 4")
    #expect(
      await scripts.evaluate("tostring(stage)") == """
        window
        └─ stack
           ├─ Home  /
           ├─ Item  /item/1
           ├─ Item  /item/2
           └─ sheet: Help  /help  ◀ top
        """
    )
    let transitions = await scripts.evaluate(
      """
      (function()
        local second = stage.transitions()[2]
        assert(second.start >= 0.35)
        second.start = nil
        return json.encode(second), stage.transitions()[4].effect
      end)()
      """
    )
    #expect(
      transitions
        == """
        {"animated":true,"cancelled":false,"effect":"push","number":2,"removed":{},"screen":3,\
        "seconds":0.35}, sheet
        """
    )
  }

  @Test(arguments: [
    ScriptCase(
      "an unknown function",
      "stage.tp()",
      "'tp' is not a field of stage. Did you mean 'top'?"
    ),
    ScriptCase(
      "find without a name",
      "stage.find()",
      "bad argument #1 to 'stage.find' (string expected, got no value)"
    ),
  ])
  func `invalid use is refused with these messages`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate(row.script)
    #expect(got == "(eval):1: " + row.expected)
  }
}
