import MessageStream
import ScriptHost

/// `.luarc.json`: the settings of the Lua servers, of which an application needs some.
package struct EditorSettings {
  /// Their file, beside `main.lua`.
  package static let file = ".luarc.json"

  /// The largest file that is read.
  package static let byteLimit = 1 << 20

  /// The parts of Lua that scripts have in another form, or not at all.
  private static let builtins = [
    "basic", "debug", "ffi", "io", "jit", "os", "package", "string",
  ]

  /// The warnings that mean nothing here: every function of a script may wait.
  private static let silenced = ["await-in-sync"]

  private var fields: [JSON.Field]

  /// Reads what is there.
  ///
  /// - Parameter text: The text of the file, or `nil` when there is none.
  /// - Throws: What is wrong with it, in words.
  package init(_ text: String?) throws(SettingsError) {
    guard let text else {
      fields = []
      return
    }
    let value: JSON
    do { value = try JSON(reading: text) } catch { throw SettingsError(description: "\(error)") }
    guard case .object(let fields) = value else {
      throw SettingsError(description: "It is no JSON object.")
    }
    self.fields = fields
  }

  /// The text with everything that an application needs, or `nil` when that is there already.
  ///
  /// All else stays as it is, in its order.
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

  /// Gives a setting a value, unless it has one.
  private mutating func set(_ name: String, _ value: JSON) {
    change(name) { $0 ?? value }
  }

  /// Adds a text to a setting that is a list; one that is an object gets a field.
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

  /// Gives a setting that is an object one more field, unless it has that.
  private mutating func add(_ field: String, _ content: JSON, to name: String) {
    change(name) { value in
      guard case .object(let fields)? = value else {
        return .object([JSON.Field(field, content)])
      }
      return fields.contains { $0.name == field }
        ? .object(fields) : .object(fields + [JSON.Field(field, content)])
    }
  }

  /// Changes a setting in the form in which it is written: `Lua.a.b`, `a.b`, or `a` with `b` in it.
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

/// The mistake of a file of settings, in words.
package struct SettingsError: Error, CustomStringConvertible {
  /// The words.
  package let description: String
}
