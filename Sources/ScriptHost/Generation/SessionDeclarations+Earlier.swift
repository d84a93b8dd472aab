import LuaRuntime
import Moonroute
import TextTools

/// The values of a reload and of the storage.
extension SessionDeclarations {
  /// Notes the session that a reload has kept.
  func keep(_ old: SessionDeclarations) throws(LuaError) {
    storage.take(from: old.storage)
    earlier.isKept = true
    earlier.values = try state.read(table).table
    earlier.version = old.version
  }

  /// Whether earlier values have changed since the last call, so that guards have to run again.
  func takeChanged() -> Bool {
    defer { earlier.hasChanged = false }
    return earlier.hasChanged
  }

  /// The stored values of fields for a session that a reload has not kept.
  func storedValues(of names: [String]) throws(LuaError) -> LuaTable {
    guard !earlier.isKept, let stored = storage.known else { return LuaTable() }
    var values = LuaTable()
    for name in names where storage.names.contains(name) {
      values[.string(name)] = try bridge.lua(stored.fields[name] ?? .null)
    }
    return values
  }

  /// Empties a field whose earlier value no longer fits; a value of these scripts is a mistake.
  ///
  /// Takes the name of the field, the error, and whether the value was stored.
  func drop(_ call: LuaCall) throws {
    let name = try call.string(0)
    let error = state.error(caught: call[1])
    if !earlier.isKept, case .boolean(false) = call[2] {
      throw LuaError(error.code, error.message)
    }
    try state.set(table, .string(name), to: .nil)
    earlier.unfit.append(EarlierSession.Unfit(key: .string(name), reason: error.message))
  }

  /// Converts earlier values that no longer fit, or empties them.
  ///
  /// Undeclared fields of a session that no reload has kept are mistakes.
  func endLoading() {
    defer { earlier = EarlierSession(hasChanged: earlier.hasChanged) }
    guard !shape.isEmpty else { return }
    do throws(LuaError) {
      try noteStored()
      try dropUndeclared()
      if let migration, let values = earlier.values, !values.isEmpty,
        version != earlier.version || !earlier.unfit.isEmpty
      {
        try migrate(values, by: migration.function, at: migration.site)
      }
    } catch {
      registrar.problems.add(ScriptProblem(RouterError(error).code, error.message))
    }
    for unfit in earlier.unfit { report(unfit) }
    if !earlier.unfit.isEmpty { earlier.hasChanged = true }
  }

  /// Makes the stored fields the earlier session if no reload has kept one.
  private func noteStored() throws(LuaError) {
    guard !earlier.isKept, let stored = storage.known else { return }
    var values = LuaTable()
    for (name, value) in stored.fields {
      values[.string(name)] = try bridge.lua(value)
      if shape.declarations[name] == nil {
        earlier.unfit.append(
          EarlierSession.Unfit(key: .string(name), reason: "it is not declared")
        )
      }
    }
    (earlier.values, earlier.version) = (values, stored.version)
  }

  private func dropUndeclared() throws(LuaError) {
    let values = try state.read(table, depth: 1).table ?? LuaTable()
    for key in values.entries.map(\.key) {
      let name = key.value.display
      guard shape.declarations[name] == nil, let problem = shape.problem(at: [name]) else {
        continue
      }
      guard earlier.isKept else {
        registrar.problems.add(ScriptProblem(problem.code, problem.message))
        continue
      }
      try state.set(table, key, to: .nil)
      earlier.unfit.append(EarlierSession.Unfit(key: key, reason: "it is not declared"))
    }
  }

  /// Replaces the earlier session by the result of the scripts' function.
  private func migrate(
    _ old: LuaTable,
    by function: LuaFunction,
    at site: SourceSite?
  ) throws(LuaError) {
    let new: LuaTable
    do throws(LuaError) {
      let answer = try state.call(function, [.table(old), .integer(Int64(earlier.version))])
      guard case .table(let table)? = answer.first else {
        let value = (answer.first ?? .nil).shownShortly
        throw LuaError("wrong_type", "it returned \(value) instead of the new session")
      }
      new = table
    } catch {
      let place = error.position.map { "\($0.file):\($0.line): " } ?? ""
      return warn("'migrate' of the session failed: \(place)\(error.message)", at: site)
    }
    earlier.hasChanged = true
    earlier.unfit = []
    let keys = Set(new.entries.map(\.key))
    for entry in old.entries where !keys.contains(entry.key) {
      try state.set(table, entry.key, to: .nil)
    }
    for entry in new.entries {
      do throws(LuaError) {
        try set(table, entry.key, to: entry.value)
      } catch {
        try state.set(table, entry.key, to: .nil)
        earlier.unfit.append(EarlierSession.Unfit(key: entry.key, reason: error.message))
      }
    }
  }

  private func report(_ unfit: EarlierSession.Unfit) {
    let site = unfit.key.string.flatMap { shape.declarations[$0]?.site }
    let place = site.map { " (\($0))" } ?? ""
    let reason = unfit.reason.hasSuffix(".") ? String(unfit.reason.dropLast()) : unfit.reason
    warn(
      "session\(unfit.key.asIndex) no longer fits its declaration: \(reason)\(place). The field"
        + " was emptied.",
      at: site
    )
  }

  func warn(_ message: String, at site: SourceSite?) {
    registrar.problems.add(
      ScriptProblem(
        RouterError.Code(rawValue: "stale_shape"),
        message,
        at: site,
        severity: .warning
      )
    )
  }

  // MARK: Storing

  /// Writes the stored fields if one of them has changed.
  ///
  /// - Returns: The problems of fields that are not plain data.
  /// - Throws: `storage_failed`; the next change writes all fields again.
  func store() throws(RouterError) -> [RouterError] {
    guard bridge.scope.phase == .running, !storage.names.isEmpty else { return [] }
    guard let values = try? state.read(table).table else { return [] }
    return try storage.write(values, version: version)
      .map { name in
        RouterError(
          .wrongType,
          "session\(name.asLuaIndex) holds a location or another value that cannot be stored. Store"
            + " its text. The last stored value is kept.",
          at: shape.declarations[name]?.site
        )
      }
  }

  /// Empties a stored field and deletes its copy, before the script that empties it continues.
  func forget(_ name: String) throws {
    guard storage.known?.fields[name] != nil, bridge.scope.phase == .running else { return }
    try state.set(table, .string(name), to: .nil)
    do throws(RouterError) { _ = try store() } catch { throw LuaError.raisable(error) }
  }
}

extension LuaTable {
  fileprivate var isEmpty: Bool { array.isEmpty && fields.isEmpty }

  fileprivate var entries: [LuaField] {
    array.enumerated().map { LuaField(key: .integer(Int64($0 + 1)), value: $1) } + fields
  }
}
