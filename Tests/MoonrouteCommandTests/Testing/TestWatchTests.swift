#if Command
import Foundation
import Testing

/// `moonroute test --watch`: specs that run again while files are edited.
@Suite(.timeLimit(.minutes(10))) struct TestWatchTests {
  private static let files = [
    "main.lua": "router.route { path = '/', view = 'Home' }",
    "cart.lua": "return 1",
    "spec/a_spec.lua": "it('a', function() assert.are.equal(1, require('cart')) end)",
    "spec/b_spec.lua": "it('b', function() end)",
  ]

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch["spec"],
      withIntermediateDirectories: true
    )
    for (name, text) in Self.files { try write(text, to: scratch[name]) }
    return scratch
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  private func run(in scratch: Scratch) throws -> WatchRun {
    try WatchRun(["--watch", "-o", "plain"], of: "test", in: scratch.folder)
  }

  @Test func `only specs affected by a changed module run again`() async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let run = try run(in: scratch)
    #expect(await run.line(with: "successes")?.hasPrefix("2 successes / 0 failures") == true)
    #expect(await run.line(with: "watching") != nil)
    try write("return 2", to: scratch["cart.lua"])
    #expect(await run.line(with: "again") == "moonroute: again: spec/a_spec.lua")
    #expect(await run.line(with: "successes")?.hasPrefix("0 successes / 1 failure") == true)
    #expect(await run.line(with: "watching") != nil)
    try write("return 1", to: scratch["cart.lua"])
    #expect(await run.line(with: "1 success ") != nil)
    #expect(await run.line(with: "watching") != nil)
    try write("it('c', function() end)", to: scratch["spec/c_spec.lua"])
    #expect(await run.line(with: "again") == "moonroute: again: spec/c_spec.lua")
    #expect(await run.line(with: "watching") != nil)
    try write(Self.files["main.lua"] ?? "", to: scratch["main.lua"])
    #expect(await run.line(with: "successes")?.hasPrefix("3 successes / 0 failures") == true)
    #expect(await run.line(with: "watching") != nil)
    #expect(await run.interrupt() == 0)
  }

  @Test
  func `failures of files that did not run again are kept, and files that are gone are named`()
    async throws
  {
    let scratch = try scratch()
    defer { scratch.remove() }
    try write(
      "it('b', function() error('x') end) it('c', function() end)",
      to: scratch["spec/b_spec.lua"]
    )
    let run = try run(in: scratch)
    #expect(await run.line(with: "watching") != nil)
    try write("return 1 ", to: scratch["cart.lua"])
    #expect(await run.line(with: "again") == "moonroute: again: spec/a_spec.lua")
    #expect(
      await run.line(with: "still")
        == "moonroute: 'spec/b_spec.lua' still has 1 failed test; it did not run again"
    )
    #expect(await run.line(with: "watching") != nil)
    try run.type("f")
    #expect(await run.line(with: "again") == "moonroute: again: spec/b_spec.lua")
    #expect(
      await run.line(with: "successes")?.hasPrefix("0 successes / 0 failures / 1 err") == true
    )
    #expect(await run.line(with: "watching") != nil)
    try run.type("a")
    #expect(await run.line(with: "success")?.hasPrefix("2 successes / 0 failures / 1 err") == true)
    #expect(await run.line(with: "watching") != nil)
    try run.type("r")
    #expect(await run.line(with: "again") == "moonroute: again: spec/a_spec.lua")
    #expect(await run.line(with: "watching") != nil)
    try FileManager.default.removeItem(at: scratch["spec/b_spec.lua"])
    #expect(await run.line(with: "deleted") == "moonroute: deleted: spec/b_spec.lua")
    try run.type("f")
    #expect(await run.line(with: "no test failed") != nil)
    try FileManager.default.removeItem(at: scratch["cart.lua"])
    #expect(await run.line(with: "deleted") == "moonroute: deleted: cart.lua")
    #expect(await run.line(with: "again") == "moonroute: again: spec/a_spec.lua")
    #expect(await run.line(with: "watching") != nil)
    try write("return 1", to: scratch["cart.lua"])
    #expect(await run.line(with: "1 success ") != nil)
    #expect(await run.line(with: "watching") != nil)
    try run.type("q")
    #expect(await run.end() == 0)
  }

  @Test func `watching waits for an application that does not load, and ends with the last result`()
    async throws
  {
    let scratch = try scratch()
    defer { scratch.remove() }
    try write("require 'more'", to: scratch["main.lua"])
    let run = try run(in: scratch)
    #expect(await run.line(with: "errors")?.hasPrefix("0 successes / 0 failures / 2 err") == true)
    #expect(await run.line(with: "watching") != nil)
    try write("return 1", to: scratch["more.lua"])
    #expect(await run.line(with: "successes")?.hasPrefix("2 successes / 0 failures") == true)
    #expect(await run.line(with: "watching") != nil)
    try write("return 3", to: scratch["cart.lua"])
    #expect(await run.line(with: "0 successes / 1 failure") != nil)
    #expect(await run.line(with: "watching") != nil)
    #expect(await run.interrupt() == 1)
  }
}
#endif
