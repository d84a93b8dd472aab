import Moonroute
import RoutePatterns
import Testing

extension RoutingTests {
  private static let tagged = """
    router.route { name = "view", path = "/a", tags = { "Views" }, view = "A" }
    router.route { name = "log", path = "/:x", tags = { "Logs", "Actions" }, view = "B" }
    router.route { name = "rest", path = "/**", view = "C" }
    """

  static let tags: [Row] = [
    Row(
      "RT-31",
      "an open may be restricted to tags",
      script(
        tagged,
        [
          "router.tagged('Views').open('/a').name": "view",
          "router.tagged('Logs', 'Other').open('/a').name": "log",
          "router.tagged('Other').open('/a').status": "not_found",
          "router.open('/a', { tags = { 'Logs' } }).name": "log",
          "router.open('/a').name": "view",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("/a").with { $0.tags = ["Views"] } }
        let restricted = OpenOptions(tags: ["Logs"])
        #expect(await router.open("/a", options: restricted).status == .notFound)
      }
    ),
    Row(
      "RT-32",
      "no route has a tag that was not written",
      script(
        tagged,
        [
          "router.tagged('Views').open('/b/c').status": "not_found",
          "router.open('/b/c').name": "rest",
        ]
      )
    ),
    Row(
      "RT-33",
      "a restriction is live",
      {
        let router = try Router.make { LinkRoute.page("/a").with { $0.tags = ["Views"] } }
        let restricted = OpenOptions(tags: ["Views"])
        try router.add(.page("/b").with { $0.tags = ["Views"] })
        #expect(await router.open("/b", options: restricted).status == .opened)
      }
    ),
    Row(
      "RT-34",
      "a proxy with tags is skipped only in opens with other tags",
      script(
        tagged + #"""

          router.proxy("/*", function() return false, "asked" end, { tags = { "Views" } })
          """#,
        [
          "router.open('/a').reason": "asked",
          "router.tagged('Views').open('/a').reason": "asked",
          "router.tagged('Logs').open('/a').status": "opened",
        ]
      )
    ),
    Row(
      "RT-35",
      "tags are compared as written",
      script(tagged, ["router.tagged('views').open('/a').status": "not_found"])
    ),
  ]

  static let owners: [Row] = [
    Row(
      "RT-36",
      "a route ends with its owner",
      script(
        """
        router.route { name = "page", path = "/page", view = "Page" }
        router.route { name = "home", path = "/", view = "Home", animator = "root" }
        """,
        [
          "router.open('/page').status": "opened",
          "router.route { path = '/secret', view = 'A', owner = stage.top() }.pattern": "/secret",
          "router.open('/secret', { from = stage.top() }).status": "opened",
          "router.open('/').status": "opened",
          "router.open('/secret').status": "not_found",
        ]
      ),
      {
        final class Owner {}
        let router = try Router.make {}
        var owner: Owner? = Owner()
        try router.add(.page("/secret"), owner: owner)
        #expect(await router.open("/secret").status == .opened)
        owner = nil
        #expect(await router.open("/secret").status == .notFound)
      }
    ),
    Row(
      "RT-37",
      "registrations can be cancelled",
      script(
        """
        route = router.route { path = "/a", view = "A" }
        proxy = router.proxy("/*", function() return false, "closed" end)
        """,
        [
          "router.open('/a').reason": "closed",
          "proxy:cancel()": "",
          "proxy:cancel()": "",
          "router.open('/a').status": "opened",
          "route:cancel()": "",
          "router.open('/a').status": "not_found",
        ]
      ),
      {
        let router = try Router.make {}
        let route = try router.add(.page("/a"))
        let proxy = try router.addRewriter("/*", .immediate { _ in .stop("closed") })
        #expect(await router.open("/a").reason == "closed")
        proxy.cancel()
        proxy.cancel()
        #expect(await router.open("/a").status == .opened)
        route.registration.cancel()
        #expect(await router.open("/a").status == .notFound)
      }
    ),
    Row(
      "RT-38",
      "handlers run where the application runs",
      {
        let application = try LinkRouter {
          LinkRoute("/a")
            .action { _ in
              MainActor.assertIsolated()
              return "here"
            }
        }
        #expect(try await application.fetchValues("/a") == ["here"])
      }
    ),
  ]
}
