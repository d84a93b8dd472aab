import Moonroute
import RoutePatterns
import ScriptHost
import Testing

extension ReerRouterTests {
  private static let pages = """
    router.route { path = "home", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { path = "bare", view = "Bare", animator = "root" }
    router.route { path = "own", view = "Own", animator = "present" }
    router.route { path = "plain", view = "Plain" }
    router.route { path = "still", view = "Still", animated = false }
    local function last() return stage.transitions()[#stage.transitions()] end
    function animated(text, options)
      router.open(text, options)
      return last().animated
    end
    """

  static let showing: [Row] = [
    Row(
      "RR-31",
      "the call wins over the route, the route over the router",
      script(
        pages + "\nrouter.configure { animator = \"push\" }",
        [
          "router.open('/home').ok and router.open('/plain').animator": "push",
          "router.open('/own').animator": "present",
          "router.push('/own').animator": "push",
        ]
      ),
      {
        let router = try Router.make {
          $0.configuration.animator = .root
        } routes: {
          LinkRoute.page("plain")
          LinkRoute.page("own").with { $0.animator = .present }
        }
        #expect(await router.open("/plain").animator == "root")
        #expect(await router.open("/own").animator == "present")
        #expect(await router.open("/own", options: OpenOptions(animator: .root)).animator == "root")
      }
    ),
    Row(
      "RR-32",
      "a push without a stack fails, automatic chooses",
      script(
        pages,
        [
          "router.open('/bare').ok and router.push('/plain').error.code": "animation_failed",
          "router.open('/plain').animator": "present",
        ]
      )
    ),
    Row(
      "RR-33",
      "a stack around the screen is wrap",
      script(
        pages,
        [
          """
          router.open("/bare")
          router.open("/plain", { animator = animator.present { wrap = "stack" } })
          return stage.depth(), router.push("/plain").animator, stage.depth()
          """: "1 push 2"
        ]
      )
    ),
    Row(
      "RR-34",
      "a link may switch the animation off, and no link switches it on",
      script(
        pages,
        [
          "animated('/plain')": "true",
          "animated('/plain?route_no_animation=1')": "false",
          "animated('/plain?route_no_animation=TRUE')": "false",
          "animated('/plain?route_no_animation=yes')": "false",
          "animated('/still?route_no_animation=0')": "false",
          "animated('/plain?route_no_animation=no', { animated = false })": "false",
          "animated('/plain?route_no_animation=maybe')": "true",
          "animated('/plain?route_no_animation=1', { animated = true })": "true",
        ]
      )
    ),
  ]

  static let registration: [Row] = [
    Row(
      "RR-35",
      "pages are functions, or names that the program registers",
      script(
        """
        for key, view in pairs { preference = "Preference", settings = "Settings" } do
          router.route { path = key, view = view }
        end
        """,
        [
          "router.open('myapp://preference').screen.view": "Preference",
          "router.open('myapp://settings').screen.view": "Settings",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("preference").view("Preference")
        }
        router.addView("Preference", .immediate { _ in Screen("PreferenceViewController") })
        let screen = await router.open("myapp://preference").screen
        #expect(screen?.view == "PreferenceViewController")
      }
    ),
    Row(
      "RR-36",
      "an unregistered name is an error at load",
      {
        let scripts = ["main.lua": #"router.route { path = "a", view = "Preferense" }"#]
        let host = try ScriptHost(.texts(scripts), in: .patient()) { offers in
          offers.view("Preference") { _ in Screen("Preference") }
        }
        await #expect(throws: ScriptProblems.self) { try await host.load() }
      }
    ),
    Row(
      "RR-37",
      "an action is a closure and may capture",
      script(
        """
        local count = 0
        router.route { path = "count", action = function() count = count + 1; return count end }
        """,
        ["router.fetch('myapp://count')": "1", "router.fetch('myapp://count') ": "2"]
      ),
      {
        var count: Int64 = 0
        let router = try Router.make {
          LinkRoute("count")
            .action { _ in
              count += 1
              return .int(count)
            }
        }
        _ = await router.open("myapp://count")
        #expect(await router.open("myapp://count").values == [2])
      }
    ),
    Row(
      "RR-38",
      "a key may be taken once",
      refused(
        """
        router.route { path = "user", view = "One" }
        router.route { path = "user", view = "Two" }
        """,
        [.duplicate],
        saying: "never reached"
      ),
      refused(
        """
        router.route { path = "user", view = "One" }
        router.route { path = "user", action = function() end }
        """,
        [.duplicate]
      )
    ),
    Row(
      "RR-39",
      "pages and interceptors are taken back one by one",
      {
        let router = try Router.make {}
        let route = try router.add(.page("user", name: "user"))
        let first = try router.addGuard(for: "user", .immediate { _ in .stop("first") })
        try router.addGuard(for: "user", .immediate { _ in .stop("second") })
        #expect(await router.open("/user").reason == "first")
        first.cancel()
        #expect(await router.open("/user").reason == "second")
        route.registration.cancel()
        #expect(await router.open("/user").status == .notFound)
      }
    ),
    Row(
      "RR-40",
      "keys are compared as text",
      {
        let names = (0..<200).map { "key\($0)" }
        let application = try LinkRouter {
          for name in names {
            LinkRoute("\(name)", name: name).view { _ in Screen("Page") }
          }
        }
        for name in names {
          let match = application.match(try Location(parsing: "myapp://\(name)"))
          #expect(match?.route.name == name)
        }
      }
    ),
    Row(
      "RR-41",
      "registrations of a part of the program are listed with the rest",
      script(
        "require \"routes.user\"",
        modules: [
          "routes/user.lua": #"router.route { name = "user", path = "user", view = "User" }"#
        ],
        ["router.open('myapp://user').name": "user"]
      ),
      {
        let user = [LinkRoute.page("user", name: "user")]
        let router = try Router.make {
          for route in user { route }
        }
        #expect(await router.open("myapp://user").name == "user")
      }
    ),
    Row(
      "RR-42",
      "the call or the route places the screen by a function of its own",
      script(
        """
        router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "/page", view = "Page" }
        """,
        [
          "router.open('/').ok": "true",
          """
          router.open('/page', { animator = animator.custom(function(stage, source, screen)
            stage.present(screen, { full_screen = true })
          end) }).animator
          """: "present",
          "router.open('/page', { animator = animator.custom(function() end) }).error.code":
            "animation_failed",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("/a") }
        let options = OpenOptions(
          animator: .custom { placing in
            placing.setRoot()
            return nil
          }
        )
        #expect(await router.open("/a", options: options).animator == "root")
      }
    ),
  ]
}
