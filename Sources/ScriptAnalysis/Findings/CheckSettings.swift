package import MessageStream
import Moonroute
package import ScriptHost

/// The enabled rules and their severities.
package struct CheckSettings: Sendable {
  /// The severities that override those of the rules; `nil` disables a rule.
  package var levels: [String: ScriptProblem.Severity?] = [:]

  package init() {}

  package mutating func allow(_ id: String) { levels[id] = .some(nil) }

  /// Makes the findings of a rule errors.
  package mutating func deny(_ id: String) { levels[id] = .error }

  /// The name of the settings file, in the folder of `main.lua`.
  package static let file = ".moonroute.json"

  private static let byteLimit = 1 << 20

  /// The problem with the settings file.
  package struct FileProblem: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads one field of the settings file; `nil` if the folder has no file or the file no field.
  package static func field(_ name: String, in folder: String) throws(FileProblem) -> JSON? {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try FileReader(limit: byteLimit).bytes(of: "\(folder)/\(file)")
    } catch .tooLarge(_, let bytes, let limit) {
      throw FileProblem(
        description: "too large to check: \(bytes) bytes, at most \(limit) are allowed."
      )
    } catch {
      throw FileProblem(description: "\(error)")
    }
    return try bytes.flatMap { bytes throws(FileProblem) in
      try field(name, of: String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func field(_ name: String, of text: String) throws(FileProblem) -> JSON? {
    let value: JSON
    do {
      value = try JSON(reading: text)
    } catch {
      throw FileProblem(description: "\(error)")
    }
    guard case .object(let fields) = value else {
      throw FileProblem(description: "It is not a JSON object.")
    }
    return fields.first { $0.name == name }?.value
  }

  /// Reads the settings file, if the folder has one, and returns the problem with it.
  package mutating func read(in folder: String) -> String? {
    do throws(FileProblem) {
      return try Self.field("check", in: folder).flatMap { read($0) }
    } catch {
      return error.description
    }
  }

  /// Reads the field `check` of a text and returns the problem with it.
  package mutating func read(_ text: String) -> String? {
    do throws(FileProblem) {
      return try Self.field("check", of: text).flatMap { read($0) }
    } catch {
      return error.description
    }
  }

  /// Reads a severity or `off` for each rule, and returns the problem with it.
  private mutating func read(_ check: JSON) -> String? {
    guard case .object(let rules) = check else { return "'check' is not an object." }
    for rule in rules {
      if let problem = CheckRule.problem(withID: rule.name) { return problem }
      guard case .text(let name) = rule.value,
        name == "off" || ScriptProblem.Severity(rawValue: name) != nil
      else { return "The rule '\(rule.name)' is 'off', 'note', 'warning' or 'error'." }
      levels[rule.name] = .some(ScriptProblem.Severity(rawValue: name))
    }
    return nil
  }

  /// The severity of a problem, or `nil` if its rule is disabled.
  func severity(of problem: ScriptProblem) -> ScriptProblem.Severity? {
    levels[problem.code.rawValue] ?? problem.severity
  }
}
