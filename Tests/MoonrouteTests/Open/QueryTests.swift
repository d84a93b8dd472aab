import Moonroute
import RoutePatterns
import Testing

/// Decision 0023: typed query items.
@MainActor @Suite struct QueryTests {
  private func router() throws -> Router {
    try Router.make {
      LinkRoute.page("/search", name: "search") { LinkRoute.page(":id", name: "hit") }
        .with { $0.query = ["page": "int", "q": "string?", "tag": "slug[]"] }
      LinkRoute("/sum", name: "sum")
        .action { state in
          .table(ValueTable(fields: state.queryValues))
        }
        .with { $0.query = ["by": "number?", "list": "int[]", "on": "bool"] }
      LinkRoute.page("/**rest", name: "any")
    }
  }

  @Test(arguments: [
    ("/search?page=2", "opened /search?page=2"),
    ("/search?page=2&q=a%20b&tag=new&other=1", "opened /search?page=2&q=a%20b&tag=new&other=1"),
    ("/search", "failed /search missing_parameter"),
    ("/search?page=", "failed /search?page missing_parameter"),
    ("/search?page=two", "failed /search?page=two wrong_type"),
    ("/search?page=1&tag=a%20b", "failed /search?page=1&tag=a%20b wrong_type"),
    ("/search/7", "opened /search/7"),
    ("/searches", "opened /searches"),
  ])
  func `the query determines the outcome of an open, not its route`(
    link: String,
    end: String
  ) async throws {
    #expect(try await router().open(link).summary == end)
  }

  @Test func `a problem in a query contains the place of the route`() async throws {
    let router = try Router.make {
      LinkRoute.page("/search")
        .with {
          $0.query = ["page": "int"]
          $0.site = SourceSite(file: "main.lua", line: 3)
        }
    }
    #expect(
      await router.open("/search").error?.description
        == "main.lua:3: '/search' needs 'page' in its query: an integer within 64 bits. Write"
        + " '?page=…'."
    )
    #expect(
      await router.open("/search?page=x").error?.description
        == "main.lua:3: '/search' cannot take 'x' for 'page' in its query. Give an integer within 64"
        + " bits."
    )
  }

  @Test func `an open that would fail because of its query is reported before`() throws {
    let application = try LinkRouter {
      [
        LinkRoute("/search").view("Search").with { $0.query = ["page": "int"] }
      ]
    }
    #expect(!application.canOpen("/search"))
    #expect(!application.canOpen("/search?page=x"))
    #expect(application.canOpen("/search?page=1"))
  }

  @Test func `no guard runs before the query is valid`() async throws {
    let log = Log()
    let router = try Router.make {
      try $0.guard("/search") { _ in
        log.add("guard")
        return .proceed
      }
    } routes: {
      LinkRoute.page("/search").with { $0.query = ["page": "int"] }
    }
    _ = await router.open("/search")
    #expect(log.lines == [])
    _ = await router.open("/search?page=1")
    #expect(log.lines == ["guard"])
  }

  @Test func `handlers see typed values, and text for undeclared items`() async throws {
    let values = try await router().open("/sum?on=true&by=1.5&list=1&list=2&x=1&x=2").values
    #expect(
      values == [
        ["on": true, "by": 1.5, "list": [1, 2], "x": "2"]
      ]
    )
    #expect(try await router().open("/sum?on=false&by=").values == [["on": false, "list": []]])
  }

  @Test(arguments: [
    ([("page", "2")], "/search?page=2"),
    (
      [("q", ""), ("page", "2"), ("tag", "a"), ("tag", "b"), ("z", "1")],
      "/search?q&page=2&tag=a&tag=b&z=1"
    ),
    ([], "missing_parameter"), ([("page", "two")], "wrong_type"),
    ([("page", "2"), ("tag", "a b")], "wrong_type"),
  ])
  func `a location is made with a query that round-trips`(
    items: [(String, String)],
    expected: String
  ) throws {
    let index = try router().rules.directory.index
    do throws(RouterError) {
      #expect(try index.location(to: "search", query: items).description == expected)
    } catch {
      #expect(error.code.rawValue == expected)
    }
  }

  @Test func `a child route has its own query`() throws {
    let index = try router().rules.directory.index
    #expect(index.route(named: "hit")?.query == [])
    #expect(index.route(named: "search")?.query.map(\.text) == ["int", "string?", "slug[]"])
    #expect(try index.location(to: "hit", params: ["id": .text("7")]).description == "/search/7")
  }

  @Test(arguments: [
    (["page": "integer"], "unknown_type"), (["page": "a||b"], "bad_pattern"),
    (["": "int"], "bad_pattern"), ([ReservedQuery.fallback: "string"], "bad_pattern"),
  ])
  func `an unreadable type is refused when the route is added`(
    query: [String: String],
    code: String
  ) {
    let error = #expect(throws: RouteProblems.self) {
      try RouterRules().add(LinkRoute.page("/search").with { $0.query = query })
    }
    #expect(error?.problems.map(\.code.rawValue) == [code])
  }

  @Test func `a changed query is a change of the route`() throws {
    func routes(_ query: [String: String]) throws -> [RouteInfo] {
      try Router.make { LinkRoute.page("/search").with { $0.query = query } }.rules.directory.index
        .routes
    }
    let difference = RouteDiff(from: try routes(["page": "int"]), to: try routes(["page": "int?"]))
    #expect(difference.changed.map(\.pattern.text) == ["/search"])
  }
}
