package import RoutePatterns

package struct RouterHooks {
  /// Whether nobody watches the screen, so that only scripts can answer a question.
  package var isUnattended = false

  /// Called when work begins to wait for the result of a screen.
  package var waitsForResult: ((Screen.ID) -> Void)?

  /// Makes a token with the lifetime of an open's state, for its location and extra.
  ///
  /// It is called for opens of the program after a redirect or rewrite.
  package var redirectLifetimeToken: ((Location, Value) -> any LifetimeToken)?

  /// A function with errors that no outcome contains on their own.
  package enum Failure {
    /// `on_error` or `unmatched`, with the links that its error may quote.
    case substitute(name: String, links: LinkWords)
    /// `on_exit`.
    case leave
  }

  package var report: ((RouterError, Failure) -> Void)?

  /// The number of tools that read the current handlers of opens.
  package var handlerReaders = 0

  /// Whether opens record their current handler.
  var notesHandlers: Bool { handlerReaders > 0 }

  /// Whether a property of a screen can be kept when its view runs again.
  ///
  /// A property with a function of removed scripts cannot.
  package var mayKeep: (Value) -> Bool = { _ in true }

  /// Called when a screen on the stage adopts a newly built description, which had an identity of
  /// its own.
  package var noteRenewed: ((_ description: Screen.ID, _ screen: Screen.ID) -> Void)?

  /// Calls the script function of a button, with the button's screen.
  package var tap: ((_ action: Value, Screen) throws -> Eventual<Void>)?

  /// Counts the memory of a new field value of a screen.
  package var chargeField:
    ((Screen, _ name: String, _ value: Value) throws -> (any LifetimeToken)?)?

  /// Observe every open, fetch and build from start to end, the outermost observer first.
  ///
  /// They also observe checks and rebuilds of screens outside any open.
  package var instruments: [any OpenInstrument] = []

  /// The clock that all opens use to measure their steps; `nil` to measure only opens with the
  /// option or with instruments, using the router's clock.
  package var stopwatch: (() -> Duration)?
}
