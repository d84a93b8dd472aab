import LuaRuntime
import ScriptHost

struct SpecReader {
  let file: String
  let files: SpecFiles
  let driver: SpecDriver
  let lines: SpecLines

  /// Converts the values of a step to a result with its number in the plan, or `nil` at the end of
  /// the file.
  ///
  /// The field names match `plain` in `scripts/testing/suite.lua`.
  func result(_ values: [LuaValue]) -> (SpecResult, Int)? {
    guard let fields = values.first?.table, let kind = fields["kind"].string else { return nil }
    var result = SpecResult(
      file: text(fields["file"]) ?? file,
      name: text(fields["name"]) ?? "",
      status: fields["status"].string.flatMap(SpecStatus.init) ?? .skipped
    )
    if result.name.isEmpty { result.name = result.file }
    result.isTest = kind == "test"
    result.line = fields["line"].integer.map(Int.init(clamping:)) ?? 0
    result.message = text(fields["message"])
    result.assertionCount = fields["asserted"].integer.map(Int.init(clamping:)) ?? 0
    result.seed = fields["seed"].integer
    result.isFlaky = fields["is_flaky"].boolean ?? false
    result.diagnostics.earlierMessages = fields["earlier"].table?.array.compactMap(text) ?? []
    result.diagnostics.earlierStatuses =
      fields["earlier_statuses"].table?.array.map { $0.string.flatMap(SpecStatus.init) ?? .failed }
      ?? []
    result.diagnostics.descriptor = fields["descriptor"].string
    result.diagnostics.spans = lines(fields["spans"]).compactMap(Self.span)
    result.isOnly = fields["is_only"].boolean ?? false
    result.diagnostics.warning = text(fields["warning"])
    result.diagnostics.explanation = text(fields["explanation"])
    result.diagnostics.expected = text(fields["expected"])
    result.diagnostics.actual = text(fields["actual"])
    if let name = text(fields["test"]), let place = text(fields["test_place"]) {
      result.diagnostics.test = (name, place)
    }
    result.diagnostics.trace = lines(fields["trace"])
    result.diagnostics.stubs = lines(fields["stubs"])
    result.diagnostics.pendingWork = lines(fields["pending"])
    if result.hasFailed { explain(&result) }
    return (result, fields["number"].integer.map(Int.init(clamping:)) ?? 0)
  }

  /// The lines in a text such as `3-7`.
  private static func span(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  /// Splits the place from the message, and finds the line of code.
  private func explain(_ result: inout SpecResult) {
    for place in result.diagnostics.trace {
      if let message = result.message, message.hasPrefix(place + ": ") {
        result.message = String(message.dropFirst(place.count + 2))
        break
      }
    }
    guard let first = result.diagnostics.trace.first,
      let colon = first.utf8.lastIndex(of: UInt8(ascii: ":")),
      let line = Int(first[first.utf8.index(after: colon)...])
    else { return }
    let path = String(first[..<colon])
    result.diagnostics.code = lines.line(line, of: path) { text(of: path) }
  }

  /// The text of a script as loaded, which can differ from its file.
  private func text(of path: String) -> [UInt8]? {
    if path == file { return files.text(of: path) }
    return driver.text(of: path) ?? files.text(of: path)
  }

  private func lines(_ value: LuaValue) -> [String] {
    text(value)?.utf8.split(separator: UInt8(ascii: "\n")).compactMap { String($0) } ?? []
  }

  private func text(_ value: LuaValue) -> String? {
    switch value {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }
}
