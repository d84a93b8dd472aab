import LuaSyntax
import TextTools

/// Names and values from the scripts, to build links that meet their conditions: a fuzzer's
/// dictionary.
struct WanderWords: Sendable {
  /// The maximum number of names and of values.
  private static let limit = 200

  private static let byteLimit = 40

  /// The names in `query.NAME`, also of items that no route declares.
  private(set) var queryNames: [String] = []

  /// The short strings and numbers.
  private(set) var values: [String] = []

  init(of scripts: [String: [UInt8]]) {
    var (names, values) = (Set<String>(), Set<String>())
    for text in scripts.values {
      let tree = LuaTree(text)
      for node in tree.nodes(from: tree.root) {
        switch tree.kind(of: node) {
        case .field:
          guard let base = tree.firstChild(of: node), Self.isQuery(base, in: tree) else { break }
          names.insert(tree.name(of: node))
        case .string: if let text = tree.string(of: node) { values.insert(text) }
        case .number: values.insert(tree.text(of: node))
        default: break
        }
      }
    }
    queryNames = Array(names.sorted().prefix(Self.limit))
    self.values = Array(values.filter(Self.fits).sorted().prefix(Self.limit))
  }

  private static func isQuery(_ node: LuaNode, in tree: LuaTree) -> Bool {
    [.field, .name].contains(tree.kind(of: node)) && tree.name(of: node) == "query"
  }

  /// Whether a link can contain a text as it is.
  private static func fits(_ text: String) -> Bool {
    (1...byteLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  /// An item of a query; `nil` if no script reads one.
  func item(_ random: inout SeededGenerator) -> String? {
    guard !queryNames.isEmpty else { return nil }
    let name = queryNames[random.next(below: queryNames.count)]
    guard !values.isEmpty else { return "\(name)=1" }
    return "\(name)=\(values[random.next(below: values.count)])"
  }
}
