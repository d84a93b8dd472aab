import TextTools

/// Text that is wrapped to lines with the same indentation.
package struct ReportParagraph {
  private let text: ReportText
  private let indent: Int

  package init(_ text: String, _ tone: ReportStyle.Tone = .plain, indent: Int = 0) {
    (self.text, self.indent) = (ReportText(text, tone), indent)
  }

  package func lines(_ style: ReportStyle) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return text.lines(width: max(20, style.width - indent), style).map { margin + $0.text }
  }
}
