/// The texts of the scripts, each read once.
final class ScriptTexts {
  private let source: ScriptSource
  private var known: [String: [UInt8]] = [:]

  /// Reads from a source.
  init(_ source: ScriptSource) { self.source = source }

  /// The path of the file that runs first.
  var entry: String { source.entry }

  /// The text of a file as bytes, or `nil` when there is none.
  subscript(path: String) -> [UInt8]? {
    if let text = known[path] { return text }
    guard let text = source.read(path) else { return nil }
    known[path] = text
    return text
  }

  /// The paths of all scripts, sorted; those of specs left out.
  var paths: [String] { source.paths() }
}
