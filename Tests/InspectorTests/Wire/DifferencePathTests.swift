#if Inspector
import MessageStream
import Rehearsal
import RuleProof
import Testing

@testable import Inspector

@Suite struct DifferencePathTests {
  private static let files = [
    "main.lua": """
    router.route { name = "day", path = "/day", view = "Day" }
    router.route { name = "plan", path = "/plan", view = "Plan" }
    """,
    "personas.lua": "return { mei = { session = { user = 'mei' } } }",
  ]

  private static let closed = """
    router.guard("/day", function() return false, "sold out" end)

    """

  /// A world whose second generation stops `/day`.
  private static func saved(
    _ settings: InspectorService.Settings = InspectorService.Settings()
  ) async throws -> (world: Inspected, folder: ScriptFolder) {
    let folder = try ScriptFolder.of(files)
    let world = try await Inspected(rehearsing: folder, settings: settings)
    #expect(await world.get("difference").json["generations"].items.isEmpty)
    try folder.write(files["main.lua", default: ""] + "\n" + closed, to: "main.lua")
    #expect(await world.post("reload").status == 200)
    return (world, folder)
  }

  @Test(arguments: ["{}", #"{"kind":"save"}"#, #"{"kind":"generation","generation":1}"#])
  func `the difference from a save is the report of moonroute diff`(body: String) async throws {
    let (world, _) = try await Self.saved()
    let answer = await world.post("difference", body).json
    #expect(answer["before"].text == "generation 1")
    #expect(answer["after"].text == "generation 2")
    let sides = world.service.versions.all.map(\.side)
    let make = try #require(world.subject.makeHost)
    let diff = try await RuleDiff(from: sides[0], to: sides[1], makingHosts: { _ in make })
    let report = DiffReport(diff, title: "", showsAll: true)
    #expect(answer["markdown"].text == report.markdown)
    #expect(answer["sections"] == report.sectionsJSON)
    let first = answer["sections"].items.first?["findings"].items.first
    #expect(first?["kind"].text == "door_closes")
    #expect(first?["text"].text?.contains("mei can no longer open /day: sold out") == true)
    #expect(first?["remarks"].line == #"["before: opens"]"#)
  }

  @Test(arguments: [
    (#"{"kind":"generation","generation":9}"#, 404, "Available: 1, 2."),
    (#"{"kind":"commit","name":"main"}"#, 403, "moonroute serve --git"),
    (#"{"kind":"snapshot","name":"none.snap"}"#, 404, "'none.snap' was not found"),
    (#"{"kind":"snapshot","name":"main.lua"}"#, 422, "is not from an access snapshot"),
    (#"{"kind":"yesterday"}"#, 400, "save, generation, snapshot, commit"),
  ])
  func `an unknown version is refused with the known ones`(
    body: String,
    status: Int,
    words: String
  )
    async throws
  {
    let (world, _) = try await Self.saved()
    let answer = await world.post("difference", body)
    #expect(answer.status == status)
    #expect(answer.json.line.contains(words))
  }

  @Test func `a snapshot is compared with the current table`() async throws {
    let (world, folder) = try await Self.saved()
    let table = try await AccessRun(world.subject.scripts()).table()
    try folder.write(
      AccessSnapshot(of: table).text.replacing("stopped: sold out", with: "opens"),
      to: "access.snap"
    )
    let answer = await world.post("difference", #"{"kind":"snapshot","name":"access.snap"}"#).json
    #expect(answer["headline"].text == "1 difference")
    #expect(answer["markdown"].text?.contains("mei can no longer open /day") == true)
  }

  @Test func `a commit is read by the server's reader, and its name is in the answer`() async throws
  {
    var settings = InspectorService.Settings()
    settings.readCommit = { name in
      DiffSide("\(name)@1234567", files: Self.files.mapValues { Array($0.utf8) })
    }
    let (world, _) = try await Self.saved(settings)
    #expect(await world.get("difference").json["commits"].bool == true)
    let answer = await world.post("difference", #"{"kind":"commit","name":"main"}"#).json
    #expect(answer["before"].text == "main@1234567")
    #expect(answer["sections"].items.count == 1)
  }

  @Test func `the oldest versions leave beyond 20`() {
    let versions = ScriptVersions()
    for number in 1...25 {
      versions.keep(.init(generation: number, side: DiffSide("\(number)", files: [:])))
    }
    #expect(versions.all.map(\.generation) == Array(6...25))
  }
}
#endif
