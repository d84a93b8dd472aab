import LuaRuntime
import LuaSyntax

extension ScriptInspector {
  /// The text of a loaded script, even if it is not on disk.
  package func source(of file: String) -> String? {
    generation?.sources[file].map { String(decoding: $0, as: UTF8.self) }
  }

  package func files() -> [String] { generation?.sources.files.keys.sorted() ?? [] }

  /// The sorted names that can complete a text before the cursor: fields after a `.` or `:`.
  ///
  /// Also returns how many bytes they replace. Without a frame, only globals are completed.
  package func completions(
    of text: String,
    in frame: UInt32?
  ) -> (names: [String], replacing: Int) {
    let utf8 = Array(text.utf8)
    let start = (utf8.lastIndex { !Self.isWordByte($0) } ?? -1) + 1
    let prefix = String(decoding: utf8[start...], as: UTF8.self)
    var names: Set<String> = []
    if start > 0, utf8[start - 1] == UInt8(ascii: ".") || utf8[start - 1] == UInt8(ascii: ":") {
      names = fieldNames(of: Self.path(before: start - 1, in: utf8), in: frame)
    } else {
      names = Set(LuaToken.Kind.keywords.map { $0.text })
      for scope in LuaScope.allCases {
        if frame == nil, scope != .globals { continue }
        let variables =
          (try? generation?.state.variables(of: scope.parent(of: frame), items: false)) ?? []
        names.formUnion(variables.map(\.name))
      }
    }
    let fitting = names.filter { $0.hasPrefix(prefix) && $0.utf8.allSatisfy(Self.isWordByte) }
    return (fitting.sorted(), utf8.count - start)
  }

  private func fieldNames(of path: String, in frame: UInt32?) -> Set<String> {
    guard !path.isEmpty, let state = generation?.state,
      let value = try? state.evaluate(path, in: frame).first, value.id != 0
    else { return [] }
    return Set(((try? state.variables(of: value.id, items: false)) ?? []).map(\.name))
  }

  /// The chain of names, such as `state.params`, that ends at a place.
  private static func path(before end: Int, in text: [UInt8]) -> String {
    var start = end
    while start > 0, isWordByte(text[start - 1]) || text[start - 1] == UInt8(ascii: ".") {
      start -= 1
    }
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ScriptInspector {
  func placeBreakpoints(in file: String) {
    for generation in engine.liveGenerations { generation.debugging?.placeBreakpoints(in: file) }
  }

  func placeFunctionBreakpoints() {
    for generation in engine.liveGenerations { generation.debugging?.placeFunctionBreakpoints() }
  }

  func applyExceptions() {
    engine.debugging?.applyExceptions()
    for generation in engine.liveGenerations { generation.debugging?.applyExceptions() }
  }
}
