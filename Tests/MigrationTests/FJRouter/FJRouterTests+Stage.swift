import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  private static let pages = """
    router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { path = "/bare", view = "Bare", animator = "root" }
    router.route { path = "/push", view = "Pushed", animator = "push" }
    router.route { path = "/over", view = "Over", animator = "present" }
    router.route { path = "/auto", view = "Auto" }
    """

  static let stage: [Row] = placing + screens

  private static let placing: [Row] = [
    Row(
      "FJ-71",
      "root replaces the window's content, in a stack with an option",
      script(
        pages,
        [
          "router.open('/').animator": "root",
          "tostring(stage)": "window\n└─ stack\n   └─ Home  /  ◀ top",
          "router.open('/bare').animator": "root",
          "tostring(stage) ": "window\n└─ Bare  /bare  ◀ top",
        ]
      )
    ),
    Row(
      "FJ-72",
      "present shows over the visible screen",
      script(
        pages + #"""

          router.route { path = "/sheet", view = "Sheet",
            animator = animator.present { full_screen = true, wrap = "stack" } }
          """#,
        [
          "router.open('/').ok and router.open('/sheet').animator": "present",
          "tostring(stage)":
            "window\n└─ stack\n   ├─ Home  /\n   └─ present: stack\n      └─ Sheet  /sheet  ◀ top",
        ]
      )
    ),
    Row(
      "FJ-73",
      "push puts a screen on the source's stack",
      script(
        pages,
        [
          "router.open('/').ok and router.open('/push').animator": "push",
          "stage.depth()": "2",
        ]
      )
    ),
    Row(
      "FJ-74",
      "a push without a stack says why it does nothing",
      script(
        pages,
        [
          "router.open('/bare').status": "opened",
          "router.open('/push').error.code": "animation_failed",
          "stage.top().view": "Bare",
        ]
      )
    ),
    Row(
      "FJ-75",
      "a modal in the way is dismissed, or as under_modal says",
      script(
        pages + #"""

          router.route { path = "/under", view = "Under", animator = animator.push { under_modal = "push" } }
          router.route { path = "/stay", view = "Stay", animator = animator.push { under_modal = "stay" } }
          """#,
        [
          "router.open('/').ok and router.open('/over').ok": "true",
          "router.open('/stay').error.code": "animation_failed",
          "router.open('/under').animator .. ' ' .. stage.top().view": "push Over",
          "router.open('/push').animator .. ' ' .. stage.top().view": "push Pushed",
          "#stage.screens()": "3",
        ]
      )
    ),
    Row(
      "FJ-76",
      "automatic is root, then push in a stack, otherwise present",
      script(
        pages,
        [
          "router.open('/auto').animator": "root",
          "router.open('/auto?again').animator": "present",
          "router.open('/').ok and router.open('/auto').animator": "push",
        ]
      )
    ),
    Row(
      "FJ-77",
      "refresh looks by itself whether the page is the same route's",
      script(
        """
        local built = 0
        router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "/four/:n",
          view = function(state) built = built + 1; return screen { "Four", n = state.params.n } end,
          animator = animator.refresh { apply = function(page, state) page.n = state.params.n end } }
        router.route { path = "/built", action = function() return built end }
        """,
        [
          "router.open('/').ok and router.open('/four/1').animator": "push",
          "router.open('/four/2').animator": "refresh",
          "stage.top().n .. ' ' .. stage.depth()": "2 2",
          "router.fetch('/built')": "1",
        ]
      )
    ),
    Row(
      "FJ-78",
      "an animator may be chosen for each open",
      script(
        pages + #"""

          router.route { path = "/chosen", view = "Chosen", animator = function(state)
            return state.from.view == "Home" and "push" or animator.present
          end }
          """#,
        [
          "router.open('/').ok and router.open('/chosen').animator": "push",
          "router.open('/chosen').animator": "present",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/").with { $0.animator = .fixed(.root(wrap: .stack)) }
          LinkRoute.page("/chosen")
            .with { route in
              route.animator = .chosen(.immediate { $0.source == nil ? .root : .present })
            }
        }
        #expect(await router.open("/chosen").animator == "root")
        #expect(await router.open("/chosen?again").animator == "present")
      }
    ),
    Row(
      "FJ-79",
      "a screen is built once, even in its own stack",
      script(
        """
        local built = 0
        router.route { path = "/", view = "Home", animator = "root" }
        router.route { path = "/a", animator = animator.present { wrap = "stack" },
          view = function() built = built + 1; return screen { "A", n = built } end }
        """,
        ["router.open('/').ok and router.open('/a').screen.n": "1"]
      )
    ),
    Row(
      "FJ-80",
      "a call may name the animator",
      script(
        pages,
        [
          "router.open('/').ok and router.present('/push').animator": "present",
          "router.push('/over').animator": "push",
          "router.open('/over', { animator = 'root' }).animator": "root",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("/a") }
        _ = await router.open("/a")
        #expect(await router.present("/a?again").animator == "present")
        let options = OpenOptions(animator: .root)
        #expect(await router.open("/a", options: options).animator == "root")
      }
    ),
  ]

  static let errors: [Row] = [
    Row(
      "FJ-81",
      "every end has a status, every failure a code",
      script(
        """
        router.route { path = "/stop", view = "A", redirect = function() return false end }
        router.route { path = "/none", view = function() end }
        router.route { path = "/a", redirect = "/b" }
        router.route { path = "/b", redirect = "/a" }
        """,
        [
          "router.open('/%FF').error.code": "bad_location",
          "router.open('/nope').status": "not_found",
          "router.open('/none').error.code": "no_view",
          "router.open('/stop').status": "intercepted",
          "router.open('/a').error.code": "redirect_loop",
        ]
      )
    ),
    Row(
      "FJ-82",
      "a failure names the location and near misses",
      script(
        """
        router.route { name = "orders", path = "/orders/:id", view = "Orders" }
        """,
        [
          "router.open('/order/7').error.message":
            "No route matches '/order/7'. The nearest route is '/orders/:id'.",
          "#router.open('/order/7').steps > 0": "true",
        ]
      )
    ),
  ]
}
