extension PercentCoding {
  /// Writes text as one segment of a path, with escapes where they must be.
  package static func segment(_ text: String) -> String {
    var text = text
    var output: [UInt8] = []
    text.withUTF8 { encode($0, .segment, into: &output) }
    return String(decoding: output, as: UTF8.self)
  }
}
