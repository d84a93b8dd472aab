#if Command
import Foundation
import Testing

/// `moonroute types` and `moonroute doc`.
struct TypesTests {
  @Test(arguments: Place.examples)
  func `an example's types are written once and are then up to date`(name: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let example = Place.root.appendingPathComponent("examples/\(name)")
    try FileManager.default.copyItem(at: example, to: scratch[name])
    let before = try await CommandRun.moonroute(["types", name, "--check"], in: scratch.folder)
    #expect(before.status == 1)
    #expect(before.lines.contains("\(name)/.luarc.json: out of date. Run 'moonroute types'."))
    let run = try await CommandRun.moonroute(["types", name], in: scratch.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.contains("wrote \(name)/.moonroute/types/app.lua"))
    let after = try await CommandRun.moonroute(["types", name, "--check"], in: scratch.folder)
    #expect(after.status == 0)
    #expect(after.lines.count == 1 && after.output.hasPrefix("the types of "))
    // The definitions are not scripts: the check ignores them, and they contain no specs.
    let check = try await CommandRun.moonroute(["check", name], in: scratch.folder)
    #expect(!check.output.contains(".moonroute"))
  }

  private func application(_ main: String) throws -> Scratch {
    let scratch = try Scratch()
    try Data(main.utf8).write(to: scratch["main.lua"])
    return scratch
  }

  private func text(_ name: String, of scratch: Scratch) throws -> String {
    try String(contentsOf: scratch[".moonroute/types/\(name)"], encoding: .utf8)
  }

  private static let home = "router.route { name = 'home', path = '/', view = 'Home' }\n"

  @Test func `after a change, the types are outdated, and only changed files are written`()
    async throws
  {
    let scratch = try application(Self.home)
    defer { scratch.remove() }
    #expect(try await CommandRun.moonroute(["types"], in: scratch.folder).status == 0)
    let old = scratch[".moonroute/types/old.lua"]
    try FileManager.default.copyItem(at: scratch[".moonroute/types/app.lua"], to: old)
    let own = scratch[".moonroute/types/own.lua"]
    try Data("---@meta _\n".utf8).write(to: own)
    let about = "router.route { name = 'about', path = '/about', view = 'About' }\n"
    try Data((Self.home + about).utf8).write(to: scratch["main.lua"])
    let check = try await CommandRun.moonroute(["types", "--check"], in: scratch.folder)
    #expect(check.status == 1)
    #expect(
      check.lines == [
        ".moonroute/types/app.lua: out of date. Run 'moonroute types'.",
        ".moonroute/types/old.lua: out of date. Run 'moonroute types'.",
      ]
    )
    let run = try await CommandRun.moonroute(["types", "--json"], in: scratch.folder)
    #expect(
      run.output
        == "{\"written\":[\".moonroute/types/app.lua\",\".moonroute/types/old.lua\"]}\n"
    )
    #expect(try text("app.lua", of: scratch).contains("---| \"about\" # /about, main.lua:2"))
    #expect(!FileManager.default.fileExists(atPath: old.path))
    #expect(FileManager.default.fileExists(atPath: own.path))
    let again = try await CommandRun.moonroute(["types", "--check", "--json"], in: scratch.folder)
    #expect(again.output == "{\"stale\":[]}\n" && again.status == 0)
  }

  @Test func `offers.json next to main.lua, or a given file, is read`() async throws {
    let scratch = try application(Self.home)
    defer { scratch.remove() }
    try Data(#"{ "views": ["Home"] }"#.utf8).write(to: scratch["offers.json"])
    #expect(try await CommandRun.moonroute(["types"], in: scratch.folder).status == 0)
    #expect(try text("host.lua", of: scratch).contains("---@alias router.ViewName\n---| \"Home\""))
    #expect(try await CommandRun.moonroute(["check"], in: scratch.folder).status == 0)
    try Data(#"{ "views": ["Start"] }"#.utf8).write(to: scratch["other.json"])
    let other = ["--offers", "other.json"]
    let check = try await CommandRun.moonroute(["check"] + other, in: scratch.folder)
    #expect(
      check.lines == [
        "main.lua:1:50: error: The program does not offer the view 'Home'. Register it."
          + " [unknown_name]"
      ]
    )
    #expect(try await CommandRun.moonroute(["types"] + other, in: scratch.folder).status == 0)
    #expect(try text("host.lua", of: scratch).contains("---| \"Start\""))
    try Data("{".utf8).write(to: scratch["other.json"])
    let broken = try await CommandRun.moonroute(["types"] + other, in: scratch.folder)
    #expect(broken.status == 2)
    #expect(broken.errors.contains("other.json: "))
    let missing = try await CommandRun.moonroute(
      ["types", "--offers", "none.json"],
      in: scratch.folder
    )
    #expect(missing.status == 2)
    #expect(
      missing.errors.contains("There is no file 'none.json'. Write it with offers.write(to:).")
    )
  }

  @Test func `settings with comments stay unchanged, and scripts with errors write nothing`()
    async throws
  {
    let scratch = try application(Self.home)
    defer { scratch.remove() }
    let settings = "{ // mine\n}"
    try Data(settings.utf8).write(to: scratch[".luarc.json"])
    let run = try await CommandRun.moonroute(["types"], in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.errors.contains(".luarc.json: "))
    #expect(run.errors.contains("put \".moonroute/types\" into its workspace.library by hand."))
    #expect(try String(contentsOf: scratch[".luarc.json"], encoding: .utf8) == settings)
    try Data("router.route {".utf8).write(to: scratch["main.lua"])
    #expect(try await CommandRun.moonroute(["types"], in: scratch.folder).status == 3)
    #expect(!FileManager.default.fileExists(atPath: scratch[".moonroute"].path))
  }

  @Test func `an application of one file has its types next to it`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(Self.home.utf8).write(to: scratch["links.lua"])
    let run = try await CommandRun.moonroute(["types", "links.lua"], in: scratch.folder)
    #expect(run.status == 0)
    #expect(try text("app.lua", of: scratch).contains("---| \"home\" # /, links.lua:1"))
  }

  @Test func `a document is written in Markdown and HTML`() async throws {
    let scratch = try application(Self.home)
    defer { scratch.remove() }
    let markdown = try await CommandRun.moonroute(["doc", scratch.folder.path])
    #expect(markdown.status == 0)
    #expect(markdown.lines.first == "# Routes of \(scratch.folder.lastPathComponent)")
    #expect(markdown.lines.contains("- pattern: `/`, shows a screen"))
    let html = try await CommandRun.moonroute(["doc", "--format", "html"], in: scratch.folder)
    #expect(html.status == 0)
    #expect(html.lines.first == "<!doctype html>")
    #expect(html.lines.last == "</html>")
    #expect(html.output.contains("<dt>name</dt><dd><code>home</code></dd>"))
    #expect(!html.output.contains("<script"))
    let again = try await CommandRun.moonroute(["doc", "--format", "html"], in: scratch.folder)
    #expect(again.output == html.output)
  }
}
#endif
