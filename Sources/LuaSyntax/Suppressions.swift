/// The comments of a script that suppress the findings of a rule: `-- moonroute: allow
/// unused_local`, on the same line, or on its own line directly above.
package struct Suppressions: Sendable {
  private static let marker = Array("moonroute: allow ".utf8)

  private let comments: MarkedComments

  package init(_ tree: LuaTree, _ table: LineTable) {
    comments = MarkedComments(Self.marker, in: tree, table)
  }

  /// Whether a comment suppresses a rule's findings in a line.
  package func allows(_ id: String, line: Int) -> Bool {
    comments.comments(for: line)
      .contains { comment in
        comment.text.split { !($0.isLetter || $0 == "_") }.contains { $0 == id }
      }
  }
}
