import MessageStream
import Moonroute
package import ScriptHost

/// Which rules count, and how much.
package struct CheckSettings: Sendable {
  /// The setting of a rule; rules that are not named keep their own.
  package var levels: [String: ScriptProblem.Severity?] = [:]

  /// Every rule as it is.
  package init() {}

  /// Leaves a rule out.
  package mutating func allow(_ id: String) { levels[id] = .some(nil) }

  /// Makes a rule an error.
  package mutating func deny(_ id: String) { levels[id] = .error }

  /// The name of their file, beside `main.lua`.
  package static let file = ".moonroute.json"

  /// The largest file that is read.
  private static let byteLimit = 1 << 20

  /// Reads the file beside `main.lua`, if there is one.
  ///
  /// - Parameter folder: The folder of the application.
  /// - Returns: What is wrong with it, or `nil`.
  package mutating func read(in folder: String) -> String? {
    do throws(FileError) {
      guard let bytes = try FileReader(limit: Self.byteLimit).bytes(of: "\(folder)/\(Self.file)")
      else { return nil }
      return read(String(decoding: bytes, as: UTF8.self))
    } catch .tooLarge(_, let bytes, let limit) {
      return "too large to check: \(bytes) bytes, \(limit) are allowed."
    } catch {
      return "\(error)"
    }
  }

  /// Reads the field `check` of `.moonroute.json`: rules with `off`, `note`, `warning`, `error`.
  ///
  /// - Parameter text: The file.
  /// - Returns: What is wrong with it, or `nil`.
  package mutating func read(_ text: String) -> String? {
    let value: JSON
    do { value = try JSON(reading: text) } catch { return "\(error)" }
    guard case .object(let fields) = value else { return "It is no JSON object." }
    guard let check = fields.first(where: { $0.name == "check" })?.value else { return nil }
    guard case .object(let rules) = check else { return "'check' is no object." }
    for rule in rules {
      if let problem = CheckRule.problem(withID: rule.name) { return problem }
      guard case .text(let name) = rule.value,
        name == "off" || ScriptProblem.Severity(rawValue: name) != nil
      else { return "The rule '\(rule.name)' is 'off', 'note', 'warning' or 'error'." }
      levels[rule.name] = .some(ScriptProblem.Severity(rawValue: name))
    }
    return nil
  }

  /// How much a finding matters, or `nil` when it is left out.
  func severity(of problem: ScriptProblem) -> ScriptProblem.Severity? {
    levels[problem.code.rawValue] ?? problem.severity
  }
}
