/// A problem found by an attack, and the case that shows it.
struct Finding {
  var attack: AttackCase
  /// The problem, in one or more lines.
  var problem: String

  /// The part of the problem that shrinking preserves: the words before the first colon.
  var kind: Substring { problem.prefix { $0 != ":" } }
}

extension Finding {
  /// The finding of a child that tried cases, or `nil` without one.
  ///
  /// - Parameters:
  ///   - child: The child process.
  ///   - attack: Returns the case for a seed.
  init?(of child: ChildRun, _ attack: (UInt64) -> AttackCase?) {
    let words = child.lines.map { $0.split(separator: " ", maxSplits: 2) }
    if let found = words.last(where: { $0.first == "found" }), found.count == 3,
      let seed = UInt64(found[1]), let attack = attack(seed)
    {
      self.init(attack: attack, problem: String(found[2]))
      return
    }
    let problem: String
    switch child.end {
    case .exited: return nil
    case .hung: problem = "hangs: it said nothing for too long"
    case .crashed(let status): problem = "crashes: status \(status)\n" + Self.reason(child.errors)
    }
    guard let seed = words.last(where: { $0.first == "begin" })?.dropFirst().first,
      let attack = UInt64(seed).flatMap(attack)
    else { return nil }
    self.init(attack: attack, problem: problem)
  }

  /// The lines of a crash report that contain its place.
  private static func reason(_ errors: String) -> String {
    let marks = [
      "ERROR:", "SUMMARY:", "Fatal error", "Precondition", "    #0 ", "    #1 ", "    #2 ",
    ]
    let lines = errors.split(separator: "\n")
    let telling = lines.filter { line in marks.contains { line.contains($0) } }
    return (telling.isEmpty ? lines.suffix(8) : telling.prefix(12)[...]).joined(separator: "\n")
  }
}
