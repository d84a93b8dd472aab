import LuaSyntax

/// The place where something is typed, read from the tokens before it: a broken script has them, too.
struct TypingPlace {
  /// The kind of text that is typed.
  enum Form: Equatable {
    /// Inside a string.
    case text
    /// A name behind the names of `base` and a dot or colon.
    case member(base: [String])
    /// A name that stands by itself.
    case name
    case comment
    /// A number, or behind something that has no name.
    case nothing
  }

  /// A bracket that is open at the place.
  struct Frame {
    /// The token that opens it; for a call without brackets, the argument's.
    let opener: Int
    /// The names of the function that is called, or `nil` for a table.
    let callee: [String]?
    /// The offset of those names.
    let start: Int
    /// The number of arguments or items before the place.
    let argument: Int
    /// The name of the field that gets the value, in a table.
    let key: String?
  }

  let form: Form
  /// The bytes that were typed up to the place.
  let typed: Range<Int>
  /// The bytes that the choice takes the place of.
  let replaced: Range<Int>
  /// The open brackets, the innermost first, up to the function around the place.
  let frames: [Frame]
  /// The number of the token that is typed, or of the one before the place.
  let token: Int
  /// Whether the string that is typed is closed behind the place.
  let isClosed: Bool

  /// Looks at a place.
  ///
  /// - Complexity: O(*n*) for *n* tokens between the function around the place and the place.
  init(at offset: Int, in tree: LuaTree) {
    let offset = min(max(0, offset), tree.text.count)
    let place = Self.lastToken(before: offset, in: tree)
    let token = place < 0 ? LuaToken() : tree.tokens[place]
    self.token = place
    if token.kind == .string, let content = Self.content(of: token, at: offset, in: tree) {
      form = .text
      typed = content.range.lowerBound..<offset
      replaced = content.range.lowerBound..<(content.isClosed ? content.range.upperBound : offset)
      isClosed = content.isClosed
      frames = FrameReader(tree: tree).frames(before: place)
      return
    }
    isClosed = false
    if token.end < offset || place < 0,
      let comment = Self.comment(tree.text, from: token.end, to: offset)
    {
      form = .comment
      (typed, replaced, frames) = (comment, comment, [])
      return
    }
    let isWord = place >= 0 && token.isWord && token.end >= offset
    typed = (isWord ? token.start : offset)..<offset
    replaced = (isWord ? token.start : offset)..<(isWord ? token.end : offset)
    let before = isWord ? place - 1 : place
    guard token.kind != .number || token.end < offset else {
      (form, frames) = (.nothing, [])
      return
    }
    if before >= 0, [.dot, .colon].contains(tree.tokens[before].kind) {
      let base = FrameReader(tree: tree).names(endingAt: before - 1)
      form = base.map { .member(base: $0.names) } ?? .nothing
      frames = FrameReader(tree: tree).frames(before: (base?.start ?? before))
    } else {
      form = .name
      frames = FrameReader(tree: tree).frames(before: before + 1)
    }
  }

  /// The last token that begins before an offset, or -1.
  private static func lastToken(before offset: Int, in tree: LuaTree) -> Int {
    var low = -1
    var high = tree.tokens.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if tree.tokens[middle].start < offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes between the quotes of a string, if the offset is among them.
  private static func content(
    of token: LuaToken,
    at offset: Int,
    in tree: LuaTree
  ) -> (range: Range<Int>, isClosed: Bool)? {
    let text = tree.text[token.start..<token.end]
    guard let quote = text.first else { return nil }
    var start = token.start + 1
    var isClosed = false
    var length = 1
    if quote == UInt8(ascii: "[") {
      length = 2 + text.dropFirst().prefix { $0 == UInt8(ascii: "=") }.count
      start = token.start + length
      isClosed = text.count >= 2 * length && text.last == UInt8(ascii: "]")
    } else {
      isClosed =
        text.count > 1 && text.last == quote
        && text.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 0
    }
    let end = isClosed ? token.end - length : token.end
    guard offset >= start, offset <= end else { return nil }
    return (start..<max(start, end), isClosed)
  }

  /// The bytes behind `--` in the last line of what stands between two tokens.
  private static func comment(_ text: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
    guard start < end else { return nil }
    let gap = text[start..<end]
    let line = gap.lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    if let mark = text[line..<end].firstRange(of: Array("--".utf8)) {
      return mark.upperBound..<end
    }
    // A long comment that began in a line above.
    return gap.firstRange(of: Array("--[".utf8)) != nil ? end..<end : nil
  }
}

/// Reads open brackets from the tokens before a place.
struct FrameReader {
  let tree: LuaTree

