#if Command
import Foundation
import Testing

struct AuditTests {
  private static let shop = Place.root.appendingPathComponent("examples/shop").path

  @Test func `links are reported by kind, and broken ones with near matches`()
    async throws
  {
    let links = "/product/7\n/product/8\n# none\n/account/orders\n/prodct/7\njavascript:alert(1)\n"
    let run = try await CommandRun.moonroute(["audit", Self.shop, "-"], input: links.utf8)
    #expect(run.status == 1)
    #expect(
      run.output == """
        5 links

          2  opened     product           /product/7
          1  opened     login ← orders    /account/orders
          1  fell back  no route matches  /prodct/7
          1  not found                    javascript:alert(1)

        Dead links

          1  /prodct/7
             No route matches. The nearest route is '/product/:id<int>'.
          1  javascript:alert(1)
             No route matches.

        """
    )
    #expect(run.errors.isEmpty)
  }

  @Test func `a narrow report names the fault before it is cut`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(
      [
        "main.lua": """
        router.route { name = "order", path = "/account/orders/history/:id<int>", view = "Order" }
        router.route { name = "a.page.with.a.long.name", path = "/staff", redirect = function()
          return false, "staff only"
        end, view = "Staff" }
        """
      ],
      in: "app"
    )
    let run = try await CommandRun.moonroute(
      ["audit", "app", "-"],
      input: "/account/orders/history/none\n/staff\n".utf8,
      in: scratch.folder,
      environment: ["COLUMNS": "40"]
    )
    #expect(run.output.contains("'none' does not match ':id<int>' o…\n"), "\(run.output)")
    #expect(run.output.contains("staff only (a.page.wi…\n"), "\(run.output)")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(run.output)")
  }

  @Test func `only the table is printed as JSON`() async throws {
    let run = try await CommandRun.moonroute(
      ["audit", Self.shop, "-", "--match", "--json"],
      input: "/product/7\n/prodct/7\n".utf8
    )
    #expect(run.status == 1)
    #expect(
      run.lines == [
        """
        {"kind":{"status":"matched","route":"product","target":null,"reason":null,"count":1,\
        "example":"/product/7"}}
        """,
        """
        {"kind":{"status":"not_found","route":null,"target":null,"reason":null,"count":1,\
        "example":"/prodct/7"}}
        """,
        """
        {"dead":{"link":"/prodct/7","status":"not_found","reason":null,"count":1,\
        "nearest":["/product/:id<int>","/product/:words-:id<int>"]}}
        """,
        """
        {"summary":{"links":2,"skipped":0,"statuses":{"matched":1,"not_found":1},\
        "dead_not_listed":0,"changed":null,"new":null}}
        """,
      ]
    )
  }

  @Test func `only changes since a snapshot are reported and make it fail`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (app, snap) = (scratch["main.lua"], scratch["links.snap"].path)
    let before = """
      router.route { path = "/a", name = "a", view = "A" }
      router.route { path = "/b", name = "b", view = "B" }
      """
    try Data(before.utf8).write(to: app)
    let links = "/a\n/b\n/c\n/a\n"
    let saved = try await CommandRun.moonroute(
      ["audit", app.path, "-", "--save", snap],
      input: links.utf8
    )
    #expect(saved.status == 1)
    let same = try await CommandRun.moonroute(
      ["audit", app.path, "-", "--against", snap],
      input: links.utf8
    )
    #expect(same.status == 0)
    #expect(same.lines.last == "No link changed since the snapshot")
    let after = before.replacing("name = \"b\",", with: "name = \"b\", redirect = \"/a\",")
    try Data(after.utf8).write(to: app)
    // An unreadable list does not change the snapshot.
    let kept = try String(contentsOf: scratch["links.snap"], encoding: .utf8)
    let broken = try await CommandRun.moonroute(["audit", app.path, "nowhere", "--save", snap])
    #expect(broken.status == 2)
    #expect(try String(contentsOf: scratch["links.snap"], encoding: .utf8) == kept)
    let changed = try await CommandRun.moonroute(
      ["audit", app.path, "-", "--against", snap],
      input: (links + "/d\n").utf8
    )
    #expect(changed.status == 1)
    #expect(
      changed.output.hasSuffix(
        """

        1 link changed since the snapshot; 1 new

          1 × /b
              was  opened b
              is   opened a, asked for b

        """
      )
    )
    let matched = try await CommandRun.moonroute(
      ["audit", app.path, "-", "--against", snap, "--match"],
      input: links.utf8
    )
    #expect(matched.status == 2)
    #expect(
      matched.errors.hasPrefix(
        "Error: '\(snap)' is a snapshot of links that were opened. Leave out --match."
      )
    )
  }

  @Test(arguments: [
    (
      ["audit"],
      "Error: Name a list of links, such as links.txt or access.log; '-' reads standard input."
    ),
    (
      ["audit", "plain", "-", "-"],
      "Error: Standard input can be read only once, but '-' is given twice."
    ),
    (
      ["audit", "plain", "tree"],
      "Error: 'tree' is a folder, not a list of links. The application is the first argument."
    ),
    (
      ["audit", "plain", "nowhere.txt"],
      "moonroute: cannot read 'nowhere.txt': No such file or directory"
    ),
    (
      ["audit", "plain", "-", "--persona", "anna"],
      "Error: There is no persona 'anna'. Add it to personas.lua, next to main.lua."
    ),
    (
      ["audit", Self.shop, "-", "--persona", "jona"],
      "Error: There is no persona 'jona'. Did you mean 'jonas'?"
    ),
    (
      ["audit", "plain", "-", "--match", "--persona", "anna"],
      "Error: --match runs no guards, so --persona has no effect. Leave one of them out."
    ),
    (
      ["audit", "plain", "-", "--unsafe"],
      "Error: 'audit' opens every link. Leave out --unsafe."
    ),
    (
      ["audit", "plain", "-", "--storage", "x"],
      "Error: 'audit' keeps resources in memory. Leave out --storage."
    ),
    (
      ["audit", "plain", "-", "--base", "example.com"],
      "Error: --base takes a scheme and a host, such as https://example.com, but got 'example.com'."
    ),
    (
      ["audit", "plain", "-", "--from", "text", "--column", "a"],
      "Error: --column is for CSV. Leave out --column or --from."
    ),
    (
      ["audit", "plain", "-", "--against", "plain/main.lua"],
      "moonroute: plain/main.lua: this is not an audit snapshot. Make one with --save."
    ),
    (
      ["audit", "plain", "-", "--against", "/dev/zero"],
      "Error: '/dev/zero' is a pipe, a device or a socket. Put a regular file there."
    ),
  ])
  func `invalid usage is reported with a remedy`(
    _ arguments: [String],
    _ words: String
  ) async throws {
    let run = try await CommandRun.moonroute(arguments)
    #expect(run.status == 2)
    #expect(run.errors.split(separator: "\n").first.map(String.init) == words)
    #expect(run.output.isEmpty)
  }

  @Test func `in the folder of an application, only the lists need names`() async throws {
    let run = try await CommandRun.moonroute(
      ["audit", "links.txt", "--match", "--json"],
      in: URL(fileURLWithPath: Self.shop)
    )
    #expect(run.lines.last?.hasPrefix(#"{"summary":{"links":116,"#) == true)
  }

  @Test func `links of a web server's log get the site's address`() async throws {
    let log = #"h - - [x] "GET /product/7 HTTP/1.1" 200 1"# + "\njunk\n"
    let run = try await CommandRun.moonroute(
      ["audit", Self.shop, "-", "--base", "https://shop.example.com/"],
      input: log.utf8
    )
    #expect(
      run.output == """
        1 link; 1 line has none

          1  opened  product  https://shop.example.com/product/7

        """
    )
    #expect(run.status == 0)
  }
}
#endif
