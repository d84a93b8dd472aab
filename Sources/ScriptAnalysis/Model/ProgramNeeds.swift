import LuaSyntax
import Moonroute
package import ScriptHost

extension ScriptBundle.Needs {
  /// The names that scripts use of the program.
  ///
  /// `host.stock(…)` is a function, and another `host.stock` is a value. A use inside `pcall` is
  /// optional and left out.
  ///
  /// - Parameters:
  ///   - scripts: The scripts, without `headless.lua` and other files that only tools load.
  ///   - views: The names of the views that the routes use.
  package init(of scripts: [AnalysedScript], views: [String]) {
    var functions: Set<String> = []
    var values: Set<String> = []
    let toolFiles = ScriptSource.startFiles.dropFirst()
    for script in scripts where !toolFiles.contains(script.file) && !script.isSpec {
      let called = Set(script.all(.call).compactMap { script.tree.firstChild(of: $0) })
      for field in script.all(.field) {
        guard let base = script.tree.firstChild(of: field), script.path(of: base) == "host",
          !script.isTried(field)
        else { continue }
        let name = script.tree.name(of: field)
        guard !HostOffers.ownNames.contains(name) else { continue }
        if called.contains(field) { functions.insert(name) } else { values.insert(name) }
      }
    }
    self.init(
      functions: functions.sorted(),
      values: values.subtracting(functions).sorted(),
      views: Set(views).sorted()
    )
  }
}
