import LuaSyntax

/// The names that can be inserted at a position in a script or in a line at a prompt.
///
/// ```swift
/// let text = Array("return router.to(\"pro".utf8)
/// let completion = Completion(in: text, at: text.count, of: model)
/// completion.candidates.map(\.label)  // ["home", "product"]
/// completion.fitting.map(\.label)     // ["product"]
/// ```
package struct Completion: Sendable {
  package enum Scope: String, Sendable {
    /// The names of the application; a Lua language server completes the names of Lua.
    case router
    /// Locals, globals and the fields of modules as well.
    case full
  }

  /// The bytes of the script that a candidate replaces.
  package let range: Range<Int>
  package let typed: String
  package let candidates: [CompletionCandidate]

  /// The candidates that begin with ``typed``, ignoring case.
  package var fitting: [CompletionCandidate] {
    let typed = typed.lowercased()
    return candidates.filter { $0.label.lowercased().hasPrefix(typed) }
  }

  /// Finds the names for a position, clamped to the text, which need not parse.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* bytes and *m* names.
  package init(
    in text: [UInt8],
    at offset: Int,
    file: String = "",
    of model: ApplicationModel,
    scope: Scope = .full
  ) {
    let script = AnalysedScript(file: file, text: text, isSpec: AnalysedScript.isSpec(file))
    self.init(in: script, at: offset, of: model, scope: scope)
  }

  package init(
    in script: AnalysedScript,
    at offset: Int,
    of model: ApplicationModel,
    scope: Scope
  ) {
    let place = TypingPlace(at: offset, in: script.tree)
    let search = CompletionSearch(script: script, place: place, model: model, scope: scope)
    let found = search.found()
    range = found.range ?? place.replaced
    let start = min(max(range.lowerBound, place.typed.lowerBound), place.typed.upperBound)
    typed = String(decoding: script.tree.text[start..<place.typed.upperBound], as: UTF8.self)
    candidates = found.candidates
  }
}
