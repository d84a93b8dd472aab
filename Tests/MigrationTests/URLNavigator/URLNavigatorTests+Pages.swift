import Moonroute
import RoutePatterns
import Testing

extension URLNavigatorTests {
  private static let pair = """
    router.route { path = "/home", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "page", path = "/page", view = "Page" }
    router.route { name = "act", path = "/act", action = function() return "done" end }
    """

  static let pages: [Row] = [
    Row(
      "UN-19",
      "pages and handlers are routes of one table",
      script(
        pair,
        [
          "router.open('/home').ok and router.open('/page').status": "opened",
          "router.open('/act').status": "handled",
          "router.push('/page').animator": "push",
          "router.push('/act').status": "handled",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("/page").view { _ in Screen("Page") }
          LinkRoute("/act").action { _ in "done" }
        }
        #expect(await router.open("/page").status == .opened)
        #expect(await router.present("/act").status == .handled)
      }
    ),
    Row(
      "UN-20",
      "the same pattern twice is refused, unless it has an owner",
      refused(
        """
        router.route { path = "/a", view = "One" }
        router.route { path = "/a", view = "Two" }
        """,
        [.duplicate]
      ),
      {
        final class Owner {}
        let router = try Router.make {
          LinkRoute("/a").view { _ in Screen("One") }
        }
        var owner: Owner? = Owner()
        try router.add(
          LinkRoute("/a").view { _ in Screen("Two") },
          owner: owner
        )
        #expect(await router.open("/a").screen?.view == "Two")
        owner = nil
        #expect(await router.open("/a").screen?.view == "One")
      }
    ),
    Row(
      "UN-21",
      "a handler that returns false passes to the next route",
      script(
        """
        router.route { path = "/a/:x", action = function() return false end }
        router.route { path = "/**", action = function() return "next" end }
        """,
        ["router.open('/a/1').value": "next"]
      )
    ),
    Row(
      "UN-22",
      "the permission for a page is checked before it is built",
      script(
        """
        local built = 0
        router.route { name = "page", path = "/page", view = function()
          built = built + 1
          return screen { "Page" }
        end }
        router.guard("page", function() return false, "not now" end)
        router.route { path = "/built", action = function() return built end }
        """,
        ["router.open('/page').reason": "not now", "router.fetch('/built')": "0"]
      ),
      {
        var built = 0
        let router = try Router.make {
          LinkRoute("/page")
            .view { _ in
              built += 1
              return Screen("Page")
            }
            .guarded { _ in .stop() }
        }
        #expect(await router.push("/page").status == .intercepted)
        #expect(built == 0)
      }
    ),
    Row(
      "UN-23",
      "a context is extra",
      script(
        """
        router.route { path = "/a", view = function(state)
          return screen { "A", from = state.extra.from }
        end }
        """,
        ["router.open('/a', { extra = { from = 'menu' } }).screen.from": "menu"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/a").action { $0.extra }
        }
        #expect(await router.open("/a", options: OpenOptions(extra: "x")).values == ["x"])
      }
    ),
    Row(
      "UN-24",
      "a page can be had without showing it",
      script(pair, ["router.build('/page').view": "Page", "stage.depth()": "0"]),
      {
        let router = try Router.make {
          LinkRoute("/page").view { _ in Screen("Page") }
        }
        #expect(try await router.build("/page").view == "Page")
        #expect(router.stage.top == nil)
      }
    ),
    Row(
      "UN-25",
      "a push that cannot be done says so",
      script(
        pair,
        [
          "router.open('/page').ok and router.push('/home').error.code": "animation_failed",
          "router.push('/nope').status": "not_found",
        ]
      )
    ),
    Row(
      "UN-26",
      "the top is the visible screen, modals first",
      script(
        pair,
        [
          "router.open('/home').ok and router.push('/page').ok and router.present('/page').ok":
            "true",
          "tostring(stage)": """
          window
          └─ stack
             ├─ Home  /home
             ├─ Page  /page
             └─ present: Page  /page  ◀ top
          """,
        ]
      )
    ),
    Row(
      "UN-27",
      "the query is apart from the values of the pattern",
      script(
        """
        router.route { path = "/a/:id", action = function(state)
          return state.params.id .. " " .. state.query.id
        end }
        """,
        ["router.open('/a/1?id=2').value": "1 2"]
      )
    ),
    Row(
      "UN-28",
      "the same page need not be opened twice",
      script(
        """
        router.route { path = "/home", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "/user/:id", view = "User", animator = animator.refresh {} }
        """,
        [
          "router.open('/home').ok and router.open('/user/7').animator": "push",
          "router.open('/user/7').animator": "refresh",
          "stage.depth()": "2",
        ]
      )
    ),
    Row(
      "UN-29",
      "a split has a primary place and a detail",
      script(
        """
        router.route { path = "app://mail", view = "Mail", animator = animator.root { wrap = "split" } }
        router.route { path = "app://letter", view = "Letter", animator = "show_detail" }
        """,
        [
          "router.open('app://mail').ok and router.open('app://letter').animator": "show_detail",
          "tostring(stage)":
            "window\n└─ split\n   ├─ primary: stack\n   │  └─ Mail  app://mail\n   └─ detail: Letter  app://letter  ◀ top",
        ]
      )
    ),
  ]
}
