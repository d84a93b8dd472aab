import LuaRuntime

/// The lines of one script on which statements begin, with their number of runs.
struct CoveredLines {
  let path: String
  /// The name in traces.
  let name: String
  /// The number of runs of each line on which a statement begins.
  let counts: [Int: Int]

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

  /// The scripts of an application that have run, sorted by name.
  static func all(_ coverage: ApplicationCoverage, in folder: String) -> [CoveredLines] {
    coverage.lines.sorted { $0.key < $1.key }
      .compactMap { name, counts in
        let files = SpecFiles()
        let path = [folder + "/" + name, name].first { files.text(of: $0) != nil }
        guard let path, let text = files.text(of: path) else { return nil }
        var lines = counts
        for start in LuaStatements.starts(in: text) ?? [] where lines[start.line] == nil {
          lines[start.line] = 0
        }
        return CoveredLines(path: path, name: name, counts: lines)
      }
  }
}
