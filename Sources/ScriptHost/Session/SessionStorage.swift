import LuaRuntime
import Moonroute

/// The copy of the session in the application's storage.
final class SessionStorage {
  /// A session of earlier scripts.
  struct Copy {
    var version = 0
    var fields: [String: Value] = [:]
  }

  /// The names of the stored fields.
  var names: Set<String> = []

  /// The content of the storage, once it was read or written.
  private(set) var known: Copy?

  /// The fields that cannot be stored, so that each is reported once.
  private var refused: Set<String> = []

  private let scope: RegistrationScope

  init(_ scope: RegistrationScope) { self.scope = scope }

  /// Continues with the content that the replaced scripts have read or written.
  func take(from old: SessionStorage) { known = old.known }

  func forget() { (names, known, refused) = ([], nil, []) }

  /// Reads the stored session, if it was not read before; a damaged one is empty.
  ///
  /// - Throws: `denied` without a storage, or `storage_failed`; the session is then empty.
  func read() throws(RouterError) {
    guard known == nil else { return }
    let value: Value?
    do throws(RouterError) {
      value = try scope.router.resources.storedSession()
    } catch {
      if error.code == .storageFailed { known = Copy() }
      throw error
    }
    known = Copy()
    guard let value else { return }
    guard case .table(let fields) = value["fields"] else {
      throw RouterError(.storageFailed, "The stored session could not be read: it is damaged")
    }
    known = Copy(version: value["version"].int ?? 0, fields: fields.fields)
  }

  /// Writes the stored fields of a session if they have changed.
  ///
  /// A field that is not plain data keeps its stored value.
  ///
  /// - Returns: The names of the fields that are not stored because they are not plain data, each
  ///   once.
  /// - Throws: `storage_failed`; the previous content stays.
  func write(_ session: LuaTable, version: Int) throws(RouterError) -> [String] {
    var fields: [String: Value] = [:]
    var reported: [String] = []
    let old = known ?? Copy()
    for field in session.fields {
      guard let name = field.key.string, names.contains(name), !field.value.isNil else { continue }
      if let value = Value(plain: field.value.withFilledGaps) {
        fields[name] = value
      } else {
        fields[name] = old.fields[name]
        if refused.insert(name).inserted { reported.append(name) }
      }
    }
    guard fields != old.fields || version != old.version && !fields.isEmpty else {
      return reported
    }
    var record: Value?
    if !fields.isEmpty {
      record = ["version": .int(Int64(version)), "fields": .table(ValueTable(fields: fields))]
    }
    try scope.router.resources.storeSession(record)
    known = Copy(version: version, fields: fields)
    return reported
  }
}

extension LuaValue {
  /// The value with an empty item in each short gap of its lists, as the storage keeps it.
  fileprivate var withFilledGaps: LuaValue {
    guard case .table(let table) = self else { return self }
    var items = table.array.map(\.withFilledGaps)
    var fields = table.fields.map { LuaField(key: $0.key, value: $0.value.withFilledGaps) }
    let late = fields.filter { ($0.key.value.integer ?? 0) > 0 }
    let last = late.compactMap(\.key.value.integer).max() ?? 0
    if last > items.count, last <= 2 * (items.count + late.count) + 16 {
      items += Array(repeating: .nil, count: Int(last) - items.count)
      for item in late { items[Int(item.key.value.integer ?? 1) - 1] = item.value }
      fields.removeAll { ($0.key.value.integer ?? 0) > 0 }
    }
    var filled = LuaTable(items, fields: fields)
    filled.isList = table.isList
    return .table(filled)
  }
}
