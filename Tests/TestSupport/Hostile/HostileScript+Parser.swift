extension HostileScript {
  /// Texts that are hard to parse.
  public static let onParser: [HostileScript] = [
    HostileScript("nested functions with unknown names", .timeout, source: names),
    HostileScript("parentheses", .syntaxError, source: "return " + text("(", 100_000)),
    HostileScript("tables in tables", .syntaxError, source: "return " + text("{", 100_000)),
    HostileScript("functions", .syntaxError, source: text("function() ", 10_000)),
    HostileScript("blocks", .syntaxError, source: text("do ", 60_000)),
    HostileScript("a chain of joins", .syntaxError, source: "return 'x'" + text(" .. 'x'", 30_000)),
    HostileScript("a chain of powers", .syntaxError, source: "return 2" + text("^2", 100_000)),
    HostileScript("many variables", .syntaxError, source: text("local a ", 30_000)),
    HostileScript("many upvalues", .syntaxError, source: upvalues),
    HostileScript("a text without end", .syntaxError, source: "return [==[" + text("]=]", 80_000)),
    HostileScript("a number without end", .syntaxError, source: "return 1" + text("e", 200_000)),
    HostileScript("too large", .badSource, source: text("x", 257 << 10)),
    HostileScript("bytecode", .badSource, source: "\u{1b}Lua" + text("\0", 1000)),
    HostileScript("other bytes", .syntaxError, source: text("\u{1}\u{2}\u{7f}", 1000)),
  ]

  private static func text(_ part: String, _ count: Int) -> String {
    String(repeating: part, count: count)
  }

  /// The parser searches each name in each enclosing function.
  private static var names: String {
    let locals = (0..<120).map { "l\($0)" }.joined(separator: ",")
    let head = text("local function f() local \(locals) ", 120)
    let room = (256 << 10) - head.utf8.count - 120 * 4 - 10
    return head + text("x=y ", room / 4) + text("end ", 120)
  }

  /// More upvalues than a function can have.
  private static var upvalues: String {
    let groups = (0..<2).map { group in (0..<150).map { "v\(group)_\($0)" } }
    return "local \(groups[0].joined(separator: ",")) return function() local "
      + "\(groups[1].joined(separator: ",")) return function() return "
      + groups.joined().joined(separator: "+") + " end end"
  }
}
