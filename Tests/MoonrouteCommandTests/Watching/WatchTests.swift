#if Command
import Foundation
import Synchronization
import Testing

/// `moonroute watch`: an application that is edited while it runs.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
  private static func main(_ title: String) -> String {
    """
    router.route { name = "home", path = "/", view = function()
      return screen { "Home", title = "\(title)" } end }
    """
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  @Test func `a saved script is live, a broken one is reported, and the next valid one recovers`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let main = scratch["main.lua"]
    try write(Self.main("One"), to: main)
    let run = try WatchRun([scratch.folder.path, "/"])
    #expect(await run.line(with: "generation 1")?.contains("added home") == true)
    #expect(await run.line(with: "◀ top") == "└─ One  /  ◀ top")
    try write(Self.main("Two"), to: main)
    #expect(await run.line(with: "generation 2")?.hasSuffix("1 screen built again") == true)
    try write("router.route {", to: main)
    #expect(await run.line(with: "main.lua:1: error:") != nil)
    #expect(await run.line(with: "✗") == "✗ 1 problem; the previous scripts keep running")
    try run.type("/")
    #expect(await run.line(with: "◀ top")?.contains("Two  /") == true)
    #expect(await run.line(with: "✗")?.hasPrefix("✗ 1 problem: main.lua:1: ") == true)
    try write(Self.main("Two"), to: main)
    #expect(await run.line(with: "again") == "✓ the files match the running scripts again")
    try write(Self.main("Three"), to: main)
    #expect(await run.line(with: "generation 3") != nil)
    try run.type("/")
    #expect(await run.line(with: "◀ top")?.contains("Three  /") == true)
    #expect(await run.interrupt() == 0)
  }

  @Test func `existing type files are updated, and none are created`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let main = scratch["main.lua"]
    let app = scratch[".moonroute/types/app.lua"]
    try write(Self.main("One"), to: main)
    let run = try WatchRun([scratch.folder.path])
    #expect(await run.line(with: "generation 1") != nil)
    try write(Self.main("Two"), to: main)
    #expect(await run.line(with: "generation 2") != nil)
    #expect(!FileManager.default.fileExists(atPath: app.path))
    #expect(try await CommandRun.moonroute(["types"], in: scratch.folder).status == 0)
    let about = "\nrouter.route { name = 'about', path = '/about', view = 'About' }"
    try write(Self.main("Two") + about, to: main)
    #expect(await run.line(with: "generation 3") != nil)
    // The command answers after it has written its output.
    try run.type("/about")
    #expect(await run.line(with: "◀ top") != nil)
    let text = try String(contentsOf: app, encoding: .utf8)
    #expect(text.contains("---| \"about\" # /about, main.lua:3"))
    #expect(await run.interrupt() == 0)
  }

  @Test(arguments: [[], ["--json"]])
  func `watch keeps hostile names on their line`(options: [String]) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let name = #"n\n\27[2J\u{9B}31m\u{202E}\n::error::x"#
    let main =
      #"router.route { name = "v", path = "/", view = function()"#
      + #" return screen { "V", title = "\#(name)" } end }"#
    try write(main, to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "/"] + options)
    #expect(await run.line(with: "opened") != nil)
    try write("error('end' .. \"\(name)\")", to: scratch["main.lua"])
    #expect(await run.line(with: "end") != nil)
    _ = await run.interrupt()
    let lines = run.printed.withLock { $0 }
    #expect(lines.count > 1)
    for line in lines {
      let isClean = line.unicodeScalars.allSatisfy { scalar in
        !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
      }
      #expect(isClean && !line.drop { $0 == " " }.hasPrefix("::error"), "\(line.debugDescription)")
    }
  }

  @Test func `an application that does not load is watched until it does`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write("x(", to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path])
    #expect(await run.line(with: "✗") == "✗ 1 problem; nothing is loaded yet")
    try write(Self.main("One"), to: scratch["main.lua"])
    #expect(await run.line(with: "generation 1") != nil)
    #expect(await run.interrupt() == 0)
  }

  @Test func `watch reports that it waits, and opens its locations after the scripts load`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write("x(", to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "/"])
    #expect(
      await run.line(with: "watching")?
        .hasSuffix(": change a file, or type a location. Ctrl-C ends it.") == true
    )
    #expect(await run.line(with: "✗") == "✗ 1 problem; nothing is loaded yet")
    try write(Self.main("One"), to: scratch["main.lua"])
    #expect(await run.line(with: "generation 1") != nil)
    #expect(await run.line(with: "◀ top") == "└─ One  /  ◀ top")
    #expect(await run.interrupt() == 0)
  }

  @Test func `the stage is drawn again after a reload changed it`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(Self.main("One"), to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "/"])
    #expect(await run.line(with: "◀ top") == "└─ One  /  ◀ top")
    try write(Self.main("Two"), to: scratch["main.lua"])
    #expect(await run.line(with: "◀ top") == "└─ Two  /  ◀ top")
    try write(Self.main("Two") + "\n-- nothing new", to: scratch["main.lua"])
    #expect(await run.line(with: "generation 3") != nil)
    try write(Self.main("Four"), to: scratch["main.lua"])
    #expect(await run.line(with: "generation 4") != nil)
    #expect(await run.line(with: "◀ top") == "└─ Four  /  ◀ top")
    let drawn = run.printed.withLock { $0.filter { $0.contains("◀ top") } }
    #expect(drawn.count == 3)
    #expect(await run.interrupt() == 0)
  }

  @Test func `with json, every line is one value`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(Self.main("One"), to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "--json", "/"])
    let first = try fields(#require(await run.line(with: "reload")))
    let reload = try #require(first["reload"] as? [String: Any])
    #expect(reload["generation"] as? Int == 1)
    #expect((reload["routes"] as? [String: Any])?["added"] as? [String] == ["home"])
    #expect(await run.line(with: "\"stage\"") != nil)
    try write("x(", to: scratch["main.lua"])
    let broken = try fields(#require(await run.line(with: "problems")))
    #expect((broken["problems"] as? [[String: Any]])?.first?["line"] as? Int == 1)
    #expect(await run.interrupt() == 0)
  }

  @Test(arguments: [40, 60, 200])
  func `a reload is one line that fits the terminal`(columns: Int) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let routes = (1...9)
      .map { "router.route { name = 'route_\($0)', path = '/\($0)', view = 'V' }" }
    try write(routes.joined(separator: "\n"), to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path], columns: columns)
    let line = try #require(await run.line(with: "generation 1"))
    #expect(line.count <= columns, "\(line)")
    #expect(line.contains(columns == 200 ? "route_9" : "9 added"))
    #expect(await run.interrupt() == 0)
  }

  @Test func `with journeys, the changed step is reported, and the prompt continues`()
    async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let main = scratch["main.lua"]
    try write(Self.main("One"), to: main)
    let run = try WatchRun([scratch.folder.path, "--journeys"])
    #expect(
      await run.line(with: "journeys")
        == "no journeys in 'spec/journeys' yet: 'moonroute record' writes one"
    )
    let recorded = try await CommandRun.moonroute(
      ["record", ".", "--name", "home", "/"],
      in: scratch.folder
    )
    #expect(recorded.status == 0)
    #expect(await run.line(with: "journey") == "✓ 1 journey passes")
    try write(Self.main("Two").replacing("\"home\"", with: "\"start\""), to: main)
    #expect(
      await run.line(with: "_spec.lua")
        == #"✗ spec/journeys/home_spec.lua:4: assert.opened(router.open("/"), "home")"#
    )
    #expect(await run.line(with: "1 journey") == "✗ 1 of 1 journey fails")
    try run.type("/")
    #expect(await run.line(with: "◀ top")?.contains("Two  /") == true)
    try write(Self.main("Two"), to: main)
    #expect(await run.line(with: "_spec.lua") == "✓ spec/journeys/home_spec.lua passes again")
    #expect(await run.interrupt() == 0)
  }

  @Test func `journeys need a folder and the sandbox`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(Self.main("One"), to: scratch["main.lua"])
    let file = try await CommandRun.moonroute(
      ["watch", "--journeys", "main.lua"],
      in: scratch.folder
    )
    #expect(file.status == 1)
    #expect(
      file.errors == "moonroute: The scripts are not in a folder, so journeys cannot be saved.\n"
    )
    let unsafe = try await CommandRun.moonroute(
      ["watch", "--journeys", "--unsafe"],
      in: scratch.folder
    )
    #expect(unsafe.status == 2)
    #expect(
      unsafe.errors.contains("Journeys run in the sandbox: leave out --journeys or --unsafe.")
    )
  }

  @Test func `a missing path cannot be watched`() async throws {
    let run = try await CommandRun.moonroute(["watch", "nowhere"])
    #expect(run.status == 3)
    #expect(run.errors.contains("There is no file or folder 'nowhere'."))
  }

  @Test func `a signal during a reload ends watch`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(Self.main("One"), to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "--cpu", "60000"])
    #expect(await run.line(with: "generation 1") != nil)
    try write("print('busy') for _ = 1, 2e7 do end", to: scratch["main.lua"])
    #expect(await run.line(with: "busy") != nil)
    #expect(await run.interrupt() == 0)
  }

  @Test(arguments: [false, true])
  func `a signal during a waiting open ends watch`(isTermination: Bool) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    // The log is shown at the end below its link, unless it has too many lines.
    let waiting = """
      router.route { path = "/wait", action = function()
        for _ = 1, 1000 do print("waiting") end
        sleep(1e6)
      end }
      """
    try write(waiting, to: scratch["main.lua"])
    let run = try WatchRun([scratch.folder.path, "--cpu", "60000"])
    #expect(await run.line(with: "generation 1") != nil)
    try run.type("/wait")
    #expect(await run.line(with: "waiting") != nil)
    #expect(await run.interrupt(isTermination: isTermination) == 0)
    #expect(!run.printed.withLock { $0.contains { $0.contains("timeout") } })
  }
}
#endif
