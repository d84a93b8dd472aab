import LuaRuntime
import Moonroute
import RoutePatterns
import TextTools

/// The session of a generation, and the fields that its scripts declare.
final class SessionDeclarations {
  /// A table with declared fields or items, by its number in Lua.
  private struct Node {
    let path: String
    let kind: SessionShape.Kind
    let site: SourceSite?
  }

  /// The table `session`.
  let table: LuaReference

  private(set) var shape = SessionShape()

  let storage: SessionStorage

  /// The version of the shape; 0 if the scripts declare none.
  private(set) var version = 0

  /// The function that converts an older session, and the place of its declaration.
  private(set) var migration: (function: LuaFunction, site: SourceSite?)?

  var earlier = EarlierSession()

  let state: LuaState
  let bridge: LuaBridge
  let registrar: Registrar
  private let root: LuaReference
  private let control: LuaReference
  /// All nodes except that of the session itself, which has the number 0.
  private var nodes: [Node] = []
  private var fieldCount = 0
  private var assign: LuaFunction?

  init(state: LuaState, bridge: LuaBridge, registrar: Registrar) throws(LuaError) {
    (self.state, self.bridge, self.registrar) = (state, bridge, registrar)
    storage = SessionStorage(bridge.scope)
    control = try state.hold(.table(LuaTable()))
    root = try state.hold(Self.node(0, control: control))
    table = try state.makePlainTable(node: root)
  }

  /// Makes `session.declare`; `run` runs a file of the library with arguments.
  func prepare(
    formatting text: LuaValue,
    _ functions: FunctionMaker,
    _ run: (String, [LuaValue]) throws(LuaError) -> LuaValue
  ) throws(LuaError) {
    let unknown = try state.makeFunction("session", depth: 0) { [unowned self] call in
      throw self.undeclared(call[1].display, in: call[0].integer)
    }
    let define = try state.makeFunction("session.declare") { [unowned self] call in
      let names = try declare(call)
      return [
        .reference(table), .table(LuaTable(names.map(LuaValue.string))),
        .table(try storedValues(of: names)),
      ]
    }
    let check = try state.makeFunction("session") { [unowned self] call in
      [.table(LuaTable(try self.check(call)))]
    }
    let accept = try state.makeFunction("session") { [unowned self] call in
      try self.accept(call)
      return []
    }
    let drop = try state.makeFunction("session.declare") { [unowned self] call in
      try self.drop(call)
      return []
    }
    let library = try run(
      "session",
      [define, check, accept, drop].map(LuaValue.function) + [text]
    )
    guard case .table(let module) = library else { return }
    assign = module["set"].function
    try state.set(control, .integer(1), to: .function(unknown))
    try state.set(control, .integer(2), to: module["check"])
    let methods = LuaTable(fields: [LuaField(key: .string("declare"), value: module["declare"])])
    try state.set(control, .integer(3), to: .table(methods))
    functions.emptyField = { [unowned self] name in
      guard let declaration = shape.declarations[name],
        (try? state.read(table, key: .string(name), depth: 0))?.isNil != false
      else { return nil }
      let place = declaration.site.map { " (declared in \($0))" } ?? ""
      return "session.\(name) is empty\(place)."
    }
    functions.note(
      ScriptFunction(
        name: "session.declare",
        signature: "(shape, options)",
        summary: "Declares the fields of the session, their types, and which of them are stored."
      )
    )
  }

  /// Sets a field of the session or of a table in it, if the value fits.
  func set(_ table: LuaReference, _ key: LuaKey, to value: LuaValue) throws(LuaError) {
    guard !shape.isEmpty, let assign else { return try state.set(table, key, to: value) }
    _ = try state.call(assign, [.reference(table), key.value, value])
  }

  /// Checks a value for a field of the session without setting it.
  func check(_ value: LuaValue, at key: LuaKey) throws(LuaError) {
    guard !shape.isEmpty else { return }
    let check = try state.read(control, key: .integer(2)).function
    if let check { _ = try state.call(check, [.integer(0), key.value, value]) }
  }

  func accepts(_ value: LuaValue, at key: LuaKey) -> Bool {
    do throws(LuaError) {
      try check(value, at: key)
      return true
    } catch {
      return false
    }
  }

