import LuaRuntime
import Moonroute

extension Value {
  /// A script's value as tools show it, which holds nothing of the scripts: of a table with other
  /// keys than names the keys are texts, a location is its text, and anything else that is no plain
  /// data is the name of its type.
  init(shown lua: LuaValue) {
    guard case .table(let table) = lua else {
      self = Value(plain: lua) ?? .text(lua.shownText)
      return
    }
    var shown = Table(items: table.array.map(Value.init(shown:)))
    shown.isList = table.isList
    for field in table.fields {
      shown.fields[field.key.string ?? field.key.value.display] = Value(shown: field.value)
    }
    self = .table(shown)
  }
}

extension LuaValue {
  /// The text that stands for a value without a plain form.
  fileprivate var shownText: String {
    switch self {
    case .bytes: display
    case .object(let object): object.location?.description ?? typeName
    default: typeName
    }
  }
}
