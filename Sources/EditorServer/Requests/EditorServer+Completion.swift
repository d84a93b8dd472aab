import MessageStream
import ScriptAnalysis

extension EditorServer {
  private static func number(of kind: CompletionCandidate.Kind) -> Int {
    switch kind {
    case .route, .view: 20
    case .parameter, .field: 5
    case .event: 23
    case .resource, .tag, .rule: 12
    case .animator, .function: 3
    case .module: 9
    case .type: 25
    case .location: 18
    case .variable: 6
    case .keyword: 14
    }
  }

  func complete(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    let completion = Completion(
      in: place.script,
      at: place.offset,
      of: place.model,
      scope: client.scope
    )
    let range = place.positions.range(of: completion.range)
    let items = completion.candidates.enumerated()
      .map { number, candidate in
        let snippet = client.hasSnippets ? candidate.snippet : nil
        return JSON.present(
          ("label", .text(candidate.label)),
          ("kind", .int(Self.number(of: candidate.kind))),
          ("detail", candidate.detail.isEmpty ? .null : .text(candidate.detail)),
          // Routes are sorted before Lua keywords.
          ("sortText", .text(Self.sortText(number))),
          ("filterText", .text(candidate.label)),
          ("insertTextFormat", snippet == nil ? .null : .int(2)),
          (
            "textEdit",
            .fields(("range", range), ("newText", .text(snippet ?? candidate.text)))
          )
        )
      }
    return .fields(("isIncomplete", .bool(false)), ("items", .list(items)))
  }

  private static func sortText(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// Returns the parameters of the call around a position.
  func signatureHelp(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    guard let hint = SignatureHint(in: place.script, at: place.offset, of: place.model) else {
      return .null
    }
    let parameters = hint.parameters.map { JSON.fields(("label", .text($0))) }
    let signature = JSON.fields(
      ("label", .text(hint.label)),
      ("documentation", .text(hint.pattern)),
      ("parameters", .list(parameters))
    )
    return .present(
      ("signatures", .list([signature])),
      ("activeSignature", .int(0)),
      ("activeParameter", hint.active.map(JSON.int) ?? .null)
    )
  }

  /// Returns the patterns after the names of routes.
  func inlayHints(_ params: JSON) throws(Refusal) -> JSON {
    let document = try document(params)
    guard let range = document.positions.range(params["range"]) else {
      throw .invalidParams("'range' must have a 'start' and an 'end'.")
    }
    let hints = document.script.inlayHints(in: range, of: model(of: document))
    return .list(
      hints.map { hint in
        .fields(
          ("position", document.positions.position(of: hint.offset)),
          ("label", .text(hint.text)),
          ("paddingLeft", .bool(true))
        )
      }
    )
  }

  /// Returns the parts of patterns, each relative to the previous one.
  func semanticTokens(_ params: JSON) throws(Refusal) -> JSON {
    let document = try document(params)
    let positions = document.positions
    var (line, column) = (0, 0)
    var data: [JSON] = []
    for token in document.script.patternTokens() {
      let start = positions.line(of: token.range.lowerBound)
      let first = positions.column(of: token.range.lowerBound)
      let length = positions.column(of: token.range.upperBound) - first
      // A token must not span lines.
      guard positions.line(of: token.range.upperBound) == start, length > 0 else { continue }
      data += [
        start - line, start == line ? first - column : first, length, token.kind.rawValue, 0,
      ]
      .map(JSON.int)
      (line, column) = (start, first)
    }
    return .fields(("data", .list(data)))
  }
}
