import LuaRuntime
import ScriptHost

extension SpecSession {
  /// The number of runs of lines, without the spec itself and replacement texts of tests.
  func lineCounts(_ driver: SpecDriver) -> [String: [Int: Int]] {
    let folder = (folder ?? "") + "/"
    let counts = driver.state.lineCounts { name, text in
      (files.text(of: folder + name) ?? files.text(of: name)) == text
    }
    var cleaned: [String: [Int: Int]] = [:]
    let own = Set(specs.map(\.file))
    for (name, counts) in counts where !own.contains(SpecFiles.cleaned(name)) {
      cleaned[SpecFiles.cleaned(name), default: [:]].merge(counts, uniquingKeysWith: +)
    }
    return cleaned
  }

  /// The modules that are part of Lua.
  private static let libraries: Set = [
    "_G", "package", "string", "table", "math", "utf8", "coroutine", "os", "io", "debug",
  ]

  /// Records that a change to any file of the application affects the spec.
  func noteEverything(for file: String) {
    guard let dependencies = runner.dependencies else { return }
    let folder = folder ?? ""
    dependencies.note(file, SpecFiles.scripts(below: folder).union([file]))
  }

  /// The files that a spec used: itself, the first files of its application, and its modules.
  func paths(_ file: String, _ driver: SpecDriver) -> Set<String> {
    let folders = driver.folders.map { $0 + "/" }
    var paths: Set = [file]
    for folder in folders { paths.formUnion(ScriptSource.startFiles.map { folder + $0 }) }
    let patterns = folders.flatMap { [$0 + "?.lua", $0 + "?/init.lua"] }
    for name in driver.loadedModuleNames.subtracting(Self.libraries) {
      let path = name.split(separator: ".").joined(separator: "/")
      for pattern in files.searchPath + ["./?.lua", "./?/init.lua"] + patterns {
        if let found = try? files.module(pattern, path) { paths.insert(found.path) }
      }
    }
    return paths
  }
}
