#if Command
import ArgumentParser
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import TextTools

/// The options for printing events and resources while an application runs.
struct TraceOptions: ParsableArguments {
  @Flag(
    help: """
      Show each event when it is emitted (the router's own only if they have listeners); with \
      --json as {"event", "extra", "receivers"}.
      """
  )
  var events = false

  @Flag(
    help: """
      Show each use of a resource; with --json as {"resource", "action"}, where the action is put, \
      get, update or delete.
      """
  )
  var resources = false

  func begin(_ application: LinkRouter, _ console: Console, isJSON: Bool) async {
    let (events, resources) = (events, resources)
    await application.perform { application in
      if events {
        application.events.observe { event in
          let (location, count) = (event.location.description, event.receiverCount)
          console.print(
            isJSON
              ? Self.json(location, event.extra, count) : Self.text(location, count, console.style)
          )
        }
      }
      guard resources else { return }
      application.resources.observe { use in
        let (action, key) = (use.action.rawValue, use.key)
        let line = JSON.fields(("resource", .text(key)), ("action", .text(action))).line
        console.print(isJSON ? line : "  \(action) resource \(console.style.paint(key, .strong))")
      }
    }
  }

  private static func json(_ location: String, _ extra: Value, _ count: Int) -> String {
    JSON.fields(
      ("event", .text(location)),
      ("extra", JSON(extra)),
      ("receivers", .integer(Int64(count)))
    )
    .line
  }

  private static func text(_ location: String, _ count: Int, _ style: ReportStyle) -> String {
    let receivers = counted(count, "receiver")
    return "  event \(style.paint(location, .strong)) \(style.paint(receivers, .soft))"
  }
}
#endif
