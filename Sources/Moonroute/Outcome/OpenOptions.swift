package import RoutePatterns

/// How one open differs from an ordinary one.
public struct OpenOptions: Sendable {
  /// The fate of an older open of the same stage that is still deciding.
  public enum Overlap: String, Sendable, CaseIterable {
    /// It ends as cancelled.
    case newest
    /// This one waits for it.
    case queue
  }

  /// The value that is passed along.
  ///
  /// Default: nothing.
  public var extra = Value.none

  /// Whether the transition is animated.
  ///
  /// `nil`: the route decides.
  public var isAnimated: Bool?

  /// How the screen is shown.
  ///
  /// `nil`: the route decides.
  public var animator: Animator?

  /// Only routes with one of these tags count.
  ///
  /// Empty: all routes.
  public var tags: [String] = []

  /// The screen the open starts from.
  ///
  /// `nil`: the top.
  public var source: Screen.ID?

  /// The fate of an older open.
  ///
  /// `nil`: as configured.
  public var overlap: Overlap?

  /// Whether the outcome's steps tell how long each took.
  ///
  /// Default: no.
  public var measuresSteps = false

  /// The listeners to what the screen sends, by the name of the message.
  package var messages: [String: Listener<Value>] = [:]

  /// Whether the listeners in ``messages`` are active; else a message does not count them.
  // Invariant: it is called on the executor of the application that opens.
  package nonisolated(unsafe) var isHearing: () -> Bool = { true }

  /// Makes what lives as long as a state of the open, of its location and what is passed along.
  // Invariant: it is called on the executor of the application that opens.
  package nonisolated(unsafe) var makeLifetimeToken: ((Location, Value) -> any LifetimeToken)?

  /// Whether the open builds what lies below: the screens of all routes of the location's branch
  /// take the place of the stack, as ``Router/go(_:options:)`` does.
  ///
  /// For links from outside. Default: no.
  public var replacesStack = false

  /// Whether the open is what the configuration wants below another one.
  var isInitial = false

  /// Whether routes with an action and no view are passed over, as if they had declined.
  var passesActions = false

  /// Makes ordinary options.
  public init() {}

  /// Makes options that pass something along.
  public init(extra: Value = .none, animator: Animator? = nil, tags: [String] = []) {
    self.extra = extra
    self.animator = animator
    self.tags = tags
  }
}

extension OpenOptions {
  /// Listens to a message of the screen, as long as that and the screen that the open starts from
  /// are there.
  ///
  /// ```swift
  /// var options = OpenOptions()
  /// options.on("picked") { value in picked.append(value) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The message's name; of several listeners to it the last counts.
  ///   - notify: Called with its value, on the actor that it was written on: at once if that is the
  ///     application's, else soon.
  public mutating func on(
    _ name: String,
    @_inheritActorContext _ notify: @escaping @Sendable @isolated(any) (Value) -> Void
  ) { messages[name] = Listener(notify) }

  /// The same options with an animator, unless they have one.
  func with(_ animator: Animator) -> OpenOptions {
    var options = self
    options.animator = options.animator ?? animator
    return options
  }
}
