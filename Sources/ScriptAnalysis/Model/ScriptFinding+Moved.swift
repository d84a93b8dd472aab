import LuaSyntax
import Moonroute
import ScriptHost

extension ScriptFinding {
  /// The same finding in a later version of the text, or `nil` if its line has changed.
  package func moved(from old: AnalysedScript, to now: AnalysedScript) -> ScriptFinding? {
    guard let site = problem.site else { return self }
    let lines = LoadedLines(loaded: old.tree.text, now: now.tree.text)
    guard let line = lines.moved(site.line) else { return nil }
    let (start, place) = (old.lines.start(ofLine: site.line), now.lines.start(ofLine: line))
    let text = old.tree.text[start..<old.lines.start(ofLine: site.line + 1)]
    guard now.tree.text[place..<now.lines.start(ofLine: line + 1)].elementsEqual(text) else {
      return nil
    }
    var moved = self
    moved.problem = ScriptProblem(
      problem.code,
      problem.message,
      at: SourceSite(file: site.file, line: line),
      column: problem.column,
      severity: problem.severity,
      frame: problem.frame,
      traceback: problem.traceback
    )
    moved.endLine = endLine.flatMap(lines.moved)
    moved.fix = fix.map { fix in
      let distance = place - start
      let range = fix.range.lowerBound + distance..<fix.range.upperBound + distance
      return Fix(title: fix.title, range: range, text: fix.text)
    }
    return moved
  }
}
