package import Moonroute
import TextTools

package enum ScriptAnimators {
  package static func problem(withName name: String) -> String? {
    guard AnimatorKind.all[name] == nil else { return nil }
    let hint = NearestNames.hintOrList(for: name, among: AnimatorKind.all.keys.sorted())
    return "There is no animator '\(name)'.\(hint)"
  }

  /// The animator for a name that scripts can write, without options.
  package static func animator(named name: String) throws(RouterError) -> Animator {
    guard let kind = AnimatorKind.all[name] else {
      throw RouterError(.unknownName, problem(withName: name) ?? "")
    }
    if kind.effect == .custom { throw AnimatorReader.lacksFunction }
    return kind.plain
  }
}
