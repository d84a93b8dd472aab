import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The document about the routes.
@Suite struct RouteDocumentTests {
  private func document(
    _ files: [String: String],
    specs: [String: String] = [:],
    named name: String = "shop"
  ) async throws -> RouteDocument {
    let host = try ScriptHost(.texts(files))
    try await host.load()
    return await host.router.perform { application in
      RouteDocument(
        of: host,
        named: name,
        specs: specs.mapValues { Array($0.utf8) },
        in: application
      )
    }
  }

  private static let shop = [
    "main.lua": """
    local auth = require "auth"
    router.route { name = "login", path = "/login", view = "Login" }
    router.route { path = "/old", redirect = "/orders" }
    router.proxy("/cart", "/orders")
    router.route {
      name = "orders", path = "/orders", view = "Orders", query = { page = "int?" },
      meta = { area = "Account", title = "All orders" }, tags = { "money" },
      routes = { { name = "order", path = ":id<int>(/:part)", action = function() return 1 end } },
    }
    -- Orders are for customers.
    -- They log in first.
    router.guard("orders", auth.required)
    """,
    "auth.lua": """
    local M = {}
    ---@param state router.State
    function M.required(state)
      if session.user then return true end
      return router.to("login", nil, { back = state.location })
    end
    return M
    """,
  ]
  private static let specs = [
    "spec/orders_spec.lua": """
    describe("orders", function()
      it("need a login", function()
        assert.opened(router.open("/orders"), "login")
      end)
      it("are counted", function() router.fetch(router.to("order", { id = 7 })) end)
    end)
    """
  ]

  private static let shopDocument = """
    # Routes of shop

    4 routes.

    ## Account

    ### All orders

    - link: `/orders`
    - pattern: `/orders`, shows a screen
    - name: `orders`
    - query: page (int?)
    - tags: `money`
    - written in: `main.lua:5`
    - decisions, in order:
      1. guard orders M.required (auth.lua:3): Orders are for customers. They log in first. → `login`
    - specs that name it:
      - orders need a login (`spec/orders_spec.lua:2`)

    ### order

    - link: `/orders/1/x`
    - pattern: `/orders/:id<int>(/:part)`, returns values
    - name: `order`
    - parameters: id (int), part (optional)
    - tags: `money`
    - written in: `main.lua:8`
    - decisions, in order:
      1. guard orders M.required (auth.lua:3): Orders are for customers. They log in first. → `login`
    - specs that name it:
      - orders are counted (`spec/orders_spec.lua:5`)

    ## Other routes

    ### login

    - link: `/login`
    - pattern: `/login`, shows a screen
    - name: `login`
    - written in: `main.lua:2`
    - specs that name it:
      - orders need a login (`spec/orders_spec.lua:2`)

    ### /old

    - link: `/old`
    - pattern: `/old`, decides where to go
    - written in: `main.lua:3`
    - decisions, in order:
      1. redirect (main.lua:3) → `/orders`
    - specs: no spec names it

    ## Before any route

    - proxy /cart (main.lua:4) → `/orders`

    ## Redirects

    ```mermaid
    flowchart LR
      n0["All orders"]
      n1["login"]
      n2["order"]
      n3["/old"]
      n0 --> n1
      n2 --> n1
      n3 --> n0
    ```

    """

  @Test func `each link has its parameters, its access and its specs`() async throws {
    let document = try await document(Self.shop, specs: Self.specs)
    let text = document.markdown.joined(separator: "\n") + "\n"
    #expect(
      text == Self.shopDocument
    )
  }

  @Test func `the same application gives the same bytes`() async throws {
    let first = try await document(Self.shop, specs: Self.specs)
    let second = try await document(Self.shop, specs: Self.specs)
    #expect(first.markdown == second.markdown)
    #expect(first.html == second.html)
  }

  @Test func `no text of a script becomes a tag, a link or a script`() async throws {
    let hostile = #"<script>alert(1)</script>\" onload=x [a](javascript:x) ](y) `"#
    let files = [
      "main.lua": """
      router.route { name = "a<b>&", path = "/x/:p<a|b>", view = "X",
        meta = { area = "\(hostile)", title = "\(hostile)" }, tags = { "\(hostile)" } }
      -- \(hostile)
      router.guard("a<b>&", function() return "/<i>x" end)
      router.route { path = "/t", redirect = "/<script>x" }
      """
    ]
    let specs = ["spec/a_spec.lua": #"it("<b>x</b>", function() router.open("/x/a") end)"#]
    let document = try await document(files, specs: specs, named: "<u>shop")
    let html = document.html.joined(separator: "\n")
    let tags = Set(
      html.matches(of: #/<\/?([A-Za-z0-9!]+)/#).map { String($0.output.1).lowercased() }
    )
    #expect(
      tags == [
        "!doctype", "html", "head", "meta", "title", "style", "body", "h1", "nav", "ul", "li", "a",
        "h2", "section", "h3", "dl", "dt", "dd", "code", "ol", "div", "svg", "defs", "marker",
        "path", "rect", "text",
      ]
    )
    #expect(!html.contains("onload=x\""))
    let markdown = document.markdown.filter { !$0.hasPrefix("  n") }.joined(separator: "\n")
    let outside = markdown.replacing(#/\\./#, with: "")
      .replacing(#/`[^`\n]*`/#, with: "")
    #expect(!outside.contains("<"))
    #expect(!outside.contains("["))
  }

  @Test func `a graph with cycles terminates`() async throws {
    let main = """
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", redirect = "/c" }
      router.route { path = "/c", redirect = "/a" }
      """
    let document = try await document(["main.lua": main])
    let graph = RedirectGraph(document)
    #expect(graph.nodes == ["/a", "/b", "/c"])
    #expect(graph.edges.map { [$0.from, $0.to] } == [[0, 1], [1, 2], [2, 0]])
    #expect(graph.svg.count == 13)
    #expect(graph.svg.contains { $0.contains("viewBox=\"0 0 840 70\"") })
  }
}
