import LuaSyntax
import Moonroute
import ScriptHost

extension CompletionSearch {
  /// The kinds of pieces, if the position is the text of a kind.
  func pieceKinds() -> [CompletionCandidate]? {
    guard isPiece, let frame = place.frames.first, frame.argument == 0, frame.key == nil else {
      return nil
    }
    return BodyKind.all.map { kind in
      CompletionCandidate(kind.name, .field, detail: kind.fields.joined(separator: ", "))
    }
  }

  /// The keys that the piece around the position does not have yet, or `nil` outside a piece.
  func pieceKeys() -> [CompletionCandidate]? {
    guard isPiece, let frame = place.frames.first, frame.argument > 0, frame.key == nil else {
      return nil
    }
    let first = frame.opener + 1
    guard first < tree.tokens.count, tree.tokens[first].kind == .string else { return nil }
    let token = tree.tokens[first]
    let bytes = LuaLiteral.bytes(ofString: tree.text[token.start..<token.end])
    guard let kind = BodyKind.named(String(decoding: bytes, as: UTF8.self)) else { return nil }
    let written = writtenKeys(from: frame.opener)
    return kind.fields.filter { !written.contains($0) }
      .map { CompletionCandidate($0, .field, detail: kind.words, text: $0 + " = ") }
  }

  /// Whether the innermost table is inside the list of pieces of `screen { body = { … } }`.
  private var isPiece: Bool {
    guard
      let body = place.frames.firstIndex(where: {
        $0.callee == nil && $0.key == ScreenBody.property
      }), body >= 2, body + 1 < place.frames.count,
      function(of: place.frames[body + 1]) == "screen"
    else { return false }
    return place.frames[..<body].allSatisfy { $0.callee == nil }
  }
}
