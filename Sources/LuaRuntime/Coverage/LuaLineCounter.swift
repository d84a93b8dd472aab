/// Counts how often the lines of one script run.
///
/// The script counts by itself: before each counted statement, it adds one to a slot of a list.
/// That costs a few Lua instructions, while a hook would cost a call for every line.
struct LuaLineCounter {
  private static let list = "__line_counts"

  let text: [UInt8]
  let lines: [Int]
  /// The list, shared by all chunks loaded from the same text.
  let slots: LuaReference

  /// The counted lines of a script, and the text of a chunk that takes the list and returns the
  /// script with counting added; `nil` if the script cannot be parsed.
  static func counting(_ text: [UInt8]) -> (lines: [Int], text: [UInt8])? {
    guard let starts = LuaStatements.starts(in: text) else { return nil }
    // As in any script, the globals are the first upvalue.
    var result = Array("local \(list)=... return function(...) do local _=_ENV end ".utf8)
    result.reserveCapacity(text.count + starts.count * 40)
    var from = 0
    for (index, start) in starts.enumerated() {
      result += text[from..<start.offset]
      result += Array("\(list)[\(index + 1)]=\(list)[\(index + 1)]+1 ".utf8)
      from = start.offset
    }
    result += text[from...]
    result += Array("\nend".utf8)
    return (starts.map(\.line), result)
  }
}
