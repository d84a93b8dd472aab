import Foundation
import ScriptHost
import ScriptTesting
import TestSupport
import Testing

@Suite struct SpecHistoryTests {
  private func result(_ name: String, _ status: SpecStatus, isTest: Bool = true) -> SpecResult {
    var result = SpecResult(file: "a", name: name, status: status)
    result.isTest = isTest
    return result
  }

  private func note(
    _ history: inout SpecHistory,
    _ results: [SpecResult],
    seconds: Int = 2,
    isWhole: Bool = true,
    file: String = "a"
  ) {
    history.note(
      file,
      results,
      duration: .seconds(seconds),
      paths: [file],
      isWhole: isWhole
    )
  }

  @Test func `a failure is remembered until the test passes`() {
    var history = SpecHistory()
    note(&history, [result("x", .failed), result("y", .errored), result("z", .passed)])
    #expect(history.failedTests == ["a": ["x", "y"]])
    note(&history, [result("x", .passed)], isWhole: false)
    #expect(history.failedTests == ["a": ["y"]])
    note(&history, [result("x", .passed)])
    #expect(history.failedTests == [:], "the test 'y' is gone")
  }

  @Test func `a test that passes only on a retry is run again until it passes`() throws {
    let folder = try TextFolder(["a.lua": ""])
    let file = folder("a.lua")
    var history = SpecHistory()
    var flaky = result("x", .passed)
    flaky.isFlaky = true
    note(&history, [flaky, result("y", .passed), result("z", .failed)], file: file)
    #expect(history.save([file], to: folder("h.json")))
    var read = SpecHistory(path: folder("h.json"))
    #expect(read.failedTests == [file: ["z"]], "a flaky test does not fail a run")
    #expect(read.unsteadyTests == [file: ["x", "z"]])
    note(&read, [result("x", .passed)], isWhole: false, file: file)
    #expect(read.unsteadyTests == [file: ["z"]])
    note(&read, [flaky], file: file)
    #expect(read.failedTests == [:] && read.unsteadyTests == [file: ["x"]])
    note(&read, [result("y", .passed)], file: file)
    #expect(read.unsteadyTests == [:], "the test 'x' is gone")
  }

