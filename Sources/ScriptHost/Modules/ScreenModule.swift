import LuaRuntime
import Moonroute

/// `screen { "Product", title = … }`: describing a screen.
struct ScreenModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let messages: ScriptMessages
  unowned let calls: ScriptCalls

  static let fields = ["id", "name", "view", "state", "props", "fields"]

  func add(to globals: inout ModuleTable) throws(LuaError) {
    try globals.add(
      "screen",
      "(description) → screen",
      "Describes a screen: first the view's name, then its properties."
    ) { call in
      let table = try call.table(0)
      guard let view = table.array.first?.string else {
        throw call.argumentError(0, "the first entry must be the view's name: { \"Product\" }")
      }
      guard table.array.count == 1 else {
        throw call.argumentError(
          0,
          "a screen has one entry, the view's name; the rest are named fields"
        )
      }
      var props = ValueTable()
      for field in table.fields {
        guard let name = field.key.string else {
          throw call.argumentError(0, "the fields of a screen have names")
        }
        guard !Self.fields.contains(name) else {
          throw call.argumentError(0, "'\(name)' is the screen's own and cannot be set")
        }
        if name == ScreenBody.property {
          try BodyCheck(rules: bridge.scope.rules).check(field.value)
        }
        props[name] = bridge.value(field.value)
      }
      var screen = Screen(view, props: props)
      screen.lifetimeToken = try bridge.memory.charge(.screens, props.hostBytes + view.hostBytes)
      screen.identify(as: bridge.scope.router.stage.makeID())
      return [bridge.lua(screen)]
    }
  }

  func screen() -> LuaClassDefinition<ScriptScreen> {
    let update = functions.method(
      "screen",
      "update",
      "(props)",
      "Changes several properties together."
    ) { call in
      guard let screen = call[0].object?.payload as? ScriptScreen else {
        throw call.typeError(0, expected: "screen")
      }
      let fields = try call.table(1).fields
      for field in fields where field.key.string.map(Self.fields.contains) != false {
        throw call.argumentError(1, "'\(field.key.value.display)' cannot be set")
      }
      for field in fields { try bridge.set(screen, field.key.string ?? "", to: field.value) }
      return []
    }
    var definition = LuaClassDefinition<ScriptScreen>(
      "screen",
      fieldNames: Self.fields,
      methods: [update] + methods
    )
    definition.get = { try bridge.read($0, $1) }
    definition.set = { screen, field, value in
      guard !Self.fields.contains(field) else { return false }
      try bridge.set(screen, field, to: value)
      return true
    }
    definition.describe = { bridge.current($0).text }
    definition.equals = { $0.id == $1.id }
    return definition
  }
}

extension LuaBridge {
  /// Reads a field of the screen or a property; `nil` if it does not exist.
  fileprivate func read(_ screen: ScriptScreen, _ field: String) throws -> LuaValue {
    let now = current(screen)
    switch field {
    case "id": return .integer(Int64(clamping: now.id.rawValue))
    case "name": return LuaValue(optional: now.name)
    case "view": return .string(now.view)
    case "state": return try now.state.map { try lua($0) } ?? .nil
    case "props": return try sealed(now.props, "props", Self.propsAdvice)
    case "fields": return try sealed(now.fields, "fields", Self.fieldsAdvice)
    default: return try lua(now.props[field])
    }
  }

  private static let propsAdvice =
    "this is a copy of the screen's properties. Set them on the screen itself, as in"
    + " screen.title = \"A\" or screen:update { title = \"A\" }."

  private static let fieldsAdvice =
    "this is a copy of the entered values. A spec enters text with screen:fill."

  /// A read-only copy; the error for a change says what to do instead.
  private func sealed(
    _ table: ValueTable,
    _ name: String,
    _ advice: String
  ) throws(LuaError) -> LuaValue {
    guard case .table(let copy) = try lua(.table(table)) else { return .nil }
    return .reference(try state.seal(copy, name: "screen.\(name)", advice: advice))
  }

  /// Sets a property, here and on the stage.
  fileprivate func set(
    _ screen: ScriptScreen,
    _ field: String,
    to lua: LuaValue
  ) throws(LuaError) {
    if field == ScreenBody.property { try BodyCheck(rules: scope.rules).check(lua) }
    let value = value(lua)
    let now = current(screen)
    let growth = ValueTable.fieldBytes(field, value) - ValueTable.fieldBytes(field, now[field])
    let lifetimeToken = try memory.charge(changing: now, by: growth)
    screen.description[field] = value
    screen.description.lifetimeToken = lifetimeToken
    scope.router.stage.update(screen.id) {
      $0[field] = value
      $0.lifetimeToken = lifetimeToken
    }
  }
}
