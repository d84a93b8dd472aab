import ScriptHost
import TextTools

enum PromptLine {
  case nothing
  case location(String)
  case lua(PromptText)
  case command(PromptCommand, String)
  /// An invalid command, with the remedy.
  case mistake(String)

  /// `:` begins a command, `=` an expression, `#` a comment; any other text is a link or Lua.
  init(_ text: String) {
    let text = text.trimmed
    guard let first = text.first, first != "#" else {
      self = .nothing
      return
    }
    if first == ":", !text.hasPrefix("::") {
      self = Self.command(text.dropFirst())
    } else if first == "=" {
      self = .lua(PromptText(String(text.dropFirst())))
    } else {
      self = Self.isLocation(text) ? .location(text) : .lua(PromptText(text))
    }
  }

  /// Whether a text continues on another line.
  var goesOn: Bool {
    if case .lua(let text) = self { text.goesOn } else { false }
  }

  /// Whether a text is a link, which never begins like Lua code.
  static func isLocation(_ text: some StringProtocol) -> Bool {
    if let first = text.first, "/?.".contains(first) {
      return !text.hasPrefix("..") || text.hasPrefix("../")
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      return false
    }
    return text[..<colon].first?.isLetter == true
      && text[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }

  private static func command(_ text: Substring) -> PromptLine {
    let word = text.prefix { !$0.isWhitespace }
    let rest = text.dropFirst(word.count).trimmed
    guard let command = PromptCommand(rawValue: String(word)) else {
      let names = PromptCommand.allCases.map(\.name)
      let hint = NearestNames.hint(for: ":" + word, among: names)
      return .mistake("There is no command ':\(word)'.\(hint) ':help' lists them.")
    }
    if rest.isEmpty, command.needsText {
      return .mistake("Write '\(command.name) \(command.parameters)'.")
    }
    return .command(command, rest)
  }
}
