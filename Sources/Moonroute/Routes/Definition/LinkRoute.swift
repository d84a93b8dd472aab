public import RoutePatterns
import Synchronization

/// The definition of a route: its place and its behaviour.
///
/// ```swift
/// LinkRoute("/user/:id<int>", name: "user", view: { state in Screen("User") }) {
///   LinkRoute("posts", name: "posts", view: "Posts")
/// }
/// ```
public struct LinkRoute: Sendable {
  /// The template, relative to the parent's.
  public var path: String

  /// The name, unique within the application.
  public var name: String?

  /// Makes the screen.
  public var view: View?

  /// Returns values instead of a screen.
  ///
  /// After ``ActionAnswer/declined``, the next match is tried.
  public var action: Handler<RouteState, ActionAnswer>?

  /// Called in order before the route is entered, after the redirects of its parents.
  public var redirects: [Redirect] = []

  /// Called before a screen of this route is removed; `false` keeps it.
  public var onExit: Handler<ScreenExit, Bool>?

  /// Chooses the animator of the screen; `nil` for the configured one.
  public var animator: AnimatorChoice?

  /// Whether the transition is animated; `nil` for the caller's setting.
  public var animated: Bool?

  /// Tags for restricted opens.
  public var tags: [String] {
    get { traits.tags }
    set { traits.tags = newValue }
  }

  /// The priority: higher wins.
  ///
  /// The default is 0.
  public var priority: Int {
    get { traits.priority }
    set { traits.priority = newValue }
  }

  /// Additional information about the route.
  public var meta: ValueTable {
    get { traits.meta }
    set { traits.meta = newValue }
  }

  /// Whether literal text is case-sensitive.
  ///
  /// The default is `true`.
  public var isCaseSensitive: Bool {
    get { traits.isCaseSensitive }
    set { traits.isCaseSensitive = newValue }
  }

  /// Whether redirects by this route keep the query.
  ///
  /// The default is `false`.
  public var keepsQuery: Bool {
    get { traits.keepsQuery }
    set { traits.keepsQuery = newValue }
  }

  /// The expected query items with their types: `["page": "int", "q": "string?"]`.
  ///
  /// A location without a required item matches, but its open fails. Other items are passed as
  /// text. The types are those of `QueryParameter`.
  public var query: [String: String] {
    get { traits.query }
    set { (traits.query, traits.declaresQuery) = (newValue, !newValue.isEmpty) }
  }

  /// Declares that the route reads only the items of ``query``, which may be empty.
  package mutating func declareQuery(_ query: [String: String]) {
    (traits.query, traits.declaresQuery) = (query, true)
  }

  /// Sample parameters that tools use to try the route, and descendants without samples.
  ///
  /// ```swift
  /// route.samples = [["id": .integer(7)], ["id": .integer(9)]]
  /// ```
  ///
  /// They may include items of ``query``. Missing values are taken from the samples of ancestors or
  /// of the type, or are generated.
  public var samples: [[String: ParameterValue]] {
    get { traits.samples }
    set { traits.samples = newValue }
  }

  /// The scheme of the route, if ``path`` does not contain it.
  public var scheme: String?

  /// The host of the route, if ``path`` does not contain it.
  public var host: String?

  /// Whether the route only shares its properties with its children and is never matched itself.
  public var isGroup: Bool {
    get { role.isGroup }
    set { role.isGroup = newValue }
  }

  /// Whether the children are branches of tabs, each with its own stack.
  public var isShell: Bool {
    get { role.isShell }
    set { role.isShell = newValue }
  }

  /// The name of the branch for a shell's own location; `nil` for the first.
  public var initialTab: String? {
    get { role.initialTab }
    set { role.initialTab = newValue }
  }

  /// The child routes.
  public var children: [LinkRoute] = []

  /// The source position of the route, for steps, errors and problems.
  public var site: SourceSite?

  /// The source position of the route: its ``site``, or otherwise the call that describes it.
  var place: SourceSite? { site ?? sites?.definition }

  var traits = RouteTraits()

  /// The source positions of the route's functions, if they differ from the route's.
  package var sites: HandlerSites?

  private var role = RouteRole()

  /// Describes an empty route with a path.
  public init(path: String, name: String? = nil) {
    self.path = path
    self.name = name
  }

  /// The source of a route's screen.
  public enum View: Sendable {
    /// A view that the program registered by name.
    case named(String)
    /// A function.
    ///
    /// If it returns `nil`, the open fails with `no_view`.
    case made(Handler<RouteState, Screen?>)
  }

  /// One redirect of a route.
  public enum Redirect: Sendable {
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
package final class HandlerSites: Sendable {
  let view, action, onExit, animator: SourceSite?
  let definition: SourceSite?

  init(definition: SourceSite) {
    (view, action, onExit, animator) = (nil, nil, nil, nil)
    self.definition = definition
  }

  package init(
    view: SourceSite? = nil,
    action: SourceSite? = nil,
    onExit: SourceSite? = nil,
    animator: SourceSite? = nil
  ) {
    (self.view, self.action, self.onExit, self.animator) = (view, action, onExit, animator)
    definition = nil
  }
}

/// The answer of an action.
public enum ActionAnswer: Sendable {
  /// The action ran and returned these values.
  case values([Value])
  /// The action ran and returned `false`: it declines the location, except in a fetch.
  case refused
  /// The action declines the location: the next match is tried.
  case declined
}

/// A screen that is about to be removed, and its replacement.
public struct ScreenExit: Sendable {
  /// The screen.
  public let screen: Screen
  /// The state of the opened route, or `nil` when going back.
  public let target: RouteState?

  private let refusal = Refusal()

  /// Keeps the screen, and gives a reason to the caller.
  ///
  /// ```swift
  /// onExit: { leaving in form.isSaved ? true : leaving.stop("the form is not saved") }
  /// ```
  ///
  /// - Parameter reason: The reason, as text for people.
  /// - Returns: `false`, which keeps the screen.
  public func stop(_ reason: String) -> Bool {
    refusal.reason.withLock { $0 = reason }
    return false
  }

  var reason: String? { refusal.reason.withLock { $0 } }

  private final class Refusal: Sendable {
    let reason = Mutex<String?>(nil)
  }
}
