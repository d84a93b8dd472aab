package import MessageStream
package import Moonroute

/// An act on an application from outside: of a person, of a script, or of the world around it.
///
/// The same acts are recorded, are found by a walk, and are done again.
package enum Act: Sendable, Equatable {
  case open(Opening)
  /// A person uses the screen at a place; `nil`: the top.
  case person(PersonAct, on: ScreenPlace? = nil)
  /// A script goes back by a number of steps.
  case back(Int)
  /// A script swipes back.
  case swipeBack
  /// A script dismisses the topmost presented screen.
  case dismiss
  case emit(key: String, value: JSON)
  /// Sets a resource; without a value, deletes it.
  case setResource(path: String, value: JSON?)
  /// Sets a value of the session; `null` removes it.
  case setSession(path: [JSON], value: JSON)
  /// Another persona uses the application; `nil`: none.
  case become(String?)
  /// Changes how the clock runs, or moves it ahead by seconds.
  case clock(mode: ClockMode?, advance: Double?)
  /// Asks the guards of all screens again.
  case recheck
  /// Loads the scripts again.
  case reload
  /// Saves the stage and shows it again.
  case restore
  /// Ends the program, and starts it with the same person and the saved stage.
  case restart
  /// Runs a text of Lua.
  case lua(String)

  /// An open with its options.
  package struct Opening: Sendable, Equatable {
    /// The location as written.
    package var location: String
    /// The name of the animator; `nil`: the route decides.
    package var animator: String?
    /// The value that is passed along.
    package var extra = JSON.null
    /// Only routes with one of these tags count; empty: all.
    package var tags: [String] = []
    /// Whether the transition is animated; `nil`: the route decides.
    package var isAnimated: Bool?
    /// Whether the screens below are opened, too.
    package var goes = false

    package init(_ location: String) { self.location = location }
  }

  package enum ClockMode: String, Sendable, CaseIterable {
    case real
    /// The clock moves on as soon as something waits.
    case skip
  }

  /// The names of the acts on what is on the screen.
  package enum Gesture: String, Sendable, CaseIterable {
    case back, swipe, dismiss, close, select, reselect, outside, tap, fill, recheck
  }

  /// Opens a location without options.
  package static func opening(_ location: String) -> Act { .open(Opening(location)) }

  /// Moves the clock ahead.
  package static func advance(_ seconds: Double) -> Act { .clock(mode: nil, advance: seconds) }

  /// Whether time passes, and nothing else is done.
  package var isAdvance: Bool {
    if case .clock = self { true } else { false }
  }

  /// The kind as one word.
  package var kind: String {
    switch self {
    case .open: "open"
    case .person(let act, _): act.kind.rawValue
    case .back: Gesture.back.rawValue
    case .swipeBack: Gesture.swipe.rawValue
    case .dismiss: Gesture.dismiss.rawValue
    case .emit: "emit"
    case .setResource: "resource"
    case .setSession: "session"
    case .become: "become"
    case .clock: "wait"
    case .recheck: Gesture.recheck.rawValue
    case .reload: "reload"
    case .restore: "restore"
    case .restart: "restart"
    case .lua: "lua"
    }
  }
}

extension PersonAct {
  /// The kind, by its name in JSON.
  package var kind: Act.Gesture {
    switch self {
    case .back: .back
    case .swipeBack: .swipe
    case .dismiss: .dismiss
    case .tapOutside: .outside
    case .close: .close
    case .select: .select
    case .reselect: .reselect
    case .tap: .tap
    case .fill: .fill
    }
  }

  /// The same act on another screen, if it is an act on a screen.
  func on(_ screen: Screen.ID?) -> PersonAct {
    switch self {
    case .close: .close(screen)
    case .tap(let word, _): .tap(word, on: screen)
    case .fill(let fields, _): .fill(fields, on: screen)
    case .back, .swipeBack, .dismiss, .tapOutside, .select, .reselect: self
    }
  }
}

/// The screen that a person uses.
package enum ScreenPlace: Sendable, Hashable {
  case top
  case id(Screen.ID)
  /// An index in `stage.screens()`, from 0.
  case index(Int)

  /// The screen; `nil`: the top.
  func screen(in application: isolated Application) -> Screen.ID? {
    switch self {
    case .top: return nil
    case .id(let id): return id
    case .index(let index):
      let screens = application.stage.screens
      return screens.indices.contains(index) ? screens[index].id : .unplaced
    }
  }
}
