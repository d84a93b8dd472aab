import Foundation
import ScriptTesting
import TestSupport
import Testing

/// Specs in the sandbox read only below their application and project.
@Suite(.timeLimit(.minutes(10))) struct BorderTests {
  private let outside: TextFolder
  private let folder: TextFolder

  init() throws {
    outside = try TextFolder([
      "secret.lua": "return 'secret'", "app/main.lua": "secret_is_loaded = true",
      "text.txt": "secret",
    ])
    folder = try TextFolder([
      "main.lua": "", "lib/own.lua": "return 'own'", "spec/other/main.lua": "other = 1",
    ])
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder("lib/link.lua"),
      withDestinationPath: outside("secret.lua")
    )
    try manager.createSymbolicLink(
      atPath: folder("spec/far"),
      withDestinationPath: outside("app")
    )
    try manager.createSymbolicLink(
      atPath: folder("spec/text.txt"),
      withDestinationPath: outside("text.txt")
    )
    try manager.createSymbolicLink(atPath: folder("lib/near.lua"), withDestinationPath: "own.lua")
  }

  private func run(
    _ text: String,
    _ configure: (inout SpecRunner) -> Void = { _ in }
  ) async throws -> SpecRun {
    let body = text.replacing("OUT", with: outside.path).replacing("IN", with: folder.path)
    try Data("it('reads', function() \(body) end)".utf8)
      .write(to: URL(fileURLWithPath: folder("spec/a_spec.lua")))
    return await SpecRun.of([folder("spec/a_spec.lua")], configure)
  }

  @Test(arguments: [
    "package.path = 'OUT/?.lua;' .. package.path return require('secret')",
    "package.path = 'IN/../' .. ('OUT'):match('[^/]*$') .. '/?.lua' return require('secret')",
    "package.path = 'IN/lib/?.lua' return require('link')", "return require('lib.link')",
    "assert(app.load('OUT/app'))", "assert(app.load('far'))",
    "require('busted.fixtures').read('text.txt')",
  ])
  func `files outside are not read`(text: String) async throws {
    let run = try await run(text)
    #expect(run.results.map(\.hasFailed) == [true])
    #expect(run.message?.contains("is outside") == true, "\(run.message ?? "")")
    #expect(run.message?.contains("--unsafe") == true)
  }

  @Test(arguments: [
    "package.path = 'IN/lib/?.lua;' .. package.path assert.equal('own', require('own'))",
    "assert.equal('own', require('lib.own'))", "assert.equal('own', require('lib.near'))",
    "assert.is_true(app.load('other'))", "assert.is_true(app.load('IN'))",
  ])
  func `files inside are read`(text: String) async throws {
    let run = try await run(text)
    #expect(run.lines == ["success reads"], "\(run.message ?? "")")
  }

  @Test func `a path from the user can be anywhere`() async throws {
    let run = try await run("assert.equal('secret', require('secret'))") {
      $0.searchPath.modules.insert(outside("?.lua"), at: 0)
      $0.searchPath.free = [outside("?.lua")]
    }
    #expect(run.lines == ["success reads"], "\(run.message ?? "")")
    let project = try await self.run("assert.equal('secret', require('secret'))") {
      $0.searchPath.modules.insert(outside("?.lua"), at: 0)
    }
    #expect(project.lines == ["error reads"])
  }

  @Test func `specs without a sandbox can read everything`() async throws {
    let run = try await run("package.path = 'OUT/?.lua' assert.equal('secret', require('secret'))")
    {
      $0.isUnsafe = true
    }
    #expect(run.lines == ["success reads"], "\(run.message ?? "")")
  }

  @Test func `an error cannot show a line of another file`() async throws {
    let run = try await run("load('error(\"x\")', '@OUT/secret.lua')()")
    #expect(run.results.first?.diagnostics.code?.contains("return") != true)
  }

  @Test func `snapshots are not written through a link to the outside`() async throws {
    let target = outside("kept.txt")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: target))
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder("spec/snapshots"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: folder("spec/snapshots/a_spec.lua.snap"),
      withDestinationPath: target
    )
    let run = try await run("assert.matches_snapshot('new')")
    #expect(!run.summary.hasPassed)
    #expect(manager.contents(atPath: target) == Data("kept".utf8))
  }

  @Test func `snapshots are not written through an internal link either`() async throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder("spec/snapshots"), withIntermediateDirectories: true)
    let link = folder("spec/snapshots/a_spec.lua.snap")
    try Data().write(to: URL(fileURLWithPath: folder("spec/real.snap")))
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "../real.snap")
    #expect(try await !run("assert.matches_snapshot('new')").summary.hasPassed)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == "../real.snap")
    #expect(manager.contents(atPath: folder("spec/real.snap"))?.isEmpty == true)
  }

  @Test func `cyclic folders contain each spec once`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder("spec/loop"),
      withDestinationPath: ".."
    )
    _ = try await run("")
    #expect(try SpecFinder().files(in: [folder("spec")]) == [folder("spec/a_spec.lua")])
  }
}
