import LuaSyntax
package import MessageStream

/// The uses of events and resources in all scripts and specs, as far as they are literals.
package struct StoreUses {
  /// One literal name, location or pattern.
  struct Use {
    let key: String
    let node: LuaNode
    let script: AnalysedScript
  }

  /// A call of a spec that plays the program's part, with a literal key and value.
  private struct SpecCall {
    let key: String
    let value: JSON
  }

  struct Uses {
    fileprivate(set) var all: [Use] = []
    fileprivate(set) var hasOpen = false

    fileprivate func mayContain(_ isKey: (String) -> Bool) -> Bool {
      hasOpen || all.contains { !$0.script.isSpec && isKey($0.key) }
    }
  }

  private static let verbs: Set<String> = [
    "change", "emit", "get", "has", "next", "on", "put", "update",
  ]

  private(set) var sent = Uses()
  private(set) var heard = Uses()
  private(set) var put = Uses()
  private(set) var read = Uses()
  private(set) var updated = Uses()
  private var emits: [SpecCall] = []
  private var updates: [SpecCall] = []
  private var eventPaths: [String: String] = [:]
  private var resourcePaths: [String: String] = [:]

  package init(_ scripts: [AnalysedScript]) {
    for script in scripts {
      for call in script.all(.call) {
        guard let name = script.callee(of: call) else { continue }
        let first = script.arguments(of: call).first
        switch name {
        case "events.emit":
          Self.add(first, to: &sent, script)
          Self.add(call, of: script, to: &emits)
        case "events.on", "events.next":
          Self.add(first, to: &heard, script, paths: &eventPaths)
        case "events.declare": Self.readPath(first, script, into: &eventPaths)
        case "resources.put": Self.add(first, to: &put, script, paths: &resourcePaths)
        case "resources.get", "resources.has": Self.add(first, to: &read, script)
        case "resources.update", "resources.change":
          Self.add(first, to: &updated, script)
          if name == "resources.update" { Self.add(call, of: script, to: &updates) }
        case "resources.list": read.hasOpen = true
        default: break
        }
      }
      // Unknown code may call a function that is passed as a value.
      for field in script.all(.field)
      where Self.verbs.contains(script.tree.name(of: field)) && !isCalled(field, script.tree) {
        switch script.path(of: field) {
        case "events.emit": sent.hasOpen = true
        case "events.on", "events.next": heard.hasOpen = true
        case "resources.put": put.hasOpen = true
        case "resources.get", "resources.has": read.hasOpen = true
        case "resources.update", "resources.change": updated.hasOpen = true
        default: break
        }
      }
    }
  }

  private func isCalled(_ field: LuaNode, _ tree: LuaTree) -> Bool {
    guard let parent = tree.parent(of: field) else { return false }
    return tree.kind(of: parent) == .call && tree.firstChild(of: parent) == field
  }

  private static func add(_ node: LuaNode?, to uses: inout Uses, _ script: AnalysedScript) {
    guard let node, let key = script.string(of: node) else { return uses.hasOpen = true }
    uses.all.append(Use(key: key, node: node, script: script))
  }

  private static func add(_ call: LuaNode, of script: AnalysedScript, to calls: inout [SpecCall]) {
    let arguments = script.arguments(of: call)
    guard script.isSpec, arguments.count <= 2, let key = arguments.first.flatMap(script.string),
      let value = arguments.count == 2 ? script.literal(arguments[1]) : .null
    else { return }
    calls.append(SpecCall(key: key, value: value))
  }

  /// Adds a literal text, or the `name` and `path` of a table.
  private static func add(
    _ node: LuaNode?,
    to uses: inout Uses,
    _ script: AnalysedScript,
    paths: inout [String: String]
  ) {
    guard let table = node.map(script.value), script.tree.kind(of: table) == .table else {
      return add(node, to: &uses, script)
    }
    guard script.hasWrittenKeysOnly(table) else { return uses.hasOpen = true }
    let fields = ["name", "path"].compactMap { script.field($0, of: table) }
    let texts = fields.map { script.string(of: $0) }
    guard let key = texts.first ?? nil, !texts.contains(nil), let node = fields.first else {
      return uses.hasOpen = true
    }
    if fields.count == 2 { paths[key] = texts[1] }
    uses.all.append(Use(key: key, node: node, script: script))
  }

  private static func readPath(
    _ node: LuaNode?,
    _ script: AnalysedScript,
    into paths: inout [String: String]
  ) {
    guard let table = node.map(script.value), script.tree.kind(of: table) == .table,
      let name = script.string(of: script.field("name", of: table)),
      let path = script.string(of: script.field("path", of: table))
    else { return }
    paths[name] = path
  }

  /// Whether a script, other than a spec, may emit an event.
  package func isEmitted(_ path: String, named name: String?) -> Bool {
    sent.mayContain { key in [path, name].contains { $0.map { isSameEvent($0, key) } ?? false } }
  }

  /// Whether a script, other than a spec, may change a resource.
  package func isUpdated(_ path: String, named name: String?) -> Bool {
    updated.mayContain { key in
      [path, name].contains { $0.map { isSameResource($0, key) } ?? false }
    }
  }

  /// The events of a pattern that specs emit, with literal keys and values, in the order of files.
  package func specEmits(_ path: String, named name: String?) -> [(key: String, value: JSON)] {
    emits.filter { call in [path, name].contains { $0.map { isSameEvent($0, call.key) } ?? false } }
      .map { ($0.key, $0.value) }
  }

  /// The literal values that specs give a resource, in the order of files.
  package func specValues(_ path: String, named name: String?) -> [JSON] {
    updates
      .filter { call in
        [path, name].contains { $0.map { isSameResource($0, call.key) } ?? false }
      }
      .map(\.value)
  }

  /// Whether two keys can refer to the same event.
  func isSameEvent(_ first: String, _ second: String) -> Bool {
    first == second || Self.fit(eventPaths[first] ?? first, eventPaths[second] ?? second)
  }

  /// Whether two keys can refer to the same resource.
  func isSameResource(_ first: String, _ second: String) -> Bool {
    first == second || Self.fit(resourcePaths[first] ?? first, resourcePaths[second] ?? second)
  }

  /// Whether two locations or patterns can match each other; `true` if unsure.
  private static func fit(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    let isOpen = (first + second).contains { "*()".contains($0) }
    guard !isOpen else { return true }
    func segments(_ text: String) -> [Substring] {
      text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    }
    let (one, other) = (segments(first), segments(second))
    return one.count == other.count
      && zip(one, other).allSatisfy { $0 == $1 || $0.contains(":") || $1.contains(":") }
  }
}
