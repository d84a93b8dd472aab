#if Command
import Foundation
import Testing

/// `moonroute rename`: what it writes and prints.
struct RenameTests {
  private static let files = [
    "main.lua": """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "stop", path = "/stop/:id<int>", view = "Stop" }
    router.route { path = "/old/:id<int>", redirect = function(state)
      return router.to("stop", { id = state.params.id })
    end }

    """,
    "spec/stop_spec.lua": """
    it("shows the title 'stop'", function()
      router.open("/stop/1")
      assert.top("stop")
      assert.same({ "stop" }, { stage.top().name })
    end)

    """,
    "README.md": "The stop of a line.\n",
  ]

  private static func run(
    _ arguments: [String],
    _ body: (CommandRun, Scratch) async throws -> Void
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(files, in: "app")
    try await body(
      try await CommandRun.moonroute(["rename"] + arguments, in: scratch.folder),
      scratch
    )
  }

  private static func text(of file: String, _ scratch: Scratch) throws -> String {
    try String(contentsOf: scratch.folder.appending(path: file), encoding: .utf8)
  }

  @Test func `a rename writes the places and lists equal texts`() async throws {
    try await Self.run(["route", "stop", "halt", "app"]) { run, scratch in
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output == """
          renamed route stop → halt: 3 places in 2 files
          review: spec/stop_spec.lua:4:18  assert.same({ "stop" }, { stage.top().name })
          review: README.md:1:5  The stop of a line.

          """
      )
      let main = try Self.text(of: "app/main.lua", scratch)
      #expect(main.contains(#"name = "halt""#) && main.contains(#"router.to("halt""#))
      try #expect(Self.text(of: "app/spec/stop_spec.lua", scratch).contains(#"assert.top("halt")"#))
    }
  }

  @Test func `a dry run lists the places and writes nothing`() async throws {
    try await Self.run(["route", "stop", "halt", "app", "--dry-run"]) { run, scratch in
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.hasPrefix(
          """
          would rename route stop → halt: 3 places in 2 files
            main.lua:2:24  router.route { name = "stop", path = "/stop/:id<int>", view = "Stop" }
          """
        ),
        "\(run.output)"
      )
      try #expect(Self.text(of: "app/main.lua", scratch) == Self.files["main.lua"])
    }
    try await Self.run(["route", "stop", "halt", "app", "--dry-run", "--json"]) { run, _ in
      let report = try fields(run.output)
      #expect((report["changed"] as? [Any])?.count == 3)
      #expect((report["review"] as? [Any])?.count == 2)
      #expect(report["written"] as? Bool == false)
    }
  }

  @Test func `a path moves with redirects for the old links`() async throws {
    try await Self.run(["path", "/stop", "/map/halt", "app", "--keep-links"]) { run, scratch in
      #expect(run.status == 0, "\(run.errors)")
      let redirect =
        #"router.route { path = "/stop/:id<int>", redirect = "/map/halt/:id", keep_query = true }"#
      #expect(
        run.output == """
          renamed path /stop → /map/halt: 2 places in 2 files
          redirect: main.lua  \(redirect)

          """
      )
      let main = try Self.text(of: "app/main.lua", scratch)
      #expect(main.contains("path = \"/map/halt/:id<int>\", view = \"Stop\" }\n\(redirect)\n"))
      try #expect(
        Self.text(of: "app/spec/stop_spec.lua", scratch).contains(#"open("/map/halt/1")"#)
      )
      let test = try await CommandRun.moonroute(["test", "app"], in: scratch.folder)
      #expect(test.status == 0, "\(test.output)")
    }
  }

  @Test func `a view has its new name, unless the program offers it`() async throws {
    try await Self.run(["view", "Stop", "Halt", "app"]) { run, scratch in
      #expect(run.output.hasPrefix("renamed view Stop → Halt: 1 place in 1 file"), "\(run.output)")
      try scratch.write(
        ["offers.json": #"{ "views": ["Halt"] }"#],
        in: "app"
      )
      let refused = try await CommandRun.moonroute(
        ["rename", "view", "Halt", "Stop", "app"],
        in: scratch.folder
      )
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains(
          "The program offers the view 'Halt' (offers.json). Rename it in the program"
        ),
        "\(refused.errors)"
      )
    }
  }

  @Test(arguments: [
    (["route", "stap", "halt", "app"], 2, "No route is named 'stap'. Did you mean 'stop'?"),
    (["route", "stop", "home", "app"], 2, "There is a route 'home' already (main.lua:1)."),
    (["rout", "stop", "halt", "app"], 2, "The value 'rout' is invalid for '<kind>'."),
    (["route", "stop", "halt", "app", "--in", "home"], 2, "--in belongs to param."),
    (["route", "stop", "halt", "app", "--unsafe"], 2, "Leave out --unsafe."),
    (["route", "stop", "halt", "app", "--keep-links"], 2, "--keep-links belongs to path"),
    (["type", "int", "whole", "app"], 2, "No script defines the type 'int'"),
    (["param", "id", "key", "app"], 2, "Several routes have their own parameter 'id': "),
  ])
  func `a name that cannot change is refused, and nothing is written`(
    _ arguments: [String],
    _ status: Int,
    _ words: String
  ) async throws {
    try await Self.run(arguments) { run, scratch in
      #expect(run.status == status)
      #expect(run.errors.contains(words), "\(run.errors)")
      try #expect(Self.text(of: "app/main.lua", scratch) == Self.files["main.lua"])
    }
  }

  @Test func `a rename writes all files or none`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(Self.files, in: "app")
    // The spec is a link to a place outside, which no command writes.
    try scratch.write(["stop_spec.lua": Self.files["spec/stop_spec.lua"] ?? ""], in: "outside")
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "app/spec/stop_spec.lua"))
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appending(path: "app/spec/stop_spec.lua"),
      withDestinationURL: scratch.folder.appending(path: "outside/stop_spec.lua")
    )
    let run = try await CommandRun.moonroute(
      ["rename", "route", "stop", "halt", "app"],
      in: scratch.folder
    )
    #expect(run.status == 2, "\(run.output)")
    try #expect(Self.text(of: "app/main.lua", scratch) == Self.files["main.lua"])
    try #expect(Self.text(of: "outside/stop_spec.lua", scratch) == Self.files["spec/stop_spec.lua"])
  }

  @Test func `scripts that do not load are reported, and nothing is written`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.write(["main.lua": "router.rout {}"], in: "app")
    let run = try await CommandRun.moonroute(
      ["rename", "route", "stop", "halt", "app"],
      in: scratch.folder
    )
    #expect(run.status == 3 && run.errors.contains("main.lua:1"), "\(run.errors)")
  }
}
#endif
