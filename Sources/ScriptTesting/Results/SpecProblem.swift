import ScriptHost

/// The reasons why specs cannot run at all.
public enum SpecProblem: Error, Sendable, Equatable {
  /// No item exists at the path.
  ///
  /// The hint suggests another path, or is empty.
  case noSuchPath(String, hint: String)
  /// No file matches.
  case noFiles([String], patterns: [String])
  /// The configuration is not a file; it is a folder or a dangling link, for example.
  case notFile(String)
  /// A configuration file is invalid.
  case badConfiguration(String, String)
  /// A file cannot be read.
  case unreadable(String)
  /// A folder is too large to be searched.
  case tooMuch(String)
  /// A part of the library is missing, so the installation is incomplete.
  case incomplete(String)
}

extension SpecProblem {
  package static func noSuchPath(_ path: String) -> SpecProblem {
    .noSuchPath(path, hint: NearestPath.hint(for: path))
  }
}

extension SpecProblem: CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .noSuchPath(let path, let hint):
      "There is no file or folder '\(path)'."
        + (hint.isEmpty ? " Pass spec files, or folders that contain them." : hint)
    case .noFiles(let roots, let patterns):
      "No spec files in \(roots.map { "'\($0)'" }.joined(separator: ", ")): no name contains"
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
