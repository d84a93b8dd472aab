import Moonroute
import RoutePatterns
import Testing

extension RoutingTests {
  private static let pages = """
    router.route { path = "/home", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { path = "/bare", view = "Bare", animator = "root" }
    router.route { path = "/push/info", view = "Info", animator = "push" }
    router.route { path = "/present/login", view = "Login", animator = animator.present { wrap = "stack" } }
    router.route { path = "/auto", view = "Auto" }
    """

  static let screens: [Row] = [
    Row(
      "RT-39",
      "a screen is made by a function, or by a name that the program knows",
      script(
        """
        router.route { path = "/a/:id", view = function(state)
          return screen { "A", title = state.params.id }
        end }
        router.route { path = "/b", view = "B" }
        """,
        [
          "router.open('/a/7').screen.title": "7",
          "router.open('/b').screen.view": "B",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("/b").view("Login")
        }
        router.addView("Login", .immediate { _ in Screen("Login") })
        #expect(await router.open("/b").screen?.view == "Login")
      }
    ),
    Row(
      "RT-40",
      "push and present are animators of the route",
      script(
        pages,
        [
          "router.open('/home').ok and router.open('app://push/info').animator": "push",
          "router.open('app://present/login').animator": "present",
        ]
      )
    ),
    Row(
      "RT-41",
      "a navigation controller around a screen is wrap",
      script(
        pages,
        [
          "router.open('/bare').ok and router.open('/present/login').ok": "true",
          "tostring(stage)":
            "window\n└─ Bare  /bare\n   └─ present: stack\n      └─ Login  /present/login  ◀ top",
        ]
      )
    ),
    Row(
      "RT-42",
      "without an animator the place decides",
      script(
        pages,
        [
          "router.open('/auto').animator": "root",
          "router.open('/home').ok and router.open('/auto').animator": "push",
          "router.open('/bare').ok and router.open('/auto').animator": "present",
        ]
      )
    ),
    Row(
      "RT-43",
      "a view sees location, parameters and extra",
      script(
        """
        router.route { path = "/login", view = function(state)
          return screen { "Login", callback = state.query.callback, date = state.extra.date }
        end }
        """,
        [
          "router.open('/login?callback=x', { extra = { date = 'now' } }).screen.callback": "x",
          "stage.top().date": "now",
        ]
      )
    ),
    Row(
      "RT-44",
      "a push that cannot be done ends the open, and the next one runs",
      script(
        pages,
        [
          "router.open('/home', { animator = 'root' }).ok and router.open('/push/info').error.code":
            "animation_failed",
          "router.open('/home').status": "opened",
        ]
      )
    ),
    Row(
      "RT-45",
      "show, show_detail and custom are animators",
      script(
        """
        router.route { path = "/mail", view = "Mail", animator = animator.root { wrap = "split" } }
        router.route { path = "/list", view = "List", animator = "show" }
        router.route { path = "/letter", view = "Letter", animator = "show_detail" }
        router.route { path = "/mine", view = "Mine",
          animator = animator.custom(function(stage, source, screen) stage.present(screen) end) }
        """,
        [
          "router.open('/mail').animator": "root",
          "router.open('/list').animator": "show",
          "router.open('/letter').animator": "show_detail",
          "router.open('/mine').animator": "present",
        ]
      )
    ),
  ]
}