  /// The words that begin a statement, or what is inside one.
  private static let borders: Set<LuaToken.Kind> = [
    .local, .return, .elseif, .while, .for, .goto, .break, .semicolon,
  ]

  /// The open brackets around a token, the innermost first.
  func frames(before token: Int) -> [TypingPlace.Frame] {
    var frames: [TypingPlace.Frame] = []
    var place = token - 1
    if token < tree.tokens.count, token >= 0, tree.tokens[token].kind == .string,
      let called = names(endingAt: place)
    {
      frames.append(call(called, opener: token, argument: 0))
      place = called.start - 1
    }
    var level = Level()
    while place >= 0 {
      let kind = tree.tokens[place].kind
      switch kind {
      case .rightParenthesis, .rightBrace, .rightBracket: level.brackets += 1
      case .endWord, .until: level.blocks += 1
      case .function, .do, .then, .else, .repeat:
        // `elseif … then` and `if … then … else` end with one `end`.
        guard level.blocks > 0 else { return frames }
        if kind == .function || kind == .do || kind == .repeat { level.blocks -= 1 }
      case .if:
        guard level.blocks > 0 else { return frames }
        level.blocks -= 1
      case .comma where level.isOpen:
        if level.commas == 0 { level.itemStart = place + 1 }
        level.commas += 1
      case .leftParenthesis, .leftBrace, .leftBracket:
        guard level.brackets == 0 else {
          level.brackets -= 1
          break
        }
        guard level.blocks == 0 else { return frames }
        let start = level.itemStart ?? place + 1
        place = open(at: place, itemStart: start, commas: level.commas, &frames)
        level = Level()
        continue
      case let border where Self.borders.contains(border) && level.isOpen: return frames
      default: break
      }
      place -= 1
    }
    return frames
  }

  /// The counts between a place and the bracket that is looked for.
  private struct Level {
    var brackets = 0
    var blocks = 0
    var commas = 0
    /// The first token of the item that the place is in.
    var itemStart: Int?
    var isOpen: Bool { brackets == 0 && blocks == 0 }
  }

  /// Notes the bracket that opens at a token, and answers where to go on.
  private func open(
    at place: Int,
    itemStart: Int,
    commas: Int,
    _ frames: inout [TypingPlace.Frame]
  ) -> Int {
    let called = names(endingAt: place - 1)
    switch tree.tokens[place].kind {
    case .leftParenthesis:
      guard let called else { return place - 1 }
      frames.append(call(called, opener: place, argument: commas))
      return called.start - 1
    case .leftBrace:
      frames.append(
        TypingPlace.Frame(
          opener: place,
          callee: nil,
          start: tree.tokens[place].start,
          argument: commas,
          key: key(at: itemStart)
        )
      )
      guard let called else { return place - 1 }
      frames.append(call(called, opener: place, argument: 0))
      return called.start - 1
    default: return place - 1
    }
  }

  private func key(at token: Int) -> String? {
    guard token + 1 < tree.tokens.count, tree.tokens[token].isWord,
      tree.tokens[token + 1].kind == .assign
    else { return nil }
    return tree.text(of: tree.tokens[token])
  }

  private func call(
    _ called: (names: [String], start: Int),
    opener: Int,
    argument: Int
  ) -> TypingPlace.Frame {
    TypingPlace.Frame(
      opener: opener,
      callee: called.names,
      start: tree.tokens[called.start].start,
      argument: argument,
      key: nil
    )
  }

  /// The names joined by dots or colons that end with a token, and the first of their tokens.
  func names(endingAt token: Int) -> (names: [String], start: Int)? {
    guard token >= 0, tree.tokens[token].kind == .name else { return nil }
    var place = token
    var names = [tree.text(of: tree.tokens[place])]
    while place >= 2, [.dot, .colon].contains(tree.tokens[place - 1].kind),
      tree.tokens[place - 2].kind == .name
    {
      place -= 2
      names.insert(tree.text(of: tree.tokens[place]), at: 0)
    }
    // `f().x` has no name.
    if place >= 1, [.dot, .colon].contains(tree.tokens[place - 1].kind) { return nil }
    return (names, place)
  }
}
