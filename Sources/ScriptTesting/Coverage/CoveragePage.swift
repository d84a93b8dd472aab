import RoutePatterns
import ScriptReports
import TextTools

/// A self-contained web page with coverage.
struct CoveragePage {
  private let coverage: SpecCoverage

  init(_ coverage: SpecCoverage) { self.coverage = coverage }

  var text: String {
    let sections = coverage.applications.map { Self.section($0.folder, $0.coverage) }
    return HTMLReportStyle.head(of: .coverage, titled: "Coverage of routes", Self.style)
      + "<main>\n<h1>Coverage of routes</h1>\n" + sections.joined() + "</main>\n</body>\n</html>\n"
  }

  private static let style = """
    main, .reports { max-width: 80rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
    td.count { text-align: right; font-variant-numeric: tabular-nums; }
    td:last-child { min-width: 9rem; }
    h2, td.pattern, summary code { overflow-wrap: anywhere; }
    td.place { white-space: nowrap; }
    tr.missed td { background: var(--bad-ground); }
    tr.partly td { background: #fb03; }
    pre { overflow-x: auto; line-height: 1.35; }
    pre span { display: block; padding: 0 .4rem; }
    pre span.missed { background: var(--bad-ground); }
    pre span.run { background: var(--good-ground); }
    pre i { display: inline-block; width: 8rem; opacity: .6; font-style: normal; }
    summary { padding: .3rem 0; cursor: pointer; }
    meter { width: 12rem; vertical-align: middle; }
    @media (max-width: 44rem) {
      main, .reports { padding-inline: .8rem; }
      main { padding-block: 1.5rem 3rem; }
      meter { display: block; width: 100%; }
      thead { display: none; }
      tr { display: block; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
      tr.missed { background: var(--bad-ground); }
      tr.partly { background: #fb03; }
      td { display: block; padding: 0; border: 0; }
      td.count { text-align: left; }
      td.place { white-space: normal; overflow-wrap: anywhere; }
      tr.missed td, tr.partly td { background: none; }
      td:first-child { font-weight: 600; }
      td:empty { display: none; }
      td[data-label]::before { content: attr(data-label) " "; opacity: .6; }
      pre i { width: 5.5rem; }
    }

    """

  private static func section(_ folder: String, _ coverage: ApplicationCoverage) -> String {
    let routes = coverage.sortedRoutes
    let reached = routes.count(where: \.isReached)
    var text = "<h2>\(escaped(SpecFiles.relative(folder)))</h2>\n"
    text += "<p><meter min=\"0\" max=\"\(max(1, routes.count))\" value=\"\(reached)\"></meter>"
    text += " \(reached) of \(routes.count) routes reached</p>\n<table>\n<thead><tr>"
    text += "<th>Route</th><th>Pattern</th><th>Place</th><th>Reached</th><th>Decisions</th>"
    text += "</tr></thead>\n<tbody>\n" + routes.map(row).joined() + "</tbody>\n</table>\n"
    text += CoveredLines.all(coverage, in: folder).map(script).joined()
    let animators = coverage.animators.sorted { $0.key < $1.key }
    if !animators.isEmpty {
      let used = animators.map { "\(escaped($0.key)) \($0.value)×" }.joined(separator: ", ")
      text += "<p>Animators: \(used)</p>\n"
    }
    return text
  }

  /// One script with highlights on the lines that never ran.
  private static func script(_ script: CoveredLines) -> String {
    let share = "\(script.reachedCount) of \(script.counts.count) lines"
    var text = "<details><summary><code>\(escaped(script.name))</code> \(share)</summary>\n<pre>"
    let source = SpecFiles().text(of: script.path) ?? []
    var lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      let count = script.counts[index + 1]
      let label = count.map { $0 == 0 ? "never" : "\($0)×" } ?? ""
      let style = count.map { $0 == 0 ? " class=\"missed\"" : " class=\"run\"" } ?? ""
      text += "<span\(style)><i>\(index + 1) \(label)</i>"
      text += String(decoding: line, as: UTF8.self).printed(as: .xml) + "</span>"
    }
    return text + "</pre></details>\n"
  }

  private static func row(_ route: ApplicationCoverage.Route) -> String {
    let style = !route.isReached ? " class=\"missed\"" : route.isComplete ? "" : " class=\"partly\""
    let answers = route.answers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }
    let decisions =
      answers.isEmpty && route.hasRedirect ? "never asked" : answers.joined(separator: ", ")
    return
      "<tr\(style)><td>\(escaped(route.label))</td>"
      + "<td class=\"pattern\"><code>\(escaped(route.pattern))</code></td>"
      + "<td class=\"place\"><code>\(escaped(route.place))</code></td>"
      + "<td class=\"count\" data-label=\"reached\">\(route.hits)</td>"
      + "<td\(decisions.isEmpty ? "" : " data-label=\"decisions\"")>\(escaped(decisions))</td></tr>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.printed(as: .xmlAttribute)
  }
}
