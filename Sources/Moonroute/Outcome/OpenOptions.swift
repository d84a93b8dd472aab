package import RoutePatterns

/// The options of one open.
public struct OpenOptions: Sendable {
  /// The treatment of older pending opens of the same stage.
  public enum Overlap: String, Sendable, CaseIterable {
    /// Older opens are cancelled.
    case replace = "newest"
    /// This open waits for older ones.
    case wait = "queue"
  }

  /// The extra, a value for the handlers.
  public var extra = Value.null

  /// Whether the transition is animated; `nil` for the setting of the route.
  public var animated: Bool?

  /// The animator of the screen; `nil` for the animator of the route.
  public var animator: Animator?

  /// The tags of the routes to consider; empty for all routes.
  public var tags: [String] = []

  /// The screen that opens the location; `nil` for the top screen.
  public var source: Screen.ID?

  /// The treatment of older opens; `nil` for the configured one.
  public var whenBusy: Overlap?

  /// Whether the steps of the outcome contain their durations.
  public var recordsTiming = false

  package var messages: [String: Listener<Value>] = [:]

  /// Returns whether the listeners in ``messages`` are active; if not, they are not counted.
  // Invariant: it is called on the executor of the router that opens.
  package nonisolated(unsafe) var isHearing: () -> Bool = { true }

  /// Makes a token with the lifetime of the open's state, for its location and extra.
  // Invariant: it is called on the executor of the router that opens.
  package nonisolated(unsafe) var makeLifetimeToken: ((Location, Value) -> any LifetimeToken)?

  /// Whether the open also builds the ancestors: the screens of all routes of the location's branch
  /// replace the stack.
  ///
  /// Use it for links from outside.
  public var buildsStack = false

  /// Whether to empty the stage first.
  var isFresh = false

  /// Whether the open is for the configured initial location, below another open.
  var isInitial = false

  /// Whether routes with an action and without a view are skipped, as if they had declined.
  var passesActions = false

  /// Makes options, by default with an empty extra, the animator of the route, and all routes.
  public init(extra: Value = .null, animator: Animator? = nil, tags: [String] = []) {
    self.extra = extra
    self.animator = animator
    self.tags = tags
  }
}

extension OpenOptions {
  /// Selects the tab of the link and builds its stack, as if a user had navigated there.
  public static var switching: OpenOptions {
    var options = OpenOptions()
    options.buildsStack = true
    return options
  }

  /// Empties the stage first, as after a logout.
  public static var fresh: OpenOptions {
    var options = OpenOptions()
    options.isFresh = true
    return options
  }

  /// Subscribes to a message of the screen, while both the screen and its opening screen are on the
  /// stage.
  ///
  /// ```swift
  /// var options = OpenOptions()
  /// options.on("picked") { value in picked.append(value) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The message's name; a later listener to the same name replaces an earlier one.
  ///   - notify: Called with the value, on the actor where it was written: immediately if that
  ///     is the router's, otherwise soon.
  public mutating func on(
    _ name: String,
    @_inheritActorContext _ notify: @escaping @Sendable @isolated(any) (Value) -> Void
  ) { messages[name] = Listener(notify) }

  /// Returns the options with an animator, unless they already have one.
  func with(_ animator: Animator) -> OpenOptions {
    var options = self
    options.animator = options.animator ?? animator
    return options
  }
}
