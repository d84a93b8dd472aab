#if Command && Releases
import ArgumentParser
import TextTools

enum PercentOption {
  /// Reads a share such as `1%` or `0.25%` as a number out of 10,000.
  static func parts(of text: String, _ option: String) throws -> Int {
    let number = text.hasSuffix("%") ? text.dropLast() : text[...]
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain =
      (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
      }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard isPlain, decimals.count <= 2, let whole = Int(parts[0]), whole <= 100,
      let rest = Int(decimals), whole * 100 + rest * (decimals.count == 1 ? 10 : 1) <= 10_000
    else {
      throw ValidationError(
        "\(option) takes 0% to 100% in steps of 0.01%, but got '\(text.printable)'."
      )
    }
    return whole * 100 + rest * (decimals.count == 1 ? 10 : 1)
  }
}
#endif
