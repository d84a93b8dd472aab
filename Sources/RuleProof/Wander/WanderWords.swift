import LuaSyntax
import Moonroute
import ScriptHost
import TextTools

/// Names and values from the scripts, to build links that meet their conditions: a fuzzer's
/// dictionary.
struct WanderWords: Sendable {
  /// The maximum number of names and of values.
  private static let limit = 200

  private static let byteLimit = 40

  /// The names in `query.NAME`, also of items that no route declares.
  private(set) var queryNames: [String] = []

  /// The same names by file.
  private var namesByFile: [String: [String]] = [:]

  /// Whether a script uses random numbers.
  private(set) var areRandom = false

  /// The short strings and numbers.
  private(set) var values: [String] = []

  /// The values that an item of the query is compared with, by its name.
  private var compared: [String: [String]] = [:]

  /// Reads the scripts, without the texts of people: a name in a link is not a trace of a person.
  init(of scripts: [String: [UInt8]], people: [ScriptPersona]) {
    let personal = Set(people.flatMap(\.session.texts))
    var (names, values) = (Set<String>(), Set<String>())
    for (file, text) in scripts.sorted(by: { $0.key < $1.key }) {
      let tree = LuaTree(text)
      for node in tree.nodes(from: tree.root) {
        switch tree.kind(of: node) {
        case .field:
          if tree.name(of: node) == "random" { areRandom = true }
          guard let base = tree.firstChild(of: node), Self.isQuery(base, in: tree) else { break }
          let name = tree.name(of: node)
          names.insert(name)
          if namesByFile[file]?.contains(name) != true {
            namesByFile[file, default: []].append(name)
          }
          guard let parent = tree.parent(of: node), tree.kind(of: parent) == .binary else { break }
          for value in tree.children(of: parent).compactMap({ Self.literal($0, in: tree) })
          where Self.fits(value) {
            compared[name, default: []].append(value)
          }
        case .string, .number: if let text = Self.literal(node, in: tree) { values.insert(text) }
        default: break
        }
      }
    }
    queryNames = Array(names.sorted().prefix(Self.limit))
    self.values = Array(values.subtracting(personal).filter(Self.fits).sorted().prefix(Self.limit))
  }

  private static func isQuery(_ node: LuaNode, in tree: LuaTree) -> Bool {
    [.field, .name].contains(tree.kind(of: node)) && tree.name(of: node) == "query"
  }

  /// The text of a string or number.
  private static func literal(_ node: LuaNode, in tree: LuaTree) -> String? {
    tree.kind(of: node) == .number ? tree.text(of: node) : tree.string(of: node)
  }

  /// Whether a link can contain a text as it is.
  private static func fits(_ text: String) -> Bool {
    (1...byteLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  /// The items of the query that a file compares, with the values, in the order of its text.
  func comparisons(in file: String?) -> [(name: String, value: String)] {
    (file.flatMap { namesByFile[$0] } ?? [])
      .flatMap { name in
        (compared[name] ?? []).map { (name, $0) }
      }
  }

  /// An item of a query, usually one that the route's file reads; `nil` if no script reads one.
  func item(for file: String?, _ random: inout SeededGenerator) -> String? {
    guard !queryNames.isEmpty else { return nil }
    let own = file.flatMap { namesByFile[$0] } ?? []
    let names = own.isEmpty || random.next(below: 4) == 0 ? queryNames : own
    let name = names[random.next(below: names.count)]
    guard !values.isEmpty else { return "\(name)=1" }
    if let compared = compared[name], random.next(below: 2) == 0 {
      return "\(name)=\(compared[random.next(below: compared.count)])"
    }
    return "\(name)=\(values[random.next(below: values.count)])"
  }
}
