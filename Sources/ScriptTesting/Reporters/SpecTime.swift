/// Formats times independently of the locale.
enum SpecTime {
  static func seconds(_ duration: Duration) -> String { fixed(duration.seconds, digits: 6) }

  static func milliseconds(_ duration: Duration) -> String {
    fixed(duration.seconds * 1000, digits: 2)
  }

  static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((max(0, value) * scale).rounded())
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    let text = String(part)
    return "\(whole)." + String(repeating: "0", count: digits - text.count) + text
  }
}
