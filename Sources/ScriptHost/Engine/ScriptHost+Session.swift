import LuaRuntime
package import Moonroute
import TextTools

extension ScriptHost {
  /// The fields of the session that the loaded scripts declare.
  package func sessionShape(in application: isolated LinkRouter) -> SessionShape {
    engine(in: application).generation?.keep.declarations.shape ?? SessionShape()
  }

  package func session(in application: isolated LinkRouter) -> ScriptSession {
    ScriptSession(engine(in: application))
  }
}

/// The table `session` of the current scripts.
///
/// It follows reloads. Used only on the router's executor.
package struct ScriptSession {
  private weak var engine: ScriptEngine?

  init(_ engine: ScriptEngine) { self.engine = engine }

  /// Its values, or nothing while no scripts are loaded.
  package var value: Value {
    guard let generation = engine?.generation,
      let table = try? generation.state.read(generation.keep.session)
    else { return .null }
    return Value(shown: table)
  }

  /// Sets a value at the end of a path, as `session.cart.items = …` does; `none` removes it.
  ///
  /// Nothing changes if it throws.
  package func set(_ path: [Value], to value: Value) throws(RouterError) {
    let (generation, keys) = (try loaded(), try keys(path))
    guard value.isPlain else { throw .notPlain(Self.words(path)) }
    guard let last = keys.last else { throw .noPath }
    var table = generation.keep.session
    do throws(LuaError) {
      for (index, key) in keys.dropLast().enumerated() {
        let walked = Array(path[...index])
        // A sealed table holds its entries elsewhere: it is read as a whole.
        let entries = try generation.state.read(table, depth: 1).table?.entries ?? []
        guard case .reference(let next)? = entries.first(where: { $0.key == key })?.value,
          next.typeName == "table"
        else { throw LuaError("wrong_type", "\(Self.words(walked)) is not a table.") }
        table = next
      }
      let lua = try generation.bridge.lua(value)
      try generation.keep.declarations.set(table, last, to: lua)
    } catch {
      throw RouterError(error)
    }
  }

  /// Replaces its whole content by a table of plain data.
  package func replace(with value: Value) throws(RouterError) {
    let generation = try loaded()
    guard let fresh = value.table, value.isPlain else { throw .notPlain("session") }
    do throws(LuaError) {
      guard case .table(let new) = try generation.bridge.lua(.table(fresh)) else { return }
      let (state, session) = (generation.state, generation.keep.session)
      let declarations = generation.keep.declarations
      let known = try state.read(session, depth: 1).table?.entries ?? []
      let keys = Set(new.entries.map(\.key))
      for entry in new.entries { try declarations.check(entry.value, at: entry.key) }
      for entry in new.entries { try declarations.set(session, entry.key, to: entry.value) }
      for entry in known where !keys.contains(entry.key) {
        try declarations.set(session, entry.key, to: .nil)
      }
    } catch {
      throw RouterError(error)
    }
  }

  private func loaded() throws(RouterError) -> Generation {
    if let generation = engine?.generation { return generation }
    throw RouterError(.closed, "There is no session: no scripts are loaded.")
  }

  private func keys(_ path: [Value]) throws(RouterError) -> [LuaKey] {
    var keys: [LuaKey] = []
    for key in path {
      switch key {
      case .text(let name): keys.append(.string(name))
      case .int(let index): keys.append(.integer(index))
      default: throw .noPath
      }
    }
    return keys
  }

  private static func words(_ path: [Value]) -> String {
    path.reduce("session") { words, key in
      words + (key.text?.asLuaIndex ?? "[\(key.int ?? 0)]")
    }
  }
}

/// A change of a value in a session, or in any other table.
package struct SessionChange: Hashable, Sendable {
  /// The keys on the path to it; an item of a list is identified by its number.
  package let path: [Value]

  /// The value before; nothing if it was added.
  package let before: Value

  /// The value after; nothing if it was removed.
  package let after: Value

  /// The changes in the order of their paths; tables are compared entry by entry.
  package static func changes(from old: Value, to new: Value) -> [SessionChange] {
    changes(from: old, to: new, at: [])
  }

  private static func changes(from old: Value, to new: Value, at path: [Value]) -> [SessionChange] {
    guard old != new else { return [] }
    guard let before = old.table, let after = new.table else {
      return [SessionChange(path: path, before: old, after: new)]
    }
    var changes: [SessionChange] = []
    for index in 0..<max(before.items.count, after.items.count) {
      let known = before.items.indices.contains(index) ? before.items[index] : .null
      let now = after.items.indices.contains(index) ? after.items[index] : .null
      changes += self.changes(from: known, to: now, at: path + [.int(index + 1)])
    }
    for name in Set(before.fields.keys).union(after.fields.keys).sorted() {
      changes += self.changes(from: before[name], to: after[name], at: path + [.text(name)])
    }
    return changes
  }
}

extension RouterError {
  fileprivate static func notPlain(_ path: String) -> RouterError {
    RouterError(.wrongType, "\(path) must be plain data: text, numbers, truth values, tables.")
  }

  fileprivate static var noPath: RouterError {
    RouterError(.wrongType, "A path in the session is a list of names and whole numbers.")
  }
}

extension LuaTable {
  fileprivate var entries: [LuaField] {
    array.enumerated().map { LuaField(key: .integer(Int64($0 + 1)), value: $1) } + fields
  }
}
