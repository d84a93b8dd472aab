package import RoutePatterns

/// The places where a script host and a test runner take part in the router's work.
package struct RouterHooks {
  /// Whether no person sees what is on screen, so that only scripts can answer a question.
  package var isUnattended = false

  /// Makes what lives as long as a state of an open of the program that decisions have led
  /// elsewhere, of its location and what is passed along.
  package var redirectLifetimeToken: ((Location, Value) -> any LifetimeToken)?

  /// Hears of the outcome of every open, fetch and build.
  package var probe: ((Outcome) -> Void)?

  /// Hears of every function that erred and whose error no outcome shows alone, with the occasion,
  /// such as `on_error: `.
  package var reportFailure: ((RouterError, _ occasion: String) -> Void)?

  /// Hears of the same, for the program: see ``Router/onHandlerFailure``.
  var noteHandlerFailure: (RouterError, _ occasion: String) -> Void = { _, _ in }

  /// Whether opens note the handler that they ask, for a debugger.
  package var notesHandlers = false

  /// Hears of every `on_exit` that erred.
  package var noteFailedLeave: ((RouterError) -> Void)?

  /// Whether a property of a screen can be kept when its view runs again: one that holds a function
  /// of scripts that are gone cannot.
  package var mayKeep: (Value) -> Bool = { _ in true }

  /// Hears that a screen on the stage has taken over a description, which had an identity of its
  /// own until then.
  package var noteRenewed: ((_ description: Screen.ID, _ screen: Screen.ID) -> Void)?

  /// Calls the function of a script that a button names, with the screen that the button is on.
  package var tap: ((_ action: Value, Screen) throws -> Eventual<Void>)?

  /// Counts the memory of a screen whose field gets a value.
  package var chargeField:
    ((Screen, _ name: String, _ value: Value) throws -> (any LifetimeToken)?)?

  /// Sees every open, fetch and build from its beginning to its end, the outermost one first; and so
  /// what is asked about screens on the stage, or built again for them, beside any open.
  package var instruments: [any OpenInstrument] = []

  /// The time by which every open measures its steps, whatever its options say; `nil`: only opens
  /// that are told to and those that an instrument sees do, by the router's clock.
  package var stopwatch: (() -> Duration)?
}
