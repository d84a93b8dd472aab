import LuaRuntime
import Moonroute

extension Value {
  /// Converts a script's value for tools.
  ///
  /// The result holds nothing of the scripts: keys that are not names become texts, a location
  /// becomes its text, and anything that is not plain data becomes the name of its type.
  init(shown lua: LuaValue) {
    guard case .table(let table) = lua else {
      self = Value(plain: lua) ?? .text(lua.shownText)
      return
    }
    var shown = ValueTable(items: table.array.map(Value.init(shown:)))
    shown.isList = table.isList
    for field in table.fields {
      shown.fields[field.key.string ?? field.key.value.display] = Value(shown: field.value)
    }
    self = .table(shown)
  }
}

extension LuaValue {
  /// The text for a value without a plain form.
  fileprivate var shownText: String {
    switch self {
    case .bytes: display
    case .object(let object): object.location?.description ?? typeName
    default: typeName
    }
  }
}
