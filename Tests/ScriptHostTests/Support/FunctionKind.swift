import Testing

/// A kind of function that scripts pass to the host, and the line that makes it run.
struct FunctionKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Passes the function to the host.
  ///
  /// It calls `wait`, which returns its argument.
  let main: String
  let line: String
  /// The result of the line, or the argument of a background function.
  let answer: String

  init(_ kind: String, _ main: String, _ line: String, _ answer: String) {
    (testDescription, self.main, self.line, self.answer) = (kind, main, line, answer)
  }

  /// The script before the function, beginning with the definition of `wait`.
  static func beginning(wait body: String) -> String {
    """
    local function wait(value)
      \(body)
    end
    router.route { name = "home", path = "/", view = "Home",
      animator = animator.root { wrap = "stack" } }
    local function page(more)
      local route = { name = "page", path = "/page", view = "Page", animator = "push" }
      for key, value in pairs(more) do route[key] = value end
      router.route(route)
    end
    _G.wait = wait

    """
  }

  /// Files in addition to `main.lua`.
  static let files = ["words.lua": "return { say = function(wait) return wait('said') end }"]

  /// Functions with a waiting caller.
  static let asked = [
    FunctionKind(
      "a view",
      "page { view = function(state) return screen { wait('View') } end }",
      "router.open('/page').screen.view",
      "View"
    ),
    FunctionKind(
      "an action",
      "router.route { path = '/page', action = function() return wait(5) + 1 end }",
      "router.fetch('/page')",
      "6"
    ),
    FunctionKind(
      "a redirect",
      "page { redirect = function() return wait('/') end }",
      "router.open('/page').name",
      "home"
    ),
    FunctionKind(
      "a guard of a route",
      "page {} router.guard('page', function() return false, wait('no') end)",
      "router.open('/page').reason",
      "no"
    ),
    FunctionKind(
      "a guard of a pattern",
      "page {} router.guard('/page/**', function() return false, wait('no') end)",
      "router.open('/page').reason",
      "no"
    ),
    FunctionKind(
      "a proxy",
      "page {} router.proxy('/page', function() return router.rewrite { location = wait('/') } end)",
      "router.open('/page').name",
      "home"
    ),
    FunctionKind(
      "on_exit",
      "page { on_exit = function() return wait(false) end }",
      "(function() router.open('/page') local ok, reason = router.back() return ok, reason end)()",
      "false, 'page' refused to leave"
    ),
    FunctionKind(
      "unmatched",
      "router.unmatched(function() return wait('/') end)",
      "router.open('/nowhere').name",
      "home"
    ),
    FunctionKind(
      "on_error",
      "page { view = function() error('oh') end }"
        + " router.on_error(function(outcome) return screen { wait('Sorry') } end)",
      "router.open('/page').screen.view",
      "Sorry"
    ),
    FunctionKind(
      "a function that chooses the animator",
      "page { animator = function() return wait('sheet') end }",
      "router.open('/page').animator",
      "sheet"
    ),
    FunctionKind(
      "a custom animator",
      """
      page { animator = animator.custom(function(stage, source, screen)
        if wait('push') == 'push' then stage.push(screen) end
      end) }
      """,
      "(function() router.open('/page') return stage.top().name, stage.depth() end)()",
      "page, 2"
    ),
    FunctionKind(
      "a custom animator that returns an animator",
      "page { animator = animator.custom(function() return wait('sheet') end) }",
      "router.open('/page').animator",
      "sheet"
    ),
    FunctionKind(
      "refresh's apply",
      "page { animator = animator.refresh { apply = function(page, state)"
        + " page.title = wait('applied') .. state.query.n end } }",
      "(function() router.open('/page') router.open('/page?n=2') return stage.top().title end)()",
      "applied2"
    ),
    FunctionKind(
      "a resource's function",
      "resources.put { path = '/r/:n<int>', value = function(state)"
        + " return wait(state.params.n) * 2 end }",
      "resources.get('/r/21', 'integer')",
      "42"
    ),
    FunctionKind(
      "a resource's combine",
      "resources.put { path = '/r', value = 'old' }",
      "(function() resources.put { path = '/r', value = 'new', combine = function(a, b)"
        + " return a .. wait('+') .. b end } return resources.get('/r') end)()",
      "old+new"
    ),
    FunctionKind(
      "on_tap",
      "page { view = function() return screen { 'Page', body = {"
        + " { 'button', 'Go', on_tap = function(page) page.title = wait('tapped') end } } } end }",
      "(function() router.open('/page') return stage.top():tap('Go').title end)()",
      "tapped"
    ),
    FunctionKind("a task", "", "spawn(function() return wait('task') end):wait()", "task"),
    FunctionKind(
      "a coroutine of the script inside pcall",
      "",
      "pcall(coroutine.wrap(function() return wait('deep') end))",
      "true, deep"
    ),
    FunctionKind(
      "a module's function",
      "",
      "require('words').say(wait)",
      "said"
    ),
  ]

  /// Functions that run concurrently with their caller.
  static let besides = [
    FunctionKind("after", "", "after(0, function() wait('after') end)", "after"),
    FunctionKind(
      "every",
      "",
      """
      (function() local timer timer = every(0.001, function()
        timer:cancel() wait('every') end) end)()
      """,
      "every"
    ),
    FunctionKind(
      "an event handler",
      "events.on('/seek/:n<int>', function(event) wait(event.params.n) end)",
      "(function() events.emit('/seek/7') end)()",
      "7"
    ),
    FunctionKind(
      "appear",
      "page { view = function() local page = screen { 'Page' }"
        + " page:on('appear', function() wait('appeared') end) return page end }",
      "(function() router.open('/page') end)()",
      "appeared"
    ),
    FunctionKind(
      "disappear",
      "page { view = function() local page = screen { 'Page' }"
        + " page:on('disappear', function() wait('gone') end) return page end }",
      "(function() router.open('/page') router.back() end)()",
      "gone"
    ),
    FunctionKind(
      "close",
      "page { view = function() local page = screen { 'Page' }"
        + " page:on('close', function() wait('closed') end) return page end }",
      "(function() router.open('/page') router.close(1) end)()",
      "closed"
    ),
    FunctionKind(
      "a message of a screen",
      "page {}",
      "(function() router.open('/page', { on = { hello = function(value)"
        + " wait(value) end } }) stage.top():send('hello', 'dear') end)()",
      "dear"
    ),
  ]
}
