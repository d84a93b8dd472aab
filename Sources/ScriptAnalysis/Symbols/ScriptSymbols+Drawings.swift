import LuaSyntax
import Moonroute

extension ScriptSymbols {
  /// Records the names of tabs and the locations in a drawing of the stage, such as
  /// `● library: stack` and `Home  /`.
  mutating func noteDrawing(_ drawing: LuaNode, _ script: AnalysedScript) {
    guard script.tree.kind(of: drawing) == .string else { return }
    let range = script.content(of: drawing)
    var start = range.lowerBound
    for line in script.tree.text[range].split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let text = String(decoding: line, as: UTF8.self)
      // In a line that is not UTF-8, the offsets of the bytes and of the text differ.
      guard text.utf8.elementsEqual(line) else { continue }
      noteTab(in: text, at: start, script)
      noteLocation(in: text, at: start, script)
    }
  }

  private mutating func noteTab(in line: String, at start: Int, _ script: AnalysedScript) {
    guard let mark = ["● ", "○ "].lazy.compactMap({ line.firstRange(of: $0) }).first else { return }
    let name = String(line[mark.upperBound...].prefix { $0 != ":" })
    guard model.index.route(named: name) != nil else { return }
    let begin = start + line[..<mark.upperBound].utf8.count
    add(
      SymbolUse(
        symbol: ScriptSymbol(kind: .route, name: name),
        file: script.file,
        range: begin..<begin + name.utf8.count,
        form: .text
      )
    )
  }

  /// Two spaces are between the caption of a screen, its location, and a mark.
  private mutating func noteLocation(in line: String, at start: Int, _ script: AnalysedScript) {
    guard let branch = line.firstRange(of: "─ "),
      let gap = line[branch.upperBound...].firstRange(of: "  /")
    else { return }
    let rest = line[gap.lowerBound...].dropFirst(2)
    let location = String(rest[..<(rest.firstRange(of: "  ")?.lowerBound ?? rest.endIndex)])
    let begin = start + line[..<rest.startIndex].utf8.count
    pathTexts.append(
      PathText(
        file: script.file,
        range: begin..<begin + location.utf8.count,
        text: location,
        form: .location
      )
    )
  }
}
