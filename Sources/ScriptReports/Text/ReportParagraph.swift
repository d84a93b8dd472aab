import TextTools

/// Text that is filled into lines, all of them as far from the left.
package struct ReportParagraph {
  private let text: ReportText
  private let indent: Int

  /// Takes the words of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - tone: Its colour. Default: plain.
  ///   - indent: The blanks in front of each line. Default: none.
  package init(_ text: String, _ tone: ReportStyle.Tone = .plain, indent: Int = 0) {
    (self.text, self.indent) = (ReportText(text, tone), indent)
  }

  package func lines(_ style: ReportStyle) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return text.lines(width: max(20, style.width - indent), style).map { margin + $0.text }
  }
}
