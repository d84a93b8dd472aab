import Moonroute
import RoutePatterns
import Synchronization

/// The last events of an application.
final class EventLog: Sendable {
  /// An event, as it was emitted.
  struct Entry: Sendable {
    let location: String
    let receiverCount: Int
  }

  private static let limit = 100

  private let held = Mutex<[Entry]>([])

  /// The events, the oldest first.
  var entries: [Entry] { held.withLock { $0 } }

  /// Takes note of every event from now on.
  func begin(_ application: isolated Application) {
    application.events.observe { [self] event in
      let entry = Entry(
        location: event.location.description,
        receiverCount: event.receiverCount
      )
      held.withLock { entries in
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
      }
    }
  }
}
