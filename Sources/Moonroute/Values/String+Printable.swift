extension String {
  /// The text without anything that could move a terminal's cursor or turn the text around.
  ///
  /// Control characters, line breaks included, and marks of direction are written as `\u{1B}`.
  package var printable: String {
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    guard isPlain != true, unicodeScalars.contains(where: \.isHarmful) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHarmful {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on the scalar instead of showing it.
  fileprivate var isHarmful: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
