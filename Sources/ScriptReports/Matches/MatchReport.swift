package import MessageStream
package import Moonroute
package import RoutePatterns
import ScriptHost

/// The route that a location matches, without opening it.
package struct MatchReport {
  package let text: String

  private let found: Found

  private let proxies: [FittingProxy]

  private enum Found {
    case route(RouteInfo, RouteMatch, Location)
    case nothing(RouterError)
  }

  package init(
    _ text: String,
    in index: RouteIndex,
    rules: LocationRules,
    proxies: [FittingProxy] = [],
    showsNearest: Bool = true
  ) {
    self.text = text
    self.proxies = proxies
    do throws(LocationError) {
      let location = try Location(parsing: text, rules: rules)
      if let (route, match) = index.match(location) {
        let problem = route.queryProblem(of: location)
        found = problem.map(Found.nothing) ?? .route(route, match, location)
      } else {
        let error = index.notFound(location, showsNearest: showsNearest)
        found = .nothing(Self.adding(error, text, in: index))
      }
    } catch {
      found = .nothing(RouterError(.badLocation, error.description))
    }
  }

  /// The error for a location without a match; the text may be the name of a route.
  private static func adding(
    _ error: RouterError,
    _ text: String,
    in index: RouteIndex
  ) -> RouterError {
    guard let route = index.route(named: text) else { return error }
    return RouterError(
      error.code,
      error.message + " '\(text)' is read as a link; the route with that name is"
        + " '\(route.pattern.text)', and 'moonroute url' makes its locations.",
      nearest: error.nearest
    )
  }

  package var isMatched: Bool {
    if case .route = found { true } else { false }
  }

  /// The output of `match --json`.
  package func json(explainedBy explanation: MatchExplanation? = nil) -> JSON {
    guard case .object(var fields) = json else { return json }
    if !proxies.isEmpty { fields.append(JSON.Field("proxies", proxiesJSON)) }
    if let explanation { fields.append(JSON.Field("candidates", explanation.json)) }
    return .object(fields)
  }

  private var json: JSON {
    switch found {
    case .route(let route, let match, let location): matched(route, match, location)
    case .nothing(let error):
      .fields(
        ("location", .text(text)),
        ("matched", .bool(false)),
        ("error", .fields(("code", .text(error.code.rawValue)), ("message", .text(error.message)))),
        ("nearest", .texts(error.nearest))
      )
    }
  }

  private func matched(_ route: RouteInfo, _ match: RouteMatch, _ location: Location) -> JSON {
    .fields(
      ("location", .text(text)),
      ("matched", .bool(true)),
      ("name", .optional(route.name)),
      ("pattern", .text(route.pattern.text)),
      ("path", .text(location.path)),
      ("params", JSON(paramsOf: match)),
      ("query", .query(of: location, declaredBy: route)),
      ("query_all", .allValues(of: location.query)),
      ("fragment", .optional(location.fragment)),
      ("scheme", .optional(location.scheme)),
      ("host", .optional(location.host)),
      ("rest", .texts(match.rest)),
      ("branch", .texts(route.branch.map(\.label)))
    )
  }

  private var proxiesJSON: JSON {
    .list(
      proxies.map {
        .fields(
          ("pattern", .text($0.pattern)),
          ("file", .optional($0.site?.file)),
          ("line", .optional($0.site?.line))
        )
      }
    )
  }

  /// A row for each proxy that runs before the routes are searched.
  private var proxyRows: [ReportRow] {
    proxies.map { proxy in
      var text = ReportText()
      text.addWhole(proxy.pattern)
      text.add("runs first", .soft)
      return ReportRow(label: "proxy", text: text, place: proxy.site?.description)
    }
  }

  package func lines(_ style: ReportStyle) -> [String] {
    let shown = text.isEmpty ? "''" : text.shortened(to: 240)
    switch found {
    case .route(let route, let match, let location):
      let head = style.paint("✓", .good) + " " + style.paint(shown, .strong)
      return [head] + (proxyRows + rows(route, match, location)).flatMap { $0.lines(style) }
    case .nothing(let error):
      let head = style.paint("?", .notable) + " " + style.paint(shown, .strong)
      let row = ReportRow(
        label: error.code.rawValue,
        tone: .notable,
        text: ReportText(error.message)
      )
      return [head] + (proxyRows + [row]).flatMap { $0.lines(style) }
    }
  }

  private func rows(
    _ route: RouteInfo,
    _ match: RouteMatch,
    _ location: Location
  ) -> [ReportRow] {
    var text = ReportText()
    if let name = route.name { text.addWhole(name, .strong) }
    text.addWhole(route.pattern.text)
    var rows = [
      ReportRow(label: "matched", tone: .good, text: text, place: route.site?.description)
    ]
    var params = ReportText()
    for (name, value) in match.pairs { params.add(name: name, value: value.written) }
    if !params.isEmpty { rows.append(ReportRow(label: "params", text: params)) }
    var query = ReportText()
    for name in location.query.ownNames {
      for value in location.query.all(name) { query.add(name: name, value: value.quotedIfNeeded) }
    }
    if !query.isEmpty { rows.append(ReportRow(label: "query", text: query)) }
    if let fragment = location.fragment {
      rows.append(ReportRow(label: "fragment", text: ReportText(fragment)))
    }
    return rows
  }
}
