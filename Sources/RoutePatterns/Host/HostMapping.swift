/// The mapping of single characters in hosts (UTS 46, without transitional processing).
///
/// https://www.unicode.org/reports/tr46/
enum HostMapping {
  private struct Run {
    var first: UInt32
    var texts: [String]
  }

  /// The mapped text of a scalar: the scalar itself, its lowercase form, another text, or empty
  /// text.
  ///
  /// - Returns: `nil` if hosts must not contain the scalar, or the mapping is unknown.
  static func text(_ scalar: Unicode.Scalar) -> String? {
    if let text = listed(scalar) { return text }
    let properties = scalar.properties
    if properties.isVariationSelector { return "" }
    guard properties.changesWhenNFKCCaseFolded, !isKept(scalar) else { return String(scalar) }
    let text = properties.lowercaseMapping
    return text.unicodeScalars.elementsEqual([scalar]) ? nil : text
  }

  private static func listed(_ scalar: Unicode.Scalar) -> String? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= scalar.value { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let (run, index) = (runs[low - 1], Int(scalar.value - runs[low - 1].first))
    return index < run.texts.count ? run.texts[index] : nil
  }

  private static let runs: [Run] = HostTables.entries(of: HostTables.mapping)
    .map { first, mark, text in
      let parts: [String] =
        mark == "="
        ? text.map { String($0) }
        : text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
      return Run(first: first, texts: parts)
    }

  /// Whether folding would change a scalar that hosts keep: ß, ς and the joiners.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{DF}" || scalar == "\u{3C2}" || isJoiner(scalar)
  }

  /// Whether a scalar is a joiner: it only joins or separates its neighbours.
  static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// Whether a host may contain a scalar that maps to itself.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return !isForbidden(scalar) }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator:
      return isJoiner(scalar)
    default:
      // Ideographic descriptions and replacement characters.
      switch scalar.value {
      case 0x2FF0...0x2FFF, 0x31EF, 0xFFFC, 0xFFFD: return false
      default: return true
      }
    }
  }

  /// Whether an ASCII character is a delimiter in links, so that labels must not contain it.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || scalar.value == 0x7F
      || "#%./:<>?@[\\]^|".unicodeScalars.contains(scalar)
  }
}

extension HostTables {
  /// The runs of a table: the number before `=` or `:`, that mark, and the text after it.
  static func entries(
    of table: String
  ) -> [(first: UInt32, mark: Unicode.Scalar, text: Substring.UnicodeScalarView)] {
    table.unicodeScalars.split { $0 == "|" || $0 == "\n" }
      .compactMap { run in
        guard let end = run.firstIndex(where: { $0 == "=" || $0 == ":" }),
          let first = UInt32(String(run[..<end]), radix: 16)
        else { return nil }
        return (first, run[end], run[run.index(after: end)...])
      }
  }
}
