import ScriptHost

/// Tells an application's `main.lua` from that of another program, such as a game or a tool.
///
/// It is an application when it uses `router`, itself or in a module of its folder that it requires.
/// Where nothing does, it is one unless something uses what only another program has.
struct SpecApplication {
  /// The folder of the `main.lua`.
  let folder: String

  /// The number of scripts that are looked into.
  private static let scriptLimit = 64

  /// Names that an application of scripts has not, each before a `.`, `(`, `[` or a blank.
  private static let foreignNames: Set = [
    "arg", "debug", "dofile", "ffi", "io", "jit", "loadfile", "love", "ngx", "package", "playdate",
  ]

  /// The functions of `os` that it has.
  private static let ownTimes: Set = ["clock", "date", "difftime", "time"]

  private static let ownName = "router"

  var isOurs: Bool {
    let reader = FileReader(limit: SpecFiles.byteLimit)
    var names = ["main"]
    var known: Set = ["main"]
    var isForeign = false
    while !names.isEmpty, known.count <= Self.scriptLimit {
      let path = names.removeFirst().replacing(".", with: "/")
      let candidates = ["\(folder)/\(path).lua", "\(folder)/\(path)/init.lua"]
      guard let text = candidates.lazy.compactMap({ try? reader.bytes(of: $0) }).first else {
        continue
      }
      let words = Words(of: text)
      if words.uses(Self.ownName) { return true }
      isForeign = isForeign || text.first == UInt8(ascii: "#") || Self.isForeign(words)
      names += words.required.filter { known.insert($0).inserted }
    }
    return !isForeign
  }

  private static func isForeign(_ words: Words) -> Bool {
    foreignNames.contains(where: words.uses)
      || words.fields(of: "os").contains { !ownTimes.contains($0) }
  }
}

/// The words of a script without its comments: names, and texts in quotes.
private struct Words {
  private enum Word: Equatable {
    case name(String)
    case text(String)
    case sign(UInt8)
  }

  private var all: [Word] = []

  init(of text: [UInt8]) {
    var rest = text[...]
    while let byte = rest.first {
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if Self.isOfName(byte) {
        let name = rest.prefix(while: Self.isOfName)
        all.append(.name(String(decoding: name, as: UTF8.self)))
        rest = rest.dropFirst(name.count)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let quoted = rest.dropFirst().prefix { $0 != byte && $0 != UInt8(ascii: "\n") }
        all.append(.text(String(decoding: quoted, as: UTF8.self)))
        rest = rest.dropFirst(quoted.count + 2)
      } else {
        if byte > 0x20 { all.append(.sign(byte)) }
        rest = rest.dropFirst()
      }
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a global of a name is indexed or called.
  func uses(_ name: String) -> Bool {
    all.indices.contains { index in
      guard all[index] == .name(name), index + 1 < all.count else { return false }
      if index > 0, all[index - 1] == .sign(UInt8(ascii: ".")) || isDeclared(index) { return false }
      return ".:[(".utf8.contains { all[index + 1] == .sign($0) }
    }
  }

  private func isDeclared(_ index: Int) -> Bool {
    all[index - 1] == .name("function") && all[index + 1] == .sign(UInt8(ascii: "("))
  }

  /// The names behind a name and a dot.
  func fields(of name: String) -> [String] {
    all.indices.dropLast(2)
      .compactMap { index in
        guard all[index] == .name(name), all[index + 1] == .sign(UInt8(ascii: ".")),
          case .name(let field) = all[index + 2]
        else { return nil }
        return field
      }
  }

  /// The modules that are required by their names.
  var required: [String] {
    all.indices.compactMap { index in
      guard all[index] == .name("require") else { return nil }
      for word in all[(index + 1)...].prefix(2) {
        if case .text(let name) = word { return name }
      }
      return nil
    }
  }
}

extension SpecRunner {
  /// A path as reports show it: seen from the current folder, if it leads into that.
  package static func shown(_ path: String) -> String { SpecFiles.relative(path) }

  /// The folder of the application that a spec file belongs to, or `nil` for none.
  package func application(above file: String) -> String? {
    guard loadsApplications != false, let folder = SpecFinder.application(above: file) else {
      return nil
    }
    return loadsApplications == true || SpecApplication(folder: folder).isOurs ? folder : nil
  }
}
