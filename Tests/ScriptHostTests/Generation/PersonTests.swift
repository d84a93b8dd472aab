import Moonroute
import ScriptHost
import Testing

/// Using the stage as a person would, from a spec.
@Suite struct PersonTests {
  private static let routes = """
    taps = 0
    router.route { name = "home", path = "/", animator = animator.root { wrap = "stack" },
      view = function() return screen { "Home", body = {
        { "heading", "Hi" },
        { "link", "Orders", to = router.to("orders") },
        { "list", { { "link", "Help", to = "/help" } } },
        { "button", "Count", name = "count", on_tap = function(page)
          sleep(0)
          taps = taps + 1
          page.count = taps
        end },
        { "button", "Break", on_tap = function() error("broken") end },
        { "field", "email", placeholder = "you@example.com" } } } end }
    router.route { name = "orders", path = "/orders", view = "Orders", animator = "push" }
    router.route { name = "help", path = "/help", view = "Help", animator = "sheet" }
    """

  @Test(arguments: [
    ScriptCase("a link", "stage.top():tap('Orders') and stage.top().name", "orders"),
    ScriptCase("a link in a list", "stage.top():tap('Help') and stage.top().name", "help"),
    ScriptCase("a button by its text", "stage.top():tap('Count').count", "1"),
    ScriptCase("a button by its name", "stage.top():tap('count').count", "1"),
    ScriptCase("a button that errs", "stage.top():tap('Break')", "broken"),
    ScriptCase(
      "nothing of that text",
      "stage.top():tap('Ordrs')",
      "bad argument #1 to 'tap' (nothing on 'Home' can be tapped as 'Ordrs'. Did you mean 'Orders'?)"
    ),
    ScriptCase(
      "a screen below another",
      "(function() local home = stage.top() home:tap('Help') home:tap('Orders') end)()",
      "(nobody can tap 'Home': it is not seen)"
    ),
    ScriptCase("a field", "stage.top():fill({ email = 'a@b.c' }).fields.email", "a@b.c"),
    ScriptCase(
      "no such field",
      "stage.top():fill({ mail = 'a@b.c' })",
      "bad argument #1 to 'fill' (the screen has no field 'mail'. Did you mean 'email'?)"
    ),
    ScriptCase(
      "a swipe back",
      "(function() stage.top():tap('Help') return stage.swipe_back(), stage.top().name end)()",
      "true, home"
    ),
  ])
  func `a spec taps, fills and swipes`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    _ = await scripts.open("/")
    let got = await scripts.evaluate(row.script).replacing("(eval):1: ", with: "")
    #expect(got.hasSuffix(row.expected))
  }

  @Test func `an asker goes on when the scripts were loaded again meanwhile`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """

        router.route { path = "/ask", action = function() return router.ask("help") end }
        """
    )
    _ = await scripts.open("/")
    let asked = Task { await scripts.open("/ask") }
    while await scripts.evaluate("stage.top().name") != "help" { await Task.yield() }
    try await scripts.host.load()
    #expect(await scripts.evaluate("router.close('late')") == "true")
    #expect(await asked.value == "handled late, closed")
  }
}
