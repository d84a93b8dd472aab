/// Counts how often the lines of one script run.
///
/// The script counts by itself: in front of each statement that it counts it adds one to a slot of
/// a list. That costs a few instructions of Lua's, where a hook would cost a call for every line.
struct LuaLineCounter {
  /// The name of the list of counts in the script.
  private static let list = "__line_counts"

  /// The text that the counts belong to.
  let text: [UInt8]
  /// The line of each slot.
  let lines: [Int]
  /// The list, which all that is loaded of the same text has in common.
  let slots: LuaReference

  /// The lines that are counted in a script, and one that takes the list and answers the script as
  /// it was, but counting.
  ///
  /// - Returns: `nil` when the script is not understood.
  static func counting(_ text: [UInt8]) -> (lines: [Int], text: [UInt8])? {
    guard let starts = LuaStatements.starts(in: text) else { return nil }
    // As of any script, the globals are the first upvalue.
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
