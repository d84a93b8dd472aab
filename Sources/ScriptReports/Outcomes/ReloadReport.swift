package import MessageStream
import Moonroute
package import ScriptHost
import TextTools

/// The result of a reload, as text and as JSON.
package struct ReloadReport {
  private let reload: ScriptReload
  /// The time from the first notice of a change until the new scripts took effect.
  private let time: Duration
  private let generation: Int

  /// `generation` replaces the host's number if there were generations before the host's own.
  package init(_ reload: ScriptReload, time: Duration, generation: Int? = nil) {
    self.reload = reload
    self.time = time
    self.generation = generation ?? reload.generation
  }

  /// The duration and the differences on one line within the style's width.
  package func line(_ style: ReportStyle) -> String {
    let head = "✓ generation \(generation) in \(time.inMilliseconds) ms"
    return style.paint(head, .good) + difference(width: style.width - head.count - 2, style)
  }

  /// The screens that could not be rebuilt, one line each.
  package func staleLines(_ style: ReportStyle) -> [String] {
    reload.screens.compactMap { rebuild in
      switch rebuild.result {
      case .rebuilt: nil
      case .routeIsGone:
        style.paint("  \(rebuild.screen.caption): its route is gone, the screen stays", .notable)
      case .failed(let error):
        style.paint("  \(rebuild.screen.caption): stale, \(error.description)", .bad)
      }
    }
  }

  private func difference(width: Int, _ style: ReportStyle) -> String {
    let routes = reload.routes
    let kinds = [
      ("added", routes.added.map(\.label)), ("removed", routes.removed.map(\.label)),
      ("changed", routes.changed.map(\.label)),
    ]
    var parts = kinds.filter { !$0.1.isEmpty }
      .map { kind, names in
        (short: "\(names.count) \(kind)", long: "\(kind) \(names.joined(separator: ", "))")
      }
    if parts.isEmpty { parts = [(short: "same routes", long: "same routes")] }
    let built = reload.screens.count { if case .rebuilt = $0.result { true } else { false } }
    if built > 0 {
      let screens = "\(counted(built, "screen")) built again"
      parts.append((short: screens, long: screens))
    }
    let long = parts.map(\.long).joined(separator: "; ")
    let text = long.count <= width ? long : parts.map(\.short).joined(separator: "; ")
    return ": " + style.paint(text, .plain)
  }

  /// The reload for `watch --json`.
  package var json: JSON {
    let (routes, files) = (reload.routes, reload.files)
    func list(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }
    return .fields(
      ("generation", .integer(Int64(generation))),
      ("milliseconds", .number(time.milliseconds)),
      (
        "routes",
        .fields(
          ("added", list(routes.added.map(\.label))),
          ("removed", list(routes.removed.map(\.label))),
          ("changed", list(routes.changed.map(\.label)))
        )
      ),
      (
        "files",
        .fields(
          ("added", list(files.added)),
          ("removed", list(files.removed)),
          ("changed", list(files.changed))
        )
      ),
      ("screens", .list(reload.screens.map(\.json)))
    )
  }
}

extension ScreenRebuild {
  fileprivate var json: JSON {
    let (answer, message): (String, String?) =
      switch result {
      case .rebuilt: ("rebuilt", nil)
      case .routeIsGone: ("route_is_gone", nil)
      case .failed(let error): ("stale", error.description)
      }
    return .fields(
      ("id", .integer(Int64(clamping: screen.id.rawValue))),
      ("name", .optional(screen.name)),
      ("result", .text(answer)),
      ("message", .optional(message))
    )
  }
}

extension Duration {
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  /// The time in milliseconds, with one decimal place below ten.
  fileprivate var inMilliseconds: String {
    let tenths = Int((milliseconds * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}
