/// A key press from a terminal, or a pasted text.
package enum Key: Hashable, Sendable {
  /// Typed text.
  case text(String)
  /// Pasted text, as marked by the terminal.
  case paste(String)
  /// A letter with the control key, in lower case; also `_` and space.
  case control(Character)
  /// A character with the alt key, in lower case.
  case alt(Character)
  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
  /// An unknown key.
  case unknown
}
