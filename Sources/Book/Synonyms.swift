/// Synonyms from other routers and other fields for the terms in the book.
enum Synonyms {
  /// Each row lists words with the same meaning, our term last.
  private static let rows: [[String]] = [
    ["middleware", "interceptor", "hook", "filter", "permission", "authorization", "guard"],
    ["auth", "authentication", "signin", "login"],
    ["url", "uri", "href", "deeplink", "link", "location"],
    ["argument", "placeholder", "slug", "parameter"],
    ["regex", "regexp", "constraint"],
    ["popup", "modal", "dialog", "sheet", "present"],
    ["transition", "animation", "animator"],
    ["navigate", "goto", "redirect"],
    ["controller", "page", "view", "screen"],
    ["mock", "fake", "stub"],
    ["unittest", "unit", "spec", "test"],
    ["cache", "store", "storage", "resource"],
    ["notification", "signal", "message", "event"],
    ["crash", "panic", "exception", "error"],
    ["async", "await", "promise", "wait"],
    ["cron", "interval", "delay", "timer"],
    ["livereload", "watcher", "watch", "reload"],
    ["logger", "logging", "print", "log"],
    ["namespace", "host", "scheme"],
    ["wildcard", "glob", "splat", "rest"],
    ["import", "include", "module", "require"],
    ["sandboxing", "security", "sandbox"],
    ["lint", "linter", "diagnostic", "check"],
  ]

  private static let table: [String: Set<String>] = {
    var table: [String: Set<String>] = [:]
    for row in rows {
      let stems = Set(row.map(SearchWords.stem))
      for stem in stems { table[stem, default: []].formUnion(stems.subtracting([stem])) }
    }
    return table
  }()

  static func of(_ stem: String) -> Set<String> { table[stem] ?? [] }
}
