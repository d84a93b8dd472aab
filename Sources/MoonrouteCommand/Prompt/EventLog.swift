import Moonroute
import RoutePatterns
import Synchronization

final class EventLog: Sendable {
  struct Entry: Sendable {
    let location: String
    let receiverCount: Int
  }

  private static let limit = 100

  private let held = Mutex<[Entry]>([])

  /// The events, oldest first.
  var entries: [Entry] { held.withLock { $0 } }

  func begin(_ application: isolated LinkRouter) {
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
