#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

extension World {
  func setSession(_ path: [JSON], _ value: JSON) async throws -> ActEnding {
    guard let host else { throw Refusal.lacks("session", "Only scripts have one.") }
    let keys = path.map { Value(wire: $0) }
    let session = try await application.perform { application throws(RouterError) in
      let session = host.session(in: application)
      try session.set(keys, to: Value(wire: value))
      return session.value
    }
    return .session(session)
  }
}

extension JSON {
  /// A session, which is an object even when nothing is in it.
  init(session value: Value) {
    let json = JSON(value)
    self = json == .list([]) ? .object([]) : json
  }
}
#endif
