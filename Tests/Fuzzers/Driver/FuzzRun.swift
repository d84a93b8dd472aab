import Foundation
import Synchronization

/// One run of some attackers: children try cases, and each finding is shrunk, reported and saved.
struct FuzzRun: Sendable {
  /// The attacking program.
  var program = CommandLine.arguments[0]
  /// The seed of the first case.
  ///
  /// Each further case adds 1.
  var seed: UInt64
  /// The time for each attacker, in seconds.
  var seconds: Double
  /// The rounds of each attacker, for the same cases on each machine.
  ///
  /// Without them, only time counts.
  var rounds: UInt64?
  /// The time that a child may be silent.
  ///
  /// A case runs for less than a second.
  var silence = Duration.seconds(60)
  /// The time that a child may be silent while it tries one smaller case.
  var shrinkingSilence = Duration.seconds(20)
  /// The number of findings that ends the run of an attacker.
  var mostFindings = 3
  /// The folder of saved cases, with a subfolder for each attacker.
  var folder: String

  /// Runs the saved cases of an attacker.
  ///
  /// - Returns: The problems that still occur, by file name.
  func replay(_ attacker: any Attacker) throws -> [String: String] {
    let name = type(of: attacker).name
    var problems: [String: String] = [:]
    for file in Self.keptCases(of: name, in: folder) {
      let attack = AttackCase(text: try String(contentsOf: file, encoding: .utf8))
      let child = try ChildRun(program, ["try", name, file.path], silence: silence)
      let isBegun = child.lines.contains { $0.hasPrefix("begin ") }
      let missing = isBegun ? nil : "could not begin: \(child.errors)"
      let problem = Finding(of: child) { _ in attack }?.problem ?? missing
      if let problem { problems["\(name)/\(file.lastPathComponent)"] = problem }
    }
    return problems
  }

  /// The files of saved cases, in order.
  static func keptCases(of name: String, in folder: String) -> [URL] {
    let place = URL(fileURLWithPath: folder).appending(path: name)
    let files = try? FileManager.default.contentsOfDirectory(
      at: place,
      includingPropertiesForKeys: nil
    )
    return (files ?? []).filter { $0.pathExtension == "case" }.sorted { $0.path < $1.path }
  }

  /// Lets an attacker try cases.
  ///
  /// - Returns: The number of findings.
  func run(_ attacker: any Attacker) throws -> Int {
    let name = type(of: attacker).name
    let start = ContinuousClock.now
    let kept = try replay(attacker)
    for (file, problem) in kept.sorted(by: { $0.key < $1.key }) {
      tell("\(file): AGAIN \(problem)")
    }
    guard kept.isEmpty else { return kept.count }
    var (count, findings, next) = (0, 0, seed)
    let end = rounds.map { seed + $0 * UInt64(type(of: attacker).round) } ?? .max
    while findings < mostFindings, next < end {
      let left = seconds - start.duration(to: .now) / .seconds(1)
      guard left > 0 || count == 0 else { break }
      let arguments = ["child", name, "\(next)", "\(max(left, 0.01))", "\(end - next)"]
      let child = try ChildRun(program, arguments, silence: silence)
      let begun = child.lines.filter { $0.hasPrefix("begin ") }.count
      count += begun
      next += UInt64(begun)
      let found = Finding(of: child) { attacker.makeCase(seed: $0) }
      guard let found else {
        if child.end != .exited || begun == 0 {
          tell("\(name): the child could not begin: \(child.errors)")
          return findings + 1
        }
        continue
      }
      findings += 1
      let time = start.duration(to: .now) / .seconds(1)
      tell("\(name): FOUND after \(Self.rounded(time)) s, seed \(next - 1): \(found.problem)")
      let smallest = shrunk(found, by: attacker)
      tell("\(name): kept as \(try keep(smallest, name, seed: next - 1))\n\(listing(smallest))")
    }
    let time = Self.rounded(start.duration(to: .now) / .seconds(1))
    tell("\(name): \(count) cases from seed \(seed) in \(time) s, \(findings) findings")
    return findings
  }

  /// The finding with the smallest case that still shows it.
  private func shrunk(_ finding: Finding, by attacker: any Attacker) -> Finding {
    var smallest = finding
    let file = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-case-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let end = ContinuousClock.now + .seconds(60)
    var shrinker = Shrinker(tries: 300) { attack in
      guard .now < end else { return false }
      try? Data(attack.text(because: "").utf8).write(to: file)
      let arguments = ["try", type(of: attacker).name, file.path]
      guard let child = try? ChildRun(program, arguments, silence: shrinkingSilence),
        let found = Finding(of: child, { _ in attack }), found.kind == finding.kind
      else { return false }
      smallest = found
      return true
    }
    shrinker.simplerForms = attacker.simplerForms
    _ = shrinker.shrunk(finding.attack)
    return smallest
  }

  private func keep(_ finding: Finding, _ name: String, seed: UInt64) throws -> String {
    let place = URL(fileURLWithPath: folder).appending(path: name)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let file = place.appending(path: "\(seed).case")
    try Data(finding.attack.text(because: finding.problem).utf8).write(to: file)
    return "\(name)/\(seed).case"
  }

  private func listing(_ finding: Finding) -> String {
    finding.attack.parts.prefix(40).map { "    " + $0.prefix(300) }.joined(separator: "\n")
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

  private func tell(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
