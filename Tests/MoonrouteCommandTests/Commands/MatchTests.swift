#if Command
import Testing

struct MatchTests {
  @Test func `a match shows the route, the parameters and the query with types`() async throws {
    let run = try await CommandRun.moonroute([
      "match", "plain", "/typed/-3/2.5/true/a%20b/x/y?q=1&q=2&route_no_animation=1#f", "--json",
    ])
    #expect(run.status == 0)
    #expect(
      run.lines == [
        """
        {"location":"/typed/-3/2.5/true/a%20b/x/y?q=1&q=2&route_no_animation=1#f","matched":true,\
        "name":"typed","pattern":"/typed/:i<int>/:n<number>/:b<bool>/:t/**rest",\
        "path":"/typed/-3/2.5/true/a%20b/x/y",\
        "params":{"i":-3,"n":2.5,"b":true,"t":"a b","rest":["x","y"]},"query":{"q":"2"},\
        "query_all":{"q":["1","2"]},"fragment":"f","scheme":null,"host":null,"rest":["x","y"],\
        "branch":["typed"]}
        """
      ]
    )
  }

  @Test func `a location without a match shows near ones`() async throws {
    let run = try await CommandRun.moonroute(["match", "plain", "/pag/7", "/%ff", "--json"])
    #expect(run.status == 1)
    #expect(
      run.lines == [
        """
        {"location":"/pag/7","matched":false,"error":{"code":"not_found",\
        "message":"No route matches '/pag/7'. The nearest route is '/page/:n<int>'."},\
        "nearest":["/page/:n<int>"]}
        """,
        """
        {"location":"/%ff","matched":false,"error":{"code":"bad_location",\
        "message":"'/%ff' is not valid UTF-8 at byte 1. Encode text as UTF-8 before escaping it."},\
        "nearest":[]}
        """,
      ]
    )
  }

  @Test func `the query has the types that the route declares`() async throws {
    let run = try await CommandRun.moonroute([
      "match", "formats", "/search?page=2&tag=a&tag=b&x=1", "--json",
    ])
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        #""query":{"page":2,"tag":["a","b"],"x":"1"},"query_all":{"page":["2"],"tag":["a","b"],"#
      )
    )
  }

  @Test func `an invalid query is not a match, and has its own error`() async throws {
    let run = try await CommandRun.moonroute([
      "match", "formats", "/search", "/search?page=x", "--json",
    ])
    #expect(run.status == 1)
    #expect(
      run.lines == [
        """
        {"location":"/search","matched":false,"error":{"code":"missing_parameter",\
        "message":"'/search' needs 'page' in its query: an integer within 64 bits. Write \
        '?page=…'."},"nearest":[]}
        """,
        """
        {"location":"/search?page=x","matched":false,"error":{"code":"wrong_type",\
        "message":"'/search' cannot take 'x' for 'page' in its query. Give an integer within 64 \
        bits."},"nearest":[]}
        """,
      ]
    )
  }

  @Test func `a name works like a link, and its route is shown`() async throws {
    let run = try await CommandRun.moonroute(["match", "formats", "author", "--json"])
    #expect(run.status == 1)
    let message = try #require(try fields(run.lines[0])["error"] as? [String: Any])["message"]
    #expect(
      message as? String
        == "No route matches '/author'. 'author' is read as a link; the route with that name is"
        + " '/author/:who<person>', and 'moonroute url' makes its locations."
    )
  }

  @Test func `a route of GitHub's is found among all the others`() async throws {
    let run = try await CommandRun.moonroute(
      ["match", "examples/github", "/repos/apple/swift/issues/42", "--json"],
      in: Place.root
    )
    let match = try fields(run.output)
    #expect(match["pattern"] as? String == "/repos/:owner/:repo/issues/:number")
    #expect(
      match["params"] as? [String: String]
        == ["owner": "apple", "repo": "swift", "number": "42"]
    )
  }

  @Test func `guards do not run`() async throws {
    let run = try await CommandRun.moonroute(["match", "plain", "/closed"])
    #expect(run.status == 0)
    #expect(
      run.output == """
        ✓ /closed
          matched      closed /closed                                        main.lua:10

        """
    )
  }

  @Test func `explain shows every matching route with the reason why it lost`() async throws {
    let run = try await CommandRun.moonroute(
      ["match", "examples/shop", "shop://basket/coupon/x", "--explain"],
      in: Place.root
    )
    #expect(
      run.output == """
        ✓ shop://basket/coupon/x
          proxy        /** runs first                                routes/legacy.lua:4
          matched      coupon /basket/coupon/:code                 routes/basket.lua:102
          params       code=x
          1. wins      /basket/coupon/:code                        routes/basket.lua:102
          2. fits      /basket/coupon/**                           routes/basket.lua:108
                       '**' is less exact than ':code'
          misses       /basket/add/:id<int>                         routes/basket.lua:80
                       'coupon' is not 'add'
          misses       /basket/remove/:id<int>                      routes/basket.lua:87
                       'coupon' is not 'remove'
          misses       /basket/fill/:lines                          routes/basket.lua:95
                       'coupon' is not 'fill'
          misses       /basket/export.json                         routes/basket.lua:109
                       'coupon' is not 'export.json'
          misses       /basket                                      routes/basket.lua:75
                       no part matches '/coupon/x'
                       35 more are not close

        """
    )
  }

  @Test(arguments: [
    ("/page/x", "'x' does not match ':n<int>'"), ("/page", "the location ends before ':n<int>'"),
    ("/page/1/2", "no part matches '/2'"), ("/pgae/1", "'pgae' is not 'page'"),
    ("web://item/7", "only for locations of scheme 'shop'"),
    ("shop://page/1", "locations of scheme 'shop' match only its own routes"),
  ])
  func `a near miss shows the reason`(location: String, reason: String) async throws {
    let run = try await CommandRun.moonroute(["match", "plain", location, "--explain", "--json"])
    let candidates = try #require(try fields(run.output)["candidates"] as? [[String: Any]])
    #expect(candidates.contains { $0["reason"] as? String == reason }, "\(run.output)")
    #expect(candidates.allSatisfy { $0["fits"] as? Bool == false })
  }

  @Test(arguments: [
    ("/item/abc1/edit", "'abc1' does not match ':id<sku>'"), ("/item/ABC1/x", "'x' is not 'edit'"),
  ])
  func `a near miss knows the types of the scripts`(location: String, reason: String) async throws {
    let run = try await CommandRun.moonroute(["match", "types", location, "--explain", "--json"])
    let candidates = try #require(try fields(run.output)["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["reason"] as? String } == [reason])
    let made = try await CommandRun.moonroute(["url", "types", "item", "id=ABC7"])
    #expect(made.output == "/item/ABC7/edit\n")
  }

  @Test(arguments: [
    ("/a/b", ["/a/b", "/a/:x", "/a/**"], "':x' is less exact than 'b'"),
    ("/a/7", ["/a/:n<int>", "/a/:x", "/a/**"], "':x' is less exact than ':n<int>'"),
    ("/p/1", ["/:low/1", "/p/1"], "priority 0 is below 5"),
    (
      "/img/a.thumb.png", ["/img/:x.thumb.png", "/img/:x.png"],
      "':x.png' is less exact than ':x.thumb.png'"
    ),
    ("/api/v2", ["/api/v:n<int>", "/api/v:n"], "'v:n' is less exact than 'v:n<int>'"),
    ("own://k/1", ["own://k/:x"], nil),
    (
      "https://a.example/h", ["https://a.example/h", "https://*.example/h", "/h"],
      "host '*.example' is less exact"
    ),
  ])
  func `all matches are sorted by rank`(
    location: String,
    patterns: [String],
    reason: String?
  ) async throws {
    let run = try await CommandRun.moonroute(["match", "rank", location, "--explain", "--json"])
    let candidates = try #require(try fields(run.output)["candidates"] as? [[String: Any]])
    let fitting = candidates.filter { $0["fits"] as? Bool == true }
    #expect(fitting.map { $0["pattern"] as? String } == patterns)
    #expect(fitting.dropFirst().first?["reason"] as? String == reason)
  }
}
#endif
