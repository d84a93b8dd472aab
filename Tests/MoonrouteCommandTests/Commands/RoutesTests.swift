#if Command
import Foundation
import MessageStream
import TestSupport
import Testing

struct RoutesTests {
  @Test func `routes are listed by precedence`() async throws {
    let run = try await CommandRun.moonroute(["routes", "rank", "--sort", "rank"])
    #expect(run.status == 0)
    #expect(
      run.lines.map { $0.prefix { $0 != " " } } == [
        "/:low/1", "https://a.example/h", "https://*.example/h", "/a/b", "/p/1",
        "/img/:x.thumb.png", "/img/:x.png", "/api/v:n<int>", "/api/v:n", "/a/:n<int>", "/a/:x",
        "own://k/:x", "/k/:x", "/h", "/a/**",
      ]
    )
  }

  @Test func `a table has columns for pattern, name, target and place`() async throws {
    let run = try await CommandRun.moonroute(
      ["routes", "tree", "--sort", "rank"],
      environment: ["COLUMNS": "200"]
    )
    #expect(
      run.output == """
        /shop/basket            basket   action         main.lua:9
        /shop/:id<int>/reviews  reviews  redirect+view  main.lua:7
        /shop/:id<int>          item     view, push     main.lua:5
        /about                  about    view           main.lua:12

        """
    )
  }

  @Test(arguments: [
    (
      "rank",
      ["/shop/basket", "/shop/:id<int>/reviews", "/shop/:id<int>", "/about"]
    ), ("name", ["/about", "/shop/basket", "/shop/:id<int>", "/shop/:id<int>/reviews"]),
    ("file", ["/shop/:id<int>", "/shop/:id<int>/reviews", "/shop/basket", "/about"]),
  ])
  func `routes are listed by rank, by name or by file`(
    sort: String,
    patterns: [String]
  ) async throws {
    let run = try await CommandRun.moonroute(["routes", "tree", "--sort", sort])
    #expect(run.lines.map { String($0.prefix { $0 != " " }) } == patterns)
    let json = try await CommandRun.moonroute(["routes", "tree", "--sort", sort, "--json"])
    #expect(try JSON(reading: json.output).items.map { $0["pattern"].text } == patterns)
  }

  @Test(arguments: [
    (60, "/shop/basket            basket   action         main.lua:9"),
    (44, "/shop/basket            basket   main.lua:9"),
    (40, "/shop/basket            main.lua:9"),
  ])
  func `a narrow table keeps the places`(columns: Int, line: String) async throws {
    let run = try await CommandRun.moonroute(
      ["routes", "tree", "--sort", "rank"],
      environment: ["COLUMNS": "\(columns)"]
    )
    #expect(run.lines[0] == line)
  }

  @Test func `a long pattern is cut before its place`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = "/" + String(repeating: "long/", count: 12) + "end"
    try scratch.write(["main.lua": "router.route { path = \"\(path)\", view = \"V\" }"])
    let run = try await CommandRun.moonroute(
      ["routes", scratch.folder.path],
      environment: ["COLUMNS": "40"]
    )
    #expect(run.lines == ["/long/long/long/long/long/l…  main.lua:1"])
  }

  @Test func `the tree shows routes below their parents`() async throws {
    let run = try await CommandRun.moonroute(["routes", "tree"])
    #expect(
      run.output == """
        /shop                                  main.lua:1
        ├─ :id<int>    item     view, push     main.lua:5
        │  └─ reviews  reviews  redirect+view  main.lua:7
        └─ basket      basket   action         main.lua:9
        /about         about    view           main.lua:12

        """
    )
  }

  @Test func `the types of the query follow the pattern`() async throws {
    let run = try await CommandRun.moonroute(["routes", "formats"])
    #expect(run.output.contains("\n/search?by=person?&page=int&tag=string[]  search"))
    let json = try await CommandRun.moonroute(["routes", "formats", "--json"])
    let query = #""query":{"by":"person?","page":"int","tag":"string[]"}}"#
    #expect(json.output.contains(query), "\(json.output)")
  }

  @Test func `json is one list`() async throws {
    let run = try await CommandRun.moonroute(["routes", "tree", "--json"])
    #expect(run.lines.count == 1)
    let first = """
      [{"name":"basket","pattern":"/shop/basket","scheme":null,"host":null,"priority":0,\
      "tags":["Views"],"has_view":false,"has_action":true,"has_redirect":false,\
      "animator":null,"file":"main.lua","line":9,"parent":"/shop","query":{}},\
      {"name":"reviews","pattern":"/shop/:id<int>/reviews","scheme":null,"host":null,\
      "priority":0,"tags":["Views"],"has_view":true,"has_action":false,"has_redirect":true,\
      "animator":null,"file":"main.lua","line":7,"parent":"item","query":{}},
      """
    #expect(run.output.hasPrefix(first), "\(run.output)")
  }

  @Test func `dot draws the tree`() async throws {
    let run = try await CommandRun.moonroute(["routes", "tree", "--format", "dot"])
    #expect(
      run.output == #"""
        digraph routes {
          rankdir=LR;
          node [shape=box];
          r0 [label="/shop", style=dashed];
          r1 [label=":id<int>\nitem"];
          r2 [label="reviews\nreviews"];
          r3 [label="basket\nbasket", style=rounded];
          r4 [label="/about\nabout"];
          r0 -> r1;
          r1 -> r2;
          r0 -> r3;
        }

        """#
    )
  }

  @Test func `guards, proxies and redirects are in the tree`() async throws {
    let run = try await CommandRun.moonroute(
      ["routes", "guarded", "--guards"],
      environment: ["COLUMNS": "200"]
    )
    #expect(
      run.output == """
        proxy /cart → /shop/basket                    main.lua:10
        guard /shop/**                                main.lua:11
        /shop                                         main.lua:1
        │  redirect                                   main.lua:3
        ├─ basket                   basket  action    main.lua:5
        │     guard → /login                          main.lua:12
        └─ old                              redirect  main.lua:6
              redirect → /nowhere                     main.lua:6
        /login                      login   view      main.lua:9

        """
    )
  }

  @Test func `guards, proxies and redirects are nodes of the diagrams`() async throws {
    let dot = try await CommandRun.moonroute(["routes", "guarded", "--guards", "--format", "dot"])
    #expect(
      dot.output == #"""
        digraph routes {
          rankdir=LR;
          node [shape=box];
          r0 [label="/shop", style=dashed];
          r1 [label="basket\nbasket", style=rounded];
          r2 [label="old", style=rounded];
          r3 [label="/login\nlogin"];
          d4 [label="proxy\n/cart", shape=diamond];
          d5 [label="guard\n/shop/**", shape=diamond];
          d6 [label="redirect\nmain.lua:3", shape=diamond];
          d7 [label="guard\nmain.lua:12", shape=diamond];
          t8 [label="/nowhere", shape=plaintext];
          r0 -> r1;
          r0 -> r2;
          d4 -> r1 [style=dashed, label="leads to"];
          d6 -> r0 [style=dashed, label="redirect"];
          d7 -> r1 [style=dashed, label="guard"];
          d7 -> r3 [style=dashed, label="leads to"];
          r2 -> t8 [style=dashed, label="leads to"];
        }

        """#
    )
    let mermaid = try await CommandRun.moonroute(
      ["routes", "guarded", "--guards", "--format", "mermaid"]
    )
    #expect(mermaid.lines.contains(#"  d5{{"guard<br/>/shop/**"}}"#))
    #expect(mermaid.lines.contains(#"  d7 -->|"leads to"| r3"#))
  }

  @Test func `json contains all guards and proxies of each route`() async throws {
    let run = try await CommandRun.moonroute(["routes", "guarded", "--guards", "--json"])
    let basket = """
      "parent":"/shop","query":{},\
      "proxies":[],\
      "guards":[{"key":"/shop/**","to":null,"file":"main.lua","line":11},\
      {"key":"basket","to":"/login","file":"main.lua","line":12}],\
      "redirects":[{"key":"/shop","to":null,"file":"main.lua","line":3}]}
      """
    #expect(run.output.contains(basket), "\(run.output)")
  }

  @Test func `mermaid draws the tree`() async throws {
    let run = try await CommandRun.moonroute(["routes", "tree", "--format", "mermaid"])
    #expect(
      run.output == """
        flowchart LR
          r0(["/shop"])
          r1[":id#60;int#62;<br/>item"]
          r2["reviews<br/>reviews"]
          r3["basket<br/>basket"]
          r4["/about<br/>about"]
          r0 --> r1
          r1 --> r2
          r0 --> r3

        """
    )
  }

  @Test(arguments: [
    ([], ["main.lua", "shop.lua"]), (["--by", "tag"], ["no tag", "#35;sale"]),
    (["--by", "segment"], ["/", "/basket", "/sale"]),
  ])
  func `mermaid has a frame for each file, tag or first segment`(
    options: [String],
    frames: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write([
      "main.lua": """
      require "shop"
      router.route { path = "/", view = "Home" }
      """,
      "shop.lua": """
      router.route { path = "/sale", view = "Sale", tags = { "sale" } }
      router.route { path = "/basket", view = "Basket", redirect = "/sale" }
      """,
    ])
    let run = try await CommandRun.moonroute(
      ["routes", scratch.folder.path, "--guards", "--format", "mermaid"] + options
    )
    let found = run.lines.filter { $0.contains("subgraph") }.map { $0.split(separator: "\"")[1] }
    #expect(found.map(String.init).sorted() == frames.sorted())
    #expect(run.lines.count { $0 == "  end" } == frames.count)
    #expect(run.lines.contains { $0.hasSuffix(#"-->|"leads to"| r0"#) })
  }

  @Test func `a diagram that Mermaid would refuse has only the frames and their redirects`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write([
      "main.lua": """
      require "shop"
      router.route { path = "/login", view = "Login" }
      """,
      "shop.lua": """
      for n = 1, 401 do
        router.route { path = "/p" .. n, redirect = "/login" }
      end
      """,
    ])
    let run = try await CommandRun.moonroute(
      ["routes", scratch.folder.path, "--guards", "--format", "mermaid"]
    )
    #expect(
      run.output == """
        flowchart LR
          s0["shop.lua<br/>401 routes"]
          s1["main.lua<br/>1 route"]
          s0 -->|"401 redirects"| s1

        """
    )
  }

  @Test func `frames are only in the diagram of mermaid`() async throws {
    let run = try await CommandRun.moonroute(["routes", "tree", "--by", "tag"])
    #expect(run.status == 2)
    #expect(run.errors.contains("--by divides the drawing of --format mermaid"))
  }
}
#endif
