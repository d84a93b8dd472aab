import Foundation

/// A fenced block of a document.
struct DocumentBlock {
  /// The word after the opening fence, such as `sh`.
  let language: String
  /// The lines between the fences.
  let lines: [String]
  /// The file name in the last line of text before the block, in backquotes, if any.
  let fileName: String?

  /// The blocks of a document in order.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - withUnrun: Whether to include blocks with a reason for not running them.
  /// - Returns: The blocks.
  /// - Throws: An error if the document cannot be read.
  static func all(of document: URL, withUnrun: Bool = false) throws -> [DocumentBlock] {
    let text = try String(contentsOf: document, encoding: .utf8)
    var blocks: [DocumentBlock] = []
    var prose = ""
    var open: (language: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open {
          let read = DocumentBlock(
            language: block.language,
            lines: block.lines,
            fileName: prose.firstMatch(of: /`([\w.]+\.lua)`/).map { String($0.1) }
          )
          if withUnrun || !prose.hasPrefix("<!-- not run: ") { blocks.append(read) }
          open = nil
          prose = ""
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if !line.isEmpty {
        prose = line
      }
    }
    return blocks
  }
}
