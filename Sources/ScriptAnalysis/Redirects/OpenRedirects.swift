import Moonroute
package import ScriptHost

/// Finds decisions and opens that go where the text of a link says.
///
/// Looks at the words of the scripts: what a decision returns, and what `router.open` and its like
/// are given, must not begin with text of the link (`state.query.back`, `params`, `extra`, `all`)
/// that has not passed `router.own`. It follows local variables and the `redirect = name` of other
/// files, but no calls: a helper that answers its argument is not seen through. So it misses some,
/// and what it finds is one.
struct OpenRedirects {
  /// The rule's name.
  static let code = RouterError.Code(rawValue: "open_redirect")

  /// Looks at scripts.
  ///
  /// - Parameter scripts: The scripts; each has been compiled.
  /// - Returns: The warnings, by file and line.
  /// - Complexity: O(*n*) for *n* bytes of ordinary scripts.
  static func problems(in scripts: [AnalysedScript]) -> [ScriptProblem] {
    let scripts = scripts.map { ($0.file, $0.words) }
    let names = scripts.reduce(into: Set<String>()) { $0.formUnion($1.1.decisionNames) }
    return scripts.flatMap { file, tokens in
      let scan = RedirectScan(tokens, decisions: names)
      return scan.findings.map { place in
        let words = tokens.path(from: place)
        return ScriptProblem(
          code,
          "'\(words)' is text of the link, which so says where this leads. Let it pass router.own.",
          at: SourceSite(file: file, line: tokens.line(of: place)),
          column: tokens.column(of: place),
          severity: .warning
        )
      }
    }
  }
}

extension ScriptHost {
  /// The decisions and opens of the loaded scripts that go where a link says.
  package func openRedirects() async -> [ScriptProblem] {
    await application.perform { application in
      let scripts = self.scriptFiles(in: application).sorted { $0.key < $1.key }
        .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: false) }
      return OpenRedirects.problems(in: scripts)
    }
  }
}

extension ScriptTokens {
  /// The last words of the names that are registered as decisions: `required` of
  /// `redirect = auth.required` and of `router.guard("/a", auth.required)`.
  fileprivate var decisionNames: Set<String> {
    var names: Set<String> = []
    for at in 0..<count {
      if self[at] == "redirect", self[at + 1] == "=" {
        if self[at + 2] == "{" {
          names.formUnion(lastNames(inside: at + 2))
        } else if isName(at + 2) {
          names.insert(lastName(at + 2).name)
        }
      } else if isDecisionCall(at), self[at + 1] == "(" {
        names.formUnion(lastNames(inside: at + 1))
      }
    }
    return names
  }

  /// Whether the word is that of a call that registers a decision, such as `.guard`.
  func isDecisionCall(_ at: Int) -> Bool {
    at > 0 && self[at - 1] == "." && ["guard", "on_error", "proxy", "unmatched"].contains(self[at])
  }

  /// The last words of the names that stand between brackets, each a whole item.
  private func lastNames(inside bracket: Int) -> [String] {
    var names: [String] = []
    let end = closing(bracket)
    var at = bracket + 1
    while at < end, self[at] != "function" {
      if isName(at), [",", "(", "{"].contains(self[at - 1]) {
        let (name, next) = lastName(at)
        if next == end || self[next] == "," { names.append(name) }
        at = next
      } else {
        at = closing(at) + 1
      }
    }
    return names
  }

  private func lastName(_ start: Int) -> (name: String, next: Int) {
    var at = start
    while self[at + 1] == ".", isName(at + 2) { at += 2 }
    return (self[at], at + 1)
  }
}
