#if Command && Releases
import ArgumentParser
import TextTools

enum TimeOption {
  private static let seconds: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  /// Reads a time such as `30s`, `10m` or `2h`; a number without a unit means seconds.
  static func duration(of text: String, _ option: String) throws -> Duration {
    let unit = text.last.flatMap { seconds[$0] }
    let number = unit == nil ? text[...] : text.dropLast()
    let isPlain = number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPlain, let count = Int(number), (1...604_800).contains(Double(count) * (unit ?? 1))
    else {
      throw ValidationError(
        "\(option) takes 1s to 7d, such as 30s, 10m or 2h, but got '\(text.printable)'."
      )
    }
    return .seconds(Double(count) * (unit ?? 1))
  }
}
#endif
