import MessageStream
import ScriptAnalysis

/// A text that is open in the editor and overrides the file on disk.
struct TextDocument {
  let uri: String
  /// Its path, or `nil` if it is not a file.
  let path: String?
  /// The path in its application, or only the file name without an application.
  let file: String
  /// The folder of its application, or `nil`.
  let folder: String?
  private(set) var version: Int
  private(set) var text: [UInt8]
  private(set) var script: AnalysedScript
  private(set) var positions: TextPositions
  private let encoding: PositionEncoding

  init(
    uri: String,
    folder: String?,
    file: String,
    version: Int,
    text: String,
    encoding: PositionEncoding
  ) {
    self.uri = uri
    self.folder = folder
    self.file = file
    self.version = version
    self.encoding = encoding
    path = FileURI.path(ofURI: uri)
    self.text = Array(text.utf8)
    positions = TextPositions(self.text, encoding)
    script = AnalysedScript(file: file, text: self.text, isSpec: AnalysedScript.isSpec(file))
  }

  /// Applies changes in order; if one of them is invalid, it changes nothing and returns `false`.
  mutating func apply(_ changes: [JSON], version: Int) -> Bool {
    var (text, positions) = (text, positions)
    for change in changes {
      guard let new = change["text"].text else { return false }
      if change["range"] == .null {
        text = Array(new.utf8)
      } else {
        guard let range = positions.range(change["range"]) else { return false }
        text.replaceSubrange(range, with: new.utf8)
      }
      positions = TextPositions(text, encoding)
    }
    self.version = version
    guard text != self.text else { return true }
    (self.text, self.positions) = (text, positions)
    script = AnalysedScript(file: file, text: text, isSpec: AnalysedScript.isSpec(file))
    return true
  }
}
