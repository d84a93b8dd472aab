#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports

extension InspectorService {
  /// The paths for the application's state other than the stage.
  static var storeHandlers: [WireHandler] {
    [
      WireHandler(.get, "events", feature: "stores") { service, _ in
        .json(
          await service.inspected.application.perform { application in
            let events = application.events
            return .fields(
              ("subscriptions", .list(events.subscriptions.map(\.json))),
              ("sticky", .list(events.stickyEvents.map(\.json)))
            )
          }
        )
      },
      WireHandler(.get, "resources", feature: "stores") { service, _ in
        .json(
          await service.inspected.application.perform { application in
            .fields(("resources", .list(application.resources.list.map(\.json))))
          }
        )
      },
      WireHandler(.get, "session", feature: "session", need: .scripts) { service, _ in
        let inspected = service.inspected
        let session = await inspected.application.perform { application in
          inspected.host.map { JSON(session: $0.session(in: application).value) } ?? .null
        }
        return .json(.fields(("session", session)))
      },
    ]
  }
}

extension EventSubscriptionInfo {
  fileprivate var json: JSON {
    .fields(
      ("pattern", .text(pattern.text)),
      ("name", .optional(name)),
      ("owner", .text(owner)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("once", .bool(isOnce)),
      ("reach", .text(reach.rawValue)),
      ("durable", .optional(durable)),
      ("count", .int(deliveryCount))
    )
  }
}

extension LinkEvent {
  /// An event kept for later subscriptions, in wire format.
  fileprivate var json: JSON {
    let params = params.sorted { $0.key < $1.key }
    return .fields(
      ("location", .text(location.description)),
      ("extra", JSON(extra)),
      ("params", .object(params.map { JSON.Field($0.key, JSON($0.value)) }))
    )
  }
}

extension ResourceInfo {
  fileprivate var json: JSON {
    var fields: [(String, JSON)] = [
      ("path", .text(pattern.text)),
      ("name", .optional(name)),
      ("kind", .text(content.isMade ? "function" : "value")),
      ("owner", .text(owner)),
      ("persistent", .bool(isPersistent)),
      ("shared", .bool(isShared)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
    ]
    if case .constant(let value) = content { fields.append(("value", JSON(value))) }
    return .object(fields.map { JSON.Field($0.0, $0.1) })
  }
}
#endif
