extension LineEditor {
  mutating func edit(_ key: Key) {
    switch key {
    case .text(let text): buffer.insert(text, isTyped: true)
    case .paste(let text): buffer.insert(text)
    case .altEnter: buffer.insert("\n")
    case .backspace, .control("h"): buffer.remove(to: max(0, buffer.cursor - 1))
    case .delete: buffer.remove(to: min(buffer.characters.count, buffer.cursor + 1))
    case .altBackspace: buffer.remove(to: buffer.wordStart, isCut: true)
    case .alt("d"): buffer.remove(to: buffer.wordEnd, isCut: true)
    case .control("w"): buffer.remove(to: buffer.blankStart, isCut: true)
    case .control("u"): buffer.remove(to: buffer.lineStart, isCut: true)
    case .control("k"): buffer.remove(to: buffer.lineEnd, isCut: true)
    case .control("y"): buffer.paste()
    case .control("t"): buffer.transpose()
    case .control("_"): buffer.undo()
    default: move(key)
    }
  }

  private mutating func move(_ key: Key) {
    switch key {
    case .left, .control("b"): buffer.move(to: buffer.cursor - 1)
    case .wordLeft, .alt("b"): buffer.move(to: buffer.wordStart)
    case .wordRight, .alt("f"): takeSuggestion(isWord: true)
    case .right, .control("f"): takeSuggestion(isOneStep: true)
    case .home, .control("a"): buffer.move(to: buffer.lineStart)
    case .end, .control("e"): takeSuggestion()
    default: break
    }
  }

  /// Moves right; at the end of the text, accepts the suggestion.
  private mutating func takeSuggestion(isWord: Bool = false, isOneStep: Bool = false) {
    guard let suggestion else {
      let end = isWord ? buffer.wordEnd : isOneStep ? buffer.cursor + 1 : buffer.lineEnd
      return buffer.move(to: end)
    }
    let start = buffer.cursor
    buffer.insert(suggestion)
    guard isWord else { return }
    buffer.move(to: start)
    let end = buffer.wordEnd
    buffer.move(to: buffer.characters.count)
    buffer.remove(to: end)
  }

  // MARK: Completion

  /// Inserts the common prefix of all candidates, and shows the list if there are several.
  mutating func complete() {
    let line = buffer.characters[buffer.lineStart..<buffer.cursor]
    guard buffer.lineStart == 0 || line.contains(where: { !$0.isWhitespace }) else {
      return buffer.insert("  ")
    }
    guard let completion = assistance.complete(buffer.head), !completion.candidates.isEmpty,
      completion.start <= buffer.cursor
    else { return }
    let written = String(buffer.characters[completion.start..<buffer.cursor])
    if completion.candidates.count == 1 {
      let only = completion.candidates[0]
      return buffer.replace(from: completion.start, with: only.text + only.ending)
    }
    let common = completion.commonPrefix
    if common.count > written.count { buffer.replace(from: completion.start, with: common) }
    menu = LineMenu(completion: completion, original: (buffer.text, buffer.cursor))
  }

  /// Returns whether the list handled the key; otherwise the list is hidden.
  mutating func takeInMenu(_ key: Key) -> Bool {
    switch key {
    case .tab, .down: return choose(1)
    case .backTab, .up: return choose(-1)
    case .escape, .control("g"):
      if let original = menu?.original, menu?.chosen != nil {
        buffer.replace(with: original.text)
        buffer.move(to: original.cursor)
      }
      menu = nil
      return true
    case .enter:
      let hasChosen = menu?.chosen != nil
      menu = nil
      return hasChosen
    default:
      menu = nil
      return false
    }
  }

  private mutating func choose(_ step: Int) -> Bool {
    menu?.choose(step)
    guard let menu, let chosen = menu.chosen else { return true }
    let candidate = menu.completion.candidates[chosen]
    let before = menu.original.cursor
    let head = String(Array(menu.original.text)[..<before].prefix(menu.completion.start))
    let tail = String(Array(menu.original.text)[before...])
    buffer.replace(with: head + candidate.text + tail)
    buffer.move(to: buffer.characters.count - tail.count)
    return true
  }

  // MARK: Search

  /// Returns whether the search handled the key; otherwise the found line is accepted.
  mutating func takeInSearch(_ key: Key) -> Bool {
    guard var search else { return false }
    switch key {
    case .text(let text), .paste(let text):
      search.query += text.filter { !$0.isNewline }
      find(&search, before: search.place.map { $0 + 1 })
    case .backspace, .control("h"):
      if !search.query.isEmpty { search.query.removeLast() }
      find(&search, before: nil)
    case .control("r"): find(&search, before: search.place)
    case .control("g"), .escape, .control("c"):
      buffer.replace(with: search.original)
      self.search = nil
      return true
    case .control("l"), .control("z"), .unknown: return key == .unknown
    default:
      self.search = nil
      return false
    }
    self.search = search
    return true
  }

  private mutating func find(_ search: inout Search, before place: Int?) {
    guard !search.query.isEmpty else {
      (search.place, search.isFailing) = (nil, false)
      return buffer.replace(with: search.original)
    }
    guard let found = history.search(search.query, before: place) else {
      return search.isFailing = true
    }
    (search.place, search.isFailing) = (found.place, false)
    buffer.replace(with: found.line)
  }
}
