/// An editable text with a cursor.
package struct LineBuffer {
  /// The characters: a letter and its combining marks are one character.
  package private(set) var characters: [Character] = []
  package private(set) var cursor = 0

  /// The most recently cut text.
  private var cut = ""
  private var past: [(characters: [Character], cursor: Int)] = []
  private var isTyping = false

  /// The maximum number of bytes; more are dropped.
  private static let byteLimit = 1 << 20
  private static let undoLimit = 200

  package init() {}

  package var text: String { String(characters) }

  package var isEmpty: Bool { characters.isEmpty }

  package var isAtEnd: Bool { cursor == characters.count }

  package var head: String { String(characters[..<cursor]) }

  // MARK: Editing

  /// Replaces the whole text, and moves the cursor to its end.
  package mutating func replace(with text: String) {
    remember()
    (characters, cursor) = ([], 0)
    put(text)
  }

  /// Removes the text and the undo history.
  package mutating func reset() {
    (characters, cursor, past, isTyping) = ([], 0, [], false)
  }

  /// Inserts text; typed text is undone together with previously typed text.
  package mutating func insert(_ text: String, isTyped: Bool = false) {
    let clean = Self.clean(text)
    guard !clean.isEmpty else { return }
    if !(isTyped && isTyping) { remember() }
    isTyping = isTyped
    put(clean)
  }

  /// Replaces the characters from a position to the cursor.
  package mutating func replace(from start: Int, with text: String) {
    remember()
    let start = min(max(0, start), cursor)
    characters.removeSubrange(start..<cursor)
    cursor = start
    put(Self.clean(text))
  }

  /// Removes the characters up to another position, and keeps them for ``paste()`` if they are cut.
  package mutating func remove(to other: Int, isCut: Bool = false) {
    let range = min(cursor, other)..<max(cursor, other)
    guard !range.isEmpty else { return }
    remember()
    if isCut { cut = String(characters[range]) }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  package mutating func paste() { insert(cut) }

  package mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    remember()
    let right = min(cursor, characters.count - 1)
    characters.swapAt(right - 1, right)
    cursor = right + 1
  }

  package mutating func undo() {
    guard let last = past.popLast() else { return }
    (characters, cursor) = last
    isTyping = false
  }

  private mutating func remember() {
    isTyping = false
    past.append((characters, cursor))
    if past.count > Self.undoLimit { past.removeFirst() }
  }

  /// Inserts text; a combining mark joins the letter before it.
  private mutating func put(_ text: String) {
    let head = String(characters[..<cursor]) + text
    let whole = head + String(characters[cursor...])
    guard whole.utf8.count <= Self.byteLimit else { return }
    characters = Array(whole)
    let end = head.utf8.count
    var bytes = 0
    cursor = 0
    while cursor < characters.count, bytes < end {
      bytes += characters[cursor].utf8.count
      cursor += 1
    }
  }

  /// Normalizes line breaks to line feeds, and removes all other control characters except tabs.
  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { before = scalar }
      if scalar == "\r" || scalar == "\n" && before != "\r" {
        clean.append("\n")
      } else if scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) || scalar == "\t" {
        clean.append(scalar)
      }
    }
    return String(clean)
  }

  // MARK: Cursor movement

  package mutating func move(to place: Int) {
    cursor = min(max(0, place), characters.count)
    isTyping = false
  }

  package var lineStart: Int {
    (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
  }

  package var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  /// Moves to the same column of the previous line, if there is one.
  package mutating func moveUp() -> Bool {
    let start = lineStart
    guard start > 0 else { return false }
    let above = (characters[..<(start - 1)].lastIndex(of: "\n") ?? -1) + 1
    move(to: min(above + cursor - start, start - 1))
    return true
  }

  /// Moves to the same column of the next line, if there is one.
  package mutating func moveDown() -> Bool {
    let end = lineEnd
    guard end < characters.count else { return false }
    let column = cursor - lineStart
    let last = characters[(end + 1)...].firstIndex(of: "\n") ?? characters.count
    move(to: min(end + 1 + column, last))
    return true
  }

  /// The start of the word before the cursor.
  package var wordStart: Int {
    var at = cursor
    while at > 0, !Self.isWord(characters[at - 1]) { at -= 1 }
    while at > 0, Self.isWord(characters[at - 1]) { at -= 1 }
    return at
  }

  /// The end of the word after the cursor.
  package var wordEnd: Int {
    var at = cursor
    while at < characters.count, !Self.isWord(characters[at]) { at += 1 }
    while at < characters.count, Self.isWord(characters[at]) { at += 1 }
    return at
  }

  /// The start of the text without white space before the cursor.
  package var blankStart: Int {
    var at = cursor
    while at > 0, characters[at - 1].isWhitespace { at -= 1 }
    while at > 0, !characters[at - 1].isWhitespace { at -= 1 }
    return at
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
