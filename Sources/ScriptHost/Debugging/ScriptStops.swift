/// The reasons to stop: breakpoints by file, breakpoints on functions, and exceptions.
struct ScriptStops {
  struct Entry {
    let id: Int
    let request: ScriptBreakpoint.Request
    var function: String?
    var file: String
    var line: Int
    /// The line where the function begins, for a breakpoint on a function.
    var definedLine: Int?
    var isVerified = false
    var message: String?
    var hits = 0

    var breakpoint: ScriptBreakpoint {
      ScriptBreakpoint(
        id: id,
        file: file,
        line: line,
        isVerified: isVerified,
        message: isVerified ? nil : message
      )
    }
  }

  private(set) var files: [String: [Entry]] = [:]
  private(set) var functions: [Entry] = []
  var exceptions: Set<ScriptException> = [.uncaught]
  private var lastID = 0

  static let notLoaded = "The file is not loaded yet."

  /// All files that have breakpoints, functions included.
  var allFiles: Set<String> {
    Set(files.keys).union(functions.filter(\.isVerified).map(\.file))
  }

  func lines(in file: String) -> Set<Int> {
    let own = (files[file] ?? []).filter { $0.message == nil || $0.isVerified }.map(\.line)
    return Set(own).union(functions.filter { $0.isVerified && $0.file == file }.map(\.line))
  }

  mutating func set(_ requests: [ScriptBreakpoint.Request], in file: String) -> [Entry] {
    var old = files[file] ?? []
    let entries = requests.map { request in
      if let place = old.firstIndex(where: { $0.request == request }) {
        return old.remove(at: place)
      }
      lastID += 1
      return Entry(
        id: lastID,
        request: request,
        file: file,
        line: request.line,
        message: Self.notLoaded
      )
    }
    files[file] = entries.isEmpty ? nil : entries
    return entries
  }

  mutating func set(
    functions requests: [(name: String, request: ScriptBreakpoint.Request)]
  ) -> [Entry] {
    var old = functions
    functions = requests.map { name, request in
      if let place = old.firstIndex(where: { $0.function == name && $0.request == request }) {
        return old.remove(at: place)
      }
      lastID += 1
      return Entry(
        id: lastID,
        request: request,
        function: name,
        file: "",
        line: 0,
        message: "No loaded route has this function."
      )
    }
    return functions
  }

  /// Moves breakpoints to lines that have code, `nil` if unknown; returns the changed ones.
  mutating func place(in file: String, on lines: [Int]?) -> [Entry] {
    var changed: [Entry] = []
    for (index, entry) in (files[file] ?? []).enumerated() {
      var moved = entry
      if let lines {
        let line = lines.first { $0 >= entry.request.line }
        moved.line = line ?? entry.request.line
        moved.isVerified = line != nil
        moved.message = line == nil ? "No statement follows this line." : nil
      } else {
        (moved.line, moved.isVerified) = (entry.request.line, false)
        moved.message = Self.notLoaded
      }
      files[file]?[index] = moved
      if moved.breakpoint != entry.breakpoint { changed.append(moved) }
    }
    return changed
  }

  /// Sets the place of a breakpoint on a function, or removes it.
  mutating func place(
    function id: Int,
    at place: (file: String, line: Int, definedLine: Int)?
  ) -> Entry? {
    guard let index = functions.firstIndex(where: { $0.id == id }) else { return nil }
    let before = functions[index].breakpoint
    functions[index].file = place?.file ?? ""
    functions[index].line = place?.line ?? 0
    functions[index].definedLine = place?.definedLine
    functions[index].isVerified = place != nil
    return functions[index].breakpoint == before ? nil : functions[index]
  }

  func entries(at line: Int, in file: String) -> [Entry] {
    (files[file] ?? []).filter { $0.line == line }
      + functions.filter { $0.isVerified && $0.file == file && $0.line == line }
  }

  mutating func count(_ entry: Entry) -> Int {
    if let place = functions.firstIndex(where: { $0.id == entry.id }) {
      functions[place].hits += 1
      return functions[place].hits
    }
    guard let place = files[entry.file]?.firstIndex(where: { $0.id == entry.id }) else { return 1 }
    files[entry.file]?[place].hits += 1
    return files[entry.file]?[place].hits ?? 1
  }
}
