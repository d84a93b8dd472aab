#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptReports

/// How one link ended, in short.
struct LinkEnd: Sendable, Equatable {
  /// The status of the outcome; `waiting` where it has none.
  let status: String
  /// The name or the pattern of the route.
  var name: String?
  /// The location to which it was sent.
  var target: String?
  /// Why it ended so.
  var reason: String?

  /// How an open in a twin ended.
  init(_ ending: Twin.Ending) {
    switch ending {
    case .ended(.opened(_, let outcome)):
      status = outcome.status.rawValue
      name = outcome.route?.label
      target = outcome.redirects.last?.description
      reason = outcome.reason ?? outcome.error?.message
    case .refused(let error):
      (status, reason) = ("failed", error.message)
    case .ended, .waiting:
      (status, reason) = ("waiting", "It waits for what does not come here, such as an answer.")
    }
  }

  /// The fields as the wire sends them.
  var fields: [(String, JSON)] {
    [
      ("status", .text(status)),
      ("name", .optional(name)),
      ("target", .optional(target)),
      ("reason", .optional(reason)),
    ]
  }
}

/// Opens links one after the other, as a person would who uses them in one go.
struct LinkRun: Sendable {
  /// The rows that are told of at once.
  private static let chunk = 25

  let locations: [String]
  let persona: String?

  /// Opens the links in a twin of a world, and tells of each end.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - report: Called with how many are done, and the rows since it was called last.
  func run(in world: World, report: @Sendable (Int, [JSON]) -> Void) async {
    var rows: [JSON] = []
    do {
      let twin = try await Twin.make(of: world)
      if let persona { _ = await twin.perform(.persona(persona)) }
      for (index, location) in locations.enumerated() where !Task.isCancelled {
        let act = await twin.perform(.open(Act.Opening(location)))
        rows.append(Self.row(location, LinkEnd(act.ending), act.duration))
        guard rows.count >= Self.chunk || index == locations.count - 1 else { continue }
        report(index + 1, rows)
        rows = []
      }
      await twin.end()
    } catch {
      let end = LinkEnd(.refused(InspectorService.refusal(error)))
      guard !Task.isCancelled else { return }
      report(locations.count, locations.map { Self.row($0, end, nil) })
    }
  }

  private static func row(_ location: String, _ end: LinkEnd, _ duration: Duration?) -> JSON {
    let time = duration.map { Int($0 / .microseconds(1)) }
    let fields =
      [("location", JSON.text(location))] + end.fields + [("microseconds", .optional(time))]
    return .object(fields.map { JSON.Field($0.0, $0.1) })
  }
}
#endif
