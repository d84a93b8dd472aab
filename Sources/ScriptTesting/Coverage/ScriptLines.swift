/// The lines of one script: how often each that holds code has run.
struct ScriptLines {
  /// The file as it can be opened.
  let path: String
  /// The name that traces show.
  let name: String
  /// How often each line with code has run.
  let counts: [Int: Int]

  /// The lines of code that have run.
  var reachedCount: Int { counts.values.count { $0 > 0 } }

  /// The lines that never ran, as ranges such as `12-14`.
  var missed: [String] {
    var ranges: [(Int, Int)] = []
    for line in counts.keys.sorted() where counts[line] == 0 {
      if let last = ranges.last, last.1 + 1 == line {
        ranges[ranges.count - 1].1 = line
      } else {
        ranges.append((line, line))
      }
    }
    return ranges.map { $0 == $1 ? "\($0)" : "\($0)-\($1)" }
  }

  /// The scripts of an application that have run, by name.
  static func all(_ coverage: ApplicationCoverage, in folder: String) -> [ScriptLines] {
    coverage.lines.sorted { $0.key < $1.key }
      .compactMap { name, counts in
        let files = SpecFiles()
        let path = [folder + "/" + name, name].first { files.text(of: $0) != nil }
        guard let path, let text = files.text(of: path) else { return nil }
        var lines = counts
        for line in codeLines(text) where lines[line] == nil { lines[line] = 0 }
        return ScriptLines(path: path, name: name, counts: lines)
      }
  }

  /// The lines that hold code, as far as one can tell without compiling: neither empty nor only a
  /// comment, an end or the head of a function, which Lua does not count as run.
  private static func codeLines(_ text: [UInt8]) -> [Int] {
    var isInComment = false
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated()
      .compactMap { index, bytes in
        let line = SpecFiles.trimmed(bytes)
        if isInComment {
          isInComment = !line.contains("]]")
          return nil
        }
        if line.hasPrefix("--[[") {
          isInComment = !line.contains("]]")
          return nil
        }
        return holdsCode(line) ? index + 1 : nil
      }
  }

  private static func holdsCode(_ line: String) -> Bool {
    if line.isEmpty || line.hasPrefix("--") || line.hasPrefix("#!") { return false }
    if line.hasPrefix("local function ") || line.hasPrefix("function ") { return false }
    if line.hasSuffix("function()") || line.contains("= function(") { return false }
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "\"") }
    return !words.allSatisfy { ["end", "else", "do", "then", "repeat"].contains($0) }
  }
}