  /// Drops all declarations before the same scripts run again.
  func forget() throws(LuaError) {
    (shape, nodes, fieldCount, version, migration) = (SessionShape(), [], 0, 0, nil)
    earlier = EarlierSession()
    storage.forget()
    try state.set(root, .integer(2), to: .boolean(false))
  }

  // MARK: Declaring

  private func declare(_ call: LuaCall) throws -> [String] {
    let site = SourceSite(call.caller())
    var reader = SessionShapeReader(types: bridge.scope.rules.types, count: fieldCount)
    var fresh: [String: SessionShape.Declaration] = [:]
    for field in try call.table(0).fields {
      guard let name = field.key.string else {
        throw LuaError(
          "wrong_type",
          "The session has the key \(field.key.value.shownShortly). Use text."
        )
      }
      guard name != "declare" else {
        throw LuaError("denied", "'session.declare' is a function. Give the field another name.")
      }
      let path = "session" + name.asLuaIndex
      let declaration = SessionShape.Declaration(
        field: try reader.field(field.value, at: path),
        site: site
      )
      guard let known = shape.declarations[name] else {
        fresh[name] = declaration
        continue
      }
      guard known.field == declaration.field else {
        let place = known.site.map { " in \($0)" } ?? ""
        throw LuaError(
          "duplicate",
          "\(path) is already declared\(place) with another type. Declare it once."
        )
      }
    }
    if !(try call.table(0).array.isEmpty) {
      throw LuaError("wrong_type", "The session has no items. Write name = type.")
    }
    let names = try call.table(0).fields.compactMap(\.key.string)
    let options = try SessionOptions(call[1], declaring: names)
    try prepareStoring(options, at: site)
    fieldCount = reader.count
    try addNodes(fresh.keys.sorted().map { ($0, fresh[$0]) })
    for (name, declaration) in fresh { shape.declarations[name] = declaration }
    let newlyStored = options.stored.filter { storage.names.insert($0).inserted }
    for name in newlyStored { shape.declarations[name]?.isStored = true }
    if let version = options.version { self.version = version }
    if let function = options.migrate { migration = (function, site) }
    return Set(fresh.keys).union(newlyStored).sorted()
  }

  /// Reads the stored session, and checks options that apply to the whole session.
  private func prepareStoring(_ options: SessionOptions, at site: SourceSite?) throws(LuaError) {
    guard !options.isEmpty else { return }
    guard bridge.scope.phase != .running else {
      throw LuaError(
        "denied",
        "The session is read while main.lua loads, so it cannot be stored or migrated from here."
          + " Move this declaration to a file that main.lua loads."
      )
    }
    if migration != nil, options.migrate != nil {
      throw duplicate("a 'migrate'", migration?.site)
    }
    if let other = options.version, version != 0, version != other {
      throw duplicate("the version \(version)", migration?.site)
    }
    guard !options.stored.isEmpty else { return }
    do throws(RouterError) {
      try storage.read()
    } catch {
      guard error.code == .storageFailed else { throw LuaError.raisable(error) }
      let stop = error.message.hasSuffix(".") ? "" : "."
      warn("\(error.message)\(stop) Its fields are empty.", at: site)
    }
  }

  private func duplicate(_ words: String, _ site: SourceSite?) -> LuaError {
    let place = site.map { " (\($0))" } ?? ""
    return LuaError(
      "duplicate",
      "The session already has \(words)\(place). The whole session has one version and one"
        + " 'migrate'."
    )
  }

  private func addNodes(
    _ declarations: [(name: String, declaration: SessionShape.Declaration?)]
  ) throws(LuaError) {
    if case .boolean? = try? state.read(root, key: .integer(2), depth: 0) {
      try state.set(root, .integer(2), to: .table(LuaTable()))
    }
    guard case .reference(let fields) = try state.read(root, key: .integer(2), depth: 0) else {
      return
    }
    for (name, declaration) in declarations {
      guard let declaration else { continue }
      let kind = kind(declaration.field.kind, at: "session" + name.asLuaIndex, declaration.site)
      try state.set(fields, .string(name), to: kind)
    }
  }

