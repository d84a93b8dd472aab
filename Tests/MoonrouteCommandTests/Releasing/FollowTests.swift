#if Command && LinkService && Releases
import Foundation
import MessageStream
import TestSupport
import Testing

/// `moonroute host --from`: a host that follows a depot.
@Suite(.timeLimit(.minutes(10))) struct FollowTests {
  private static func answer(_ path: String, port: Int) async throws -> RawAnswer {
    let client = try RawClient(port: port)
    try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try await client.answer()
  }

  /// Runs a host of the channel `stable` and a body, with the host's lines and its port.
  private static func host(
    _ folder: ReleaseFolder,
    _ more: [String] = [],
    _ body: (WatchRun, Int) async throws -> Void
  ) async throws {
    let run = try WatchRun(
      [
        "--from", "public", "--root", "keys/1.root.json", "--channel", "stable", "--id", "web-1",
        "--every", "0.1", "--port", "0", "--drain", "0",
      ] + more,
      of: "host",
      in: folder.scratch.folder
    )
    do {
      let line = try #require(await run.line(with: " at http://127.0.0.1:"))
      try await body(run, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    } catch {
      _ = await run.interrupt(isTermination: true)
      throw error
    }
    #expect(await run.interrupt(isTermination: true) == 0)
  }

  private static func state(port: Int) async throws -> JSON {
    try JSON(reading: try await answer("/v1/release", port: port).body)
  }

  @Test func `a host switches to each published release`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    try await Self.host(folder) { run, port in
      let first = try await Self.state(port: port)
      #expect(first["version"].int == 1)
      #expect(first["channel"].text == "stable")
      try await folder.publish(2, view: "Start")
      _ = await run.line(with: "release 2 of 'stable' is in use")
      let second = try await Self.state(port: port)
      #expect(second["version"].int == 2)
      #expect(second["generation"].int == 2)
      let metrics = try await Self.answer("/metrics", port: port).body
      #expect(metrics.contains("moonroute_release_info{version=\"2\","))
      #expect(try await folder.channel("rollback").status == 0)
      _ = await run.line(with: "release 1 of 'stable' is in use")
      #expect(try await Self.state(port: port)["version"].int == 1)
    }
  }

  @Test func `a release that fails on the host is refused, and the old one stays`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    #expect(try await folder.bundle(2).status == 0)
    // A bundle that was not proven by its author, made with GNU tar.
    let pack = """
      mkdir x && tar -xf shop-2.tar -C x && cd x &&
      echo 'it("fails", function() assert(false) end)' > spec/smoke/start_spec.lua &&
      find . -type f | sed 's|^./||' | LC_ALL=C sort > ../list &&
      tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 --mtime=@0 \
        -cf ../shop-2.tar -T ../list
      """
    #expect(try await CommandRun.shell(pack, in: folder.scratch.folder).status == 0)
    try await Self.host(folder) { run, port in
      #expect(try await folder.release(2).status == 0)
      #expect(try await folder.channel("publish", "2").status == 0)
      let line = await run.line(with: "release 2 is refused")
      #expect(line?.contains("spec/smoke/start_spec.lua:1: 'fails': ") == true, "\(line ?? "")")
      let state = try await Self.state(port: port)
      #expect(state["version"].int == 1)
      #expect(state["refused"].items.first?["version"].int == 2)
    }
  }

  @Test func `a release whose opens fail gives way to the previous one`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    try await Self.host(folder) { run, port in
      let orders = "/v1/resolve?link=/orders"
      let before = try JSON(reading: try await Self.answer(orders, port: port).body)
      #expect(before["status"].text == "intercepted")
      // A session without a user makes the guard fail.
      let main = ReleaseFolder.main("Home")
        .replacing("session.user ~= nil", with: "session.user.name")
      try await folder.publish(2, main: main)
      _ = await run.line(with: "release 2 of 'stable' is in use")
      for _ in 0..<20 { _ = try await Self.answer(orders, port: port) }
      let line = await run.line(with: "release 2 is refused")
      // Release 1 is on trial as well, so no opens count before it.
      #expect(line?.hasSuffix("20 of 20 opens failed, and 0 of 0 before") == true, "\(line ?? "")")
      let state = try await Self.state(port: port)
      #expect(state["version"].int == 1)
      #expect(state["refused"].items.first?["version"].int == 2)
    }
  }

  @Test func `scripts read their release in a host`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    let main =
      ReleaseFolder.main("Home")
        + #"""
        router.route { name = "release", path = "/release", view = "Home", redirect = function()
          return "/v" .. tostring((reload.release or {}).version)
        end }
        """#
    try await folder.publish(7, main: main)
    try await Self.host(folder) { _, port in
      let answer = try await Self.answer("/v1/resolve?link=/release", port: port)
      #expect(answer.body.contains("\"/v7\""), "\(answer.body)")
    }
  }

  @Test func `a prepared release resolves links as well, and differences are counted`()
    async throws
  {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    let main = ReleaseFolder.main("Home").replacing("path = \"/orders\"", with: "path = \"/bills\"")
    try folder.write(["shop/main.lua": main])
    try await Self.host(folder, ["--shadow", "100%"]) { run, port in
      #expect(try await folder.bundle(2).status == 0)
      #expect(try await folder.release(2).status == 0)
      #expect(try await folder.channel("publish", "2", "--share", "0%").status == 0)
      _ = await run.line(with: "release 2 is prepared")
      for link in ["/orders", "/orders", "/", "/", "/orders", "/orders"] {
        _ = try await Self.answer("/v1/resolve?link=\(link)", port: port)
      }
      // A link is compared after its answer.
      var metrics = ""
      while !metrics.contains("moonroute_shadow_total 6\n") {
        metrics = try await Self.answer("/metrics", port: port).body
      }
      #expect(
        metrics.contains("moonroute_shadow_different_total{route=\"orders\"} 4\n"),
        "\(metrics)"
      )
      #expect(!metrics.contains("moonroute_shadow_different_total{route=\"home\"}"))
    }
  }

  @Test func `a host without a release uses its own rules, and returns to them`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    let none = try await folder.moonroute(
      "host",
      "--from",
      "public",
      "--root",
      "keys/1.root.json",
      "--channel",
      "stable",
      "--port",
      "0"
    )
    #expect(none.status == 3)
    #expect(
      none.errors.contains("the channel has no release to start with. Also give an application.")
    )
    try folder.write(["own/main.lua": ReleaseFolder.main("Own")])
    try await Self.host(folder, ["own"]) { run, port in
      #expect(try await Self.answer("/readyz", port: port).status == 200)
      try await folder.publish(1, view: "Home")
      _ = await run.line(with: "release 1 of 'stable' is in use")
      #expect(try await folder.channel("rollback", "--to", "embedded").status == 0)
      _ = await run.line(with: "the program's own rules are in use")
      let state = try await Self.state(port: port)
      #expect(state["version"] == .null)
      #expect(state["state"].text == "embedded")
    }
  }

  @Test func `the example shows a good release, an opened door and a refusal`() async throws {
    let run = try await CommandRun.shell(
      "examples/updates/show",
      in: Place.root
    )
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let lines = [
      "  host    moonroute: release 1 of 'stable' is in use",
      "author      guest  /till (till)   before: sent to /login",
      "author    not released: approve with --opens 1",
      "author      guest  /till (till)   before: sent to /login", "author    stable #3: 100 % on 2",
      "  host    moonroute: release 2 of 'stable' is in use", "author    stable #4: 100 % on 1",
      "  host    moonroute: release 1 of 'stable' is in use",
      "  host    moonroute: release 3 is refused: spec/smoke/menu_spec.lua:1: 'adds up': Expected"
        + " objects to be equal. Passed in: (number) 4 Expected: (number) 5",
    ]
    #expect(run.lines.filter(lines.contains) == lines, "\(run.output)")
  }

  @Test(arguments: [
    (["--from", "public"], "--from also needs --root FILE and --channel NAME."),
    (
      ["--channel", "stable"],
      "--root, --channel, --id, --store, --shadow and --fleet belong to --from. Give it the depot."
    ),
    (["--bundle", "x.tar", "shop"], "Give either an application or --bundle, not both."),
    (
      ["--from", "p", "--root", "r", "--channel", "s", "--every", "0"],
      "--every takes 0.1 to 86400 seconds, but got 0.0."
    ),
  ])
  func `wrong options of releases are explained`(
    arguments: [String],
    message: String
  ) async throws {
    let run = try await CommandRun.moonroute(["host"] + arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains("Error: \(message)"), "\(run.errors)")
  }
}
#endif