  @Test func `a history that is too large to be read again is refused`() throws {
    let folder = try TextFolder(["a.lua": ""])
    var history = SpecHistory()
    let name = String(repeating: "x", count: 1 << 20)
    note(&history, (1...33).map { result("\($0)" + name, .failed) }, file: folder("a.lua"))
    #expect(throws: FileError.self) {
      try history.write([folder("a.lua")], to: folder("h.json"))
    }
    #expect(!history.save([folder("a.lua")], to: folder("h.json")))
    #expect(SpecHistory(path: folder("h.json")) == SpecHistory())
  }

  @Test func `a file with a failure outside of tests runs completely`() {
    var history = SpecHistory()
    note(&history, [result("x", .failed), result("a", .errored, isTest: false)])
    #expect(history.failedTests == ["a": []])
  }

  @Test func `only a complete run updates the duration of a file`() {
    var history = SpecHistory()
    note(&history, [result("x", .passed)], seconds: 3)
    note(&history, [], seconds: 1, isWhole: false)
    #expect(history.seconds == ["a": 3])
  }

  @Test func `a saved history is read again, merged with others' changes`() throws {
    let folder = try TextFolder(["a.lua": "", "b.lua": ""])
    let path = folder("cache/deep/h.json")
    var (one, other) = (SpecHistory(), SpecHistory())
    note(&one, [result("x", .failed)], file: folder("a.lua"))
    note(&other, [], seconds: 9, file: folder("b.lua"))
    note(&other, [], file: folder("gone.lua"))
    #expect(one.save([folder("a.lua")], to: path))
    #expect(other.save([folder("b.lua"), folder("gone.lua")], to: path))
    let read = SpecHistory(path: path)
    #expect(read.failedTests == [folder("a.lua"): ["x"]])
    #expect(read.seconds == [folder("a.lua"): 2, folder("b.lua"): 9])
  }

  static let broken = [
    "", "garbage", "{}", "[]", "null", "{\"version\":1}", "{\"version\":2,\"files\":{}}",
    "{\"version\":1,\"files\":[1]}", "{\"version\":1,\"files\":{\"a\":{\"failed\":\"x\"}}}",
    String(repeating: "[", count: 100_000),
    "{\"version\":1,\"files\":{\"a\":{\"failed\":[1],\"isBroken\":false,\"paths\":[]}}}",
  ]

  @Test(arguments: broken)
  func `an invalid history is empty, and is written again`(text: String) throws {
    let folder = try TextFolder(["h.json": text, "a.lua": ""])
    #expect(SpecHistory(path: folder("h.json")) == SpecHistory())
    var history = SpecHistory()
    note(&history, [], file: folder("a.lua"))
    #expect(history.save([folder("a.lua")], to: folder("h.json")))
    #expect(SpecHistory(path: folder("h.json")).seconds == [folder("a.lua"): 2])
  }

  @Test func `an invalid time is dropped`() throws {
    let text = """
      {"version":1,"files":{"a":{"failed":[],"isBroken":false,"paths":[],"seconds":-1e300}}}
      """
    let folder = try TextFolder(["h.json": text])
    let history = SpecHistory(path: folder("h.json"))
    #expect(history.files.count == 1)
    #expect(history.seconds == [:])
  }

  @Test func `a folder in place of the file is harmless`() throws {
    let folder = try TextFolder(["h.json/x": "", "a.lua": ""])
    #expect(SpecHistory(path: folder("h.json")) == SpecHistory())
    var history = SpecHistory()
    note(&history, [], file: folder("a.lua"))
    #expect(!history.save([folder("a.lua")], to: folder("h.json")))
  }

  @Test func `the history is in the cache folder, one for each folder of a run`() throws {
    func path(_ folder: String, _ variables: [String: String]) -> String? {
      SpecHistory.path(for: folder) { variables[$0] }
    }
    let named = try #require(path("/", ["XDG_CACHE_HOME": "/c", "HOME": "/h"]))
    #expect(named.hasPrefix("/c/moonroute/specs/"))
    #expect(path("/tmp", ["XDG_CACHE_HOME": "/c"]) != named)
    #expect(path("/", ["HOME": "/h"])?.hasPrefix("/h/.cache/moonroute/specs/") == true)
    #expect(path("/", ["XDG_CACHE_HOME": "c", "HOME": "/h"])?.hasPrefix("/h/.cache/") == true)
    #expect(path("/", ["HOME": "h"]) == nil)
    #expect(path("/", [:]) == nil)
  }

  @Test func `long files start first, after new ones and those with failed tests`() {
    var runner = SpecRunner()
    runner.selection.order.seconds = ["a": 1, "b": 5, "d": 5]
    #expect(runner.startOrder(["a", "b", "c", "d"]) == [2, 1, 3, 0])
    runner.selection.order.firstTests = ["a": ["x"], "d": []]
    #expect(runner.startOrder(["a", "b", "c", "d"]) == [0, 2, 1, 3])
    #expect(SpecRunner().startOrder(["a", "b"]) == [0, 1])
  }

  @Test func `the failed tests of a file are listed for that file`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": "it('x', function() end) it('y', function() end)",
      "b_spec.lua": "it('x', function() end) it('y', function() end)",
    ])
    let run = await SpecRun.of([folder("a_spec.lua"), folder("b_spec.lua")]) {
      $0.selection.namesByFile = [folder("a_spec.lua"): ["y"], folder("b_spec.lua"): []]
    }
    #expect(run.lines == ["success y", "success x", "success y"])
    let both = await SpecRun.of([folder("a_spec.lua")]) {
      $0.selection.namesByFile = [folder("a_spec.lua"): ["y"]]
      $0.selection.names = ["x"]
    }
    #expect(both.lines == [])
  }
}
