import Moonroute
import RoutePatterns
import Testing

/// Locations for testing a route.
@Suite struct SampleLocationTests {
  private func chosen(
    _ routes: [LinkRoute],
    types: (inout ParameterTypes) throws -> Void = { _ in }
  )
    throws -> [[String]]
  {
    let rules = RouterRules()
    try types(&rules.types)
    try rules.add(contentsOf: routes)
    let index = rules.directory.index
    return index.winningRoutes.sorted { $0.id < $1.id }
      .map { route in
        SampleLocations(of: route, in: index, rules: rules).chosen.map(\.description)
      }
  }

  private func route(
    _ path: String,
    _ samples: [[String: ParameterValue]] = [],
    query: [String: String] = [:],
    below children: [LinkRoute] = []
  ) -> LinkRoute {
    var route = LinkRoute(path: path)
    route.view = .named("V")
    (route.samples, route.query, route.children) = (samples, query, children)
    return route
  }

  @Test func `a route without samples is tried once`() throws {
    let all = try chosen([
      route("/a"), route("/b/:id<int>"), route("/c/:x(/:y)"), route("/d", query: ["n": "int"]),
      route("/e/:z(Q\\d)"),
    ])
    #expect(all == [["/a"], ["/b/1"], ["/c/x/x"], ["/d?n=1"], []])
  }

  @Test func `missing values of a sample use those of the parent route, or invented ones`()
    throws
  {
    let post = route("post/:post<int>(/:page<int>)", [["post": .int(3)]])
    let all = try chosen([
      route(
        "/user/:id<int>",
        [["id": .int(7)], ["id": .int(9)]],
        below: [post, route("posts")]
      ),
      route("/x/:a/:b<int>", [["a": .text("y")]]),
      route("/f/**rest", [["rest": .list(["p", "q"])]]),
      route(
        "/q",
        [["w": .list(["1", "2"]), "v": .text("t")]],
        query: ["w": "int[]", "v": "string?"]
      ),
    ])
    #expect(
      all == [
        ["/user/7", "/user/9"], ["/user/7/post/3"], ["/user/7/posts", "/user/9/posts"],
        ["/x/y/1"], ["/f/p/q"], ["/q?v=t&w=1&w=2"],
      ]
    )
  }

  @Test func `a sample that another route wins is omitted`() throws {
    let all = try chosen([route("/a/:x", [["x": .text("b")], ["x": .text("c")]]), route("/a/b")])
    #expect(all == [["/a/c"], ["/a/b"]])
  }

  @Test func `a type can have samples`() throws {
    let all = try chosen(
      [route("/s/:id<sku>/:n<int>"), route("/t/:id<sku>", [["id": .text("ABC9")]])],
      types: {
        try $0.define(
          "sku",
          oneOf: ["ABC1", "ABC2", "ABC9"],
          samples: ["ABC1", "ABC2"]
        )
      }
    )
    #expect(all == [["/s/ABC1/1", "/s/ABC2/1"], ["/t/ABC9"]])
  }

  @Test func `64 samples are accepted, and one more is refused`() throws {
    func many(_ count: Int) -> [[String: ParameterValue]] {
      (0..<count).map { ["id": .int(Int64($0))] }
    }
    #expect(try chosen([route("/a/:id<int>", many(64))])[0].count == 64)
    let error = #expect(throws: RouteProblems.self) {
      try chosen([route("/a/:id<int>", many(65))])
    }
    #expect(
      error?.problems.map(\.message) == ["Route '/a/:id<int>' has 65 samples. Give at most 64."]
    )
    var types = ParameterTypes.builtIn
    let texts = (0..<65).map { "t\($0)" }
    try types.define("some", oneOf: texts, samples: Array(texts.dropLast()))
    let typeError = #expect(throws: ParameterTypeError.self) {
      try types.define("more", oneOf: texts, samples: texts)
    }
    #expect(typeError?.description == "The type 'more' has 65 samples. Give at most 64.")
  }

  private static let mistakes: [(sample: [String: ParameterValue], message: String)] = [
    (
      ["idd": .int(1)],
      "names 'idd', which is not a parameter. It takes id, q. Did you mean 'id'?"
    ),
    (["id": .text("x")], "has 'x' for 'id'. Give an integer within 64 bits."),
    (["id": .list(["1"])], "has '1' for 'id'. Give an integer within 64 bits."),
    (["id": .int(1), "q": .text("z")], "has 'z' for 'q'. Give true or false."),
  ]

  @Test(arguments: mistakes)
  func `a sample that does not match its route is a problem`(
    _ sample: [String: ParameterValue],
    _ message: String
  ) {
    let error = #expect(throws: RouteProblems.self) {
      try chosen([route("/a/:id<int>", [sample], query: ["q": "bool?"])])
    }
    #expect(error?.problems.map(\.message) == ["A sample of route '/a/:id<int>' \(message)"])
  }
}
