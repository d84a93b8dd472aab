#if Inspector
import LoopbackServer
import MessageStream
import Rehearsal
import ScriptHost

extension InspectorService {
  static var lookHandlers: [WireHandler] {
    [
      WireHandler(.get, "looks", feature: "looks", need: .looks) { service, _ in
        _ = service.looks.refresh(from: service.inspected.host)
        return .json(service.looks.json)
      },
      WireHandler(.get, "pictures", need: .looks) { service, request in
        .json(try service.looks.picture(request.text("name"), of: service.inspected.host))
      },
    ]
  }
}
#endif
