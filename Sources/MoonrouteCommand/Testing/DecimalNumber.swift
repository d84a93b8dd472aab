#if Command
import ArgumentParser

enum DecimalNumber {
  /// Reads a number in ordinary decimal notation; `Double` also accepts `0x10`, `nan` and `inf`.
  static func read(_ text: String) throws -> Double {
    guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { throw ValidationError("Write a decimal number, such as 2.5.") }
    return number
  }
}
#endif
