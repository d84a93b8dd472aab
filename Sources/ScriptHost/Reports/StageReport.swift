package import Moonroute

/// The stage as a drawing for people.
package struct StageReport {
  private let tree: StageTree

  /// Draws a stage.
  package init(_ tree: StageTree) { self.tree = tree }

  /// The drawing, line by line, with the top standing out.
  package func lines(_ style: ReportStyle) -> [String] {
    tree.description.split(whereSeparator: \.isNewline)
      .map { style.paint(String($0), $0.hasSuffix("◀ top") ? .strong : .plain) }
  }
}
