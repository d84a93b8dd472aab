import LuaSyntax

/// The context of a position, read from the tokens before it, so the script need not parse.
struct TypingPlace {
  enum Form: Equatable {
    /// Inside a string.
    case text
    /// A name after `base` and a dot or colon.
    case member(base: [String])
    /// A name without a base.
    case name
    case comment
    /// A number, or a name after an expression that is not a path.
    case nothing
  }

  /// A bracket that is open at the position.
  struct Frame {
    /// The opening token; in a call without parentheses, the argument's token.
    let opener: Int
    /// The path of the called function, or `nil` for a table.
    let callee: [String]?
    /// The offset of the path.
    let start: Int
    /// The number of arguments or items before the position.
    let argument: Int
    /// The name of the field whose value is typed, in a table.
    let key: String?
  }

  let form: Form
  /// The typed bytes before the position.
  let typed: Range<Int>
  /// The bytes that a candidate replaces.
  let replaced: Range<Int>
  /// The open brackets from the innermost outwards, up to the function around the position.
  let frames: [Frame]
  /// The index of the token at the position, or of the one before it.
  let token: Int
  /// Whether the string at the position is closed.
  let isClosed: Bool

  /// Reads the context in O(*n*) for *n* tokens since the start of the enclosing function.
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

  /// The index of the last token that begins before an offset, or -1.
  private static func lastToken(before offset: Int, in tree: LuaTree) -> Int {
    var low = -1
    var high = tree.tokens.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if tree.tokens[middle].start < offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes between the quotes of a string, if the offset is between them.
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

  /// The bytes after `--` in the last line between two tokens.
  private static func comment(_ text: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
    guard start < end else { return nil }
    let gap = text[start..<end]
    let line = gap.lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    if let mark = text[line..<end].firstRange(of: Array("--".utf8)) {
      return mark.upperBound..<end
    }
    // A long comment that began on an earlier line.
    return gap.firstRange(of: Array("--[".utf8)) != nil ? end..<end : nil
  }
}

/// Reads open brackets from the tokens before a position.
struct FrameReader {
  let tree: LuaTree

  /// The keywords that begin a statement or a block.
  private static let borders: Set<LuaToken.Kind> = [
    .local, .return, .elseif, .while, .for, .goto, .break, .semicolon,
  ]

  /// The open brackets around a token, from the innermost outwards.
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

  /// The nesting between a position and the bracket that the reader searches for.
  private struct Level {
    var brackets = 0
    var blocks = 0
    var commas = 0
    /// The first token of the item at the position.
    var itemStart: Int?
    var isOpen: Bool { brackets == 0 && blocks == 0 }
  }

  /// Records the bracket that opens at a token, and returns the token where the search continues.
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

  /// The names joined by dots or colons that end at a token, and the index of their first token.
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
    // `f().x` is not a path.
    if place >= 1, [.dot, .colon].contains(tree.tokens[place - 1].kind) { return nil }
    return (names, place)
  }
}
