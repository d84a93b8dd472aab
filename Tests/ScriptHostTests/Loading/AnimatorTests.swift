import Moonroute
import ScriptHost
import Testing

@Suite struct AnimatorTests {
  private static let lacksFunction = """
    (eval):1: animator.custom needs the function that places the screen: \
    animator.custom(function(stage, source, screen) … end).
    """

  @Test(arguments: [
    ScriptCase("root", "animator.root", "root"),
    ScriptCase("root in a stack", "animator.root { wrap = 'stack' }", "root"),
    ScriptCase("push", "animator.push", "push"),
    ScriptCase(
      "push with options",
      "animator.push { under_modal = 'push', hides_bottom_bar = true }",
      "push"
    ),
    ScriptCase("present", "animator.present { full_screen = true, wrap = 'stack' }", "present"),
    ScriptCase("automatic", "animator.automatic { wrap = 'stack' }", "push"),
    ScriptCase(
      "sheet",
      """
      animator.sheet { position = "bottom", size = { width = 300 }, cover = "blur",
        tap_outside = "ignore", corner_radius = 8, duration = 0.3, wrap = "stack" }
      """,
      "sheet"
    ),
    ScriptCase("full_screen", "animator.full_screen { transition = 'fade' }", "full_screen"),
    ScriptCase(
      "push_style_present",
      "animator.push_style_present { edge_swipe = false }",
      "push_style_present"
    ),
    ScriptCase("refresh", "animator.refresh { otherwise = 'sheet' }", "sheet"),
    ScriptCase(
      "refresh in refresh",
      "animator.refresh { otherwise = animator.refresh { otherwise = 'sheet' } }",
      "sheet"
    ),
    ScriptCase("refresh without a page to refresh pushes", "animator.refresh", "push"),
    ScriptCase("called without options", "animator.sheet()", "sheet"),
    ScriptCase("a name", "'sheet'", "sheet"),
    ScriptCase("chosen by a function", "function() return 'present' end", "present"),
    ScriptCase("not chosen by a function", "function() end", "push"),
  ])
  func `an animator shows the screen as specified`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
      router.route { path = "/a", view = "A", animator = \(row.script) }
      """
    )
    _ = await scripts.open("/")
    let outcome = await scripts.router.open("/a")
    #expect(outcome.animator == row.expected)
  }

  @Test func `the options of a presentation reach the user interface`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home", animator = "root" }
      router.route { path = "/a", view = "A",
        animator = animator.sheet { position = "bottom", size = { 300, 200 }, wrap = "stack" } }
      """
    )
    _ = await scripts.open("/")
    _ = await scripts.open("/a")
    let style = await scripts.router.perform { $0.stage.tree.root?.presented?.style }
    #expect(
      style
        == PresentationStyle(
          "sheet",
          options: ValueTable(fields: ["position": "bottom", "size": [300, 200]])
        )
    )
  }

  @Test(arguments: [
    ScriptCase(
      "placed by a call",
      "function(stage, _, page) page.title = 'T' stage.push(page) end"
    ),
    ScriptCase(
      "changed afterwards",
      "function(stage, _, page) stage.push(page) page.title = 'T' end"
    ),
    ScriptCase(
      "changed after a wait",
      "function(stage, _, page) sleep(0) page.title = 'T' return 'push' end"
    ),
    ScriptCase(
      "several fields in two steps",
      "function(_, _, page) page.other = 1 return animator.custom(function(_, _, page)"
        + " page:update { title = page.other == 1 and 'T', other = 2 } return 'push' end) end"
    ),
  ])
  func `the changes of a custom animator to its screen reach the stage`(
    row: ScriptCase
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
      router.route { path = "/a", animator = animator.custom(\(row.script)),
        view = function() made = screen { "A", first = 1 } return made end }
      router.unmatched(function() return screen { "None" } end)
      """
    )
    _ = await scripts.open("/")
    #expect(await scripts.open("/a") == "opened T")
    #expect(await scripts.evaluate("stage.top() == made, made.title, made.first") == "true, T, 1")
    let placed = await scripts.evaluate(
      "router.open('/no', { animator = animator.custom(\(row.script)) }).status"
    )
    #expect(placed == "fell_back")
    #expect(await scripts.evaluate("stage.top().title, stage.top().view") == "T, None")
  }

  @Test func `the options of an animator are limited, since routes and screens keep them`()
    async throws
  {
    let scripts = try await LoadedScripts.load("big = ('x'):rep(4000)")
    let refusal =
      "(eval):1: The options of animator.%@ take more than 2048 bytes. Pass a name for large"
      + " data, and load the data in the view."
    for (kind, options) in [
      ("sheet", "{ size = { note = big } }"), ("full_screen", "{ transition = big }"),
      ("push", "{ clear_to = big }"),
    ] {
      let got = await scripts.evaluate("animator.\(kind) \(options)")
      #expect(got == refusal.replacing("%@", with: kind))
    }
    #expect(
      await scripts.evaluate("animator.sheet { size = { big:sub(1, 999) } }") == "animator.sheet"
    )
  }

  @Test func `a sheet takes the time it specifies`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home", animator = "root" }
      router.route { path = "/a", view = "A",
        animator = animator.sheet { position = "centre", duration = 2 } }
      """
    )
    _ = await scripts.open("/")
    _ = await scripts.open("/a")
    #expect(await scripts.evaluate("stage.transitions()[2].seconds") == "2.0")
    let style = await scripts.router.perform { $0.stage.tree.root?.presented?.style }
    #expect(style?.options["position"] == "center")
  }

  private static let everyAnimator = """
    Available: automatic, custom, custom_push, full_screen, present, push, push_style_present, refresh, root, \
    sheet, show, show_detail.
    """

  @Test(arguments: [
    ScriptCase("custom without a function", "animator.custom {}", lacksFunction),
    ScriptCase("custom with a name", "animator.custom('push')", lacksFunction),
    ScriptCase(
      "custom as it is",
      "router.open('/', { animator = animator.custom })",
      lacksFunction
    ),
    ScriptCase("custom by its name", "router.open('/', { animator = 'custom' })", lacksFunction),
    ScriptCase(
      "a negative duration",
      "animator.sheet { duration = -1 }",
      "(eval):1: 'duration' of animator.sheet must be a number from 0 to 3600, not -1.0."
    ),
    ScriptCase(
      "not a number",
      "animator.sheet { duration = 0/0 }",
      "(eval):1: 'duration' of animator.sheet must be a number from 0 to 3600, not -nan."
    ),
    ScriptCase(
      "an endless radius",
      "animator.sheet { corner_radius = math.huge }",
      "(eval):1: 'corner_radius' of animator.sheet must be a number from 0 to 100000, not inf."
    ),
    ScriptCase(
      "an unknown animator",
      "animator.shet",
      "(eval):1: 'shet' is not a field of animator. Did you mean 'sheet'?"
    ),
    ScriptCase("the same one", "animator.push == animator.push", "true"),
    ScriptCase("tostring", "tostring(animator.sheet)", "animator.sheet"),
    ScriptCase("name", "animator.sheet.name", "sheet"),
    ScriptCase(
      "an unknown option",
      "animator.push { wrp = 'stack' }",
      """
      (eval):1: 'wrp' is not a field of animator.push. Its fields are under_modal, \
      clear_to, hides_bottom_bar.
      """
    ),
    ScriptCase(
      "a word",
      "animator.sheet { cover = 'blurr' }",
      """
      (eval):1: 'cover' of animator.sheet cannot be 'blurr'. It is one of "dim", "clear", "blur". \
      Did you mean 'blur'?
      """
    ),
    ScriptCase(
      "wrap",
      "animator.root { wrap = 'tabs' }",
      "(eval):1: 'wrap' of animator.root cannot be 'tabs'. It is one of \"stack\", \"split\"."
    ),
    ScriptCase(
      "a number",
      "animator.sheet { duration = 'long' }",
      "(eval):1: 'duration' of animator.sheet must be a number, not the text 'long'."
    ),
    ScriptCase(
      "plain data",
      "animator.sheet { size = print }",
      "(eval):1: 'size' of animator.sheet must be plain data, not a function."
    ),
    ScriptCase(
      "apply",
      "animator.refresh { apply = 'x' }",
      "(eval):1: 'apply' of animator.refresh must be a function, not the text 'x'."
    ),
    ScriptCase(
      "otherwise",
      "animator.refresh { otherwise = 'psh' }",
      "(eval):1: There is no animator 'psh'. Did you mean 'push'?"
    ),
    ScriptCase(
      "another name without near ones",
      "animator.refresh { otherwise = 'zork' }",
      "(eval):1: There is no animator 'zork'. \(everyAnimator)"
    ),
    ScriptCase(
      "no options",
      "animator.push(1)",
      "(eval):1: An animator takes a table of options, not a number."
    ),
    ScriptCase(
      "a field",
      "animator.push.nme",
      "(eval):1: 'nme' is not a field of animator. Did you mean 'name'?"
    ),
  ])
  func `an animator as a value`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("")
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }
}
