package import MessageStream
package import Moonroute
import TextTools

/// The names and types of everything that a program offers: `offers.json`.
package struct OfferList: Sendable, Equatable {
  package struct Function: Sendable, Equatable {
    /// The name after `host.`, or after the colon for a method.
    package var name: String
    package var signature: HostSignature
    package var waits: Bool

    package init(name: String, signature: HostSignature, waits: Bool = false) {
      (self.name, self.signature, self.waits) = (name, signature, waits)
    }
  }

  /// A value, or a field of a type.
  package struct Named: Sendable, Equatable {
    package var name: String
    package var type: String
  }

  /// A type that scripts may hold objects of.
  package struct Kind: Sendable, Equatable {
    package var name: String
    package var fields: [Named] = []
    package var methods: [Function] = []
  }

  package var functions: [Function] = []
  package var values: [Named] = []
  package var views: [String] = []
  package var transitions: [String] = []
  package var types: [Kind] = []

  package init() {}

  package func function(named name: String) -> Function? { functions.first { $0.name == name } }

  package init(_ offers: HostOffers) {
    functions = offers.functions.keys.sorted()
      .map { name in
        var function = Function(name: name, signature: offers.signatures[name] ?? HostSignature())
        if case .waiting? = offers.functions[name]?.body { function.waits = true }
        return function
      }
    values = offers.values.keys.sorted()
      .map { Named(name: $0, type: Self.type(of: offers.values[$0] ?? .null, offers.types)) }
    views = offers.viewNames
    transitions = offers.transitions.sorted()
    types = offers.types.sorted { $0.name < $1.name }
      .map { type in
        let methods = type.methods.keys.sorted()
          .map { Function(name: $0, signature: type.signatures[$0] ?? HostSignature()) }
        return Kind(name: type.name, methods: methods)
      }
  }

  private static func type(of value: Value, _ types: [HostType]) -> String {
    switch value {
    case .null: "any"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .text: "string"
    case .table: "table"
    case .reference(let reference):
      types.first { $0.accepts(reference.object) }?.name ?? "any"
    }
  }
}

extension HostSignature {
  /// The results, if the type lists them, such as `boolean` or `"low"|"high"`; otherwise none.
  package var listedAnswers: [Value] {
    guard let answers else { return [] }
    if answers == "boolean" { return [.bool(true), .bool(false)] }
    let texts = answers.split(separator: "|").map(\.trimmed)
    guard texts.allSatisfy({ $0.count > 2 && $0.hasPrefix("\"") && $0.hasSuffix("\"") }) else {
      return []
    }
    return texts.map { .text(String($0.dropFirst().dropLast())) }
  }
}

extension OfferList {
  package var json: JSON {
    .fields(
      ("functions", .list(functions.map { $0.json(withWaits: true) })),
      ("values", .list(values.map(\.json))),
      ("views", .list(views.map { .text($0) })),
      ("transitions", .list(transitions.map { .text($0) })),
      (
        "types",
        .list(
          types.map { type in
            .fields(
              ("name", .text(type.name)),
              ("fields", .list(type.fields.map(\.json))),
              ("methods", .list(type.methods.map { $0.json(withWaits: false) }))
            )
          }
        )
      )
    )
  }
}

extension OfferList.Named {
  fileprivate var json: JSON { .fields(("name", .text(name)), ("type", .text(type))) }
}

extension OfferList.Function {
  fileprivate func json(withWaits: Bool) -> JSON {
    var fields = [JSON.Field("name", .text(name))]
    if let takes = signature.takes {
      let list = takes.map { OfferList.Named(name: $0.name, type: $0.type).json }
      fields.append(JSON.Field("takes", .list(list)))
    }
    if let answers = signature.answers { fields.append(JSON.Field("answers", .text(answers))) }
    if withWaits { fields.append(JSON.Field("waits", .bool(waits))) }
    if let summary = signature.summary { fields.append(JSON.Field("summary", .text(summary))) }
    return .object(fields)
  }
}

extension OfferList {
  /// The name of the file with the program's offers, in the folder of `main.lua`.
  package static let file = "offers.json"

  static let reader = FileReader(limit: 16 << 20)

  /// Reads the list from a file.
  ///
  /// - Parameter path: The path.
  /// - Returns: The list, or `nil` if the file does not exist.
  /// - Throws: The mistake in the file.
  package static func list(in path: String) throws(OfferError) -> OfferList? {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try reader.bytes(of: path)
    } catch {
      throw OfferError(description: "\(error)")
    }
    return try bytes.map { bytes throws(OfferError) in
      try OfferList(reading: String(decoding: bytes, as: UTF8.self))
    }
  }
}
