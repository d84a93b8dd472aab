/// A key press from a terminal, or a pasted text.
package enum Key: Hashable, Sendable {
  case text(String)
  /// Pasted text, as marked by the terminal.
  case paste(String)
  /// A letter with the control key, in lower case; also `_` and space.
  case control(Character)
  case alt(Character)
  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
  case unknown
}
