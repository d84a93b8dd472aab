/// One key as a terminal sends it, or a text that came at once.
package enum Key: Hashable, Sendable {
  /// Text as it is typed.
  case text(String)
  /// Text that was pasted, as it was marked by the terminal.
  case paste(String)
  /// A letter with the control key, in lower case; also `_` and space.
  case control(Character)
  /// A character with the alt key, in lower case.
  case alt(Character)
  case enter, altEnter, tab, backTab, backspace, altBackspace, delete, escape
  case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
  /// A key that means nothing here.
  case unknown
}
