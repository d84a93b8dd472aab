#if Releases
import MessageStream

/// Reads the fields of an object in a file; each error names the field by its path.
struct FieldReader {
  let file: String
  let json: JSON
  private let path: String

  init(_ json: JSON, file: String, path: String = "") throws(TrustError) {
    (self.json, self.file, self.path) = (json, file, path)
    guard case .object = json else { throw TrustError(file, .field(path, expected: "an object")) }
  }

  var fields: [JSON.Field] {
    guard case .object(let fields) = json else { return [] }
    return fields
  }

  func name(of field: String) -> String { path.isEmpty ? field : "\(path).\(field)" }

  func problem(_ field: String, _ expected: String) -> TrustError {
    TrustError(file, .field(name(of: field), expected: expected))
  }

  /// Refuses all fields but some.
  func allow(_ names: Set<String>) throws(TrustError) {
    for field in fields where !names.contains(field.name) {
      throw TrustError(file, .unknownField(name(of: field.name)))
    }
  }

  func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

  func text(_ field: String) throws(TrustError) -> String {
    guard let text = json[field].text else { throw problem(field, "a text") }
    return text
  }

  func integer(
    _ field: String,
    in range: ClosedRange<Int64> = 1...TrustLimit.version
  ) throws(TrustError) -> Int64 {
    guard case .integer(let integer) = json[field], range.contains(integer) else {
      throw problem(field, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Lower-case hexadecimal digits for a number of bytes.
  func hex(_ field: String, count: Int) throws(TrustError) -> [UInt8] {
    guard let bytes = json[field].text.flatMap(Hex.bytes), bytes.count == count else {
      throw problem(field, "\(2 * count) lower-case hexadecimal digits")
    }
    return bytes
  }

  func object(_ field: String) throws(TrustError) -> FieldReader {
    try FieldReader(json[field], file: file, path: name(of: field))
  }

  func items(_ field: String) throws(TrustError) -> [JSON] {
    guard case .list(let items) = json[field] else { throw problem(field, "a list") }
    return items
  }

  func objects(_ field: String) throws(TrustError) -> [FieldReader] {
    var objects: [FieldReader] = []
    for (index, item) in try items(field).enumerated() {
      objects.append(
        try FieldReader(item, file: file, path: "\(name(of: field))[\(index)]")
      )
    }
    return objects
  }

  func texts(_ field: String) throws(TrustError) -> [String] {
    var texts: [String] = []
    for item in try items(field) {
      guard let text = item.text else { throw problem(field, "a list of texts") }
      texts.append(text)
    }
    return texts
  }
}
#endif
