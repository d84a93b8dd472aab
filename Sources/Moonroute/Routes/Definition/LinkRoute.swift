import RoutePatterns

/// The definition of a route: its place and its behaviour.
///
/// ```swift
/// LinkRoute("/user/:id<int>", name: "user")
///   .view("User") { state in ["id": .int(try state.int("id"))] }
///   .guarded { _ in session.isOpen ? .proceed : .go(to: "login") }
///   .children {
///     LinkRoute("posts", name: "posts").view("Posts")
///   }
/// ```
public struct LinkRoute: Sendable {
  /// The template, relative to the parent's.
  package var path: String

  /// The name, unique within the router.
  package var name: String?

  package var view: View?

  /// After ``ActionAnswer/declined``, the next match is tried.
  package var action: Handler<RouteState, ActionAnswer>?

  /// Called in order before the route is entered, after the redirects of its parents.
  package var redirects: [Redirect] = []

  package var onExit: Handler<ScreenExit, ExitDecision>?

  /// Chooses the animator of the screen; `nil` for the configured one.
  package var animator: AnimatorChoice?

  /// Whether the transition is animated; `nil` for the caller's setting.
  package var animated: Bool?

  package var tags: [String] {
    get { traits.tags }
    set { traits.tags = newValue }
  }

  package var priority: Int {
    get { traits.priority }
    set { traits.priority = newValue }
  }

  package var meta: ValueTable {
    get { traits.meta }
    set { traits.meta = newValue }
  }

  /// Whether literal text is case-sensitive.
  package var isCaseSensitive: Bool {
    get { traits.isCaseSensitive }
    set { traits.isCaseSensitive = newValue }
  }

  /// Whether redirects by this route keep the query.
  package var keepsQuery: Bool {
    get { traits.keepsQuery }
    set { traits.keepsQuery = newValue }
  }

  /// The expected query items with their types.
  package var query: [String: String] {
    get { traits.query }
    set { (traits.query, traits.declaresQuery) = (newValue, !newValue.isEmpty) }
  }

  /// Declares that the route reads only the items of ``query``, which may be empty.
  package mutating func declareQuery(_ query: [String: String]) {
    (traits.query, traits.declaresQuery) = (query, true)
  }

  package var samples: [[String: ParameterValue]] {
    get { traits.samples }
    set { traits.samples = newValue }
  }

  /// The scheme of the route, if ``path`` does not contain it.
  package var scheme: String?

  /// The host of the route, if ``path`` does not contain it.
  package var host: String?

  /// Whether the route only shares its properties with its children and is never matched itself.
  package var isGroup: Bool {
    get { role.isGroup }
    set { role.isGroup = newValue }
  }

  /// Whether the children are branches of tabs, each with its own stack.
  package var isShell: Bool {
    get { role.isShell }
    set { role.isShell = newValue }
  }

  /// The name of the branch for a shell's own location; `nil` for the first.
  package var initialTab: String? {
    get { role.initialTab }
    set { role.initialTab = newValue }
  }

  package var children: [LinkRoute] = []

  /// The only value of some parameters of ``path``, by name; only for an outermost route.
  package var fixed: [String: String] = [:]

  /// The source position of the route, for steps, errors and problems.
  package var site: SourceSite?

  var traits = RouteTraits()

  /// The source positions of the route's functions, if they differ from the route's.
  package var sites = HandlerSites()

  /// Descriptions of the parts that the definition repeats but may have only once.
  var repetitions: [String] = []

  private var role = RouteRole()

  /// Describes a route.
  ///
  /// - Parameters:
  ///   - pattern: The pattern. A child's is relative to its parent's and does not start with `/`.
  ///   - name: A name, unique within the router.
  ///   - query: The expected query items with their types: `["page": "int", "q": "string?"]`. A
  ///     location without a required item matches, but its open fails. Other items are passed as
  ///     text. The types are those of `QueryParameter`.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  public init(
    _ pattern: String,
    name: String? = nil,
    query: KeyValuePairs<String, String> = [:],
    fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(path: pattern, name: name)
    site = SourceSite(file: fileID, line: line)
    guard !query.isEmpty else { return }
    for (item, type) in query where traits.query.updateValue(type, forKey: item) != nil {
      repetitions.append("a second query item '\(item)'")
    }
    traits.declaresQuery = true
  }

  /// Describes an empty route with a path.
  package init(path: String, name: String? = nil) {
    self.path = path
    self.name = name
  }

  /// The source of a route's screen.
  package enum View: Sendable {
    /// A view that the program registered by name.
    case named(String)
    /// A function.
    ///
    /// If it returns `nil`, the open fails with `no_view`. The name is that of the view, if it is
    /// always the same.
    case made(Handler<RouteState, Screen?>, name: String? = nil)
  }

  /// One redirect of a route.
  package enum Redirect: Sendable {
    /// A function, with its source position.
    case decided(Handler<RouteState, Decision>, at: SourceSite? = nil)
    /// A fixed location.
    ///
    /// Its path may use the pattern's parameters: `/new/:id`.
    case fixed(String)

    var isFixed: Bool {
      guard case .fixed = self else { return false }
      return true
    }

    /// The source position of the function, if it differs from the route's.
    var site: SourceSite? {
      guard case .decided(_, let site) = self else { return nil }
      return site
    }
  }
}

/// The source positions of a route's functions; `nil` if a position does not differ from the
/// route's.
package struct HandlerSites: Sendable {
  package var view, action, onExit, animator: SourceSite?

  package init(
    view: SourceSite? = nil,
    action: SourceSite? = nil,
    onExit: SourceSite? = nil,
    animator: SourceSite? = nil
  ) {
    (self.view, self.action, self.onExit, self.animator) = (view, action, onExit, animator)
  }
}

/// The answer of an action.
package enum ActionAnswer: Sendable {
  /// The action ran and returned these values.
  case values([Value])
  /// The action ran and returned `false` first: it declines the location, except in a fetch.
  case refused([Value])
  /// The action declines the location: the next match is tried.
  case declined
}

/// A screen that is about to be removed, and its replacement.
public struct ScreenExit: Sendable {
  /// The screen.
  public let screen: Screen
  /// The state of the opened route, or `nil` when going back.
  public let target: RouteState?
}
