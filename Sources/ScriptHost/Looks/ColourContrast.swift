/// The contrast of two colours, as WCAG defines it.
enum ColourContrast {
  /// The contrast from which text is readable.
  static let readable = 4.5

  /// The contrast of two colours, written as `#rrggbb`.
  static func of(_ one: String, _ other: String) -> Double {
    let all = [luminance(of: one), luminance(of: other)]
    return ((all.max() ?? 0) + 0.05) / ((all.min() ?? 0) + 0.05)
  }

  private static func luminance(of colour: String) -> Double {
    let value = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16, value >> 8 & 255, value & 255]
    return zip(parts, [0.2126, 0.7152, 0.0722])
      .reduce(0) { sum, part in
        let level = Double(part.0) / 255
        return sum + part.1 * (level <= 0.03928 ? level / 12.92 : power((level + 0.055) / 1.055))
      }
  }

  /// A value from 0 to 1 to the power of 2.4, the fifth root of its twelfth power, by Newton's
  /// method; the standard library has no powers.
  private static func power(_ value: Double) -> Double {
    let square = value * value
    let fourth = square * square
    let twelfth = fourth * fourth * fourth
    var root = value
    for _ in 0..<40 { root -= (root - twelfth / (root * root * root * root)) / 5 }
    return root
  }
}
