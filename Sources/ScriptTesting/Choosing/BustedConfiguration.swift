import LuaRuntime
import ScriptHost

/// A `.busted` file, which is a Lua file that returns a table of tasks.
package struct BustedConfiguration: Sendable {
  /// The options of one task.
  package struct Task: Sendable {
    /// The values of options by their names.
    package let values: [String: Value]

    /// The values of an option, or an empty array if it is not set.
    package func texts(_ name: String) -> [String] { values[name]?.texts ?? [] }

    /// The first number of an option.
    package func integer(_ name: String) -> Int64? {
      texts(name).first.flatMap { Int64($0) ?? Double($0).flatMap { Int64(exactly: $0) } }
    }

    /// Whether an option is on, or `nil` when it is not set.
    package func flag(_ name: String) -> Bool? { texts(name).first.map { $0 != "false" } }
  }

  /// The value of an option.
  package enum Value: Sendable {
    case flag(Bool)
    /// A string, or a number as text.
    case text(String)
    /// A list of strings or numbers, as text.
    case list([String])
    /// A value of a type that no option accepts, with the name of the type.
    case other(String)

    init(_ value: LuaValue) {
      if let isOn = value.boolean {
        self = .flag(isOn)
      } else if let text = Self.text(value) {
        self = .text(text)
      } else if let table = value.table, table.fields.isEmpty {
        let texts = table.array.compactMap(Self.text)
        self = texts.count == table.array.count ? .list(texts) : .other("list of other values")
      } else {
        self = .other(value.typeName)
      }
    }

    private static func text(_ value: LuaValue) -> String? {
      switch value {
      case .string(let text): text
      case .integer(let number): String(number)
      case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
      default: nil
      }
    }

    package var texts: [String] {
      switch self {
      case .flag(let isOn): [String(isOn)]
      case .text(let text): [text]
      case .list(let texts): texts
      case .other: []
      }
    }
  }

  private let path: String
  private let tasks: [String: [String: Value]]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isUnsafe: Whether the file can use all of Lua's libraries.
  /// - Throws: ``SpecProblem`` if the file cannot be read or does not return a table.
  package init(path: String, isUnsafe: Bool = false) throws(SpecProblem) {
    self.path = path
    let text: [UInt8]?
    do throws(FileError) {
      text = try SpecFiles().load(path)
    } catch {
      throw .badConfiguration(path, "\(error)")
    }
    guard let text else { throw .unreadable(path) }
    let answer: LuaValue
    do {
      var limits = isUnsafe ? LuaLimits.unlimited : LuaLimits()
      limits.hasAllLibraries = false
      let state = try LuaState(limits: limits)
      let environment = try state.makeEnvironment()
      if isUnsafe {
        try state.openLibraries(in: environment)
        let name = "//moonroute/configuration.lua"
        let chunk = try state.load(Self.standIns, name: name, environment: environment)
        _ = try state.call(chunk)
      }
      let chunk = try state.load(text, name: path, environment: environment)
      answer = try state.call(chunk).first ?? .nil
    } catch {
      throw .badConfiguration(path, "\(error)")
    }
    guard let table = answer.table else {
      throw .badConfiguration(path, "must return a table of tasks")
    }
    var tasks: [String: [String: Value]] = [:]
    for field in table.fields {
      // Skip other values, as busted does.
      guard let name = field.key.string, let options = field.value.table else { continue }
      tasks[name] = [:]
      for (index, value) in options.array.enumerated() {
        tasks[name]?[String(index + 1)] = Value(value)
      }
      for option in options.fields {
        // `before_each` needs no brackets in Lua.
        let key = option.key.string?.replacing("_", with: "-")
        if let key { tasks[name]?[key] = Value(option.value) }
      }
    }
    self.tasks = tasks
  }

  /// Lua code that provides the modules of busted without any effect.
  ///
  /// The file runs again with the specs, where it has the real modules.
  private static let standIns = """
    arg = {}
    local stand_in = {}
    local function give() return stand_in end
    setmetatable(stand_in, { __index = give, __call = give, __newindex = function() end })
    table.insert(package.searchers, 1, function(name)
      local first = name:match("^[^.]*")
      return (first == "say" or first == "luassert" or first == "busted") and give or nil
    end)
    """

  /// Returns the options of a task, merged over those of all tasks.
  ///
  /// - Parameter name: The task, or `nil` for the task named `default`.
  /// - Returns: The options.
  /// - Throws: ``SpecProblem/badConfiguration(_:_:)`` if the file does not define the task.
  package func task(named name: String?) throws(SpecProblem) -> Task {
    if let name, tasks[name] == nil {
      throw .badConfiguration(path, "there is no task '\(name)'")
    }
    let own = tasks[name ?? "default"] ?? [:]
    return Task(values: (tasks["_all"] ?? [:]).merging(own) { _, own in own })
  }
}
