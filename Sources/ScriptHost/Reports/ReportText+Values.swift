import Moonroute
import RoutePatterns

extension ReportText {
  /// The words of two texts, one after the other.
  static func + (left: ReportText, right: ReportText) -> ReportText {
    var text = left
    text.add(right)
    return text
  }

  /// Adds one `name=value` in one piece.
  mutating func add(name: String, value: String) {
    addWhole("\(name)=\(value.shortened(to: 120))")
  }
}

extension RouteMatch.Parameters {
  /// The parameters as `name=value`, with commas between them.
  var written: String {
    map { "\($0.name)=\($0.value.written.shortened(to: 120))" }.joined(separator: ", ")
  }
}

extension ParameterValue {
  /// The value as one would type it; text with blanks is in quotes.
  var written: String {
    switch self {
    case .list(let segments): segments.joined(separator: "/").quotedIfNeeded
    default: (text ?? "").quotedIfNeeded
    }
  }
}

extension Value {
  /// The value for people: text in quotes, anything else as JSON.
  var written: String {
    guard let text else { return JSON(self).line }
    return "'\(text)'"
  }
}

extension String {
  /// The text, in quotes when it is empty or has blanks in it.
  var quotedIfNeeded: String { isEmpty || contains(where: \.isWhitespace) ? "'\(self)'" : self }
}
