import Foundation
import Moonroute
import Rehearsal
import ScriptAnalysis
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@testable import RuleProof

/// A new name for routes, events, resources, tags and parameters in all scripts and specs.
@Suite struct NameChangeTests {
  private static let main = """
    router.route { name = "home", path = "/", view = function()
      return screen { "Home", body = { { "link", "Map", to = "stop", params = { id = 1 } } } }
    end }
    router.route { name = "stop", path = "/stop/:id<int>", samples = { { id = 1 } }, tags = { "map" }, view = function(state)
      events.emit("seen", { id = state.params.id })
      return screen { "Stop", title = "stop" }
    end }
    router.route { name = "line", path = "/line/:id<int>", view = "Line" }
    events.declare { name = "seen", path = "/seen" }
    resources.put { name = "count", path = "/count", value = 1 }
    -- The role "stop" is not the route.
    if session.role == "stop" then log.info("stop") end

    """

  private static let spec = """
    describe("stops", function()
      before_each(app.reset)
      it("opens", function()
        router.open(router.to("stop", { id = 2 }))
        assert.top("stop")
        assert.equal("stop", stage.top().name)
      end)
      it.each { { 3, "stop", "stop" } } ("opens %s", function(id, name, word)
        assert.opened(router.open("/stop/" .. id), name)
        assert.equal(word, "stop")
      end)
    end)

    """

  private static func side(_ files: [String: String]) -> DiffSide {
    DiffSide("files", files: files.mapValues { Array($0.utf8) })
  }

  private static func change(
    _ kind: ScriptSymbol.Kind,
    _ old: String,
    _ new: String,
    in route: String? = nil,
    of files: [String: String] = ["main.lua": main, "spec/a_spec.lua": spec]
  ) async throws -> NameChange {
    try await NameChange(
      of: kind,
      from: old,
      to: new,
      in: route,
      of: side(files),
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
  }

  @Test func `a route has its new name in each place that must be its name`() async throws {
    let change = try await Self.change(.route, "stop", "halt")
    let text = change.files.mapValues { String(decoding: $0, as: UTF8.self) }
    let main = try #require(text["main.lua"])
    #expect(main.contains(#"to = "halt", params"#))
    #expect(main.contains(#"name = "halt", path = "/stop/:id<int>", samples"#))
    #expect(main.contains(#"title = "stop""#))
    #expect(main.contains(#"session.role == "stop" then log.info("stop")"#))
    let spec = try #require(text["spec/a_spec.lua"])
    #expect(spec.contains(#"assert.equal("halt", stage.top().name)"#))
    #expect(spec.contains(#"it.each { { 3, "halt", "stop" } }"#))
    #expect(change.renaming.untouched.count == 5)
  }

  @Test func `events, resources, tags and parameters get a new name as well`() async throws {
    let rows: [(ScriptSymbol.Kind, String, String, in: String?, count: Int)] = [
      (.event, "seen", "shown", nil, 2), (.resource, "count", "number", nil, 1),
      (.tag, "map", "plan", nil, 1), (.parameter, "id", "key", "stop", 5),
    ]
    for (kind, old, new, route, count) in rows {
      let change = try await Self.change(kind, old, new, in: route)
      #expect(change.renaming.edits.count == count, "\(kind): \(change.renaming.edits)")
    }
  }

  @Test func `a single tag is renamed as well as a list of them`() async throws {
    let main = #"router.route { name = "a", path = "/a", view = "A", tags = "map" }"#
    let spec = #"it("opens", function() assert.opened(router.tagged("map").open("/a"), "a") end)"#
    let change = try await Self.change(
      .tag,
      "map",
      "plan",
      of: ["main.lua": main, "spec/a_spec.lua": spec]
    )
    #expect(change.renaming.edits.count == 2)
  }

  @Test func `a type has its new name in patterns, queries and the session`() async throws {
    let main = """
      router.type("code", { match = { "a", "b" } })
      session.declare { last = "code", list = { "[]", at = "code?" }, word = "string" }
      router.route { name = "one", path = "/one/:id<code>", query = { to = "code[]", q = "code|x" },
        view = "One" }
      router.route { path = "/two/:code<code>", view = "Code", meta = { code = "code" } }
      router.guard("/one/:id<code>/**", function() return true end)

      """
    let change = try await Self.change(.type, "code", "letter", of: ["main.lua": main])
    #expect(
      change.files["main.lua"].map { String(decoding: $0, as: UTF8.self) }
        == main.replacing("<code>", with: "<letter>").replacing("(\"code\"", with: "(\"letter\"")
        .replacing("last = \"code\"", with: "last = \"letter\"")
        .replacing("\"code?\"", with: "\"letter?\"").replacing("\"code[]", with: "\"letter[]")
    )
    #expect(change.effects.isEmpty)
  }

  @Test func `a view has its new name in routes, screens and specs`() async throws {
    let files = [
      "main.lua": """
      router.route { name = "a", path = "/a", view = "Page" }
      router.route { path = "/b", view = function() return screen { "Page", title = "Page" } end }

      """,
      "spec/a_spec.lua": """
      it("is", function()
        router.open("/a")
        assert.top("Page")
        assert.equal("Page", stage.top().view)
        assert.stage "window\\n└─ stack\\n   └─ Page  /a  ◀ top"
      end)

      """,
    ]
    let change = try await Self.change(.view, "Page", "Leaf", of: files)
    let places = change.renaming.edits.map { "\($0.file):\($0.range.lowerBound)" }
    #expect(places.count == 4, "\(places)")
    #expect(change.placesForReview == ["main.lua:2", "spec/a_spec.lua:5"])
  }

