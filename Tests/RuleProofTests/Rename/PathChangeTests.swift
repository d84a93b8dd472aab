import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof
@testable import ScriptAnalysis

extension NameChange {
  /// Whether a place near a failed assertion is listed for review.
  fileprivate func isForReview(_ failure: String) -> Bool {
    let words = failure.split(separator: ":", maxSplits: 2)
    guard words.count == 3, let line = Int(words[1]) else { return false }
    return (line - 3...line + 3).contains { placesForReview.contains("\(words[0]):\($0)") }
  }
}

/// A new path for a branch of routes.
@Suite struct PathChangeTests {
  private static let main = """
    router.type("stop", { match = { "st-1", "st-2" } })
    router.route { name = "home", path = "/", view = function()
      return screen { "Home", body = { { "link", "Map", to = "/map/stop/st-1" } } }
    end }
    router.group { path = "/map", routes = {
      { name = "map", path = "", view = "Map" },
      { name = "stop", path = "stop/:stop<stop>", view = "Stop", samples = { { stop = "st-1" }, { stop = "st-2" } }, routes = {
        { name = "times", path = "times", view = "Times" },
      } },
    } }
    router.guard("/map/stop/st-2/**", function() return session.admin or false, "staff only" end)
    router.route { path = "/s/:stop<stop>", redirect = "/map/stop/:stop" }
    router.proxy("/old/:id", function(state) return "/map/stop/" .. state.params.id .. "?old=1" end)
    router.on_error(function() return "/map" end)

    """

  private static let spec = """
    it("opens '/map/stop/st-1'", function()
      app.reset()
      assert.opened(router.open("/map/stop/st-1?day=2"), "stop")
      assert.not_found(router.open("/map/stop/st-9"))
      assert.redirected(router.open("/s/st-1"), { "/map/stop/st-1" })
      assert.equal("/map/stop/st-1", tostring(stage.top().state.location))
      assert.stage "window\\n└─ stack\\n   └─ Stop  /map/stop/st-1  ◀ top"
    end)

    """

  private static let files = ["main.lua": main, "spec/a_spec.lua": spec]

  private static func change(
    _ old: String,
    _ new: String,
    keepingLinks keepsLinks: Bool = false,
    of files: [String: String] = files,
    snapshots: [String: String] = [:]
  ) async throws -> NameChange {
    try await NameChange(
      ofPath: old,
      to: new,
      keepingLinks: keepsLinks,
      of: DiffSide("files", files: files.mapValues { Array($0.utf8) }),
      snapshots: snapshots.mapValues { Array($0.utf8) },
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
  }

  private static func text(of file: String, _ change: NameChange) throws -> String {
    String(decoding: try #require(change.files[file]), as: UTF8.self)
  }

  @Test func `a branch has its new path in definitions, rules, links and specs`() async throws {
    let change = try await Self.change("/map/stop", "/map/halt")
    #expect(change.effects.isEmpty, "\(change.effects.map(\.text.plain))")
    #expect(
      try Self.text(of: "main.lua", change)
        == Self.main.replacing("\"stop/:stop", with: "\"halt/:stop")
        .replacing("/map/stop/", with: "/map/halt/")
    )
    let spec = try Self.text(of: "spec/a_spec.lua", change)
    #expect(spec.contains(#"router.open("/map/halt/st-1?day=2")"#))
    #expect(spec.contains(#"{ "/map/halt/st-1" }"#))
    #expect(spec.contains("Stop  /map/halt/st-1  ◀ top"))
    #expect(
      change.placesForReview == ["spec/a_spec.lua:1", "spec/a_spec.lua:4", "spec/a_spec.lua:6"]
    )
  }

