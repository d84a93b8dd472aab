import MessageStream
import TextTools

/// A mistake in an `offers.json`: its place, and the expected value.
package struct OfferError: Error, CustomStringConvertible {
  package let description: String
}

extension OfferList {
  package init(reading text: String) throws(OfferError) {
    let value: JSON
    do { value = try JSON(reading: text) } catch { throw OfferError(description: "\(error)") }
    let reader = OfferReader(value, at: "offers")
    try reader.check(["functions", "values", "views", "transitions", "types"])
    functions = try reader.list("functions")
      .map { item throws(OfferError) in
        try item.function(fields: ["name", "takes", "answers", "waits", "summary"])
      }
    values = try reader.list("values").map { item throws(OfferError) in try item.named() }
    views = try reader.list("views").map { item throws(OfferError) in try item.text() }
    transitions = try reader.list("transitions")
      .map { item throws(OfferError) in
        try item.text()
      }
    types = try reader.list("types")
      .map { item throws(OfferError) in
        try item.check(["name", "fields", "methods"])
        let name = try item.name()
        guard LuaTypeName.isType(name) else { throw item.expected("the name of a type") }
        return Kind(
          name: name,
          fields: try item.list("fields").map { field throws(OfferError) in try field.named() },
          methods: try item.list("methods")
            .map { method throws(OfferError) in
              try method.function(fields: ["name", "takes", "answers", "summary"])
            }
        )
      }
  }
}

/// A value of an `offers.json`, and its place.
private struct OfferReader {
  private let value: JSON
  private let place: String

  init(_ value: JSON, at place: String) { (self.value, self.place) = (value, place) }

  func expected(_ what: String) -> OfferError {
    OfferError(description: "'\(place)' is not \(what).")
  }

  private func field(_ name: String) -> JSON? {
    guard case .object(let fields) = value else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// Rejects a value that is not an object, or has unknown fields.
  func check(_ known: [String]) throws(OfferError) {
    guard case .object(let fields) = value else { throw expected("an object") }
    for field in fields where !known.contains(field.name) {
      let hint = NearestNames.hint(for: field.name, among: known)
      throw OfferError(description: "'\(field.name)' is not a field of '\(place)'.\(hint)")
    }
  }

  /// The items of a field; an empty list if the field is missing.
  func list(_ name: String) throws(OfferError) -> [OfferReader] {
    guard let list = field(name) else { return [] }
    let path = place == "offers" ? name : "\(place).\(name)"
    guard case .list(let items) = list else {
      throw OfferReader(list, at: path).expected("a list")
    }
    return items.enumerated().map { OfferReader($1, at: "\(path)[\($0 + 1)]") }
  }

  func text() throws(OfferError) -> String {
    guard case .text(let text) = value else { throw expected("a text") }
    return text
  }

  private func optionalText(_ name: String) throws(OfferError) -> String? {
    guard let value = field(name), value != .null else { return nil }
    return try OfferReader(value, at: "\(place).\(name)").text()
  }

  func name() throws(OfferError) -> String {
    guard let name = try optionalText("name"), !name.isEmpty else {
      throw OfferError(description: "'\(place)' has no name.")
    }
    return name
  }

  func named() throws(OfferError) -> OfferList.Named {
    try check(["name", "type"])
    let type = try optionalText("type") ?? "any"
    guard LuaTypeName.isType(type) else {
      throw OfferReader(.null, at: "\(place).type").expected("a type such as 'integer'")
    }
    return OfferList.Named(name: try name(), type: type)
  }

  func function(fields: [String]) throws(OfferError) -> OfferList.Function {
    try check(fields)
    var takes: [HostSignature.Parameter]?
    if field("takes") != nil {
      takes = try list("takes")
        .map { item throws(OfferError) in
          let named = try item.named()
          return HostSignature.Parameter(name: named.name, type: named.type)
        }
    }
    let signature = HostSignature(
      parameters: takes,
      answers: try optionalText("answers"),
      summary: try optionalText("summary")
    )
    if let problem = signature.problem {
      throw OfferError(description: "'\(place)': \(problem)")
    }
    return OfferList.Function(
      name: try name(),
      signature: signature,
      waits: field("waits") == .bool(true)
    )
  }
}
