/// The common part of the records of one shape, such as the `state` of one route.
public struct LuaRecordDefinition {
  /// The name for messages, such as `state`.
  public var name: String
  /// Fields with the same value in every record.
  ///
  /// Each record that a script reads gets a copy of a table.
  public var fields: [LuaField]
  /// The parameters, in the order of their ranges.
  ///
  /// Scripts read them from `params`.
  public var parameters: [LuaRecordParameter]
  /// Fields that a record may omit; `nil` by default.
  public var optional: [String] = []
  /// Fields that a record may omit; an empty table by default.
  public var tables: [String] = []
  /// Fields that a record may omit; its whole text by default.
  public var texts: [String] = []
  /// Fields that merge the tables of other fields; later ones win.
  public var merged: [(name: String, from: [String])] = []
  /// Fields that a function computes from the record when they are first read.
  public var computed: [(name: String, function: LuaFunction)] = []

  /// Fields that are tables, each with the function that returns the value for a missing key.
  ///
  /// The function gets the table and the key.
  public var strict: [(name: String, missing: LuaFunction)] = []

  /// The function that returns the text of a record; `nil` for its name and a number.
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
