/// Annotations of GitHub's actions: one line for each test that went wrong.
struct GitHubReporter: SpecReporter {
  mutating func add(_ result: SpecResult) -> String {
    guard result.status == .failure || result.status == .error else { return "" }
    var (file, line) = (result.file, result.line)
    if let first = result.trace.first(where: { $0.hasPrefix(result.file + ":") }),
      let colon = first.lastIndex(of: ":"), let number = Int(first[first.index(after: colon)...])
    {
      (file, line) = (String(first[..<colon]), number)
    }
    let text = FailureText(isColoured: false).details(result).joined(separator: "\n")
    return "::error file=\(property(file)),line=\(max(1, line)),title=\(property(result.name))::"
      + data(text) + "\n"
  }

  mutating func end(_ summary: SpecSummary) -> String {
    "\(summary.successes) successes, \(summary.failures) failures, \(summary.errors) errors,"
      + " \(summary.pending) pending in \(SpecTime.seconds(summary.duration)) seconds\n"
  }

  private func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
