import Foundation
import TestSupport
import Testing
import TextTools

@testable import Fuzzers

/// Small runs of the attackers, and every stored case.
///
/// `make fuzz` runs them for any time. To repeat the seed of a failure, set `MOONROUTE_SEED`.
@Suite struct AttackerTests {
  /// An attacker, and a small number of its cases.
  struct Few: Codable, Sendable, CustomTestStringConvertible {
    let name: String
    let count: Int

    init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }

    var testDescription: String { name }
  }

  static let few = [
    Few("programs", 40), Few("calls", 3), Few("specs", 2), Few("bytes", 80), Few("links", 4),
    Few("edits", 3), Few("files", 100), Few("trust", 40),
  ]
  .filter { names.contains($0.name) }

  static let names = Attackers.all.map { type(of: $0).name }

  /// The first seed: constant, except in a soak.
  static let seed = TestScale.askedSeed ?? (TestScale.isSoak ? TestScale.seed >> 8 : 1)

  @Test(arguments: few)
  func `a few cases find nothing`(few: Few) async throws {
    let (progress, seed) = (ChildProgress(), Self.seed)
    let end = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress, few = few as Few, seed = seed as UInt64] in
      let attacker = try #require(Attackers.named(few.name))
      for seed in seed..<seed + UInt64(few.count * TestScale.attackFactor) {
        try progress.begin("seed \(seed)")
        let attack = attacker.makeCase(seed: seed)
        let problem = await CaseRunner(attacker: attacker).problem(of: attack)
        #expect(problem == nil, "\(few.name), seed \(seed):\n\(attack.text(because: ""))")
      }
    }
    let last = progress.end()
    #expect(end != nil, "\(few.name): the process ended at \(last)")
  }

  @Test(arguments: names)
  func `a stored case no longer finds anything`(name: String) async throws {
    let attacker = try #require(Attackers.named(name))
    let found = try await onOwnThread { try Place.run(folder: Place.cases).replay(attacker) }
    #expect(found.isEmpty)
  }

  @Test func `a folder of cases belongs to an attacker`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Place.cases)
    #expect(Set(folders).subtracting(Self.names).subtracting(["README.md"]).isEmpty)
  }

  @Test(arguments: names)
  func `the same seed makes the same case`(name: String) throws {
    let attacker = try #require(Attackers.named(name))
    let cases = (0..<50).map { attacker.makeCase(seed: $0) }
    #expect(cases == (0..<50).map { attacker.makeCase(seed: $0) })
    #expect(Set(cases).count > 40)
    for attack in cases { #expect(AttackCase(text: attack.text(because: "one\ntwo")) == attack) }
  }

  @Test func `every recursion has a limit that fits a thread's stack`() async throws {
    let folder = try FuzzedFolder(["all.case": DepthAttacker.whole.text(because: "")])
    defer { folder.remove() }
    let arguments = ["try", DepthAttacker.name, folder("all.case")]
    let child = try await onOwnThread {
      try ChildRun(Place.program, arguments, silence: .seconds(600))
    }
    let found = Finding(of: child) { _ in DepthAttacker.whole }
    #expect(found?.problem == nil)
    #expect(child.lines == ["begin 0"])
  }
}

enum Place {
  /// The stored cases.
  static let cases = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
    .path

  /// The built program that attacks, which is next to the tests.
  static let program: String = {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let own = tests ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appending(path: "Fuzzers").path
  }()

  /// A short run.
  static func run(folder: String, seed: UInt64 = 1, seconds: Double = 1) -> FuzzRun {
    FuzzRun(program: program, seed: seed, seconds: seconds, folder: folder)
  }
}