  @Test func `redirects below the definition keep the old links alive`() async throws {
    let change = try await Self.change("/map/stop", "/map/halt", keepingLinks: true)
    #expect(change.effects.isEmpty, "\(change.effects.map(\.text.plain))")
    let main = try Self.text(of: "main.lua", change)
    #expect(
      main.contains(
        """
        } }
        router.route { path = "/map/stop/:stop<stop>", redirect = "/map/halt/:stop", keep_query = true }
        router.route { path = "/map/stop/:stop<stop>/times", redirect = "/map/halt/:stop/times", keep_query = true }
        router.guard("/map/halt/st-2/**"
        """
      ),
      "\(main)"
    )
  }

  @Test(arguments: [
    ("/map/stop", "/stations/map/stop", "stop/:stop<stop>"),
    ("/map", "/city/plan", "\"/city/plan\""),
    ("/map/stop/:stop/times", "/map/stop/:stop/times/today", "\"times/today\""),
    ("/map/stop", "/map", "path = \":stop<stop>\""),
    ("/map/stop", "/map/by/stop", "\"by/stop/:stop<stop>\""),
  ])
  func `plain segments are replaced, added and removed`(
    _ old: String,
    _ new: String,
    _ words: String
  ) async throws {
    let files = ["main.lua": Self.main]
    guard !new.hasPrefix("/stations") else {
      // The group has other routes.
      await #expect(throws: NameChangeError.self) { try await Self.change(old, new, of: files) }
      return
    }
    let change = try await Self.change(old, new, keepingLinks: true, of: files)
    #expect(change.effects.isEmpty, "\(change.effects.map(\.text.plain))")
    let main = try Self.text(of: "main.lua", change)
    #expect(main.contains(words), "\(main)")
  }

  @Test func `links in circulation never change, and need a redirect`() async throws {
    let files = Self.files.merging(["links.txt": "/map/stop/st-1\n/map\n"]) { $1 }
    let change = try await Self.change("/map/stop", "/map/halt", of: files)
    #expect(change.files["links.txt"] == nil)
    #expect(
      change.effects.map(\.text.plain)
        == [
          "/map/stop/st-1 ended as 'opened stop', and now as 'fell_back /map map not_found'"
            + " (links.txt): add --keep-links"
        ]
    )
    let kept = try await Self.change("/map/stop", "/map/halt", keepingLinks: true, of: files)
    #expect(kept.effects.isEmpty, "\(kept.effects.map(\.text.plain))")
  }

  @Test func `a guard that is left behind is reported, because a door would open`() async throws {
    let main = Self.main.replacing("router.guard(\"/map/stop/", with: "router.guard(\"/*/stop/")
    let change = try await Self.change("/map/stop", "/map/halt", of: ["main.lua": main])
    #expect(
      change.effects.map(\.text.plain)
        .contains {
          $0.hasPrefix("/map/halt/st-2 for ") && $0.contains("staff only → opens")
        },
      "\(change.effects.map(\.text.plain))"
    )
  }

  @Test func `a snapshot of access has the new locations`() async throws {
    let snapshot = """
      # Who may open what. Written by moonroute access --save FILE; compare with --against FILE.

      /map/stop/st-1 (/map/stop/:stop)
        visitor: sent to /login?back=/map/stop/st-1
          by the guard of '/map/stop'

      /map (map)
        visitor: opens

      """
    let change = try await Self.change(
      "/map/stop",
      "/map/halt",
      snapshots: ["access.snap": snapshot]
    )
    #expect(
      try Self.text(of: "access.snap", change) == snapshot.replacing("/map/stop", with: "/map/halt")
    )
  }

  @Test(arguments: [
    (
      "/map/stap", "/map/halt",
      "No route has the path '/map/stap'. Did you mean '/map/stop'?"
    ),
    ("map", "/halt", "'map' is not a path. Write the whole path, such as '/map/stop'."),
    ("/map/stop", "/map/stop", "The routes have this path already."),
    (
      "/map/stop/:stop", "/map/stop/:halt",
      "':stop' is more than plain text. Only plain segments can change; parameters keep their"
        + " names, types and order. Use 'rename param' for a parameter's name."
    ),
  ])
  func `a path that cannot be changed is refused with the reason`(
    _ old: String,
    _ new: String,
    _ words: String
  ) async {
    await #expect {
      try await Self.change(old, new)
    } throws: {
      "\($0)" == words
    }
  }

  @Test func `a path that is built from parts, or shared by other routes, is refused`() async {
    let rows = [
      (
        "for _, word in ipairs { \"a\" } do router.route { path = \"/x/\" .. word, view = \"X\" } end",
        "The path of '/x/a' (main.lua:1) is built from parts, so '/x/a' cannot be changed in one"
          + " place. Change it there."
      ),
      (
        "router.group { path = \"/x\", routes = {\n{ path = \"a\", view = \"A\" },"
          + " { path = \"b\", view = \"B\" } } }",
        "The new name would change more than the name: '/x/b' would become '/y/b'"
      ),
    ]
    for (main, words) in rows {
      await #expect {
        try await Self.change("/x/a", "/y/a", of: ["main.lua": main])
      } throws: {
        "\($0)" == words
      }
    }
  }

  @Test(arguments: [
    (":id<int>", ":id"), (":a-:b<slug>", ":a-:b"), (":id(\\\\d{2})/x", ":id/x"),
    ("a(/:size)", "a/:size"), ("**rest", ":rest"), ("**", nil), (":id<int>x", nil),
  ])
  func `the target of a redirect has the names of the parameters alone`(
    _ pattern: String,
    _ target: String?
  ) {
    #expect(PathMove.target(like: "/" + pattern) == target.map { "/" + $0 })
  }

  @Test(arguments: ["book", "github", "library", "museum", "outcomes", "shop", "tabs"])
  func `the paths of an example move with redirects, and the specs pass`(
    _ example: String
  ) async throws {
    let files = try ProofScripts.allFiles(of: example)
    let side = DiffSide(example, files: files.filter { DiffSide.reads($0.key) })
    let makeHost: RuleDiff.MakeHosts = { source in
      { try HeadlessScripts(source).silentHost(in: $0) }
    }
    let trial = try await side.rehearsalScripts(makingHosts: makeHost).rehearsal()
    let paths = trial.application.directory.index.routes.map(\.pattern.text)
      .compactMap { $0.split(separator: "/").first }
      .filter { word in word.allSatisfy { $0.isLetter || $0 == "-" } }
    await trial.end()
    // A spec of these paths has them in a Lua pattern: `/sale%-summer`.
    let escaped: Set<Substring> = ["sale-summer", "summer-sale"]
    for (number, word) in Set(paths).subtracting(escaped).sorted().enumerated()
    where number % TestScale.renameStride == 0 {
      let change: NameChange
      do {
        change = try await NameChange(
          ofPath: "/\(word)",
          to: "/moved/\(word)",
          // The spec of this example counts the routes.
          keepingLinks: example != "github",
          of: side,
          snapshots: files.filter { $0.key.hasSuffix(".snap") },
          makingHosts: makeHost
        )
      } catch let error as NameChangeError {
        let reasons = ["built from parts", "No redirect can express"]
        #expect(reasons.contains { "\(error)".contains($0) }, "/\(word): \(error)")
        continue
      }
      // Data with locations and links in circulation are reported, and need a hand.
      guard change.effects.isEmpty else { continue }
      let result = try await BundleSpecs(of: files.merging(change.files) { $1 }).run(in: "spec/")
      let unexpected = result.failures.filter { !change.isForReview($0) }
      #expect(unexpected.isEmpty, "/\(word): \(unexpected.prefix(3))")
    }
  }
}
