import Foundation

/// A JSON value as text that does not depend on the order of fields, for comparison.
func canonical(_ json: String) throws -> String {
  let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: [.fragmentsAllowed])
  let data = try JSONSerialization.data(
    withJSONObject: value,
    options: [.sortedKeys, .fragmentsAllowed]
  )
  return String(decoding: data, as: UTF8.self)
}

/// The fields of a JSON object.
func fields(_ json: String) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
  return value as? [String: Any] ?? [:]
}
