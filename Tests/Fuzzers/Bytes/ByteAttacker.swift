import TextTools

/// Feeds bytes to everything that reads text: odd pieces of its language, and random bytes.
///
/// The first part of a case names the subject, the others are bytes. `*40 ab` is `ab` 40 times.
struct ByteAttacker: Attacker {
  static let name = "bytes"
  static let round = 250

  static let subjects: [any ByteSubject] = [
    LocationSubject(), PatternSubject(), ConstraintSubject(), JSONSubject(), StageSubject(),
    BundleSubject(), ConfigurationSubject(), SnapshotSubject(), ReportSubject(), ScriptSubject(),
  ]

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    // Prefer subjects that need no files.
    let count = random.chance(80) ? 6 : Self.subjects.count
    let subject = Self.subjects[random.next(below: count)]
    if random.chance(30), let whole = subject.makeWhole(&random) {
      return AttackCase([type(of: subject).name, AttackCase.part(whole.utf8)])
    }
    if !subject.frames.isEmpty, random.chance(50) {
      return AttackCase([type(of: subject).name] + Self.spliced(subject, &random))
    }
    var parts: [String] = []
    for _ in 0..<random.number(1...(random.chance(5) ? 400 : 16)) {
      let roll = random.next(below: 20)
      if roll == 0 {
        parts.append(AttackCase.part([UInt8(random.next(below: 256))]))
      } else if roll == 1 {
        let part = AttackCase.part(random.pick(subject.pieces).utf8)
        parts.append("*\(random.pick(subject.counts)) \(part)")
      } else {
        parts.append(AttackCase.part(random.pick(subject.pieces).utf8))
      }
    }
    return AttackCase([type(of: subject).name] + parts)
  }

  /// A complete text for a subject with odd pieces inserted: text that is mostly right is read
  /// further.
  private static func spliced(
    _ subject: any ByteSubject,
    _ random: inout SeededGenerator
  ) -> [String] {
    let frame = Array(random.pick(subject.frames).utf8)
    let places = (0..<random.number(1...4)).map { _ in random.next(below: frame.count + 1) }
    var parts: [String] = []
    var start = 0
    for place in places.sorted() {
      if start < place { parts.append(AttackCase.part(frame[start..<place])) }
      parts.append(AttackCase.part(random.pick(subject.pieces).utf8))
      start = place
    }
    if start < frame.count { parts.append(AttackCase.part(frame[start...])) }
    return parts
  }

  func problem(of attack: AttackCase) async throws -> String? {
    guard let subject = Self.subjects.first(where: { type(of: $0).name == attack.parts.first })
    else { return nil }
    let problem = try await subject.problem(of: attack.parts.dropFirst().flatMap(Self.bytes))
    return problem.map { "\(type(of: subject).name) \($0)" }
  }

  private static func bytes(of part: String) -> [UInt8] {
    let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, words[0].hasPrefix("*"), let count = Int(words[0].dropFirst()) else {
      return AttackCase.bytes(of: part)
    }
    return Array(repeating: AttackCase.bytes(of: words[1]), count: min(count, 100_000))
      .flatMap(\.self)
  }

  func simplerForms(of part: String) -> [String] {
    if let space = part.firstIndex(of: " "), part.hasPrefix("*"),
      let count = Int(part[..<space].dropFirst())
    {
      return [count / 2, count * 9 / 10, count - 1].filter { $0 > 0 && $0 < count }
        .map { "*\($0)\(part[space...])" }
    }
    guard !Self.subjects.contains(where: { type(of: $0).name == part }) else { return [] }
    let bytes = AttackCase.bytes(of: part)
    guard bytes.count > 1 else { return [] }
    return bytes.indices.map { index in
      var shorter = bytes
      shorter.remove(at: index)
      return AttackCase.part(shorter)
    }
  }
}

/// Something that reads text and can be attacked with bytes.
protocol ByteSubject: Sendable {
  /// The name used in cases.
  static var name: String { get }

  /// Texts with a meaning for the subject.
  var pieces: [String] { get }

  /// Texts that the subject reads and that pieces are inserted into. May be empty.
  var frames: [String] { get }

  /// How many times a piece is repeated, chosen so that a case runs for less than a second.
  var counts: [Int] { get }

  /// Makes a complete text that the subject reads, from values that are easily lost. May return
  /// `nil`.
  func makeWhole(_ random: inout SeededGenerator) -> String?

  /// Makes the subject read bytes, and returns a description of the problem, or `nil`.
  func problem(of bytes: [UInt8]) async throws -> String?
}

extension ByteSubject {
  /// No complete texts.
  var frames: [String] { [] }

  var counts: [Int] { [2, 40, 70, 600, 20_000] }

  /// No complete texts.
  func makeWhole(_ random: inout SeededGenerator) -> String? { nil }
}
