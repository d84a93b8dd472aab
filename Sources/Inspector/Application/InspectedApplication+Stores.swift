#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptHost

extension JSON {
  /// A session, which is an object even when nothing is in it.
  init(session value: Value) {
    let json = JSON(value)
    self = json == .list([]) ? .object([]) : json
  }
}
#endif
