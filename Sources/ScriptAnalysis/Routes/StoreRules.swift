import LuaSyntax
package import Moonroute
import ScriptHost

/// Rules about events without listeners or senders, and resources that are never read or have
/// another type.
struct StoreRules {
  let application: LoadedApplication
  private let uses: StoreUses
  /// Whether the application seems to run without a program, which could listen as well.
  private let isAlone: Bool

  init(application: LoadedApplication) {
    self.application = application
    uses = StoreUses(application.scripts)
    isAlone = application.globals["host"]?.subtracting(HostOffers.ownNames).isEmpty ?? true
  }

  /// Checks all scripts together.
  func run() {
    if isAlone, !uses.heard.hasOpen {
      for use in uses.sent.all
      where !use.script.isSpec && isEvent(use.key) && !isHeard(use.key) {
        report(.unheardEvent, "Nobody listens to '\(use.key)'.", use)
      }
    }
    if !uses.sent.hasOpen {
      // The router itself emits its own events.
      for use in uses.heard.all where !use.script.isSpec && !use.key.hasPrefix("moonroute:") {
        guard !uses.sent.all.contains(where: { uses.isSameEvent($0.key, use.key) }) else {
          continue
        }
        report(.unsentEvent, "No script emits '\(use.key)'.", use)
      }
    }
    if !uses.read.hasOpen {
      for use in uses.put.all where !use.script.isSpec {
        guard !uses.read.all.contains(where: { uses.isSameResource($0.key, use.key) }) else {
          continue
        }
        report(.unreadResource, "No script reads '\(use.key)'.", use)
      }
    }
  }

  /// Whether a key is a location or a known name; another rule reports unknown names.
  private func isEvent(_ key: String) -> Bool {
    key.contains("/") || application.eventNames.contains(key)
      || application.late.eventNames.contains(key)
  }

  private func isHeard(_ key: String) -> Bool {
    uses.heard.all.contains { uses.isSameEvent($0.key, key) }
  }

  private func report(_ rule: CheckRule, _ message: String, _ use: StoreUses.Use) {
    application.report(rule, message, at: use.node, in: use.script)
  }

  // MARK: Types

  func run(_ script: AnalysedScript) {
    for call in script.all(.call) where script.callee(of: call) == "resources.get" {
      let arguments = script.arguments(of: call)
      guard arguments.count > 1, let key = script.string(of: arguments[0]),
        let asked = script.string(of: arguments[1]), !script.isTried(call)
      else { continue }
      check(key, asked, at: arguments[1], script)
    }
  }

  private func check(_ key: String, _ asked: String, at node: LuaNode, _ script: AnalysedScript) {
    guard let actual = application.resourceTypes[key], !uses.updated.hasOpen, !uses.put.hasOpen,
      !uses.updated.all.contains(where: { uses.isSameResource($0.key, key) })
    else { return }
    let isOptional = asked.hasSuffix("?")
    let plain = isOptional ? String(asked.dropLast()) : asked
    let fits =
      plain == actual || plain == "number" && actual == "integer" || isOptional && actual == "nil"
    guard !fits else { return }
    let message = RouterError.valueType(of: key, expected: asked, actual: actual).message
    application.report(.valueType, message, at: node, in: script)
  }
}

extension ResourceInfo {
  /// The type of the value as `resources.get` names it, or `nil` if a function makes the value or
  /// it is an object of the program.
  package var typeOfValue: String? {
    guard case .constant(let value) = content else { return nil }
    if case .reference = value { return nil }
    return value.typeName
  }
}
