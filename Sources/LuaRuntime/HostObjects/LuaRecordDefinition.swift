/// The common part of the records of one shape, such as the `state` of one route.
public struct LuaRecordDefinition {
  /// The name for messages, such as `state`.
  public var name: String
  /// Fields with the same value in every record.
  ///
  /// Tables are copied for each record that is asked.
  public var fields: [LuaField]
  /// The parameters, in the order of their ranges.
  ///
  /// Scripts read them from `params`.
  public var parameters: [LuaRecordParameter]
  /// Fields that a record may have or not; `nil` if it has not.
  public var optional: [String] = []
  /// Fields that a record may have or not; an empty table if it has not.
  public var tables: [String] = []
  /// Fields that a record may have or not; its whole text if it has not.
  public var texts: [String] = []
  /// Fields that are one table made of other fields; later ones win.
  public var merged: [(name: String, from: [String])] = []
  /// Fields that a function makes of the record when they are first read.
  public var computed: [(name: String, function: LuaFunction)] = []

  /// Fields that are tables, each with the function that answers for a key that the table lacks.
  ///
  /// It gets the table and the key.
  public var strict: [(name: String, missing: LuaFunction)] = []

  /// The function of a record that writes its text; `nil` for the name and a number.
  public var describe: LuaFunction?

  /// Begins a definition.
  ///
  /// - Parameters:
  ///   - name: The name for messages.
  ///   - fields: Fields with the same value in every record.
  ///   - parameters: The parameters, in the order of their ranges.
  public init(
    _ name: String,
    fields: KeyValuePairs<String, LuaValue> = [:],
    parameters: [LuaRecordParameter] = []
  ) {
    self.name = name
    self.fields = fields.map { LuaField(key: .string($0.key), value: $0.value) }
    self.parameters = parameters
  }

  /// The names of all fields, in order.
  var fieldNames: [String] {
    let fixed = fields.compactMap(\.key.string)
    return
      (["params"] + fixed + optional + tables + texts + merged.map(\.name) + computed.map(\.name))
      .sorted()
  }
}

/// The shape of records, made once by ``LuaState/makeRecordShape(_:)``.
public final class LuaRecordShape {
  let reference: LuaReference
  let stateHandle: StateHandle
  let number: Int32

  init(_ reference: LuaReference) {
    self.reference = reference
    stateHandle = reference.stateHandle
    number = reference.number
  }
}
