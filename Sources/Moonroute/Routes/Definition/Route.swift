public import RoutePatterns
import Synchronization

/// A route as its author writes it: where it lies, and what happens there.
///
/// ```swift
/// Route("/user/:id<int>", name: "user", view: { state in Screen("User") }) {
///   Route("posts", name: "posts", view: "Posts")
/// }
/// ```
public struct Route: Sendable {
  /// The template, below the parent's.
  public var path: String

  /// The name, unique within the application.
  public var name: String?

  /// Makes the screen.
  public var view: View?

  /// Answers with values instead of a screen.
  ///
  /// ``ActionAnswer/declined`` lets the next match try.
  public var action: Handler<RouteState, ActionAnswer>?

  /// Asked in order before the route is entered, after those of its parents.
  public var redirects: [Redirect] = []

  /// Asked before a screen of this route is removed; `false` keeps it.
  public var onExit: Handler<Leaving, Bool>?

  /// Chooses how the screen is shown.
  ///
  /// `nil`: the router's animator.
  public var animator: AnimatorChoice?

  /// Whether the transition is animated.
  ///
  /// `nil`: the caller decides.
  public var isAnimated: Bool?

  /// Tags that restricted opens ask for.
  public var tags: [String] {
    get { traits.tags }
    set { traits.tags = newValue }
  }

  /// The author's priority: higher wins.
  ///
  /// Default: 0.
  public var priority: Int {
    get { traits.priority }
    set { traits.priority = newValue }
  }

  /// The author's notes about the route.
  public var meta: Table {
    get { traits.meta }
    set { traits.meta = newValue }
  }

  /// Whether literal text is compared as written.
  ///
  /// Default: `true`.
  public var isCaseSensitive: Bool {
    get { traits.isCaseSensitive }
    set { traits.isCaseSensitive = newValue }
  }

  /// Whether redirects away from here keep the query.
  ///
  /// Default: `false`.
  public var keepsQuery: Bool {
    get { traits.keepsQuery }
    set { traits.keepsQuery = newValue }
  }

  /// The items that the route wants in the query, by name: `["page": "int", "q": "string?"]`.
  ///
  /// Locations without them match and fail; other items come as they are. The types are those of
  /// `QueryParameter`. Default: none.
  public var query: [String: String] {
    get { traits.query }
    set { (traits.query, traits.declaresQuery) = (newValue, !newValue.isEmpty) }
  }

  /// Declares that the route reads no item of the query but those of ``query``, which may be empty.
  package mutating func declareQuery(_ query: [String: String]) {
    (traits.query, traits.declaresQuery) = (query, true)
  }

  /// Parameters with which tools try the route, and those below that have no samples of their own:
  /// `[["id": .integer(7)], ["id": .integer(9)]]`.
  ///
  /// Items of ``query`` may be among them. What a sample leaves out comes from the samples above, of
  /// the type, or is made up. Default: none.
  public var samples: [[String: ParameterValue]] {
    get { traits.samples }
    set { traits.samples = newValue }
  }

  /// The scheme the route is bound to, beside one written in ``path``.
  public var scheme: String?

  /// The host the route is bound to, beside one written in ``path``.
  public var host: String?

  /// Whether the route only shares its fields with those below and is never matched itself.
  public var isGroup: Bool {
    get { role.isGroup }
    set { role.isGroup = newValue }
  }

  /// Whether the routes directly below are branches of tabs, each with a stack of its own.
  public var isShell: Bool {
    get { role.isShell }
    set { role.isShell = newValue }
  }

  /// The name of the branch that a shell's own location leads to.
  ///
  /// `nil`: the first.
  public var initialTab: String? {
    get { role.initialTab }
    set { role.initialTab = newValue }
  }

  /// The routes below.
  public var children: [Route] = []

  /// Where the route is written, for its steps, errors and problems.
  public var site: SourceSite?

  /// Where the route is written: its ``site``, else the call of the program that describes it.
  var place: SourceSite? { site ?? sites?.definition }

  /// The author's other notes on the route.
  var traits = RouteTraits()

  /// Where the functions are written that the route calls, if they have places of their own.
  package var sites: HandlerSites?

  private var role = RouteRole()

  /// Describes a route that has nothing but a place.
  public init(path: String, name: String? = nil) {
    self.path = path
    self.name = name
  }

  /// How a route gets its screen.
  public enum View: Sendable {
    /// By a name that the program registered.
    case named(String)
    /// By a function.
    ///
    /// One that answers `nil` fails with `no_view`.
    case made(Handler<RouteState, Screen?>)
  }

  /// One step of a route's redirects.
  public enum Redirect: Sendable {
    /// A function that decides, and where it is written.
    case decided(Handler<RouteState, Decision>, at: SourceSite? = nil)
    /// Always the same location.
    ///
    /// Its path may use the pattern's parameters: `/new/:id`.
    case fixed(String)

    /// Whether the step never lets a location through.
    var isFixed: Bool {
      guard case .fixed = self else { return false }
      return true
    }

    /// Where the function that decides is written, if it has a place of its own.
    var site: SourceSite? {
      guard case .decided(_, let site) = self else { return nil }
      return site
    }
  }
}

/// Where the functions of a route are written, each `nil` where it has no place of its own.
package final class HandlerSites: Sendable {
  let view, action, onExit, animator: SourceSite?

  /// Where the program describes the route.
  let definition: SourceSite?

  /// Names the place where the program describes a route.
  init(definition: SourceSite) {
    (view, action, onExit, animator) = (nil, nil, nil, nil)
    self.definition = definition
  }

  /// Names the places.
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
  /// The action ran; these are its values.
  case values([Value])
  /// The action ran and answered `false`: not its location, except in a fetch.
  case refused
  /// Not the action's location: the next match is tried.
  case declined
}

/// A screen that is about to be removed, and what takes its place.
public struct Leaving: Sendable {
  /// The screen.
  public let screen: Screen
  /// The state of the route that is opened, or `nil` when going back.
  public let target: RouteState?

  private let refusal = Refusal()

  /// Keeps the screen, and says why to the one who wanted it to leave.
  ///
  /// ```swift
  /// onExit: { leaving in form.isSaved ? true : leaving.stop("the form is not saved") }
  /// ```
  ///
  /// - Parameter reason: The reason, in words for people.
  /// - Returns: `false`, the answer that keeps the screen.
  public func stop(_ reason: String) -> Bool {
    refusal.reason.withLock { $0 = reason }
    return false
  }

  var reason: String? { refusal.reason.withLock { $0 } }

  private final class Refusal: Sendable {
    let reason = Mutex<String?>(nil)
  }
}
