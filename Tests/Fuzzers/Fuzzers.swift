import Foundation

/// Runs attackers: `Fuzzers --seconds 60 --seed 1 --attacker bytes --keep FOLDER`.
///
/// With `--rounds 1`, they try the same cases on each machine, regardless of the time. The cases in
/// the folder are tried first, and findings are saved there. `Fuzzers try bytes FILE` runs one
/// case. `--findings 1` ends an attacker at its first finding. With `--silence 20`, a child that
/// begins no case for 20 seconds counts as hung. The program starts its children as `Fuzzers child
/// NAME SEED SECONDS`.
@main struct Fuzzers {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child", arguments.count == 5,
      let attacker = Attackers.named(arguments[1]), let seed = UInt64(arguments[2]),
      let seconds = Double(arguments[3]), let most = UInt64(arguments[4])
    {
      await CaseRunner(attacker: attacker).run(from: seed, seconds: seconds, most: most)
    } else if arguments.first == "try", arguments.count == 3,
      let attacker = Attackers.named(arguments[1])
    {
      let attack = AttackCase(text: try String(contentsOfFile: arguments[2], encoding: .utf8))
      _ = await CaseRunner(attacker: attacker).run(attack, seed: 0)
    } else {
      try await run(arguments)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    var options: [String: String] = [:]
    for index in stride(from: 0, to: arguments.count, by: 2) {
      guard arguments[index].hasPrefix("--"), index + 1 < arguments.count else {
        return usage("'\(arguments[index])' is no option with a value.")
      }
      options[String(arguments[index].dropFirst(2))] = arguments[index + 1]
    }
    let known = ["seconds", "rounds", "seed", "attacker", "keep", "findings", "silence"]
    if let odd = options.keys.first(where: { !known.contains($0) }) {
      return usage("There is no option '--\(odd)'.")
    }
    let chosen = options["attacker"].map { $0.split(separator: ",").map(String.init) }
    let attackers = (chosen ?? Attackers.all.map { type(of: $0).name }).compactMap(Attackers.named)
    guard !attackers.isEmpty, chosen == nil || chosen?.count == attackers.count else {
      return usage("'\(options["attacker"] ?? "")' names no attackers.")
    }
    let width = min(max(1, ProcessInfo.processInfo.activeProcessorCount), attackers.count)
    let rounds = options["rounds"].flatMap(UInt64.init)
    let seconds = options["seconds"].flatMap(Double.init) ?? (rounds == nil ? 60 : 86_400)
    var run = FuzzRun(
      seed: options["seed"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 48),
      seconds: seconds * Double(width) / Double(attackers.count),
      folder: options["keep"] ?? "."
    )
    run.rounds = rounds
    if let most = options["findings"].flatMap({ Int($0) }) { run.mostFindings = max(1, most) }
    if let silence = options["silence"].flatMap({ Int($0) }) { run.silence = .seconds(silence) }
    let length = rounds.map { "rounds: \($0)" } ?? "\(Int(seconds)) s"
    print("seed \(run.seed), \(attackers.count) attackers, \(length)")
    let findings = try await total(of: attackers, in: run, width: width)
    if findings > 0 { exit(1) }
  }

  /// Runs the attackers, some of them concurrently.
  private static func total(
    of attackers: [any Attacker],
    in run: FuzzRun,
    width: Int
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      var rest = attackers[...]
      for _ in 0..<width {
        if let attacker = rest.popFirst() { group.addTask { try run.run(attacker) } }
      }
      var total = 0
      while let findings = try await group.next() {
        total += findings
        if let attacker = rest.popFirst() { group.addTask { try run.run(attacker) } }
      }
      return total
    }
  }

  private static func usage(_ problem: String) {
    let names = Attackers.all.map { type(of: $0).name }.joined(separator: ", ")
    let text = """
      \(problem)
      Write: Fuzzers --seconds 60 (or --rounds 1) --seed 1 --attacker NAME,NAME --keep FOLDER
      Attackers: \(names)

      """
    FileHandle.standardError.write(Data(text.utf8))
    exit(64)
  }
}
