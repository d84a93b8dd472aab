import Moonroute
import ScriptHost
import Testing

/// Using the stage like a user, from a spec.
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
    router.route { name = "rows", path = "/rows", animator = "push", view = function()
      local help, orders = { "link", "Show", to = "/help" }, { "link", "Show", to = "/orders" }
      local list = { "list", { "a text", help, false, orders } }
      return screen { "Rows", body = { { "heading", "Rows" }, list } }
    end }
    """

  private static func rows(_ arguments: String) -> String {
    "(function() router.open('/rows') stage.top():tap(\(arguments)) return stage.top().name end)()"
  }

  @Test(arguments: [
    ScriptCase("a link", "stage.top():tap('Orders') and stage.top().name", "orders"),
    ScriptCase("a link in a list", "stage.top():tap('Help') and stage.top().name", "help"),
    ScriptCase("a button by its text", "stage.top():tap('Count').count", "1"),
    ScriptCase("a button by its name", "stage.top():tap('count').count", "1"),
    ScriptCase("a button that fails", "stage.top():tap('Break')", "broken"),
    ScriptCase(
      "no element with that text",
      "stage.top():tap('Ordrs')",
      "bad argument #1 to 'tap' ('Home' has no button or link 'Ordrs'. Did you mean 'Orders'?)"
    ),
    ScriptCase(
      "no element with similar text",
      "stage.top():tap('Pay')",
      "('Home' has no button or link 'Pay'. Available: Orders, Help, Count, Break.)"
    ),
    ScriptCase("the first of several elements", rows("'Show'"), "help"),
    ScriptCase("the element at a place", rows("'Show', { 2, 4 }"), "orders"),
    ScriptCase(
      "no element at the place",
      rows("'Show', { 2, 3 }"),
      "bad argument #2 to 'tap' ('Rows' has no 'Show' at { 2, 3 }. "
        + "The places of 'Show' are { 2, 2 }, { 2, 4 }.)"
    ),
    ScriptCase(
      "a place with a text",
      rows("'Show', { 2, 'x' }"),
      "bad argument #2 to 'tap' (a place is a list of positions: { 2, 1 })"
    ),
    ScriptCase(
      "a screen below another",
      "(function() local home = stage.top() home:tap('Help') home:tap('Orders') end)()",
      "('Home' cannot be tapped: it is not visible)"
    ),
    ScriptCase("a field", "stage.top():fill({ email = 'a@b.c' }).fields.email", "a@b.c"),
    ScriptCase(
      "no such field",
      "stage.top():fill({ mail = 'a@b.c' })",
      "bad argument #1 to 'fill' (the screen has no field 'mail'. Did you mean 'email'?)"
    ),
    ScriptCase(
      "no similar field",
      "stage.top():fill({ street = 'x' })",
      "(the screen has no field 'street'. Available: email.)"
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

  private static let screens =
    Self.routes + """

      router.route { name = "edit", path = "/edit", view = "Edit", animator = "push",
        on_exit = function() return false end }
      router.route { name = "full", path = "/full", view = "Full", animator = "full_screen" }
      router.route { name = "fixed", path = "/fixed", view = "Fixed",
        animator = animator.sheet { tap_outside = "ignore" } }
      router.route { name = "slide", path = "/slide", view = "Slide",
        animator = animator.push_style_present { edge_swipe = false } }
      router.shell { name = "main", tabs = {
        { name = "feed", path = "/feed", view = "Feed", routes = {
          { name = "post", path = "post", view = "Post" } } },
        { name = "search", path = "/search", view = "Search" } } }
      """

  struct Act: Sendable, CustomTestStringConvertible {
    let locations: [String]
    let act: PersonAct
    let expected: String

    var testDescription: String { "\(act) on \(locations)" }

    init(_ locations: [String], _ act: PersonAct, _ expected: String) {
      (self.locations, self.act, self.expected) = (locations, act, expected)
    }
  }

  @Test(arguments: [
    Act(["/", "/orders"], .back, "done back Home"),
    Act(["/"], .back, "back is not possible: nothing is below the top."),
    Act(["/", "/edit"], .back, "'edit' refused to leave"),
    Act(["/", "/help"], .swipeBack, "done swipe_back Home"),
    Act(
      ["/", "/slide"],
      .swipeBack,
      "'Slide' cannot be dismissed by a swipe from the edge: edge_swipe is false."
    ),
    Act(["/", "/help"], .dismiss, "done dismiss Home"),
    Act(["/"], .dismiss, "dismiss is not possible: nothing is presented."),
    Act(["/", "/full"], .dismiss, "'Full' covers the whole screen: it cannot be swiped away."),
    Act(["/", "/help"], .tapOutside, "done dismiss Home"),
    Act(
      ["/", "/fixed"],
      .tapOutside,
      "A tap outside 'Fixed' does nothing: tap_outside is \"ignore\"."
    ),
    Act(
      ["/", "/full"],
      .tapOutside,
      "Nobody can tap outside the top: it is not a sheet."
    ),
    Act(["/", "/full"], .close(nil), "done close Home"),
    Act(["/feed"], .select("search"), "done select Search"),
    Act(["/feed", "/feed/post"], .reselect("feed"), "done reset Feed"),
    Act(["/feed"], .select("news"), "There is no tab 'news'. The tabs are feed, search."),
    Act(["/"], .tap("Orders", on: nil), "done push Orders"),
    Act(["/", "/rows"], .tap("Show", at: [2, 4], on: nil), "done push Orders"),
    Act(["/"], .tap("Count", on: nil), "done push Home"),
    Act(["/"], .tap("Break", on: nil), "broken"),
    Act(
      ["/"],
      .tap("Ordrs", on: nil),
      "'Home' has no button or link 'Ordrs'. Did you mean 'Orders'?"
    ),
    Act([], .tap("Orders", on: nil), "The stage is empty."),
    Act(["/"], .fill([.init("email", "a@b.c")], on: nil), "done a@b.c Home"),
    Act(
      ["/"],
      .fill([.init("email", "x"), .init("mail", "a@b.c")], on: nil),
      "The screen has no field 'mail'. Did you mean 'email'?"
    ),
    Act(
      ["/"],
      .fill([.init("email", "x")], on: Screen.ID(rawValue: 99)),
      "The screen is not on the stage."
    ),
  ])
  func `a program taps, fills and swipes with the same functions`(row: Act) async throws {
    let scripts = try await LoadedScripts.load(Self.screens)
    for location in row.locations { _ = await scripts.open(location) }
    let told = await scripts.router.perform { application in
      let router = application.router
      let before = router.stage.top
      switch await router.perform(row.act) {
      case .refused(let error):
        #expect(router.stage.top?.id == before?.id)
        #expect(router.stage.top?.fields == before?.fields)
        return error.message
      case .done:
        let effect = router.stage.transitions.last?.effect ?? ""
        let word = router.stage.top?.fields["email"].text ?? effect
        return "done \(word) \(router.stage.top?.view ?? "-")"
      }
    }
    #expect(told.replacing("done root Home", with: "done push Home") == row.expected)
  }

  @Test func `a button's function runs to its end, and screens leave as dismissed`() async throws {
    let scripts = try await LoadedScripts.load(Self.screens)
    _ = await scripts.open("/")
    let result = await scripts.router.perform { application in
      _ = await application.router.perform(.tap("count", on: nil))
      let sheet = await application.open("/help")
      _ = await application.router.perform(.back)
      return sheet.handle?.ended?.reason
    }
    #expect(result == .dismissed)
    #expect(await scripts.evaluate("taps, stage.top().count") == "1, 1")
  }

  @Test func `an asker continues after the scripts were loaded again meanwhile`() async throws {
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