  @Test(arguments: [
    (
      ScriptSymbol.Kind.route, "stap", "halt", nil,
      "No route is named 'stap'. Did you mean 'stop'?"
    ),
    (
      .route, "stop", "line", nil,
      "There is a route 'line' already (main.lua:8). Choose another name."
    ),
    (
      .route, "stop", "/halt", nil,
      "'/halt' is not a valid name for a route: it must not look like a location."
    ),
    (
      .parameter, "id", "key", nil,
      "Several routes have their own parameter 'id': line, stop. Choose one with --in."
    ),
    (.parameter, "id", "key", "home", "The route 'home' has no parameter 'id'."),
  ])
  func `a name that cannot be changed is refused with the reason`(
    _ kind: ScriptSymbol.Kind,
    _ old: String,
    _ new: String,
    _ route: String?,
    _ words: String
  ) async {
    await #expect {
      try await Self.change(kind, old, new, in: route)
    } throws: {
      "\($0)" == words
    }
  }

  @Test func `a snapshot of access has the new name`() async throws {
    let snapshot = """
      # Who may open what. Written by moonroute access --save FILE; compare with --against FILE.

      /stop/1 (stop)
        visitor: stopped
          by the guard of 'stop'

      """
    let change = try await NameChange(
      of: .route,
      from: "stop",
      to: "halt",
      of: Self.side(["main.lua": Self.main]),
      snapshots: ["access.snap": Array(snapshot.utf8), "other.snap": Array("(stop)".utf8)],
      makingHosts: { source in { try HeadlessScripts(source).silentHost(in: $0) } }
    )
    let text = change.files["access.snap"].map { String(decoding: $0, as: UTF8.self) }
    #expect(
      text == snapshot.replacing("(stop)", with: "(halt)").replacing("'stop'", with: "'halt'")
    )
    #expect(change.files["other.snap"] == nil)
  }

  @Test func `a link that ends otherwise, because data has the old name, is reported`() async throws
  {
    let main =
      Self.main + """
        local posters = { x = { "stop", { id = 1 } } }
        router.route { path = "/q/:code", samples = { { code = "x" } }, redirect = function(state)
          return router.to(posters[state.params.code][1], posters[state.params.code][2])
        end }

        """
    let change = try await Self.change(.route, "stop", "halt", of: ["main.lua": main])
    #expect(
      change.effects.first?.text.plain.hasPrefix("/q/x used to open 'stop' and now fails") == true,
      "\(change.effects.map(\.text.plain))"
    )
  }

  @Test func `a name that scripts compose elsewhere is refused, because more would change`()
    async throws
  {
    let main =
      Self.main + """
        for _, word in ipairs { "st" } do router.route { path = "/x", redirect = router.to(word .. "op", { id = 1 }) } end

        """
    await #expect {
      try await Self.change(.route, "stop", "halt", of: ["main.lua": main])
    } throws: {
      "\($0)".hasPrefix("The new name would change more than the name: ")
    }
  }

  @Test(arguments: ["book", "github", "library", "museum", "outcomes", "shop", "tabs"])
  func `each route of an example gets a new name, and the specs pass`(
    _ example: String
  ) async throws {
    let files = try ProofScripts.allFiles(of: example)
    let side = DiffSide(example, files: files.filter { DiffSide.reads($0.key) })
    let makeHost: RuleDiff.MakeHosts = { source in
      { try HeadlessScripts(source).silentHost(in: $0) }
    }
    let trial = try await side.rehearsalScripts(makingHosts: makeHost).rehearsal()
    let names = trial.application.directory.index.allNames.sorted()
    await trial.end()
    for (number, name) in names.enumerated() where number % TestScale.renameStride == 0 {
      let change: NameChange
      do {
        change = try await NameChange(
          of: .route,
          from: name,
          to: "\(name)_renamed",
          of: side,
          snapshots: files.filter { $0.key.hasSuffix(".snap") },
          makingHosts: makeHost
        )
      } catch NameChangeError.refused(let refusal) {
        // A prefix of a module's names, for example.
        #expect("\(refusal)".contains("so it cannot be renamed"), "\(name): \(refusal)")
        continue
      }
      // Data that holds the name is reported, and needs a hand.
      guard change.effects.isEmpty else { continue }
      let result = try await BundleSpecs(of: files.merging(change.files) { $1 }).run(in: "spec/")
      // A place for review may need a hand, such as the keys of an expected table.
      let unexpected = result.failures.filter { failure in
        !change.placesForReview.contains { failure.hasPrefix("\($0): ") }
      }
      #expect(unexpected.isEmpty, "\(name): \(unexpected.prefix(3))")
    }
  }
}

extension NameChange {
  /// The file and line of each place that is listed for review.
  var placesForReview: [String] {
    renaming.untouched.compactMap { place in
      scripts[place.file].map { "\(place.file):\($0.line(at: place.range.lowerBound))" }
    }
  }
}
