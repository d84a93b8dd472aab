package import MessageStream
package import Moonroute

/// An act on an application from outside, by a person, a script or the environment, for recordings,
/// walks and replays.
package enum Act: Sendable, Equatable {
  case open(Opening)
  /// A person uses the screen at a place; `nil` is the top.
  case person(PersonAct, on: ScreenPlace? = nil)
  /// A script pops a number of screens.
  case back(Int)
  case swipeBack
  /// A script dismisses the topmost presented screen.
  case dismiss
  case emit(key: String, value: JSON)
  /// Sets a resource; `nil` deletes it.
  case setResource(path: String, value: JSON?)
  /// Sets a value of the session; `null` removes it.
  case setSession(path: [JSON], value: JSON)
  /// Switches to another persona; `nil` means none.
  case become(String?)
  /// Changes the mode of the clock, or moves the clock ahead by a number of seconds.
  case clock(mode: ClockMode?, advance: Double?)
  /// Runs the guards of all screens again.
  case recheck
  case reload
  /// Saves the stage and shows it again.
  case restore
  /// Restarts the application with the same persona and the saved stage.
  case restart
  case lua(String)

  package struct Opening: Sendable, Equatable {
    package var location: String
    /// The name of the animator; `nil` leaves the choice to the route.
    package var animator: String?
    /// The value that the open passes along.
    package var extra = JSON.null
    /// The open considers only routes with one of these tags; empty allows all routes.
    package var tags: [String] = []
    /// Whether the transition is animated; `nil` leaves the choice to the route.
    package var isAnimated: Bool?
    package var goes = false

    package init(_ location: String) { self.location = location }
  }

  package enum ClockMode: String, Sendable, CaseIterable {
    case real
    case skip
  }

  /// The names of a person's acts on the screen.
  package enum Gesture: String, Sendable, CaseIterable {
    case back, swipe, dismiss, close, select, reselect, outside, tap, fill, recheck
  }

  package static func opening(_ location: String) -> Act { .open(Opening(location)) }

  package static func advance(_ seconds: Double) -> Act { .clock(mode: nil, advance: seconds) }

  /// Whether the act only changes the clock.
  package var isAdvance: Bool {
    if case .clock = self { true } else { false }
  }

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
  /// The kind, named as in JSON.
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

  /// The act on another screen, if it has a screen.
  func on(_ screen: Screen.ID?) -> PersonAct {
    switch self {
    case .close: .close(screen)
    case .tap(let word, let place, _): .tap(word, at: place, on: screen)
    case .fill(let fields, _): .fill(fields, on: screen)
    case .back, .swipeBack, .dismiss, .tapOutside, .select, .reselect: self
    }
  }
}

package enum ScreenPlace: Sendable, Hashable {
  case top
  case id(Screen.ID)
  /// An index in `stage.screens()`, starting at 0.
  case index(Int)

  /// The screen; `nil` is the top.
  func screen(in application: isolated LinkRouter) -> Screen.ID? {
    switch self {
    case .top: return nil
    case .id(let id): return id
    case .index(let index):
      let screens = application.stage.screens
      return screens.indices.contains(index) ? screens[index].id : .unplaced
    }
  }
}
