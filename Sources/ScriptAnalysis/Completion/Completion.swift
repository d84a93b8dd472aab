import LuaSyntax

/// The names that can be written at a place of a script, or of a line that is typed at a prompt.
///
/// ```swift
/// let text = Array("return router.to(\"pro".utf8)
/// let completion = Completion(in: text, at: text.count, of: model)
/// completion.candidates.map(\.label)  // ["home", "product"]
/// completion.fitting.map(\.label)     // ["product"]
/// ```
package struct Completion: Sendable {
  /// How much is offered.
  package enum Scope: String, Sendable {
    /// The names of the application; those of Lua are left to a Lua language server.
    case router
    /// Locals, globals and the fields of modules, too.
    case full
  }

  /// The bytes of the script that a candidate takes the place of.
  package let range: Range<Int>
  /// The text in front of the place that is part of the name: the beginning of what fits.
  package let typed: String
  /// Everything that can stand at the place, in the order of its kinds, then of its names.
  package let candidates: [CompletionCandidate]

  /// The candidates that begin with what was typed, whatever the case of letters.
  package var fitting: [CompletionCandidate] {
    let typed = typed.lowercased()
    return candidates.filter { $0.label.lowercased().hasPrefix(typed) }
  }

  /// Finds the names for a place of a text; one that is broken has them, too.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - offset: The place, as a number of bytes; one outside is moved to the nearest end.
  ///   - file: The path of the script. Default: none, for a line that lies in no file.
  ///   - model: The application.
  ///   - scope: How much is offered. Default: everything.
  /// - Complexity: O(*n* + *m* log *m*) for *n* bytes and *m* names.
  package init(
    in text: [UInt8],
    at offset: Int,
    file: String = "",
    of model: ApplicationModel,
    scope: Scope = .full
  ) {
    let script = AnalysedScript(file: file, text: text, isSpec: ScriptReview.isSpec(file))
    self.init(in: script, at: offset, of: model, scope: scope)
  }

  /// Finds the names for a place of a script.
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
