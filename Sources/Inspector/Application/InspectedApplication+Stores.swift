#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

extension JSON {
  /// Converts a session to JSON, as an object even if it is empty.
  init(session value: Value) {
    let json = JSON(value)
    self = json == .list([]) ? .object([]) : json
  }
}
#endif
