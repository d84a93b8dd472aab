import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  private static let pages = """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "page", path = "/page", view = "Page", animator = "push" }
    router.route { name = "form", path = "/form", view = "Form", animator = "sheet" }
    """

  static let screens: [Row] = [
    Row(
      "FJ-84",
      "custom looks are names and plain data",
      script(
        pages,
        [
          "router.open('/').ok": "true",
          """
          router.open('/page', { animator = animator.sheet {
            position = "bottom", cover = "blur", tap_outside = "ignore" } }).animator
          """: "sheet",
          "router.open('/page', { animator = animator.full_screen { transition = 'fade' } }).animator":
            "full_screen",
          "router.open('/page', { animator = animator.push_style_present { edge_swipe = true } }).animator":
            "push_style_present",
          "router.dismiss() and router.dismiss() and router.dismiss()": "true",
          "router.open('/page', { animator = animator.custom_push { transition = 'fade' } }).animator":
            "custom_push",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/a")
          LinkRoute.page("/b").with { $0.animator = .fixed(.fullScreen(transition: "fade")) }
        }
        _ = await router.open("/a")
        #expect(await router.open("/b").animator == "full_screen")
        #expect(router.stage.tree.root?.presented?.style.options["transition"] == "fade")
      }
    ),
    Row(
      "FJ-85",
      "a page sends messages to its opener",
      script(
        pages + """

          heard = {}
          """,
        [
          "router.open('/').ok": "true",
          """
          (function()
            local outcome = router.open('/form', { on = {
              saved = function(value) heard[#heard + 1] = value end } })
            outcome.handle:on('saved', function(value) heard[#heard + 1] = value end)
            return stage.top():send('saved', 'x')
          end)()
          """: "2",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("/a") }
        let handle = try #require(await router.open("/a").handle)
        let stream = handle.messages("saved")
        router.send("saved", "x", from: handle.screen)
        for await value in stream {
          #expect(value == "x")
          break
        }
      }
    ),
    Row(
      "FJ-86",
      "a page has a result",
      script(
        pages + """

          router.route { path = "/name", action = function() return router.ask("form") end }
          router.route { path = "/both", action = function()
            after(0, function() router.close("Ada") end)
            return router.fetch("/name")
          end }
          """,
        [
          "router.open('/').ok": "true",
          "router.fetch('/both')": "Ada closed",
        ]
      )
    ),
    Row(
      "FJ-87",
      "going back is part of it",
      script(
        pages,
        [
          "router.open('/').ok and router.open('/page').ok and router.open('/page').ok": "true",
          "router.back()": "true",
          "stage.depth()": "2",
          "router.replace('/page').animator": "replace",
          "router.pop_to('home')": "true",
          "router.pop_to_root()": "true",
          "router.dismiss()": "false dismiss is not possible: nothing is presented.",
          "tostring(stage)": "window\n└─ stack\n   └─ Home  /  ◀ top",
        ]
      )
    ),
  ]
}
