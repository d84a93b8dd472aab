import LuaRuntime
import Moonroute

/// Makes the tables of the program: all scripts of a generation share one, and cannot change it.
struct ProgramTables {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  /// Whether scripts cannot change them; specs can.
  let seals: Bool

  /// A value for all scripts; a value that is not a table is converted at each call.
  func lua(_ value: Value, _ name: String) throws(LuaError) -> LuaValue {
    guard case .table(let table) = value else { return try bridge.lua(value) }
    return .reference(try reference(to: table, name))
  }

  /// The value of a resource; without a slot, every reader gets a copy.
  func lua(_ value: Value, keptIn slot: ResourceFormSlot?) throws(LuaError) -> LuaValue {
    guard seals, let slot, case .table(let table) = value else { return try bridge.lua(value) }
    if let form = slot.form as? Form, form.functions === functions {
      return .reference(form.reference)
    }
    let reference = try reference(to: table, slot.label)
    slot.form = Form(functions, reference)
    return .reference(reference)
  }

  private func reference(to table: ValueTable, _ name: String) throws(LuaError) -> LuaReference {
    var items: [LuaValue] = []
    for (index, item) in table.items.enumerated() {
      items.append(try lua(item, "\(name)[\(index + 1)]"))
    }
    var fields: [LuaField] = []
    for (field, item) in table.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(LuaField(key: .string(field), value: try lua(item, "\(name).\(field)")))
    }
    let whole = LuaTable(items, fields: fields)
    guard seals else { return try functions.state.hold(.table(whole)) }
    let advice = "values of the program are read-only. Copy it into a table of your own."
    return try functions.state.seal(whole, name: name, advice: advice)
  }

  private final class Form {
    /// The generation's functions, which identify the generation.
    weak var functions: FunctionMaker?
    let reference: LuaReference

    init(_ functions: FunctionMaker, _ reference: LuaReference) {
      (self.functions, self.reference) = (functions, reference)
    }
  }
}
