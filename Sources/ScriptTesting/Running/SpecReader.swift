import LuaRuntime
import ScriptHost

/// Reads the results from the Lua half of the runner.
struct SpecReader {
  let file: String
  let files: SpecFiles
  let driver: SpecDriver
  let lines: SpecLines

  /// The result in a list of values, or `nil` at the end of the file.
  ///
  /// The order of the values is that of `flatten` in `scripts/testing/suite.lua`.
  func result(_ values: [LuaValue]) -> SpecResult? {
    guard values.count >= 5, let kind = values[0].string else { return nil }
    var result = SpecResult(
      file: text(values[3]) ?? file,
      name: text(values[2]) ?? "",
      status: values[1].string.flatMap(SpecStatus.init) ?? .pending
    )
    if result.name.isEmpty { result.name = result.file }
    result.isTest = kind == "test"
    result.line = values[4].integer.map(Int.init(clamping:)) ?? 0
    guard values.count >= 11 else { return result }
    result.message = text(values[5])
    result.diagnostics.trace =
      text(values[6])?.utf8.split(separator: UInt8(ascii: "\n")).compactMap { String($0) } ?? []
    result.assertionCount = values[7].integer.map(Int.init(clamping:)) ?? 0
    result.diagnostics.warning = text(values[8])
    result.diagnostics.difference = text(values[9])
    result.seed = values[10].integer
    if values.count > 12 {
      result.isFlaky = values[11].boolean ?? false
      result.isOnly = values[12].boolean ?? false
    }
    if result.status == .failure || result.status == .error { explain(&result) }
    return result
  }

  /// Takes the place off the message, and finds the line of code.
  private func explain(_ result: inout SpecResult) {
    for place in result.diagnostics.trace {
      if let message = result.message, message.hasPrefix(place + ": ") {
        result.message = String(message.dropFirst(place.count + 2))
        break
      }
    }
    guard let first = result.diagnostics.trace.first, let colon = first.utf8.lastIndex(of: UInt8(ascii: ":")),
      let line = Int(first[first.utf8.index(after: colon)...])
    else { return }
    let path = String(first[..<colon])
    result.diagnostics.code = lines.line(line, of: path) { text(of: path) }
  }

  /// The text of a script: as it is loaded now, which need not be how it lies in its file.
  private func text(of path: String) -> [UInt8]? {
    if path == file { return files.text(of: path) }
    return driver.text(of: path) ?? files.text(of: path)
  }

  private func text(_ value: LuaValue) -> String? {
    switch value {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }
}
