import ScriptHost

/// A problem that keeps specs from being run at all.
public enum SpecProblem: Error, Sendable, Equatable {
  /// There is nothing at a path; the hint is a sentence that says what may be meant, or empty.
  case noSuchPath(String, hint: String)
  /// No file fits.
  case noFiles([String], patterns: [String])
  /// A configuration that is not a file, such as a folder or a link that leads nowhere.
  case notFile(String)
  /// A configuration file cannot be used.
  case badConfiguration(String, String)
  /// A file cannot be read.
  case unreadable(String)
  /// A folder cannot be looked through.
  case tooMuch(String)
  /// The library lacks a part; the product is not whole.
  case incomplete(String)
}

extension SpecProblem {
  package static func noSuchPath(_ path: String) -> SpecProblem {
    .noSuchPath(path, hint: NearestPath.hint(for: path))
  }
}

extension SpecProblem: CustomStringConvertible {
  /// The message: what is wrong, and what to do.
  public var description: String {
    switch self {
    case .noSuchPath(let path, let hint):
      "There is no file or folder '\(path)'."
        + (hint.isEmpty ? " Name spec files, or folders with them." : hint)
    case .noFiles(let roots, let patterns):
      "No spec files in \(roots.map { "'\($0)'" }.joined(separator: ", ")): no name has"
        + " \(patterns.map { "'\($0)'" }.joined(separator: " or ")). Change --pattern."
    case .notFile(let path):
      "'\(path)' is not a file. Write the configuration into an ordinary file, or name one with"
        + " --config-file."
    case .badConfiguration(let path, let problem): "\(path): \(problem)"
    case .unreadable(let path): "'\(path)' cannot be read."
    case .tooMuch(let problem): problem
    case .incomplete(let part): "The library has no '\(part)'."
    }
  }
}
