import ScriptHost
import ScriptReports
import TextTools

extension DiffReport {
  /// The maximum size of a comment, which GitHub limits to 65,536 characters.
  private static let markdownBytes = 60_000

  /// The differences as a comment of a pull request; its first line lets a program find it again.
  package var markdown: String {
    let head = "<!-- moonroute-diff -->\n### Moonroute: \(markdownTitle)\n"
    if let files = diff.files {
      let paths = files.added.count + files.removed.count + files.changed.count
      return head + "\n" + diff.changes.map { "- \($0.text.markdown)\n" }.joined()
        + "\nOnly the files were compared: \(paths) differ.\n"
    }
    let sections = sections
    var kindCount = sections.reduce(0) { $0 + $1.kinds.count }
    var text = head
    for section in sections {
      let isFolded = section.isList
      text += isFolded ? "\n<details><summary>also changed</summary>\n\n" : "\n"
      for (kind, findings) in section.kinds {
        let room = (Self.markdownBytes - 500 - text.utf8.count) / max(kindCount, 1)
        text += Self.list(findings, kind, room: room)
        kindCount -= 1
      }
      if isFolded { text += "\n</details>\n" }
    }
    return text + "\n\(ending.printed(as: .markdown))\n"
  }

  private static func list(_ findings: [DiffFinding], _ kind: DiffKind, room: Int) -> String {
    var text = ""
    for (number, finding) in findings.enumerated() {
      let label = kind.severity == .tells ? "\(kind.label) " : ""
      let line = "- \(label)\(finding.markdown)\n"
      guard text.utf8.count + line.utf8.count + 60 <= room else {
        return text + "- and \(findings.count - number) more `\(kind.rawValue)`\n"
      }
      text += line
    }
    return text
  }

  /// The title of a comment.
  package var markdownTitle: String {
    if diff.files != nil { return "the scripts do not load" }
    let bad = diff.changes.filter { !$0.isAllowed }
    let broken = bad.count { $0.kind.severity == .breaks }
    let opened = bad.count { $0.kind.severity == .opens }
    let parts = [
      broken == 0 ? nil : "\(broken) broken",
      opened == 0 ? nil : counted(opened, "door") + " opened",
    ]
    .compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return diff.changes.isEmpty ? "no differences" : counted(diff.changes.count, "change")
  }
}
