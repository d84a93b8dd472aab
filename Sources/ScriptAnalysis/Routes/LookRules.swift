import LuaSyntax
import Moonroute
import ScriptHost
import TextTools

/// Finds looks of views that no route shows.
struct LookRules {
  let application: LoadedApplication

  /// The notes about looks; `offered` has the views of the program.
  func problems(of looks: Looks, offered: Set<String>) -> [ScriptProblem] {
    guard !looks.lines.isEmpty, let shown = shownViews else { return [] }
    let known = shown.union(offered)
    let written = texts
    return looks.lines.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .filter { !known.contains($0.key) && !written.contains($0.key) }
      .map { view, line in
        ScriptProblem(
          .unknownName,
          "No route shows the view '\(view)'.\(NearestNames.hint(for: view, among: known.sorted()))",
          at: SourceSite(file: Looks.file, line: line),
          severity: .note
        )
      }
  }

  /// The views of the routes and of `screen { "NAME", … }`; `nil` if a function computes one.
  private var shownViews: Set<String>? {
    var views = Set(application.routes.compactMap(application.rules.viewName))
    for script in application.scripts where !script.isSpec {
      for call in script.all(.call) where script.callee(of: call) == "screen" {
        guard let table = script.arguments(of: call).first.map(script.value),
          script.tree.kind(of: table) == .table, let first = script.items(of: table).first
        else { return nil }
        for view in script.alternatives(first) {
          guard let name = script.string(of: view) else { return nil }
          views.insert(name)
        }
      }
    }
    return views
  }

  /// All texts in the scripts: a view can also be passed on.
  private var texts: Set<String> {
    var texts: Set<String> = []
    for script in application.scripts where !script.isSpec {
      texts.formUnion(script.all(.string).compactMap(script.tree.string))
    }
    return texts
  }
}
