import Foundation
import TestSupport
import Testing
import TextTools

@testable import Fuzzers

/// The runner of attackers: it finds, shrinks, reports and stores cases.
@Suite struct FuzzRunTests {
  @Test(arguments: ["wrong", "crash", "hang"])
  func `errors, crashes and hangs are found, reduced and stored`(word: String) async throws {
    let attacker = DoubleAttacker()
    let seed = try #require(
      (1..<10_000 as Range<UInt64>)
        .first { seed in
          let parts = attacker.makeCase(seed: seed).parts
          let bad = ["wrong", "crash", "hang"]
            .filter { word in parts.contains { $0.contains(word) } }
          return parts.count > 6 && bad == [word]
        }
    )
    let folder = try FuzzedFolder([:])
    defer { folder.remove() }
    var run = Place.run(folder: folder.path, seed: seed, seconds: 0.001)
    run.silence = .seconds(word == "hang" ? 3 : 600)
    run.shrinkingSilence = .seconds(word == "hang" ? 3 : 600)
    #expect(try await onOwnThread { try run.run(attacker) } == 1)
    let file = try #require(FuzzRun.keptCases(of: DoubleAttacker.name, in: folder.path).first)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(AttackCase(text: text).parts == [word])
    #expect(
      text.hasPrefix(
        ["wrong": "## wrong: ", "crash": "## crashes: ", "hang": "## hangs: "][word] ?? "?"
      )
    )
    let again = try await onOwnThread { try run.replay(attacker) }
    #expect(again.keys.sorted() == ["doubles/\(seed).case"])
    let repeated = try await onOwnThread { try run.run(attacker) }
    #expect(repeated == 1, "a stored case that still fails is reported first")
  }

  @Test func `a run without a finding counts its cases`() async throws {
    let folder = try FuzzedFolder(["doubles/a.case": "## why\nall is well\n"])
    defer { folder.remove() }
    let run = Place.run(folder: folder.path)
    #expect(try await onOwnThread { try run.replay(DoubleAttacker()) }.isEmpty)
  }

  @Test func `a round has the same cases on each machine`() async throws {
    let attacker = DoubleAttacker()
    func isWell(_ seed: UInt64) -> Bool {
      attacker.makeCase(seed: seed).parts.allSatisfy { $0.contains("well") }
    }
    let round = UInt64(DoubleAttacker.round)
    let seed = try #require(
      (1..<100_000 as Range<UInt64>)
        .first { seed in
          (seed..<seed + round).allSatisfy(isWell) && !isWell(seed + round)
        }
    )
    let folder = try FuzzedFolder([:])
    defer { folder.remove() }
    var run = Place.run(folder: folder.path, seed: seed, seconds: 600)
    run.rounds = 1
    #expect(try await onOwnThread { try run.run(attacker) } == 0)
  }

  @Test func `a program that cannot start does not count as a run without findings`() async throws {
    let folder = try FuzzedFolder([:])
    defer { folder.remove() }
    var run = Place.run(folder: folder.path)
    run.program = folder("nothing")
    #expect(try await onOwnThread { try run.run(DoubleAttacker()) } == 1)
  }

  @Test func `a case is reduced as long as it still fails`() {
    var shrinker = Shrinker(tries: 1_000) { attack in
      attack.parts.contains { $0.contains("b") } && attack.parts.contains { $0.contains("d") }
    }
    shrinker.simplerForms = DoubleAttacker().simplerForms
    let attack = AttackCase(["a", "x b y", "c", "d d", "e", "f", "g"])
    #expect(shrinker.shrunk(attack).parts == ["b", "d"])
    #expect(shrinker.tries > 900)
  }

  @Test func `the reduction stops after its last allowed attempt`() {
    var shrinker = Shrinker(tries: 5) { _ in true }
    #expect(shrinker.shrunk(AttackCase((0..<64).map { "\($0)" })).parts.count < 64)
    #expect(shrinker.tries == 0)
  }

  @Test func `any byte can be part of a case`() {
    let all = (0...255).map { UInt8($0) } + Array(" # \\x41 ".utf8)
    for bytes in [all, Array("## a".utf8), Array(" ".utf8), [], [0x0A]] {
      let part = AttackCase.part(bytes)
      #expect(AttackCase.bytes(of: part) == bytes)
      #expect(part.allSatisfy { $0.isASCII && !$0.isNewline })
      #expect(
        bytes.isEmpty || AttackCase(text: AttackCase([part]).text(because: "")).parts == [part]
      )
    }
  }
}
