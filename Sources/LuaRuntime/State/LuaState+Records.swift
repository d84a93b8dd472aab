internal import CLua
import TextTools

extension LuaState {
  /// Makes a shape for records.
  ///
  /// - Parameter definition: The common part of the records.
  /// - Returns: The shape, for ``LuaRecord/begin(_:text:ranges:separator:tag:)``.
  /// - Throws: ``LuaErrorCode/memoryLimit`` if Lua has no room for it.
  public func makeRecordShape(
    _ definition: LuaRecordDefinition
  ) throws(LuaError) -> LuaRecordShape {
    LuaRecordShape(try makeReference(writing: try parts(of: definition), clua_make_shape))
  }

  private func parts(of definition: LuaRecordDefinition) throws(LuaError) -> [LuaValue] {
    let parameters = definition.parameters
    let parsers = parameters.compactMap { parameter in
      parameter.parse.map { LuaField(key: .string(parameter.name), value: .function($0)) }
    }
    let merged = definition.merged.map { field in
      LuaField(key: .string(field.name), value: .table(LuaTable(field.from.map { .string($0) })))
    }
    let computed = definition.computed.map { field in
      LuaField(key: .string(field.name), value: .function(field.function))
    }
    return [
      .string(definition.name),
      .table(LuaTable(fields: definition.fields)),
      .table(LuaTable(parameters.map { .string($0.name) })),
      .bytes(parameters.map(\.code)),
      optionalTable(LuaTable(definition.optional.map { .string($0) })),
      optionalTable(LuaTable(definition.tables.map { .string($0) })),
      optionalTable(LuaTable(definition.texts.map { .string($0) })),
      optionalTable(LuaTable(fields: merged)),
      optionalTable(LuaTable(fields: computed)),
      optionalTable(LuaTable(fields: parsers)),
      .function(try unknownField(definition.name, definition.fieldNames)),
      definition.describe.map { .function($0) } ?? .nil,
      optionalTable(
        LuaTable(
          fields: definition.strict.map {
            LuaField(key: .string($0.name), value: .function($0.missing))
          }
        )
      ),
    ]
  }

  private func optionalTable(_ table: LuaTable) -> LuaValue {
    table.array.isEmpty && table.fields.isEmpty ? .nil : .table(table)
  }

  /// The function that raises the error for an unknown field; shapes with the same fields share it.
  private func unknownField(_ name: String, _ names: [String]) throws(LuaError) -> LuaFunction {
    if let function = unknownFields[[name] + names] { return function }
    let function = try makeFunction(name) { call in
      let field = call[1].string ?? call[1].typeName
      let hint = NearestNames.hint(for: field, among: names)
      let suggestion = hint.isEmpty ? "" : "." + hint
      throw LuaError("unknown_field", "'\(field)' is not a field of \(name)\(suggestion)")
    }
    unknownFields[[name] + names] = function
    return function
  }
}
