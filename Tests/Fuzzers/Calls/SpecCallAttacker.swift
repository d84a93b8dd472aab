import Foundation
import ScriptTesting
import Synchronization
import TextTools

/// Calls everything that a spec can reach, with everything it can reach, from everywhere.
///
/// The runner must continue with the next file.
///
/// Each part of a case is one spec file: a seed and a number of calls, or a ``LargeSpec``, where
/// every test must have a result.
struct SpecCallAttacker: Attacker {
  static let name = "specs"
  static let round = 60

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    AttackCase(
      (0..<random.number(1...3))
        .map { _ in
          random.number(1...2) == 1
            ? LargeSpec.part(&random)
            : "\(random.next(below: 1 << 30)) \(random.number(50...300))"
        }
    )
  }

  func simplerForms(of part: String) -> [String] {
    if let large = LargeSpec(part) { return large.simplerForms }
    let words = part.split(separator: " ")
    guard words.count == 2, let count = Int(words[1]) else { return [] }
    return [count / 2, count - 1].filter { $0 > 0 && $0 < count }.map { "\(words[0]) \($0)" }
  }

  func problem(of attack: AttackCase) async throws -> String? {
    var files = [
      "main.lua": "router.route { path = '/safe', view = 'Safe', animator = 'root' }",
      "random_caller.lua": try RandomCaller.text(),
      "spec/z_spec.lua": "it('goes on', function() assert.equal('/a', '/' .. 'a') end)",
    ]
    var names: [String] = []
    var calling = 0
    var large: [String: LargeSpec] = [:]
    for (index, part) in attack.parts.enumerated() {
      if let spec = LargeSpec(part) {
        names.append("spec/\(index)_spec.lua")
        files["spec/\(index)_spec.lua"] = spec.text
        large["spec/\(index)_spec.lua"] = spec
        continue
      }
      let words = part.split(separator: " ").compactMap { Int($0) }
      guard words.count == 2 else { continue }
      calling += 1
      names.append("spec/\(index)_spec.lua")
      files["spec/\(index)_spec.lua"] = Self.spec(seed: words[0], count: words[1])
    }
    let folder = try FuzzedFolder(files)
    defer { folder.remove() }
    var runner = SpecRunner()
    runner.timeLimit = .milliseconds(200)
    let results = Mutex<[SpecResult]>([])
    let summary = await runner.run((names + ["spec/z_spec.lua"]).map { folder($0) }) { event in
      if case .ended(let result) = event { results.withLock { $0.append(result) } }
    }
    let all = results.withLock { $0 }
    if let bad = all.first(where: { $0.message?.contains("FORGED") == true }) {
      return bad.message?.split(separator: "FORGED ").last.map(String.init) ?? "forged"
    }
    let last = all.last.map { "\($0.status.rawValue) \($0.name)" } ?? "nothing"
    if last != "success goes on" { return "stuck: the last result was \(last)" }
    for (name, spec) in large {
      if let problem = spec.problem(of: all.filter { $0.file == folder(name) }) { return problem }
    }
    if summary.testCount != all.count {
      return "totals: \(summary.testCount) of \(all.count) results are counted"
    }
    let count = all.count { $0.name.hasPrefix("calls ") }
    // The called function may itself add tests.
    return count >= calling * 3 ? nil : "lost: \(count) tests of \(calling * 3) ended"
  }

  private static func spec(seed: Int, count: Int) -> String {
    """
    local random_caller = require("random_caller")
    local globals, fail, set, try = _G, error, setmetatable, pcall
    for n = 1, 3 do
      it("calls " .. n, function()
        local _, failed = pcall(assert.equal, 1, 2)
        local _, pends = pcall(pending, "later")
        if n == 1 and (try(set, failed, {}) or try(set, pends, {})) then
          fail("FORGED metatable: what an assertion raises takes one")
        end
        local extra = {
          failed, pends, assert, spy, stub, mock, match, require("busted"), app, clock, router,
          events, spy.new(), match.is_number(), assert:snapshot(),
        }
        local _, problem = random_caller(globals, extra, \(seed) + n, \(count))
        if problem then fail("FORGED " .. problem) end
      end)
    end
    """
  }
}

/// A folder with the files of one case.
struct FuzzedFolder {
  let path: String

  /// Writes the files.
  init(_ files: [String: String]) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "moonroute-fuzz-\(UUID().uuidString)").path
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(bytes).write(to: file)
  }

  /// The full path of a file.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder with all its files.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
