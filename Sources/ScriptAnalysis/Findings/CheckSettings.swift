import MessageStream
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

  /// Reads the settings file, if the folder has one, and returns the problem with it.
  package mutating func read(in folder: String) -> String? {
    do throws(FileError) {
      guard let bytes = try FileReader(limit: Self.byteLimit).bytes(of: "\(folder)/\(Self.file)")
      else { return nil }
      return read(String(decoding: bytes, as: UTF8.self))
    } catch .tooLarge(_, let bytes, let limit) {
      return "too large to check: \(bytes) bytes, at most \(limit) are allowed."
    } catch {
      return "\(error)"
    }
  }

  /// Reads the field `check`, a severity or `off` for each rule, and returns the problem with it.
  package mutating func read(_ text: String) -> String? {
    let value: JSON
    do { value = try JSON(reading: text) } catch { return "\(error)" }
    guard case .object(let fields) = value else { return "It is not a JSON object." }
    guard let check = fields.first(where: { $0.name == "check" })?.value else { return nil }
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
