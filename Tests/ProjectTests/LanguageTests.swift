import Foundation
import Testing

/// Turns of phrase that a native engineer would not write, in comments and in messages.
///
/// A number per target says how many are left. It may only fall: rewrite the sentence, then lower it.
struct LanguageTests {
  /// The turns of phrase, each one to three words.
  private static let shapes: Set<String> = [
    // A clause where a noun belongs.
    "what is", "what was", "what are", "what were", "what has", "what have", "what it", "what they",
    "what the", "what a", "what an", "what its", "what this", "what that", "what can", "what does",
    "what could", "what comes", "what goes", "what stands", "what runs", "what each", "what one",
    "what others", "what no", "what was", "of what", "by what", "with what", "from what",
    "than what",
    "those that", "those who", "those whose", "those which", "those of", "the one that",
    "the one whose",
    "the ones that", "the ones whose", "one whose", "whoever", "whatever", "whichever",
    // A verb without its subject.
    "is told", "are told", "was told", "be told", "is asked", "are asked", "was asked", "be asked",
    "asked for", "is heard", "is noted", "was noted", "is let", "are let",
    // The wrong verb.
    "stands", "stood", "errs", "hears", "comes to", "come to", "came to", "lets go", "let go",
    "leads to",
    // The wrong adverb.
    "is no", "are no", "was no", "were no", "be no", "beside", "anew", "at once", "under way",
    "so many",
    "so often", "or else", "all else", "nothing else", "but for", "all but",
  ]

  /// Longer phrases that are good English all the same.
  private static let allowed: Set<String> = [
    "is no longer", "are no longer", "was no longer", "were no longer", "be no longer",
  ]

  /// The number of such phrases in each target.
  private static let counts = [
    "Book": 1,
    "CLua": 3,
    "EditorServer": 3,
    "Inspector": 8,
    "LuaSyntax": 2,
    "Moonroute": 8,
    "MoonrouteCommand": 23,
    "Rehearsal": 3,
    "RoutePatterns": 3,
    "RouterBenchmarks": 3,
    "RouterObservability": 1,
    "RuleProof": 11,
    "ScriptAnalysis": 14,
    "ScriptDebugging": 2,
    "ScriptHost": 15,
    "ScriptReports": 2,
    "ScriptTesting": 5,
    "SiteBuilder": 2,
    "TextTools": 1,
    "page": 2,
    "scripts": 29,
  ]

  @Test func `stiff phrases only get fewer`() throws {
    var counts: [String: Int] = [:]
    for path in Project.files(
      below: ["Sources", "CLua", "scripts", "page"],
      extensions: ["swift", "c", "h", "lua", "js"]
    ) {
      let parts = path.split(separator: "/")
      let target = String(parts[0] == "Sources" ? parts[1] : parts[0])
      counts[target, default: 0] += Self.phrases(in: try Project.text(path)).count
    }
    #expect(counts.count > 25)
    for (target, count) in counts.sorted(by: { $0.key < $1.key }) {
      let most = Self.counts[target] ?? 0
      #expect(
        count <= most,
        "\(target): \(count) stiff phrases, \(most) before. Rewrite the new one."
      )
      #expect(count >= most, "\(target): lower the number to \(count).")
    }
  }

  @Test(arguments: [
    ("/// Counts what is left.", ["what is"]), ("let a = \"'x' is no route.\"", ["is no"]),
    ("-- Ends at once.", ["at once"]), ("// It is no longer there.", []), ("let whatIs = none", []),
    ("/* Beside the stack. */", ["beside"]), ("call(\"a\", b) // at\n// once", []),
  ])
  func `a stiff phrase is found in comments and texts`(code: String, found: [String]) {
    #expect(Self.phrases(in: code) == found)
  }

  /// The stiff phrases in the comments and string literals of a file.
  private static func phrases(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in prose(of: line).flatMap(phrases(of:)) }
  }

  /// The comment of a line, or its string literals.
  private static func prose(of line: Substring) -> [Substring] {
    let text = line.drop { $0 == " " }
    if ["//", "--", "/*", "*"].contains(where: text.hasPrefix) { return [text] }
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return [] }
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.enumerated().compactMap { $0.offset % 2 == 1 ? $0.element : nil }
  }

  private static func phrases(of prose: Substring) -> [String] {
    let words = prose.utf8.split { !isLetter($0) }.map { String($0)?.lowercased() ?? "" }
    return words.indices.compactMap { index in
      let three = words[index...].prefix(3)
      guard !allowed.contains(three.joined(separator: " ")) else { return nil }
      return (1...3).lazy.map { three.prefix($0).joined(separator: " ") }
        .first(where: shapes.contains)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "'")
  }
}
