/// Coverage as a page for a browser, with nothing outside of it.
struct CoveragePage {
  private let coverage: SpecCoverage

  init(_ coverage: SpecCoverage) { self.coverage = coverage }

  var text: String {
    let sections = coverage.applications.map { Self.section($0.folder, $0.coverage) }
    return Self.head + sections.joined() + "</main>\n</body>\n</html>\n"
  }

  private static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Coverage of routes</title>
    <style>
    :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
    main { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
    td.count { text-align: right; font-variant-numeric: tabular-nums; }
    tr.missed td { background: #f443; }
    tr.partly td { background: #fb03; }
    code { font-family: ui-monospace, monospace; }
    meter { width: 12rem; vertical-align: middle; }
    </style>
    </head>
    <body>
    <main>
    <h1>Coverage of routes</h1>

    """

  private static func section(_ folder: String, _ coverage: ApplicationCoverage) -> String {
    let routes = coverage.sortedRoutes
    let reached = routes.count(where: \.isReached)
    var text = "<h2>\(escaped(folder))</h2>\n"
    text += "<p><meter min=\"0\" max=\"\(max(1, routes.count))\" value=\"\(reached)\"></meter>"
    text += " \(reached) of \(routes.count) routes reached</p>\n<table>\n<thead><tr>"
    text += "<th>Route</th><th>Pattern</th><th>Place</th><th>Reached</th><th>Decisions</th>"
    text += "</tr></thead>\n<tbody>\n" + routes.map(row).joined() + "</tbody>\n</table>\n"
    let animators = coverage.animators.sorted { $0.key < $1.key }
    if !animators.isEmpty {
      let used = animators.map { "\(escaped($0.key)) \($0.value)×" }.joined(separator: ", ")
      text += "<p>Animators: \(used)</p>\n"
    }
    return text
  }

  private static func row(_ route: ApplicationCoverage.Route) -> String {
    let style = !route.isReached ? " class=\"missed\"" : route.isComplete ? "" : " class=\"partly\""
    let answers = route.answers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }
    let decisions =
      answers.isEmpty && route.hasRedirect ? "never asked" : answers.joined(separator: ", ")
    return
      "<tr\(style)><td>\(escaped(route.label))</td><td><code>\(escaped(route.pattern))</code></td>"
      + "<td><code>\(escaped(route.place))</code></td><td class=\"count\">\(route.hits)</td>"
      + "<td>\(escaped(decisions))</td></tr>\n"
  }

  private static func escaped(_ text: String) -> String {
    JUnitReporter.escaped(text, isAttribute: true)
  }
}
