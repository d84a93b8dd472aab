#if Command
import RuleProof

/// A list of links that is read in blocks.
struct LinkListFile: ~Copyable {
  private var input: InputFile
  private var reader: LinkReader
  private var isOver = false

  init(_ path: String, format: LinkFormat? = nil, column: String? = nil) throws {
    input = try InputFile(path)
    reader = LinkReader(name: input.name, format: format, column: column)
  }

  /// The number of lines without a link so far.
  var skippedCount: Int { reader.skippedCount }

  /// Reads the links of the next block; `nil` at the end.
  mutating func next() throws -> [String]? {
    guard !isOver else { return nil }
    let block = try input.next()
    isOver = block.isEmpty
    return try isOver ? reader.finish() : reader.read(block)
  }
}
#endif
