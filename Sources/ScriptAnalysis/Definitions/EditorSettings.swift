import MessageStream
import ScriptHost

/// `.luarc.json`: the settings of Lua language servers, with the ones that an application needs.
package struct EditorSettings {
  /// The file's name, in the folder of `main.lua`.
  package static let file = ".luarc.json"

  package static let byteLimit = 1 << 20

  /// The parts of Lua that scripts do not have or have in another form.
  private static let builtins = [
    "basic", "debug", "ffi", "io", "jit", "os", "package", "string",
  ]

  /// The warnings that do not apply: every function of a script may wait.
  private static let silenced = ["await-in-sync"]

  private var fields: [JSON.Field]

  package init(_ text: String?) throws(SettingsError) {
    guard let text else {
      fields = []
      return
    }
    let value: JSON
    do { value = try JSON(reading: text) } catch { throw SettingsError(description: "\(error)") }
    guard case .object(let fields) = value else {
      throw SettingsError(description: "It is not a JSON object.")
    }
    self.fields = fields
  }

  /// The text with all the required settings, or `nil` if it has them already; the other settings
  /// stay in their order.
  package var completed: String? {
    var settings = self
    settings.fillUp()
    return settings.fields == fields ? nil : JSON.object(settings.fields).page
  }

  private mutating func fillUp() {
    set("runtime.version", .text("Lua 5.4"))
    set("runtime.path", .list([.text("?.lua"), .text("?/init.lua")]))
    for name in Self.builtins { add(name, .text("disable"), to: "runtime.builtin") }
    for name in Self.silenced { append(name, to: "diagnostics.disable") }
    append(EditorDefinitions.folder, to: "workspace.library")
    set("workspace.checkThirdParty", .bool(false))
    set("type.checkTableShape", .bool(true))
  }

  /// Sets a setting that has no value yet.
  private mutating func set(_ name: String, _ value: JSON) {
    change(name) { $0 ?? value }
  }

  /// Appends a text to a setting that is a list, or adds it as a field to an object.
  private mutating func append(_ text: String, to name: String) {
    change(name) { value in
      switch value {
      case .list(let items)?:
        items.contains(.text(text)) ? .list(items) : .list(items + [.text(text)])
      case .object(let fields)?:
        fields.contains { $0.name == text }
          ? .object(fields) : .object(fields + [JSON.Field(text, .bool(true))])
      default: .list([.text(text)])
      }
    }
  }

  /// Adds a field to a setting that is an object, unless the field exists.
  private mutating func add(_ field: String, _ content: JSON, to name: String) {
    change(name) { value in
      guard case .object(let fields)? = value else {
        return .object([JSON.Field(field, content)])
      }
      return fields.contains { $0.name == field }
        ? .object(fields) : .object(fields + [JSON.Field(field, content)])
    }
  }

  /// Changes a setting in its existing spelling: `Lua.a.b`, `a.b`, or `a` with a field `b`.
  private mutating func change(_ name: String, _ change: (JSON?) -> JSON) {
    for written in ["Lua." + name, name] {
      guard let index = fields.firstIndex(where: { $0.name == written }) else { continue }
      fields[index] = JSON.Field(written, change(fields[index].value))
      return
    }
    let parts = name.split(separator: ".").map(String.init)
    if let index = fields.firstIndex(where: { $0.name == parts[0] }),
      case .object(var inner) = fields[index].value
    {
      if let place = inner.firstIndex(where: { $0.name == parts[1] }) {
        inner[place] = JSON.Field(parts[1], change(inner[place].value))
      } else {
        inner.append(JSON.Field(parts[1], change(nil)))
      }
      fields[index] = JSON.Field(parts[0], .object(inner))
      return
    }
    fields.append(JSON.Field(name, change(nil)))
  }
}

/// A problem in a settings file.
package struct SettingsError: Error, CustomStringConvertible {
  package let description: String
}
