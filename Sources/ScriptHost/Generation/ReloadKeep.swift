import LuaRuntime
import Moonroute

/// The data of a generation that survives a reload: `session`, and the values of `reload.keep`.
final class ReloadKeep {
  /// The computing time of all unload handlers together.
  private static let unloadTime = Duration.milliseconds(50)

  let declarations: SessionDeclarations

  var session: LuaReference { declarations.table }

  /// The session as it was after loading.
  let initialSession: LuaReference

  /// The values of `reload.keep` by name, and the values of the previous generation.
  let values: LuaReference
  let seeds: LuaReference

  var unloadHandlers: [LuaFunction] = []

  private let state: LuaState
  private let bridge: LuaBridge
  private let registrar: Registrar
  private let log: LogRateLimiter

  init(
    state: LuaState,
    bridge: LuaBridge,
    registrar: Registrar,
    log: LogRateLimiter
  ) throws(LuaError) {
    self.state = state
    self.bridge = bridge
    self.registrar = registrar
    self.log = log
    declarations = try SessionDeclarations(state: state, bridge: bridge, registrar: registrar)
    initialSession = try state.hold(.table(LuaTable()))
    values = try state.hold(.table(LuaTable()))
    seeds = try state.hold(.table(LuaTable()))
  }

  /// Copies the plain data of the previous generation; other values are left out with a warning.
  ///
  /// Throws if a table contains itself, or is nested too deeply.
  func takeData(of old: ReloadKeep) throws(LuaError) {
    try take(old.session, of: old, into: session, path: "session")
    try declarations.keep(old.declarations)
    try take(old.initialSession, of: old, into: initialSession, path: "session")
    try take(old.values, of: old, into: seeds, path: "kept")
  }

  private func take(
    _ source: LuaReference,
    of old: ReloadKeep,
    into target: LuaReference,
    path: String
  ) throws(LuaError) {
    guard case .table(let table) = try old.state.read(source) else { return }
    for field in table.items {
      guard let value = plain(field.value, path: Self.path(path, field.key)) else { continue }
      try state.set(target, field.key, to: value)
    }
  }

  /// All data that would survive a reload, as text.
  var data: [String] {
    [session, values]
      .map { reference in
        (try? state.read(reference)).map { "\($0)" } ?? ""
      }
  }

  /// The values of `reload.keep` by name, for tools.
  var keptData: Value { (try? state.read(values)).map(Value.init(shown:)) ?? .null }

  /// Finds values of `reload.keep` that would not survive a reload.
  func checkData() {
    do throws(LuaError) {
      guard case .table(let table) = try state.read(values) else { return }
      for field in table.items { check(field.value, path: Self.path("kept", field.key)) }
    } catch {
      registrar.problems.add(
        ScriptProblem(.wrongType, "The values of reload.keep cannot be copied: \(error.message)")
      )
    }
  }

  private func check(_ value: LuaValue, path: String) {
    switch value {
    case .table(let table):
      for field in table.items { check(field.value, path: Self.path(path, field.key)) }
    case .function, .record, .reference: registrar.problems.add(Self.notPlain(value, path, .error))
    default: break
    }
  }

  /// Runs the unload handlers of the scripts; their errors go to the log.
  func runUnloadHandlers() {
    let handlers = unloadHandlers
    unloadHandlers = []
    state.loading(within: Self.unloadTime, each: Self.unloadTime) {
      for handler in handlers {
        do throws(LuaError) {
          _ = try state.call(handler)
        } catch {
          log.write(RouterError(error))
        }
      }
    }
  }

  /// Runs the load of the scripts, and records their changes to the session.
  ///
  /// The session contains the data of previous loads, and all changes since.
  func noteLoading(_ load: () -> Void) {
    let before = sessionItems(session)
    load()
    let after = sessionItems(session)
    do throws(LuaError) {
      for (key, value) in after where before[key].map(Self.comparable) != Self.comparable(value) {
        try state.set(initialSession, key, to: value)
      }
      for key in before.keys where after[key] == nil {
        try state.set(initialSession, key, to: .nil)
      }
      for (key, value) in sessionItems(initialSession) where !declarations.accepts(value, at: key) {
        try state.set(initialSession, key, to: .nil)
      }
    } catch {
      registrar.problems.add(ScriptProblem(RouterError(error).code, error.message))
    }
  }

  /// Replaces the session by its initial data, merged with fields.
  func replaceSession(with fields: LuaTable) throws(LuaError) {
    var items = sessionItems(initialSession)
    for field in fields.items { items[field.key] = field.value }
    for (key, value) in items { try declarations.check(value, at: key) }
    for key in sessionItems(session).keys where items[key] == nil {
      try state.set(session, key, to: .nil)
    }
    for (key, value) in items { try declarations.set(session, key, to: value) }
    store()
  }

  /// Writes the stored fields of the session at the end of each turn from now on.
  func beginStoring() {
    guard !declarations.storage.names.isEmpty else { return state.onPlainChange = nil }
    state.onPlainChange = { [weak self] in self?.store() }
    store()
  }

  private func store() {
    do throws(RouterError) {
      for problem in try declarations.store() { log.write(problem) }
    } catch {
      log.write(error)
    }
  }

  private static func comparable(_ value: LuaValue) -> Value {
    Value(value) { .text($0.display) } ?? .null
  }

  private func sessionItems(_ table: LuaReference) -> [LuaKey: LuaValue] {
    let items = (try? state.read(table))?.table?.items ?? []
    return Dictionary(items.map { ($0.key, $0.value) }) { $1 }
  }

  /// Converts a value of another generation for this one; `nil` if it cannot be copied.
  private func plain(_ value: LuaValue, path: String) -> LuaValue? {
    switch value {
    case .nil, .boolean, .integer, .number, .string, .bytes, .error: return value
    case .table(let table):
      let fields = table.items.compactMap { field in
        plain(field.value, path: Self.path(path, field.key))
          .map { LuaField(key: field.key, value: $0) }
      }
      return .table(LuaTable([], fields: fields))
    case .object(let object):
      if let location = object.location { return bridge.lua(location) }
      if let reference = object.payload as? Value.ObjectReference,
        let type = bridge.classes.hostValue
      {
        return .object(LuaObject(reference, type: type))
      }
    case .function, .record, .reference: break
    }
    registrar.problems.add(Self.notPlain(value, path, .warning))
    return nil
  }

  private static func notPlain(
    _ value: LuaValue,
    _ path: String,
    _ severity: ScriptProblem.Severity
  ) -> ScriptProblem {
    let owner = path.hasPrefix("session") ? "session" : "reload.keep"
    return ScriptProblem(
      .wrongType,
      "\(path) is a \(value.typeName) and ends with its generation. Keep plain data in \(owner).",
      severity: severity
    )
  }

  private static func path(_ path: String, _ key: LuaKey) -> String {
    // The tables of `reload.keep` have `version` and `value`; authors know the value by its name.
    if path == "kept" { return key.value.display }
    if case .integer(let index) = key { return "\(path)[\(index)]" }
    let name = key.value.display
    if name == "value", !path.contains("."), !path.contains("["), !path.hasPrefix("session") {
      return path
    }
    return "\(path).\(name)"
  }
}

extension LuaTable {
  fileprivate var items: [LuaField] {
    array.enumerated().map { LuaField(key: .integer(Int64($0 + 1)), value: $1) } + fields
  }
}