  /// The form of a kind that `plain.c` reads.
  private func kind(
    _ kind: SessionShape.Kind,
    at path: String,
    _ site: SourceSite?
  ) -> LuaValue {
    switch kind {
    case .value(.integer): return .string("int")
    case .any, .value: return .boolean(true)
    case .list(let item):
      let number = add(Node(path: path, kind: kind, site: site))
      let each = self.kind(item.kind, at: path + "[…]", site)
      return Self.node(number, each: each, isList: true, control: control)
    case .map(let item):
      let number = add(Node(path: path, kind: kind, site: site))
      let each = self.kind(item.kind, at: path + "[…]", site)
      return Self.node(number, each: each, control: control)
    case .table(let fields):
      let number = add(Node(path: path, kind: kind, site: site))
      let kinds = fields.map { name, field in
        LuaField(
          key: .string(name),
          value: self.kind(field.kind, at: path + name.asLuaIndex, site)
        )
      }
      return Self.node(number, fields: .table(LuaTable(fields: kinds)), control: control)
    }
  }

  private func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count
  }

  private static func node(
    _ number: Int,
    fields: LuaValue = .boolean(false),
    each: LuaValue = .boolean(false),
    isList: Bool = false,
    control: LuaReference
  ) -> LuaValue {
    .table(
      LuaTable([
        .integer(Int64(number)), fields, each, .boolean(isList), .reference(control),
      ])
    )
  }

  // MARK: Checking

  private func node(_ number: Int64?) -> Node? {
    number.flatMap { Int(exactly: $0) }
      .flatMap { nodes.indices.contains($0 - 1) ? nodes[$0 - 1] : nil }
  }

  private func undeclared(_ name: String, in number: Int64?) -> LuaError {
    guard let node = node(number) else {
      return .raisable(shape.problem(at: [name]) ?? RouterError(.unknownField, name))
    }
    guard case .table(let fields) = node.kind else {
      let kind = if case .list = node.kind { "a list" } else { "a table of values by name" }
      return LuaError("unknown_field", "'\(name)' is not a key of \(node.path), which is \(kind).")
    }
    return SessionFit.undeclared(name, of: node.path, fields.keys.sorted(), node.site)
  }

  /// Takes the number of a node, a key and a value, and returns the values for a `format`.
  private func check(_ call: LuaCall) throws -> [LuaValue] {
    let (key, value) = (call[1], call[2])
    let node = node(call[0].integer)
    let site = node.map(\.site) ?? key.string.flatMap { shape.declarations[$0]?.site }
    let path = node?.path ?? "session"
    guard let field = field(key, of: node) else {
      throw undeclared(key.display, in: call[0].integer)
    }
    if value.isNil {
      if node == nil, let name = key.string { try forget(name) }
      guard case .table(let fields)? = node?.kind, !field.isOptional else { return [] }
      throw SessionFit.missing(key.display, of: path, fields)
    }
    let index = key.string?.asLuaIndex ?? "[\(key.display)]"
    var fit = SessionFit(types: bridge.types, site: site)
    try fit.check(value, field, at: path + index)
    return fit.unwritten.map { item in
      var table = LuaTable()
      table["of"] = .string(item.type.name)
      table["format"] = .function(item.format)
      table["path"] = .string(item.path)
      table["value"] = item.value
      return .table(table)
    }
  }

  private func field(_ key: LuaValue, of node: Node?) -> SessionShape.Field? {
    switch node?.kind {
    case nil: key.string.flatMap { shape.declarations[$0]?.field }
    case .table(let fields): key.string.flatMap { fields[$0] }
    case .list(let item): if let index = key.integer, index > 0 { item } else { nil }
    case .map(let item): key.string == nil ? nil : item
    case .any, .value: nil
    }
  }

  /// Takes the path, the name of the type, the value and its text.
  private func accept(_ call: LuaCall) throws {
    guard let name = call[1].string, let type = bridge.scope.rules.types[name],
      !type.accepts(call[3].display)
    else { return }
    throw SessionFit.wrongType(call[2], at: call[0].display, type.indication)
  }
}
