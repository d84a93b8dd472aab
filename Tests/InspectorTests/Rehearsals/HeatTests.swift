#if Inspector
import MessageStream
import Moonroute
import Testing

@testable import Inspector

/// The numbers of opens in journeys and specs.
@Suite struct HeatTests {
  private static let files = [
    "main.lua": """
    router.route { name = "a", path = "/a", view = "A", animator = "root" }
    router.route { name = "b", path = "/b/:n<int>", view = "B", animator = "root" }
    router.route { name = "c", path = "/c", redirect = "/a" }
    """,
    "good_spec.lua": """
    it("opens twice", function()
      router.open("/b/1")
      router.open("/c")
    end)
    it("opens once", function() router.open("/b/2") end)
    """,
    "wrong_spec.lua": #"it("fails", function() router.open("/b/3") assert.equal(1, 2) end)"#,
  ]

  /// The counts of a kind by the name of the route.
  private static func counts(_ world: Inspected, _ kind: String) async -> [String: JSON] {
    let rows = await world.get("routes").json["routes"].items
    return Dictionary(rows.map { ($0["name"].text ?? "", $0[kind]) }) { $1 }
  }

  @Test func `specs are counted after their run, separately from live events`() async throws {
    let world = try await Inspected(rehearsing: .of(Self.files))
    #expect(world.service.features.contains("specs"))
    #expect(await Self.counts(world, "spec_hits") == ["a": .null, "b": .null, "c": .null])
    let rows = await world.results(.specs)
    #expect(rows.map { $0["file"].text } == ["good_spec.lua", "wrong_spec.lua"])
    #expect(rows.map { $0["status"].text } == ["passed", "failed"])
    #expect(rows.map { $0["tests"].int } == [2, 1])
    #expect(rows.map { $0["failures"].int } == [0, 1])
    #expect(await Self.counts(world, "spec_hits") == ["a": .int(1), "b": .int(3), "c": .int(0)])
    #expect(await Self.counts(world, "hits").values.allSatisfy { $0 == .int(0) })
    #expect(await world.rows().isEmpty)
    // A new run resets the counts.
    _ = await world.results(.specs)
    #expect(await Self.counts(world, "spec_hits")["b"] == .int(3))
  }

  @Test func `journeys are counted by their last run, and do not count as specs`() async throws {
    let folder = try ScriptFolder.of(Self.files)
    let world = try await Inspected(rehearsing: folder)
    await world.open("/b/1")
    await world.open("/b/2")
    for name in ["one", "two"] {
      let saved = await world.post("journeys", #"{"name": "\#(name)"}"#)
      #expect(saved.json["status"].text == "passed")
    }
    #expect(await Self.counts(world, "journey_hits") == ["a": .int(0), "b": .int(4), "c": .int(0)])
    _ = await world.results(.journeys, at: "journeys/run")
    #expect(await Self.counts(world, "journey_hits")["b"] == .int(4))
    #expect(await world.results(.specs).count == 2)
    try folder.remove("spec/journeys/two_spec.lua")
    #expect(await Self.counts(world, "journey_hits")["b"] == .int(2))
  }

  @Test func `a result that is too large does not stop the specs`() async throws {
    let large = """
      it(("x"):rep(5 << 20), function() end)
      it("a", function() finally(function() error(("x"):rep(5 << 20)) end) error("no") end)
      it("b", function() local _ = assert[("x"):rep(5 << 20)] end)
      """
    let world = try await Inspected(rehearsing: .of(["main.lua": "", "large_spec.lua": large]))
    let row = try #require(await world.results(.specs).first)
    #expect(row["tests"].int == 3 && row["failures"].int == 2)
  }

  @Test func `an application without specs has finished all of them`() async throws {
    let world = try await Inspected(rehearsing: .of(["main.lua": Self.files["main.lua"] ?? ""]))
    #expect(await world.post("specs").json["total"].int == 0)
    #expect(await Self.counts(world, "spec_hits")["a"] == .int(0))
    #expect(await world.post("specs", #"{"x": 1}"#).status == 400)
  }

  @Test func `without twins, specs do not run`() async throws {
    let world = try await Inspected(Self.files)
    #expect(!world.service.features.contains("specs"))
    #expect(await world.post("specs").status == 404)
  }
}
#endif
