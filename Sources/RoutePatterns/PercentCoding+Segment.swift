extension PercentCoding {
  /// Writes text as one segment of a path, with escapes where they must be.
  package static func segment(_ text: String) -> String {
    var output: [UInt8] = []
    encode(text.utf8, allowed: .segment, into: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
