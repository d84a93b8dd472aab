#if Releases
import MessageStream

/// The keys of one role, and the number of them that must sign.
package struct RoleKeys: Sendable, Equatable {
  package let keys: [String: TrustKey]
  package let threshold: Int

  package init(_ keys: [TrustKey], threshold: Int = 1) {
    self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
    self.threshold = threshold
  }

  /// Reads the fields `keyids` and `threshold`.
  init(_ fields: FieldReader, among known: [String: TrustKey]) throws(TrustError) {
    var keys: [String: TrustKey] = [:]
    let ids = try fields.texts("keyids")
    for id in ids {
      guard let key = known[id] else { throw TrustError(fields.file, .unknownKey(id)) }
      guard keys.updateValue(key, forKey: id) == nil else {
        throw TrustError(fields.file, .repeatedKey(id, id))
      }
    }
    guard !ids.isEmpty else { throw fields.problem("keyids", "at least one key") }
    self.keys = keys
    threshold = Int(try fields.integer("threshold", in: 1...Int64(ids.count)))
  }

  /// Reads the field `keys`: at most one id for each key.
  static func table(_ fields: FieldReader) throws(TrustError) -> [String: TrustKey] {
    let object = try fields.object("keys")
    guard object.fields.count <= TrustLimit.keys else {
      throw fields.problem("keys", "at most \(TrustLimit.keys) keys")
    }
    var table: [String: TrustKey] = [:]
    var ids: [TrustKey: String] = [:]
    for field in object.fields {
      guard DepotPath.isKeyID(field.name) else {
        throw fields.problem("keys", "ids of up to 128 visible ASCII characters")
      }
      let key = try TrustKey(object.object(field.name))
      if let other = ids.updateValue(field.name, forKey: key) {
        throw TrustError(fields.file, .repeatedKey(other, field.name))
      }
      table[field.name] = key
    }
    return table
  }

  var fields: [(String, JSON)] {
    [
      ("keyids", .list(keys.keys.sorted().map(JSON.text))),
      ("threshold", .int(threshold)),
    ]
  }

  func contains(_ key: TrustKey) -> Bool { keys.values.contains(key) }
}

extension [RoleKeys] {
  /// All keys by id, as metadata contains them.
  var table: JSON {
    let keys = reduce(into: [String: TrustKey]()) { $0.merge($1.keys) { first, _ in first } }
    return .object(keys.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) })
  }
}
#endif
